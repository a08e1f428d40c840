#!/usr/bin/env bash
# Makes the named tools available, or says exactly what to install.
#
# usage: tools.sh TOOL...      TOOL: go | jdk | cc | node | cxx | chromium | qemu | readers | screenshot | mvn | gradle
#
# What is there is left alone and needs no network. What is missing is installed
# with apt-get, as root on Debian and its relatives; nowhere else.
set -euo pipefail

# apt_install PACKAGE...: false where it is not possible.
apt_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  echo "hotlens: installing $* (needed once) ..." >&2
  apt-get -qq -o DPkg::Lock::Timeout=300 update >&2
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 install "$@" >&2
}

# missing SENTENCE: says what to do, and fails.
missing() {
  echo "hotlens: $1" >&2
  exit 1
}

# What compiles code for Java programs is built from a changed copy of wazero: see vm/machinecode/adaptwazero.
need_go() {
  command -v go >/dev/null || missing "Go 1.26 or newer is needed: install it from https://go.dev/dl so that 'go' is on PATH."
  GOWORK=off go run ./vm/machinecode/adaptwazero .tools || {
    rm -f go.work
    echo "hotlens: it is built with wazero as it is published: all works, but compiled code is slower" >&2
  }
}

# has_jdk: whether there is a JDK 17 where hotlens looks for one.
has_jdk() {
  local javac home
  javac=$(command -v javac) && javac=$(readlink -f "$javac") || javac=
  for home in "${HOTLENS_JDK:-}" "${JAVA_HOME:-}" "${javac%/bin/javac}" /usr/lib/jvm/*; do
    if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ -f "$home/lib/modules" ] &&
      grep -q '^JAVA_VERSION="17[".]' "$home/release"; then
      return 0
    fi
  done 2>/dev/null
  return 1
}

need_jdk() {
  has_jdk || apt_install openjdk-17-jdk-headless || true
  has_jdk || missing "a JDK 17 is needed: install one (on Debian 12: apt-get install openjdk-17-jdk-headless), or let JAVA_HOME name its folder."
}

# The race detector is linked by the C compiler.
need_cc() {
  command -v "${CC:-gcc}" >/dev/null || apt_install gcc libc6-dev || true
  command -v "${CC:-gcc}" >/dev/null || missing "a C compiler is needed for Go's race detector: install gcc, or let CC name another."
}

# Debian 12 has an older one, which what the VS Code extension and the site are built with does not run on.
need_node() {
  local version
  version=$(node --version 2>/dev/null) && [ "$(cut -d. -f1 <<<"${version#v}")" -ge 20 ] && command -v npm >/dev/null ||
    missing "Node.js 20 or newer with npm is needed for the VS Code extension and the site: install it so that 'node' is on PATH."
}

# Projects are read by their own build tools. The tests find what these need in Debian's repository of Maven, which comes with the packages.
need_mvn() {
  local library=/usr/share/maven-repo/org/apache/commons/commons-lang3/debian/commons-lang3-debian.jar
  command -v mvn >/dev/null && [ -e "$library" ] || apt_install maven libcommons-lang3-java || true
  command -v mvn >/dev/null && [ -e "$library" ] || missing "Maven with Debian's repository is needed: install maven and libcommons-lang3-java."
}

need_gradle() {
  command -v gradle >/dev/null || apt_install gradle || true
  command -v gradle >/dev/null || missing "Gradle is needed: install it so that 'gradle' is on PATH."
}

# The binary for arm64 runs emulated.
need_qemu() {
  command -v qemu-aarch64 >/dev/null || apt_install qemu-user || true
  command -v qemu-aarch64 >/dev/null || missing "qemu-aarch64 is needed to run the binary for arm64: install qemu-user."
}

# A module of code-server's is compiled by npm.
need_cxx() {
  command -v g++ >/dev/null && command -v make >/dev/null && command -v python3 >/dev/null || apt_install g++ make python3 || true
  command -v g++ >/dev/null && command -v make >/dev/null && command -v python3 >/dev/null ||
    missing "g++, make and python3 are needed to install VS Code for a browser."
}

# Pages are opened, and editors driven, in a browser.
need_chromium() {
  command -v chromium >/dev/null || apt_install chromium fonts-dejavu-core || true
  command -v chromium >/dev/null || missing "Chromium is needed: install it so that 'chromium' is on PATH."
}

# Exported profiles are opened by what they are for.
need_readers() {
  command -v callgrind_annotate >/dev/null || apt_install valgrind || true
  command -v callgrind_annotate >/dev/null || missing "callgrind_annotate is needed to read exported profiles: install valgrind."
  need_chromium
  command -v npm >/dev/null || apt_install nodejs npm || true
  command -v npm >/dev/null || missing "npm is needed to fetch speedscope: install Node.js 20 or newer."
}

need_screenshot() {
  command -v tmux >/dev/null && command -v chromium >/dev/null || apt_install tmux chromium fonts-dejavu-core || true
  command -v tmux >/dev/null || missing "tmux is needed for the screenshot: install it."
  command -v chromium >/dev/null || missing "Chromium is needed for the screenshot: install it so that 'chromium' is on PATH."
}

for tool in "$@"; do
  case $tool in
  go | jdk | cc | node | cxx | chromium | qemu | readers | screenshot | mvn | gradle) "need_$tool" ;;
  *)
    echo "usage: ${0##*/} go|jdk|cc|node|cxx|chromium|qemu|readers|screenshot|mvn|gradle ..." >&2
    exit 2
    ;;
  esac
done
