#!/usr/bin/env bash
# Poses through the real window, with a real pointer and keyboard. With MARROW_PICTURES=FOLDER a picture of each step is kept there.
#   b  a wave set with the rings, flipped to the other arm, stored, undone to the start: gestures (clicks, drags, keys) and time counted
#   c  the shelf: hovering shows a pose and leaves no trace, a sideways drag blends, Esc restores, a click takes; the clipboard
# Usage: tests/app/window_poses.sh MARROW SAMPLE.glb [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
sample=$2
[ "${3:-ON}" = ON ] || { echo "skipped: poses in the window: the textbook's functions are not here"; exit 77; }
# shellcheck source=../support/window.sh
. "$(dirname "$0")/../support/window.sh"

gestures=0
gesture() { gestures=$((gestures + 1)); }
picture() {
  [ -n "${MARROW_PICTURES:-}" ] || return 0
  sleep 1.2 # at rest and refined; tooltips are gone
  import -window root -crop 1280x720+0+0 "$MARROW_PICTURES/poses_$1.png"
}
key() { xdotool key "$1"; gesture; }
click_spot() { # WORDS [BUTTON]
  wait_for "\"$1\" is there" "^spot -?[0-9]+ -?[0-9]+ $1\$"
  # shellcheck disable=SC2046
  move_to $(spot_at "$1")
  xdotool click "${2:-1}"
  gesture
}
click_joint() {
  # shellcheck disable=SC2046
  move_to $(joint_at "$1")
  xdotool click 1
  gesture
  wait_for "a click selects $1" "^selection $1\$"
  wait_for "its rings are there" '^handle z'
}
# turn JOINT DEGREES: drags the ring that faces the front view around the joint, counter-clockwise on the screen
turn() {
  local steps=12 i
  # shellcheck disable=SC2046
  set -- "$2" $(joint_at "$1") $(handle_at z)
  move_to "$4" "$5"
  xdotool mousedown 1
  for i in $(seq $steps); do
    # shellcheck disable=SC2046
    move_to $(awk -v a="$1" -v x="$2" -v y="$3" -v hx="$4" -v hy="$5" -v i="$i" -v n=$steps \
      'BEGIN { t = a * i / n * 3.14159265 / 180; dx = hx - x; dy = hy - y
               printf "%d %d", x + dx * cos(t) + dy * sin(t), y - dx * sin(t) + dy * cos(t) }')
  done
  wait_for "the ring is in hand" '^dragging 1$'
  xdotool mouseup 1
  gesture
}
height() { joint_at "$1" | cut -d' ' -f2; }
near() { # A B TOLERANCE
  [ $(($1 - $2)) -le "$3" ] && [ $(($2 - $1)) -le "$3" ]
}

# ---- b: a wave, flipped, stored, undone ------------------------------------------------------------------------------------------------
cp "$sample" "$work/wave.glb"
start "$work/wave.glb"
wait_for "the figure is open, in Pose" '^tab pose$'
posed=$(value posed)
poses=$(value poses)
move_to 640 300
xdotool key 1 # seen from the front: pictures can be compared by their pixels
rest
picture 0_open
began=$(date +%s%N)
key alt+shift+r
wait_for "resetting is one step" '^step 1$'
wait_for "to rest" '^posed 0$'
rest # eased
low_left=$(height hand.L)
click_joint upper_arm.R
turn upper_arm.R -100
wait_for "one ring is one step" '^step 2$'
click_joint forearm.R
turn forearm.R -50
wait_for "another ring, another step" '^step 3$'
wait_for "two joints are posed" '^posed 2$'
waving=$(height hand.R)
picture 1_wave
key ctrl+m
wait_for "flipping is one step" '^step 4$'
wait_for "and named" '^label Flip pose$'
wait_for "two joints are posed still" '^posed 2$'
rest # eased
near "$(height hand.L)" "$waving" 3 || fail "the left hand waves at $(height hand.L), not where the right one did: $waving"
near "$(height hand.R)" "$low_left" 3 || fail "the right hand hangs at $(height hand.R), not where the left one did: $low_left"
picture 2_flipped
click_spot "Store pose"
wait_for "storing is one step" '^step 5$'
wait_for "the shelf has it" "^poses $((poses + 1))\$"
wait_for "as a card" '^spot [0-9]+ [0-9]+ Pose 4$'
move_to 640 300
picture 3_stored
for left in 4 3 2 1 0; do
  key ctrl+z
  wait_for "undone to $left" "^step $left\$"
done
wait_for "the pose is that of the file" "^posed $posed\$"
wait_for "nothing is unsaved" '^dirty 0$'
wait_for "the shelf holds what the file has" "^poses $poses\$"
echo "task b: $gestures gestures, $((($(date +%s%N) - began) / 1000000)) ms"
[ "$gestures" -le 14 ] || fail "task b took $gestures gestures"
picture 4_undone

# ---- c: the shelf and the clipboard ----------------------------------------------------------------------------------------------------
for step in 1 2 3 4 5; do xdotool key ctrl+shift+z; wait_for "redone" "^step $step\$"; done
xdotool key alt+shift+r
wait_for "reset is one step" '^step 6$'
wait_for "to rest" '^posed 0$'
# shellcheck disable=SC2046
move_to $(spot_at "Pose 4")
wait_for "hovering shows the pose" '^preview Pose 4$'
near "$(height hand.L)" "$waving" 3 || fail "the picture does not show the pose that is hovered"
grep -q '^posed 0$' "$state" || fail "the document took part in a preview"
grep -q '^step 6$' "$state" || fail "a preview made a step"
picture 5_hover
move_to 640 300
wait_for "no preview any more" '^preview none$'
near "$(height hand.L)" "$low_left" 3 || fail "the preview is left but still seen"

# shellcheck disable=SC2046
set -- $(spot_at "Pose 4")
move_to "$1" "$2"
xdotool mousedown 1
for step in 10 40 80 120 155; do move_to $(($1 + step)) "$2"; done
wait_for "a sideways drag blends" '^blend 0.[67]'
wait_for "in the document" '^posed 2$'
picture 6_blend
xdotool key Escape
wait_for "Esc restores" '^posed 0$'
move_to $(($1 + 200)) "$2"
xdotool mouseup 1
wait_for "and nothing was done" '^step 6$'
wait_for "the drag is over" '^dragging 0$'
move_to "$1" "$2"
xdotool mousedown 1
for step in 10 100 205 400; do move_to $(($1 + step)) "$2"; done
wait_for "at most 150 %" '^blend 1.50$'
xdotool mouseup 1
wait_for "a blend is one step" '^step 7$'
wait_for "and named" '^label Blend 150 % Pose 4$'
move_to "$1" "$2"
xdotool click 1
wait_for "a click takes the pose" '^label Apply pose Pose 4$'
wait_for "one step" '^step 8$'
xdotool click 3
click_spot "Apply flipped"
wait_for "flipped to the right" '^label Apply pose Pose 4 flipped$'
move_to 640 300
rest
wait_for "no preview" '^preview none$'
near "$(height hand.R)" "$waving" 3 || fail "the flipped pose does not wave with the right hand"
press_until ctrl+c "copying says how many joints" '^toast Copied the pose of'
xdotool key alt+shift+r
wait_for "reset" '^posed 0$'
xdotool key ctrl+v
wait_for "pasting is a step" '^label Paste pose$'
xdotool key ctrl+shift+v
wait_for "flipped too" '^label Paste flipped pose$'
xdotool key Next
wait_for "Page Down takes the first pose on the shelf, then the next" '^label Apply pose rest$'
xdotool key Next
wait_for "and the next" '^label Apply pose relaxed$'
echo "all is well"
