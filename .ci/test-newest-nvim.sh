#!/usr/bin/env bash
# Drives the newest Neovim, by the tests of editors/nvim, which "make test" runs with the oldest.
#
# usage: test-newest-nvim.sh PREFIX SUITE KNOWN
#
# The newest is the one of a SUITE of Debian's, which moves on without us: so the suite may have none for a while, or one that is newer
# than KNOWN (such as 0.12), the newest that hotlens is known to work with. Then this says so, and what fails is no
# failure: it is told at the end. HOTLENS_NVIM names another Neovim.
set -euo pipefail

prefix=$1 suite=$2 known=$3

nvim=${HOTLENS_NVIM:-}
if [ -z "$nvim" ] && ! nvim=$("${BASH_SOURCE[0]%/*}/get-nvim.sh" "$prefix" "$suite"); then
  echo "hotlens: NOT TESTED with the newest Neovim, as it could not be had (see above). Let HOTLENS_NVIM name one to test it." >&2
  exit 0
fi
version=$("$nvim" --version | sed -n '1s/^NVIM v\([0-9]*[.][0-9]*\).*/\1/p')
echo "hotlens: Neovim ${version:?"$nvim does not tell its version"}, of which $known is the newest that is known to work"

status=0
HOTLENS_NVIM=$nvim go test -timeout 20m -count=1 ./editors/... || status=$?
if [ $status != 0 ] && [ "$version" != "$known" ] && [ "$(printf '%s\n%s\n' "$version" "$known" | sort -V | tail -n 1)" = "$version" ]; then
  echo "hotlens: Neovim $version draws something else, or fails. It is newer than $known: see what has changed, then raise NEWEST_NVIM in the Makefile." >&2
  exit 0
fi
exit $status
