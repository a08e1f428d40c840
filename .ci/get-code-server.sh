#!/usr/bin/env bash
# Unpacks VS Code for a browser (code-server), the Node.js that it needs and playwright-core, as
# code-server/package-lock.json names them, into a folder, and prints the path of that Node.js. No
# script of theirs is run, but for one that compiles what writes VS Code's log files, and with
# them the output channels of extensions.
#
# usage: get-code-server.sh FOLDER
#
# What is there already is left alone, without network.
set -euo pipefail

readonly list=${BASH_SOURCE[0]%/*}/code-server

main() {
  local folder=$1
  if ! cmp -s "$list/package-lock.json" "$folder/unpacked"; then
    echo "hotlens: unpacking VS Code for a browser (needed once) ..." >&2
    mkdir -p "$folder"
    cp "$list/package.json" "$list/package-lock.json" "$folder"
    install "$folder" ci
    # VS Code's own packages, which code-server names in a list of its own.
    install "$folder/node_modules/code-server/lib/vscode" install --omit=dev
    compile "$folder"
    cp "$list/package-lock.json" "$folder/unpacked"
  fi
  ls "$folder"/node_modules/node-linux-*/bin/node
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
