#!/usr/bin/env bash
# Drives the real window with a real pointer and keyboard, under a display of its own: open, select, drag a ring, undo, change a radius,
# save, quit, and the second start opens what was saved. Waits for states (marrow --log-state), never for time.
# Usage: app_window.sh MARROW SAMPLE.glb [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
sample=$2
[ "${3:-ON}" = ON ] || { echo "skipped: the window under X: the textbook's bodies are not here"; exit 77; }
for tool in Xvfb xdotool; do
  command -v "$tool" > /dev/null || { echo "skipped: the window under X: $tool is not here"; exit 77; }
done

work=$(mktemp -d)
state=$work/state
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state_home SDL_VIDEODRIVER=x11
unset WAYLAND_DISPLAY
# A sanitizer build quits with the graphics driver already unloaded, and what the driver's globals owned would count as leaked. The tests
# in C++ keep the driver loaded and look for leaks; here only the other checks are on.
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

# wait_for WORDS PATTERN: until a line of the state matches; 60 s is for a machine that is very busy.
wait_for() {
  for _ in $(seq 1200); do
    grep -Eq -- "$2" "$state" 2> /dev/null && { echo "ok: $1"; return; }
    kill -0 "$program" 2> /dev/null || fail "$1: the program has ended"
    sleep 0.05
  done
  fail "$1: no line matches $2"
}

start() {
  rm -f "$state"
  "$marrow" --size 1280x720 --ui-scale 1 --log-state "$state" "$@" > "$work/said" 2>&1 &
  program=$!
  wait_for "the window is up" '^frames'
  window=$(xdotool search --sync --onlyvisible --name ' - Marrow$' | head -n 1)
  xdotool windowmove --sync "$window" 0 0 windowfocus --sync "$window"
}

value() { awk -v key="$1" '$1 == key { print $2 }' "$state"; }
joint_at() { awk -v name="$1" '$1 == "joint" && $2 == name { printf "%d %d", $3, $4 }' "$state"; }
handle_at() { awk -v name="$1" '$1 == "handle" && $2 == name { printf "%d %d", $3, $4; exit }' "$state"; }
origin() { eval "$(xdotool getwindowgeometry --shell "$window")"; echo "$X $Y"; }

# Pixels of the window; it may stand anywhere on the screen.
move_to() { xdotool mousemove --window "$window" --sync "$1" "$2" 2> /dev/null || xdotool mousemove --window "$window" "$1" "$2"; }

mkfifo "$work/number"
Xvfb -displayfd 3 -screen 0 1400x900x24 3> "$work/number" 2> /dev/null &
server=$!
read -r number < "$work/number" || fail "no display"
export DISPLAY=:$number

cp "$sample" "$work/figure.glb"
start "$work/figure.glb"
wait_for "the file is open, in Pose" '^tab pose$'
grep -q '^name figure.glb$' "$state" || fail "the name of the file"

# shellcheck disable=SC2046
move_to $(joint_at forearm.L)
xdotool click 1
wait_for "a click on a joint selects it" '^selection forearm.L$'
wait_for "its rings are there" '^handle z'

# shellcheck disable=SC2046
set -- $(handle_at z)
move_to "$1" "$2"
xdotool mousedown 1
for step in 10 20 30 40; do move_to $(($1 + step)) $(($2 + step)); done
wait_for "the ring is in hand" '^dragging 1$'
xdotool mouseup 1
wait_for "one drag is one step" '^step 1$'
wait_for "its name says what it did" '^label Rotate forearm.L'
wait_for "the document is not saved" '^dirty 1$'
xdotool key ctrl+z
wait_for "undo" '^step 0$'
wait_for "undo makes it clean again" '^dirty 0$'
xdotool key ctrl+shift+z
wait_for "redo" '^step 1$'

xdotool key Tab
wait_for "Tab goes to Rig" '^tab rig$'
# shellcheck disable=SC2046
set -- $(joint_at forearm.L)
move_to $(($1 + 60)) "$2"
xdotool key s
wait_for "S takes the radius" '^dragging 1$'
xdotool type 0.123
xdotool key Return
wait_for "a typed number is the radius" '^joint forearm.L .* 0.1230$'
wait_for "one step" '^step 2$'

xdotool key ctrl+s
wait_for "saved" '^dirty 0$'
xdotool key ctrl+q
wait "$program" || fail "quitting: exit status $?"
echo "ok: the window closes"

start
wait_for "the second start opens the last file" '^name figure.glb$'
wait_for "with the radius that was saved" '^joint forearm.L .* 0.1230$'
xdotool key F1
wait_for "F1 shows the keys" '^dialog help$'
xdotool key Escape
wait_for "Esc closes them" '^dialog none$'
xdotool key ctrl+q
wait "$program" || fail "quitting: exit status $?"
program=
echo "all is well"
