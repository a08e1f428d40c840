#!/usr/bin/env bash
# Packages the VS Code extension, with the server for one platform inside.
#
# usage: package.sh VSIX [GOOS/GOARCH]      the platform: this machine's, if none is given
set -euo pipefail

vsix=$(mkdir -p "$(dirname "$1")" && cd "$(dirname "$1")" && pwd)/$(basename "$1")
platform=${2:-$(go env GOOS)/$(go env GOARCH)}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root/editors/vscode"

# The names that VS Code has for platforms.
system=${platform%/*} processor=${platform#*/} suffix=
case $system in
linux | darwin) ;;
windows) system=win32 suffix=.exe ;;
*) echo "package.sh: VS Code does not run on $platform" >&2 && exit 2 ;;
esac
case $processor in
amd64) processor=x64 ;;
arm64) ;;
*) echo "package.sh: VS Code does not run on $platform" >&2 && exit 2 ;;
esac

# What is there already is left alone, without network.
if ! cmp -s package-lock.json node_modules/.unpacked; then
  echo "hotlens: unpacking what the VS Code extension is built with (needed once) ..." >&2
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json node_modules/.unpacked
fi

npm run --silent check
rm -rf bin dist
npm run --silent bundle
GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0 go build -trimpath -o "bin/hotlens$suffix" ../../cmd/hotlens
cp ../../LICENSE LICENSE
trap 'rm -f LICENSE' EXIT
npx --no-install vsce package --no-dependencies --allow-missing-repository --target "$system-$processor" --out "$vsix" >dist/vsce.log 2>&1 || {
  cat dist/vsce.log >&2
  exit 1
}
echo "$vsix"
