#!/usr/bin/env bash
# Two tasks of hands on the rig through the real window, with a real pointer and keyboard: each gesture (a click, a drag, a name typed) is
# counted, the time from the first to the last is taken, and with MARROW_PICTURES=FOLDER a picture of each step is kept there.
#   a  from human.obj alone to a rig of 19 named joints that holds every vertex, with symmetric editing
#   c  the hips lowered with the arrow of the gizmo while pins hold both hands and both feet
# Usage: tests/app/window_hands.sh MARROW MEDIA [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
media=$2
[ "${3:-ON}" = ON ] || { echo "skipped: hands on the rig in the window: the textbook's functions are not here"; exit 77; }
# shellcheck source=../support/window.sh
. "$(dirname "$0")/../support/window.sh"
# shellcheck source=../support/tasks.sh
. "$(dirname "$0")/../support/tasks.sh"

rest_pointer() { move_to 330 600; }

drag() { # X Y X Y
  move_to "$1" "$2"
  xdotool mousedown 1
  for part in 1 2 3 4; do move_to $(($1 + ($3 - $1) * part / 4)) $(($2 + ($4 - $2) * part / 4)); done
  xdotool mouseup 1
  gesture
}

steps=0
one_step_more() { # WORDS
  steps=$((steps + 1))
  wait_for "$1" "^step $steps\$"
}

name_it() { # NAME: of what is selected
  xdotool key F2
  wait_for "a name can be typed" '^typing 1$'
  xdotool key ctrl+a type --delay 15 "$1"
  xdotool key Return
  gesture
  one_step_more "it is called $1"
}

# grow NAME X Y: a bone from the tip of what is selected to under the pointer
grow() {
  move_to "$2" "$3"
  xdotool key e
  wait_for "a bone grows" '^dragging 1$'
  xdotool click 1
  gesture
  one_step_more "$1 has grown"
  name_it "$1"
}

take() { # NAME: clicks on the joint
  # shellcheck disable=SC2046
  move_to $(joint_at "$1")
  xdotool click 1
  gesture
  wait_for "$1 is selected" "^selection $1\$"
}

# ---- a: a rig for human.obj --------------------------------------------------------------------------------------------------------
task=a
cp "$media/human.obj" "$work/figure.obj"
start "$work/figure.obj"
wait_for "the figure is open" '^name figure.obj$'
begin_task
xdotool key Tab
wait_for "in Rig" '^tab rig$'
xdotool key 1
rest
picture 0_open
xdotool key n
wait_for "the tool for new bones" '^tool add_joint$'
drag 610 362 610 325
one_step_more "the first bone"
name_it hips
grow spine 610 280
grow chest 610 228
grow neck 610 202
grow head 610 150
take chest
grow clavicle.L 645 229
picture 1_middle
grow upper_arm.L 700 268
grow forearm.L 755 305
grow hand.L 785 322
take hips
xdotool key n
drag 636 365 634 460
one_step_more "the thighs"
name_it thigh.L
grow shin.L 637 560
picture 2_shins
xdotool key 3 5 # from the side, parallel: the nearer foot hides the other
rest
grow foot.L 585 580
picture 3_bones
grep -c '^joint ' "$state" | grep -qx 19 || fail "there are $(grep -c '^joint ' "$state") joints, expected 19"
xdotool key shift+a
gesture
one_step_more "radii are fitted"
wait_for "every vertex is held" '^uncovered 0$'
xdotool key 1
rest
end_task
picture 4_done
for side in L R; do
  for name in clavicle upper_arm forearm hand thigh shin foot; do
    grep -q "^joint $name.$side " "$state" || fail "$name.$side is missing"
  done
done
quit_without_saving

# ---- c: hips lowered, hands and feet stay ------------------------------------------------------------------------------------------
task=c
cp "$media/human.glb" "$work/crouch.glb"
start "$work/crouch.glb"
wait_for "the figure is open, in Pose" '^tab pose$'
move_to 640 120
xdotool key 1
rest
begin_task
xdotool key alt+shift+r
gesture
wait_for "at rest" '^posed 0$'
steps=1
rest
take hand.L
for name in hand.R foot.L foot.R; do
  # shellcheck disable=SC2046
  move_to $(joint_at $name)
  xdotool keydown shift click 1 keyup shift
  gesture
done
wait_for "four joints are selected" '^selection hand.L hand.R foot.L foot.R$'
xdotool key p
gesture
one_step_more "both hands and both feet are pinned"
picture 0_pinned
places() { for name in hand.L hand.R foot.L foot.R; do joint_at $name; echo; done; }
before=$(places)
hips=$(joint_at hips | cut -d' ' -f2)
take hips
click_spot move
wait_for "its arrows are there" '^tool move$'
# shellcheck disable=SC2046
set -- $(handle_at y)
drag "$1" "$2" "$1" $(($2 + 40))
one_step_more "the hips were moved"
wait_for "at rest" '^dragging 0$'
end_task
picture 1_lowered
[ $(($(joint_at hips | cut -d' ' -f2) - hips)) -gt 30 ] || fail "the hips did not go down"
paste -d' ' <(echo "$before") <(places) | while read -r x y nx ny; do
  [ $(((x - nx) * (x - nx) + (y - ny) * (y - ny))) -le 8 ] || exit 1
done || fail "pinned joints moved: from $(echo $before) to $(places | tr '\n' ' ')"
xdotool key d
wait_for "the brush is the tool" '^tool paint$'
quit_without_saving
program=
echo "all is well"
