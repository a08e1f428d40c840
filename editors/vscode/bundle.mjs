// Makes one file of the extension and of what it uses, one of the licences of the latter, and those of the pages that it shows.

import { build } from "esbuild";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/extension.ts"],
  bundle: true,
  platform: "node",
  target: "node20", // that of VS Code 1.91
  format: "cjs",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  metafile: true,
  outfile: "dist/extension.js",
  logLevel: "warning",
});

await build({
  absWorkingDir: folder,
  entryPoints: ["src/page/callGraph.ts", "src/page/callGraph.css"],
  bundle: true,
  platform: "browser",
  target: "chrome122", // that of VS Code 1.91
  format: "iife",
  minify: true,
  outdir: "dist",
  logLevel: "warning",
});

const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
const licences = [...packages].sort().map((name) => {
  const file = readdirSync(join(folder, name)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} comes without its licence`);
  return `${name.replace(/^.*node_modules\//, "")}\n\n${readFileSync(join(folder, name, file), "utf8").trim()}\n`;
});
writeFileSync(join(folder, "dist", "LICENSES"), licences.join(`\n${"-".repeat(78)}\n\n`));
