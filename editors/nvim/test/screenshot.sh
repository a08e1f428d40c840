#!/usr/bin/env bash
# Draws what a user sees: real Neovim, in a terminal, on the demo workspace.
#
# usage: screenshot.sh HOTLENS PNG SCENE
#
# SCENE is "annotations" or "tree": see testdata/screenshot.lua.
#
# tmux is the terminal, its text becomes a page with the terminal's colours, and
# headless Chromium makes the picture. Everything it starts ends with it.
set -euo pipefail

readonly columns=120 # of the terminal
readonly width=1108  # of the picture, in pixels: the terminal at 15px of DejaVu Sans Mono
case $3 in
  tree) readonly rows=45 height=890 ;;
  *) readonly rows=57 height=1124 ;;
esac
readonly patience=120 # seconds until a run and its display must have ended

hotlens=$1
png=$(mkdir -p "$(dirname "$2")" && cd "$(dirname "$2")" && pwd)/$(basename "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
nvim=$("$root/.ci/get-nvim.sh" "$root/.tools/nvim")

work=$(mktemp -d)
terminal=(tmux -S "$work/socket" -f /dev/null)
cleanup() {
  "${terminal[@]}" kill-server 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

cp -r "$root/editors/demo" "$work/demo"
mkdir "$work/bin" && (cd "$root" && go build -o "$work/bin/terminalhtml" ./editors/nvim/test/terminalhtml)

export HOTLENS_PLUGIN=$root/editors/nvim HOTLENS_READY=$work/ready HOTLENS_SCENE=$3
export HOTLENS_CMD="[\"$hotlens\", \"lsp\"]"
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8 "${terminal[@]}" new-session -d -x $columns -y $rows -c "$work/demo" \
  "$nvim" --clean -n -c "luafile $here/testdata/screenshot.lua"

deadline=$((SECONDS + patience))
until [ -e "$work/ready" ]; do
  if [ $SECONDS -ge $deadline ]; then
    echo "screenshot: nothing was shown within $patience seconds; the terminal's text is:" >&2
    "${terminal[@]}" capture-pane -p >&2
    exit 1
  fi
  sleep 0.1
done
# The terminal lags behind Neovim a little: its text counts once it stays the same.
shown=
until now=$("${terminal[@]}" capture-pane -e -p) && [ "$now" = "$shown" ]; do
  shown=$now
  sleep 0.3
done
printf '%s\n' "$shown" | "$work/bin/terminalhtml" >"$work/page.html"

# The page has no scripts: its time is there for the window, which has its size a little after it opens; before, the picture's end is cut off.
timeout $patience chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
  --user-data-dir="$work/chromium" --window-size=$width,$height --virtual-time-budget=5000 \
  --screenshot="$png" "file://$work/page.html" >"$work/chromium.log" 2>&1 || {
  cat "$work/chromium.log" >&2
  exit 1
}
echo "$png"
