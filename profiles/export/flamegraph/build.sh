#!/usr/bin/env bash
# Bundles d3-flame-graph, with what it needs of d3, into library/d3-flame-graph.js, and
# their licences into library/LICENSES. The versions are those of package-lock.json, so
# that the files change only with it; they are committed, so that building hotlens
# needs neither npm nor a network.
#
# usage: build.sh          (make flamegraph)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

command -v npm >/dev/null || {
  echo "hotlens: npm is needed to build the flame graph's library: install Node.js 20 or newer." >&2
  exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp package.json package-lock.json entry.js "$work"
npm --prefix "$work" ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2

# Names are kept: d3-flame-graph looks at the name of a constructor.
"$work/node_modules/.bin/esbuild" "$work/entry.js" --bundle --format=iife --global-name=library \
  --minify-whitespace --minify-syntax --legal-comments=none --charset=utf8 --loader:.css=empty \
  --banner:js="// Made by build.sh of the packages whose licences are in LICENSES." \
  --log-level=warning --metafile="$work/meta.json" --outfile=library/d3-flame-graph.js

# The licence of every package that a byte of the bundle comes from.
node -e '
  const fs = require("fs"), path = require("path");
  const [work] = process.argv.slice(1);
  const { outputs } = JSON.parse(fs.readFileSync(path.join(work, "meta.json")));
  const packages = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const inside = file.split("node_modules/").pop().split("/")[0];
      if (file.includes("node_modules/") && bytesInOutput > 0) packages.add(inside);
    }
  }
  const texts = [...packages].sort().map((name) => {
    const folder = path.join(work, "node_modules", name);
    const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json")));
    return `${name} ${version}\n\n${fs.readFileSync(path.join(folder, "LICENSE"), "utf8").trim()}\n`;
  });
  fs.writeFileSync("library/LICENSES", texts.join("\n" + "-".repeat(72) + "\n\n"));
' "$work"
