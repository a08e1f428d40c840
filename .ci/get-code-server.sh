#!/usr/bin/env bash
# Unpacks VS Code for a browser (code-server), the Node.js that it needs and playwright-core, as
# code-server/package-lock.json names them, into a folder, and prints the path of that Node.js. No
# script of theirs is run, but for one that compiles what writes VS Code's log files, and with
# them the output channels of extensions.
#
# usage: get-code-server.sh FOLDER
#
# What is there already is left alone, without network. What was broken off begins anew.
set -euo pipefail

readonly list=${BASH_SOURCE[0]%/*}/code-server

# what is being done, for the message if it fails.
doing=
trap 'status=$?; [ $status = 0 ] || [ -z "$doing" ] || echo "hotlens: VS Code for a browser could not be had: $doing failed (see above)." \
  "The registry of npm (npm config get registry) has to be within reach; then run this again." >&2' EXIT

main() {
  local folder=$1
  if ! cmp -s "$list/package-lock.json" "$folder/unpacked"; then
    echo "hotlens: unpacking VS Code for a browser (needed once) ..." >&2
    mkdir -p "$folder"
    cp "$list/package.json" "$list/package-lock.json" "$folder"
    doing="npm ci"
    install "$folder" ci
    # VS Code's own packages, which code-server names in a list of its own.
    doing="npm install of VS Code's own packages"
    install "$folder/node_modules/code-server/lib/vscode" install --omit=dev
    doing="compiling @vscode/spdlog, which takes g++, make and python3,"
    compile "$folder"
    doing=
    cp "$list/package-lock.json" "$folder/unpacked"
  fi
  if ! ls "$folder"/node_modules/node-linux-*/bin/node 2>/dev/null; then
    echo "hotlens: there is no Node.js for this machine ($(uname -sm)) in $folder: VS Code for a browser is driven on Linux, x64 and arm64." >&2
    return 1
  fi
}

compile() {
  local node
  node=$(cd "$1"/node_modules/node-linux-*/ && pwd)
  (cd "$1/node_modules/code-server/lib/vscode" && PATH=$node/bin:$PATH npm_config_nodedir=$node npm rebuild @vscode/spdlog --loglevel=error >&2)
}

install() {
  (cd "$1" && npm "${@:2}" --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
}

if [ $# != 1 ]; then
  echo "usage: ${0##*/} FOLDER" >&2
  exit 2
fi
main "$@"
