#!/usr/bin/env bash
# Makes a JDK that the system's own packages do not have available to the tests, beside the system's, and
# prints its home folder. Nothing of the system is upgraded; the newer C library and all other libraries
# come along.
#
# usage: get-jdk.sh FEATURE PREFIX [SUITE]
#
#   FEATURE  the feature version: 21, 25
#   PREFIX   a folder; PREFIX/jdk will be the JDK's home
#   SUITE    the release of Debian that has it (default: trixie)
#
# What an earlier call has left under PREFIX is used again, without network.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/suite.sh"

# works HOME: whether the JDK there compiles and starts.
works() {
  [ -f "$1/lib/modules" ] && "$1/bin/javac" --version >/dev/null 2>&1 && "$1/bin/java" -version >/dev/null 2>&1
}

# gather ROOT HOME: replaces the absolute symbolic links in HOME (conf/* -> /etc/java-21-openjdk/...) by the files
# under ROOT that they mean, so that the JDK is one folder as elsewhere. What is not there (src.zip) goes.
gather() {
  local root=$1 home=$2 link target
  find "$home" -type l -print0 | while IFS= read -r -d '' link; do
    target=$(readlink "$link")
    case $target in
    /*) if [ -e "$root$target" ]; then rm "$link" && cp -rL "$root$target" "$link"; fi ;;
    esac
    if [ -L "$link" ] && ! [ -e "$link" ]; then rm "$link"; fi
  done
}

# patch ROOT HOME: programs and libraries of the JDK use the C library that they were unpacked with, which moves into
# the JDK's folder, so that whoever may read the JDK can execute it.
patch() {
  local root=$1 home=$2 interpreter libraries=$2/lib/system file own
  interpreter=$(patchelf --print-interpreter "$home/bin/java")
  interpreter=$(find -L "$root/usr/lib" -name "${interpreter##*/}" -print -quit)
  cp -rL "$(dirname "$interpreter")" "$libraries"
  interpreter=$libraries/${interpreter##*/}
  # Programs: a new interpreter. It must be written into the file: started as `ld.so java`, the launcher would take
  # ld.so's folder for its own (/proc/self/exe) and not find its home. lib/jspawnhelper starts child processes.
  # DT_RPATH, not DT_RUNPATH, as it also holds for what libraries without a path of their own need.
  for file in "$home"/bin/* "$home"/lib/jspawnhelper "$home"/lib/jexec; do
    [ -f "$file" ] && own=$(patchelf --print-rpath "$file" 2>/dev/null) || continue
    patchelf --force-rpath --set-rpath "${own:+$own:}$libraries" --set-interpreter "$interpreter" "$file"
  done
  # Libraries: those with a DT_RUNPATH do not see the program's path.
  find "$home/lib" -path "$libraries" -prune -o -name '*.so' -type f -print0 | while IFS= read -r -d '' file; do
    own=$(patchelf --print-rpath "$file")
    patchelf --force-rpath --set-rpath "${own:+$own:}$libraries" "$file"
  done
}

main() {
  local package=openjdk-$1-jdk-headless suite=${3:-trixie} prefix home
  mkdir -p "$2"
  prefix=$(cd "$2" && pwd -P) # patched into the programs
  if works "$prefix/jdk"; then
    echo "$prefix/jdk"
    return
  fi
  if ! can_unpack; then
    echo "hotlens: JDK $1 is unpacked on Debian as root only: it is not tried here." >&2
    return 1
  fi
  echo "hotlens: unpacking JDK $1 (needed once) ..." >&2
  unpack_from_suite "$prefix" "$suite" "$package"
  home=$(find "$prefix/root/usr/lib/jvm" -path '*/lib/modules' -print -quit)
  gather "$prefix/root" "${home%/lib/modules}"
  # No link: java.home, and with it what programs print, is the folder's real path.
  mv "${home%/lib/modules}" "$prefix/jdk"
  home=$prefix/jdk
  patch "$prefix/root" "$home"
  rm -rf "$prefix/root"
  # The package's installation script would make the archive for class data sharing (lib/server/classes.jsa).
  if ! [ -f "$home/lib/server/classes.jsa" ]; then "$home/bin/java" -Xshare:dump >/dev/null 2>&1 || true; fi
  if ! works "$prefix/jdk"; then
    echo "hotlens: the unpacked $package does not start" >&2
    return 1
  fi
  echo "$prefix/jdk"
}

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "usage: ${0##*/} FEATURE PREFIX [SUITE]" >&2
  exit 2
fi
main "$@"
