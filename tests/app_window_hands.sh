#!/usr/bin/env bash
# Two tasks of hands on the rig through the real window, with a real pointer and keyboard: each gesture (a click, a drag, a name typed) is
# counted, the time from the first to the last is taken, and with MARROW_PICTURES=FOLDER a picture of each step is kept there.
#   a  from human.obj alone to a rig of 19 named joints that holds every vertex, with symmetric editing
#   c  the hips lowered with the arrow of the gizmo while pins hold both hands and both feet
# Usage: app_window_hands.sh MARROW MEDIA [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
media=$2
[ "${3:-ON}" = ON ] || { echo "skipped: hands on the rig in the window: the textbook's bodies are not here"; exit 77; }
# shellcheck source=support/window.sh
. "$(dirname "$0")/support/window.sh"
# shellcheck source=support/tasks.sh
. "$(dirname "$0")/support/tasks.sh"

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
sleep 0.5
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
xdotool key 3
sleep 0.5
grow foot.L 580 575
picture 3_bones
grep -c '^joint ' "$state" | grep -qx 19 || fail "there are $(grep -c '^joint ' "$state") joints, expected 19"
xdotool key shift+a
gesture
one_step_more "radii are fitted"
wait_for "every vertex is held" '^uncovered 0$'
xdotool key 1
sleep 0.5
end_task
picture 4_done
for side in L R; do
  for name in clavicle upper_arm forearm hand thigh shin foot; do
    grep -q "^joint $name.$side " "$state" || fail "$name.$side is missing"
  done
done
quit_without_saving
