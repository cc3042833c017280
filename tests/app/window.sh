#!/usr/bin/env bash
# Drives the real window with a real pointer and keyboard, under a display of its own: open, select, drag a ring, undo, change a radius,
# save, quit, and the second start opens what was saved. Waits for states (marrow --log-state), never for time.
# Usage: tests/app/window.sh MARROW SAMPLE.glb [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
sample=$2
[ "${3:-ON}" = ON ] || { echo "skipped: the window under X: the textbook's functions are not here"; exit 77; }
screen=1366x768  # of a small laptop
# shellcheck source=../support/window.sh
. "$(dirname "$0")/../support/window.sh"

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

# open_in_display WORDS: starts without a size.
open_in_display() {
  rm -f "$state"
  "$marrow" --ui-scale 1 --log-state "$state" "$work/figure.glb" > "$work/said" 2>&1 &
  program=$!
  wait_for "$1" '^frames'
  window=$(xdotool search --sync --onlyvisible --name ' - Marrow$' | head -n 1)
  eval "$(xdotool getwindowgeometry --shell "$window")"
  [ "$X" -ge 0 ] && [ "$Y" -ge 0 ] && [ $((X + WIDTH)) -le 1366 ] && [ $((Y + HEIGHT)) -le 768 ] ||
    fail "the window is ${WIDTH}x$HEIGHT at $X,$Y of a display of $screen"
  echo "ok: it lies in its display: ${WIDTH}x$HEIGHT at $X,$Y"
}
quit() {
  xdotool windowfocus --sync "$window" key ctrl+q
  wait "$program" || fail "quitting: exit status $?"
  program=
}

# At first it wants 1280x800, which is higher than this display.
rm -rf "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
open_in_display "a window without a size is up"
xdotool windowsize --sync "$window" 900 600 windowmove --sync "$window" 120 90
quit
open_in_display "the window is up again"
[ "$X,$Y $WIDTH,$HEIGHT" = "120,90 900,600" ] || fail "it was 900x600 at 120,90 and is ${WIDTH}x$HEIGHT at $X,$Y"
xdotool windowmove --sync "$window" 700 400
quit
open_in_display "a window whose edges were cut is up"
quit
echo "all is well"
