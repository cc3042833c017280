#!/bin/bash
# The real window is killed in the middle of work; the next start offers what was there, and Restore brings back the same scene. Then
# another program changes the file under the window's hands. Usage: tests/app/window_recovery.sh PROGRAM SCENE.glb HAS_SOLUTION
set -u
marrow=$1 scene=$2 has_solution=$3
[ "$has_solution" = ON ] || { echo "skipped: work in the real window: the textbook's functions are not here"; exit 77; }
. "$(dirname "$0")/../support/window.sh"

press() { xdotool key --window "$window" --clearmodifiers "$@" 2> /dev/null || xdotool key "$@"; }
click_on() { # WORDS
  local at
  at=$(spot_at "$1")
  [ -n "$at" ] || fail "there is no button \"$1\""
  # shellcheck disable=SC2086
  move_to $at
  xdotool click 1
}
turn() { # JOINT DEGREES: a rotation typed while it goes on
  # shellcheck disable=SC2046
  move_to $(joint_at "$1")
  xdotool click 1
  wait_for "$1 is selected" "^selection $1\$"
  local step
  step=$(value step)
  xdotool key r
  wait_for "the rotation has begun" '^dragging 1'
  xdotool mousemove_relative 5 5
  xdotool type --delay 30 "$2"
  xdotool key Return
  wait_for "$1 is turned" "^step $((step + 1))\$"
}
joints() { grep '^joint ' "$state" | sort; }
kill_it() {
  kill -9 "$program"
  wait "$program" 2> /dev/null
}

cp "$scene" "$work/own.glb"
start "$work/own.glb"
turn forearm.L 20
turn forearm.R 35
turn shin.L 15
wait_for "the autosave is there" '^autosave idle kept snapshots [0-9]+ edits ([0-9]+) of \1 '
joints > "$work/before"
label=$(sed -n 's/^label //p' "$state")
kill_it

start "$work/own.glb"
wait_for "the next start offers it" "^recovery offered 1 own.glb after $label\$"
wait_for "nothing was replaced" '^dirty 0'
[ "$(joints | cut -d' ' -f2-4)" = "$(cut -d' ' -f2-4 "$work/before")" ] && fail "the file already has the edits"
click_on Restore
wait_for "it is back, not saved" '^dirty 1'
wait_for "the card is gone" '^recovery none 0'
wait_for "its history is back, and the picture is at rest" "^label $label\$"
joints > "$work/after"
cmp -s "$work/before" "$work/after" || { diff "$work/before" "$work/after" | head -n 4; fail "the joints are elsewhere"; }
echo "ok: every joint is where it was, seen from where it was"
press ctrl+s
wait_for "it is saved where it was" '^dirty 0'
wait_for "nothing is left to recover" '^autosave idle none'

cp "$scene" "$work/theirs.glb"
touch -d '+1 minute' "$work/theirs.glb"
cp -p "$work/theirs.glb" "$work/own.glb"
press ctrl+s
wait_for "saving over another program's file asks" '^dialog overwrite'
press Escape
wait_for "the question can be left" '^dialog none'
wait_for "the card stays" '^disk changed'
cmp -s "$work/theirs.glb" "$work/own.glb" || fail "the file was replaced"
click_on Reload
wait_for "it is read again" '^disk same'
press ctrl+q
wait_for_exit
program=
[ -z "$(find "$work/state_home" -name recovery.json)" ] || fail "a clean end leaves an autosave"
echo "ok: a clean end leaves nothing behind"
