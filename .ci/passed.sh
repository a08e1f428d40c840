#!/usr/bin/env bash
# Makes and prints the folder in which tests note that they have passed (oracle.Once), for all that their results may
# depend on as it is now: every file that git knows or would add, the kernel and the processor, Go, the JDKs, what
# "make tools" has unpacked, and what the environment says. Folders for what was before are removed.
# Prints nothing where that cannot be told: then nothing is noted.
#
# usage: passed.sh FOLDER
set -euo pipefail
if [ $# != 1 ]; then
  echo "usage: ${0##*/} FOLDER" >&2
  exit 2
fi
command -v sha256sum >/dev/null && git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit 0

# files COMMAND...: runs a command with the names of all files; one that was removed without git makes it fail, which tells as well.
files() {
  git ls-files -z --cached --others --exclude-standard | xargs -0 "$@" 2>&1 || true
}

# inputs: all that a test's result may depend on.
inputs() {
  files sha256sum
  files stat --format '%A %n'
  uname -srm
  go version
  go env GOFLAGS CGO_ENABLED
  env | grep -E '^(HOTLENS_|JAVA_HOME=)' | grep -v '^HOTLENS_TEST_PASSED=' | sort || true
  for java in "${HOTLENS_JDK:+$HOTLENS_JDK/bin/}java" "${JAVA_HOME:+$JAVA_HOME/bin/}java" java .tools/jdk*/jdk/bin/java; do
    "$java" -version 2>&1 || true
  done
  cat go.work 2>&1 || true
  ls -lRL .tools/java/usr/share/java 2>&1 || true
}

inputs=$(inputs | sha256sum | cut -c1-32)
mkdir -p "$1"
find "$1" -mindepth 1 -maxdepth 1 -not -name "$inputs" -exec rm -rf {} +
mkdir -p "$1/$inputs"
cd "$1/$inputs" && pwd
