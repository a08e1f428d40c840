#!/usr/bin/env bash
# Draws the flame graph of the demo program, with a frame chosen.
#
# usage: screenshot.sh HOTLENS PNG
set -euo pipefail

hotlens=$1
png=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../../../editors/demo"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$hotlens" profile -o "$work/page.html" src/shop/Main.java >/dev/null
cat >>"$work/page.html" <<'PAGE'
<script>
  document.getElementById("search").value = "Money";
  document.getElementById("search").dispatchEvent(new Event("input"));
  document.querySelector("g.frame[tabindex='0']").focus();
  for (const key of ["Home", "ArrowDown", "ArrowDown"]) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
</script>
PAGE
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
  --user-data-dir="$work/chromium" --window-size=1280,760 --virtual-time-budget=5000 \
  --screenshot="$png" "file://$work/page.html" >"$work/chromium.log" 2>&1 || {
  cat "$work/chromium.log" >&2
  exit 1
}
echo "$png"
