#!/usr/bin/env bash
# Makes the window's pictures of this folder anew: drives the program under a display of its own, as the tests of the window do.
# Usage: media/window_pictures.sh MARROW OUT [MEDIA]     MEDIA: this folder, or another one with the same samples.
# Needs Xvfb, xdotool and ImageMagick; some minutes. `pictures` and `scales` in the environment choose some: pictures="pose ik" scales=2.
set -u
marrow=$(realpath "$1")
out=$(realpath "$2")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
samples=$(realpath "${3:-$here}")
screen=2600x1500
# shellcheck source=../tests/support/window.sh
. "$here/../tests/support/window.sh"

shot() { # NAME: once the window rests; tooltips and messages are gone then
  sleep 1.5
  import -window root -crop "$size+0+0" +repage "$out/window_$1$suffix.png"
  echo "window_$1$suffix.png"
}
at() { echo $(($1 * scale)) $(($2 * scale)); } # X Y at scale 1
go() { move_to $(at "$1" "$2"); }
away() { move_to $(at 1275 715); }
open() { # SAMPLE
  cp "$samples/$1" "$work/$1"
  start "$work/$1"
  wait_for "$1 is open" "^name $1\$"
  xdotool key 1
  sleep 0.6
}
quit() {
  xdotool key Escape key ctrl+q
  for _ in $(seq 100); do
    kill -0 "$program" 2> /dev/null || return 0
    grep -q '^dialog unsaved$' "$state" && xdotool key d
    sleep 0.1
  done
  kill "$program"
}
to_rig() {
  xdotool key Tab
  wait_for "in Rig" '^tab rig$'
}
run() { # LABEL of a command
  xdotool key ctrl+p
  wait_for "the palette takes words" '^typing 1$'
  xdotool type --delay 20 "$1"
  xdotool key Return
  wait_for "it is closed" '^typing 0$'
}
press() { # SPOT
  wait_for "\"$1\" is there" "^spot -?[0-9]+ -?[0-9]+ $1\$"
  move_to $(spot_at "$1")
  xdotool click 1
}
take() { # JOINT
  move_to $(joint_at "$1")
  xdotool click 1
  wait_for "$1 is selected" "^selection $1\$"
}
hold_ring() { # JOINT DEGREES: its ring that faces the front is in hand, turned so far
  take "$1"
  wait_for "its rings are there" '^handle z'
  set -- "$2" $(joint_at "$1") $(handle_at z)
  move_to "$4" "$5"
  xdotool mousedown 1
  for i in 1 2 3 4 5 6; do
    move_to $(awk -v a="$1" -v x="$2" -v y="$3" -v hx="$4" -v hy="$5" -v i="$i" 'BEGIN {
      t = a * i / 6 * 3.14159265 / 180; dx = hx - x; dy = hy - y
      printf "%d %d", x + dx * cos(t) + dy * sin(t), y - dx * sin(t) + dy * cos(t) }')
  done
  wait_for "the ring is in hand" '^dragging 1$'
}

first() {
  start
  wait_for "the sample is open" '^name human.glb$'
  away
  shot first
  quit
}
pose() {
  open human.glb
  hold_ring forearm.R -38
  shot pose
  xdotool mouseup 1
  quit
}
rig() {
  open human.glb
  to_rig
  take shin.L
  press Bench
  run "Next heat map"
  away
  shot rig
  quit
}
swipe() {
  open capsule.glb
  to_rig
  run "Compare two settings"
  away
  shot swipe
  quit
}
sheet() {
  open human.glb
  run "Range of motion"
  away
  sleep 4
  shot sheet
  quit
}
explain() {
  open human.glb
  run "Explain: the joint"
  take forearm.R
  move_to $(joint_at forearm.R)
  xdotool keydown alt
  xdotool mousedown 1 mouseup 1
  xdotool keyup alt
  wait_for "a vertex is explained" '^spot -?[0-9]+ -?[0-9]+ Slow motion$'
  wait_for "its way can be moved by hand" '^spot -?[0-9]+ -?[0-9]+ Stage$'
  press Stage
  away
  shot explain
  quit
}
course() {
  open human.glb
  run "Course"
  press "Run all"
  wait_for "the checks have run" '^spot -?[0-9]+ -?[0-9]+ First difference$'
  wait_for "nothing runs" '^spot -?[0-9]+ -?[0-9]+ Run all$'
  go 1040 314 # the fourth task unfolds
  xdotool click 1
  sleep 0.5
  xdotool click --repeat 12 --delay 50 5
  sleep 0.5
  press "bent elbow"
  away
  shot course
  quit
}
lens() {
  open human.glb
  run "Explain: the joint"
  take forearm.R
  hold_ring forearm.R -97
  shot lens
  xdotool mouseup 1
  quit
}
layout() {
  open human.glb
  run "Layout"
  wait_for "in Layout" '^tab layout$'
  go 640 400
  xdotool click 1
  away
  shot layout
  quit
}
bone() { # NAME X Y: from the tip of what is selected
  go "$2" "$3"
  xdotool key e
  wait_for "a bone grows" '^dragging 1$'
  xdotool click 1
  wait_for "it has grown" '^dragging 0$'
}
grow() {
  open human.obj
  to_rig
  xdotool key n
  wait_for "the tool for new bones" '^tool add_joint$'
  go 610 362
  xdotool mousedown 1
  for y in 350 340 325; do go 610 "$y"; done
  xdotool mouseup 1
  wait_for "the first bone" '^step 1$'
  bone spine 610 280
  bone chest 610 228
  bone clavicle 645 229
  go 700 268
  xdotool key e
  wait_for "a bone grows" '^dragging 1$'
  go 702 268
  shot grow
  quit
}
markers() {
  open human.obj
  run "Make a skeleton"
  wait_for "its markers are there" '^spot -?[0-9]+ -?[0-9]+ Build the skeleton$'
  away
  shot markers
  quit
}
lesson() {
  open human.glb
  run "Lessons"
  press "Spaces and frames"
  press Next
  press "of the upper arm alone"
  away
  shot lesson
  quit
}
ik() {
  open human.glb
  run "Reset all"
  for joint in toe.L toe.R hand.L; do
    take "$joint"
    run "Pin the tip"
  done
  take hips
  run "Move"
  move_to $(handle_at y)
  xdotool mousedown 1
  set -- $(handle_at y)
  for i in 1 2 3 4; do move_to "$1" $(($2 + 8 * scale * i)); done
  wait_for "the arrow is in hand" '^dragging 1$'
  shot ik
  xdotool mouseup 1
  quit
}

drop() { # CARD PIXELS: onto the time that is so far right of the slider's middle, at scale 1
  wait_for "the shelf has $1" "^spot -?[0-9]+ -?[0-9]+ $1\$"
  wait_for "the strip has times" '^spot -?[0-9]+ -?[0-9]+ time$'
  move_to $(spot_at "$1")
  set -- $(spot_at time) "$2"
  xdotool mousedown 1 mousemove_relative 0 $((-20 * scale))
  sleep 0.2
  move_to $(($1 + $3 * scale)) "$2"
  sleep 0.4
  xdotool mouseup 1
  sleep 0.4
}
timeline() {
  open human.glb
  press "More about this motion"
  press "New motion"
  drop relaxed -30
  drop wave 0
  drop relaxed 25
  xdotool key t
  wait_for "the timeline is there" '^spot -?[0-9]+ -?[0-9]+ ruler$'
  press time
  sleep 1
  take hand.R
  away
  shot timeline
  quit
}

mkdir -p "$out"
for picture in ${pictures:-first pose rig swipe sheet explain course lens lesson layout grow markers ik timeline}; do
  usual=$(case $picture in first) echo 1 ;; grow | lesson | markers | ik | timeline) echo 2 ;; *) echo 1 2 ;; esac)
  for scale in ${scales:-$usual}; do
    size=$((1280 * scale))x$((720 * scale))
    suffix=$([ "$scale" = 1 ] || echo _2x)
    rm -rf "${work:?}/config" "$work/state_home"
    "$picture" || fail "$picture"
  done
done
