#!/usr/bin/env bash
# Makes a Neovim of version 0.10 or newer available to the tests, and prints its path.
#
# usage: get-nvim.sh PREFIX [SUITE]
#
# In this order:
#   1. the nvim on PATH, if it is new enough;
#   2. PREFIX/nvim, left there by an earlier call (no network needed);
#   3. on Debian and its relatives, as root: the distribution's own package, if that is new enough;
#   4. on Debian, as root: the package of a newer SUITE (default: trixie, which has 0.10.4),
#      unpacked under PREFIX together with every library it needs, the C library included.
#      Nothing of the system is upgraded.
# Otherwise it says what to install, and fails. What was broken off begins anew.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/suite.sh"

readonly minimum=0.10

# is_new_enough NVIM: whether it starts and is of version $minimum or newer.
is_new_enough() {
  local version
  version=$("$1" --version 2>/dev/null | sed -n '1s/^NVIM v\([0-9.]*\).*/\1/p') || return 1
  [ -n "$version" ] && [ "$(printf '%s\n%s\n' "$minimum" "$version" | sort -V | head -n 1)" = "$minimum" ]
}

# unpack PREFIX SUITE: case 4.
unpack() {
  local prefix=$1 root=$1/root interpreter
  unpack_from_suite "$prefix" "$2" neovim || return
  # The program must be started by the C library it was unpacked with. The old kind of run path
  # (DT_RPATH) is wanted, as it also holds for the libraries' own dependencies.
  interpreter=$(patchelf --print-interpreter "$root/usr/bin/nvim")
  interpreter=$(find -L "$root/usr/lib" -name "${interpreter##*/}" -print -quit)
  patchelf --force-rpath --set-rpath "$(dirname "$interpreter")" --set-interpreter "$interpreter" "$root/usr/bin/nvim" || return

  cat >"$prefix/nvim" <<WRAPPER
#!/bin/sh
VIM='$root/usr/share/nvim' VIMRUNTIME='$root/usr/share/nvim/runtime'
export VIM VIMRUNTIME
exec '$root/usr/bin/nvim' "\$@"
WRAPPER
  chmod +x "$prefix/nvim"
}

main() {
  local prefix=$1 suite=${2:-trixie} candidate
  if [ $# -lt 2 ] && candidate=$(command -v nvim) && is_new_enough "$candidate"; then
    echo "$candidate"
    return
  fi
  mkdir -p "$prefix"
  prefix=$(cd "$prefix" && pwd -P)
  if is_new_enough "$prefix/nvim"; then
    echo "$prefix/nvim"
    return
  fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
    echo "hotlens: installing Neovim (needed once) ..." >&2
    apt_quietly update || true # what is needed may be known already
    candidate=$(apt-cache policy neovim | sed -n 's/^ *Candidate: *//p')
    if [ $# -lt 2 ] && dpkg --compare-versions "${candidate:-0}" ge "$minimum"; then
      apt_quietly install neovim
      command -v nvim
      return
    fi
    if can_unpack && unpack "$prefix" "$suite" && is_new_enough "$prefix/nvim"; then
      echo "$prefix/nvim"
      return
    fi
  fi
  if [ $# -ge 2 ]; then
    echo "hotlens: no Neovim of Debian's suite $suite could be had here. It takes root on Debian, and a mirror with that suite." >&2
    return 1
  fi
  echo "hotlens: Neovim $minimum or newer is needed, and could not be installed here. Install it so that" \
    "'nvim' is on PATH (see https://neovim.io), and run this again." >&2
  return 1
}

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: ${0##*/} PREFIX [SUITE]" >&2
  exit 2
fi
main "$@"
