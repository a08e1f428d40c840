#!/usr/bin/env bash
# Unpacks the Debian packages that jars.txt names into a folder: the Java software
# that the tests of vm/software run.
#
# usage: get-jars.sh FOLDER
#
# Nothing is installed, so that no package of the system changes: FOLDER becomes a
# small root with usr/share/java in it. Packages that are there already are left
# alone, without network. Any user may call this where "apt-get update" was run
# before; where it was not, it takes root.
set -euo pipefail

readonly list=${BASH_SOURCE[0]%/*}/jars.txt

# fail SENTENCE: says what to do, and fails.
fail() {
  echo "hotlens: $1" >&2
  exit 1
}

# missing FOLDER: the packages of the list that are not unpacked in it.
missing() {
  local package
  sed -e 's/#.*//' "$list" | while read -r package; do
    if [ -n "$package" ] && [ ! -e "$1/unpacked/$package" ]; then echo "$package"; fi
  done
}

# download PACKAGE...: puts their files into the current folder.
download() {
  local sandbox=()
  [ "$(id -u)" != 0 ] || sandbox=(-o APT::Sandbox::User=root)
  apt-get -qq "${sandbox[@]}" -o Acquire::Retries=3 download "$@" >&2
}

# update: has apt read its lists of packages; false for a user who may not.
update() {
  [ "$(id -u)" = 0 ] && apt-get -qq -o DPkg::Lock::Timeout=300 update >&2
}

# unpack FILE FOLDER PACKAGE: unpacks the package, and makes its absolute links lead into the folder.
unpack() {
  local file=$1 folder=$2 link target
  dpkg-deb --extract "$file" "$folder"
  dpkg-deb --fsys-tarfile "$file" | tar --list | while read -r link; do
    link=$folder/${link#./}
    if [ -L "$link" ] && target=$(readlink "$link") && [ "${target#/}" != "$target" ]; then
      ln --symbolic --force --no-dereference --relative "$folder$target" "$link"
    fi
  done
  touch "$folder/unpacked/$3"
}

main() {
  local folder=$1 packages package work
  mapfile -t packages < <(missing "$folder")
  [ ${#packages[@]} != 0 ] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
    fail "the tests of vm/software run Java libraries from Debian's packages: call this on Debian or a relative, or copy $folder from such a machine."

  mkdir -p "$folder/unpacked"
  folder=$(cd "$folder" && pwd)
  work=$(mktemp -d "$folder/download.XXXXXX")
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -rf '$work'" EXIT
  cd "$work"
  echo "hotlens: downloading ${#packages[@]} packages of Java libraries (needed once) ..." >&2
  download "${packages[@]}" || { update && download "${packages[@]}"; } ||
    fail "the Debian packages could not be downloaded: run 'apt-get update' as root, and then this again."
  for package in "${packages[@]}"; do unpack "$package"_*.deb "$folder" "$package"; done
}

if [ $# != 1 ]; then
  echo "usage: ${0##*/} FOLDER" >&2
  exit 2
fi
main "$1"
