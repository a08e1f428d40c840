#!/usr/bin/env bash
# Unpacks the readers of profiles that readers/package-lock.json names into a folder:
# what the tests of profiles/export open files with. No script of theirs is run.
#
# usage: get-readers.sh FOLDER
#
# Those that are there already are left alone, without network.
set -euo pipefail

readonly list=${BASH_SOURCE[0]%/*}/readers

main() {
  local folder=$1
  if cmp -s "$list/package-lock.json" "$folder/unpacked"; then return; fi
  echo "hotlens: unpacking readers of profiles (needed once) ..." >&2
  mkdir -p "$folder"
  cp "$list/package.json" "$list/package-lock.json" "$folder"
  (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
  cp "$list/package-lock.json" "$folder/unpacked"
}

if [ $# != 1 ]; then
  echo "usage: ${0##*/} FOLDER" >&2
  exit 2
fi
main "$@"
