# Runs the real window on a separate display, for test scripts: starts it, waits for what it shows, points at what it names. Expects $marrow; gives
# $work, $state and the functions below. Exits with 77 if something that it needs is missing.
for tool in Xvfb xdotool; do
  command -v "$tool" > /dev/null || { echo "skipped: the window under X: $tool is not here"; exit 77; }
done

# shellcheck source=fast_folder.sh
. "$(dirname "${BASH_SOURCE[0]}")/fast_folder.sh"
work=$(mktemp -d)
state=$work/state
# The graphics driver uses the user's cache of compiled shaders.
export MESA_SHADER_CACHE_DIR=${MESA_SHADER_CACHE_DIR:-$HOME/.cache}
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state_home SDL_VIDEODRIVER=x11
unset WAYLAND_DISPLAY
# When a sanitizer build quits, the graphics driver is already unloaded, and what its globals owned would count as leaked. The tests in C++ keep the
# driver loaded and look for leaks; here only the other checks are on.
export ASAN_OPTIONS=detect_leaks=0
program= server=
finish() {
  [ -n "$program" ] && kill "$program" 2> /dev/null
  [ -n "$server" ] && kill "$server" 2> /dev/null
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "FAILED: $1"
  echo "--- the last state:"
  grep -v '^joint' "$state" 2> /dev/null
  echo "--- what the program said:"
  cat "$work/said" 2> /dev/null
  exit 1
}

# A wait ends when the window has a state; this limit only guards against a program that hangs.
most_looks=12000 # ten minutes

# wait_for WORDS PATTERN [LOOKS]: until a line of the state matches. With LOOKS: gives up after so many looks, with status 1.
wait_for() {
  for _ in $(seq "${3:-$most_looks}"); do
    grep -Eq -- "$2" "$state" 2> /dev/null && { echo "ok: $1"; return; }
    kill -0 "$program" 2> /dev/null || fail "$1: the program has ended"
    sleep 0.05
  done
  [ -z "${3:-}" ] || return 1
  fail "$1: no line matches $2"
}

# press_until KEY WORDS PATTERN: presses the key, and presses it again after longer and longer waits, until a line of the state matches. For keys that
# have no effect while a dialog closes, and for messages that may have faded before the window came to rest.
press_until() {
  local looks
  for looks in 100 200 400 800 1600 3200; do
    xdotool key "$1"
    wait_for "$2" "$3" "$looks" && return
  done
  fail "$2: no line matches $3"
}

# rest: returns when all input was handled and animations have ended. Moves the pointer by a pixel and waits until the state has its position.
rest() {
  move_to $((pointer_x + 1)) "$pointer_y"
  wait_for "at rest" "^pointer $pointer_x $pointer_y\$"
}

wait_for_exit() { # until the program has quit
  for _ in $(seq "$most_looks"); do
    kill -0 "$program" 2> /dev/null || return 0
    [ $# -eq 0 ] || "$@"
    sleep 0.05
  done
  fail "quitting"
}

# `size` and `scale`: size and UI scale of the window; `screen`: size of the display.
size=${size:-1280x720} scale=${scale:-1} screen=${screen:-1400x900}

start() {
  rm -f "$state"
  "$marrow" --size "$size" --ui-scale "$scale" --log-state "$state" "$@" > "$work/said" 2>&1 &
  program=$!
  wait_for "the window is up" '^frames'
  window=$(xdotool search --sync --onlyvisible --name ' - Marrow$' | head -n 1)
  xdotool windowmove --sync "$window" 0 0 windowfocus --sync "$window"
}

value() { awk -v key="$1" '$1 == key { print $2 }' "$state"; }
joint_at() { awk -v name="$1" '$1 == "joint" && $2 == name { printf "%d %d", $3, $4 }' "$state"; }
handle_at() { awk -v name="$1" '$1 == "handle" && $2 == name { printf "%d %d", $3, $4; exit }' "$state"; }
origin() { eval "$(xdotool getwindowgeometry --shell "$window")"; echo "$X $Y"; }

# Pixels relative to the window, which may be anywhere on the screen.
pointer_x=0 pointer_y=0
move_to() {
  pointer_x=$1 pointer_y=$2
  xdotool mousemove --window "$window" --sync "$1" "$2" 2> /dev/null || xdotool mousemove --window "$window" "$1" "$2"
}

mkfifo "$work/number"
# Without -noreset the server restarts when a program quits, and the next program may come too soon.
Xvfb -displayfd 3 -noreset -screen 0 "${screen}x24" 3> "$work/number" 2> /dev/null &
server=$!
read -r number < "$work/number" || fail "no display"
export DISPLAY=:$number


spot_at() { # WORDS: the first button with exactly these words
  awk -v words="$1" '$1 == "spot" { line = $0; sub(/^spot [0-9-]+ [0-9-]+ /, "", line); if (line == words) { printf "%d %d", $2, $3; exit } }' "$state"
}
rim_at() { awk '$1 == "rim" { printf "%d %d", $2, $3 }' "$state"; }
