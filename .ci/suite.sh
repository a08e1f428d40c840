# Packages of other releases of Debian, beside the system's own, of which nothing is upgraded. To be sourced.
# shellcheck shell=bash

# apt_quietly ARG...: apt-get without questions, waiting for other users of the package database.
apt_quietly() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >&2
}

# can_unpack: whether this machine is one that unpack_from_suite works on.
can_unpack() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null &&
    [ -r /usr/share/keyrings/debian-archive-keyring.gpg ]
}

# mirror: the first of the mirrors that apt is set up to use, and else Debian's own.
mirror() {
  local site
  site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | awk '!/security/ && !n++') || true
  echo "${site:-http://deb.debian.org/debian}"
}

# unpack_from_suite PREFIX SUITE PACKAGE: puts a package of a release, with every library that it needs, the C library included, below
# PREFIX/root, where PREFIX is an absolute path that is made anew; and sees to patchelf, with which a program is told of that
# C library. It says which step has failed.
unpack_from_suite() {
  local prefix=$1 suite=$2 package=$3 work=$1/apt root=$1/root site file
  failed() {
    echo "hotlens: $1 (see above)." >&2
    return 1
  }
  rm -rf "$prefix"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources" "$root"
  site=$(mirror)
  cat >"$work/sources/$suite.sources" <<SOURCES
Types: deb
URIs: $site
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
  # With an empty list of installed packages apt downloads every dependency.
  : >"$work/status"
  local private=(
    -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources"
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null
    -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status"
    -o Dir::State::extended_states="$work/extended_states" -o Dir::Cache="$work/cache"
    -o Acquire::Retries=3 -o Acquire::Languages=none
    -o APT::Sandbox::User=root -o APT::Keep-Downloaded-Packages=true -o Debug::NoLocking=true
  )
  apt_quietly "${private[@]}" update || failed "$site has no suite $suite, or is out of reach" || return
  apt_quietly "${private[@]}" --download-only install "$package" ||
    failed "the suite $suite of $site has no $package that could be installed just now" || return
  for file in "$work"/cache/archives/*.deb; do
    dpkg-deb --extract "$file" "$root" || failed "${file##*/} could not be unpacked" || return
  done
  rm -rf "$work"
  command -v patchelf >/dev/null || apt_quietly install patchelf || failed "patchelf could not be installed"
}
