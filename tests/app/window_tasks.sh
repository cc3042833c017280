#!/usr/bin/env bash
# Five tasks of an artist and a student through the real window, with a real pointer and keyboard: each gesture (a click or a drag) is counted, the
# time from the first to the last is taken, and with MARROW_PICTURES=FOLDER a picture of each step is kept there.
#   a  the thin knee of the sample, found and fixed from the first start in at most 3 gestures
#   b  a figure with 19 fresh joints of wrong radii, to full coverage
#   c  a tear found and cured at an elbow
#   d  the sample waves, in at most 14 gestures
#   e  a mesh without a skeleton to an export of its posed surface, in at most 20
# Usage: tests/app/window_tasks.sh MARROW TASK_SCENE MEDIA [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
task_scene=$2
media=$3
[ "${4:-ON}" = ON ] || { echo "skipped: tasks in the window: the textbook's functions are not here"; exit 77; }
# shellcheck source=../support/window.sh
. "$(dirname "$0")/../support/window.sh"

# shellcheck source=../support/tasks.sh
. "$(dirname "$0")/../support/tasks.sh"

# ---- a: the thin knee, from the first start -------------------------------------------------------------------------------------
task=a
start
wait_for "the sample is open" '^name human.glb$'
picture 0_first_start
begin_task
click_spot "Test capsule radii"
wait_for "the joint that leaves vertices open is selected" '^selection shin.L$'
wait_for "in Rig" '^tab rig$'
wait_for "its rim is there" '^rim '
rest # the camera's eased move ends
picture 1_door
# shellcheck disable=SC2046
set -- $(rim_at) $(joint_at shin.L)
away=$(($1 < $3 ? -1 : 1))
move_to "$1" "$2"
xdotool mousedown 1
for step in 4 8 12 16 20 24 28; do move_to $(($1 + away * step)) "$2"; done
wait_for "the rim is in hand" '^dragging 1$'
wait_for "every vertex is held" '^uncovered 0$'
picture 2_drag
xdotool mouseup 1
gesture
wait_for "one step" '^step 1$'
end_task
[ "$gestures" -le 3 ] || fail "task a took $gestures gestures"
picture 3_done
quit_without_saving

# ---- b: 19 fresh joints to full coverage ------------------------------------------------------------------------------------------
task=b
"$task_scene" "$work/fresh.glb" || fail "the scene of task b"
start "$work/fresh.glb"
wait_for "the figure is open" '^name fresh.glb$'
picture 0_open
grep -Eq '^uncovered [1-9][0-9]{3,}$' "$state" || fail "the radii of task b are not wrong enough"
begin_task
click_spot "Fit all"
wait_for "radii are fitted in one step" '^step 1$'
picture 1_fitted
if ! grep -q '^uncovered 0$' "$state"; then
  click_spot "Show"
  wait_for "the bench lists what is left" '^spot [0-9]+ [0-9]+ .* near '
  picture 2_list
  while ! grep -q '^uncovered 0$' "$state" && [ "$gestures" -lt 12 ]; do
    steps=$(value step)
    click_spot "$(sed -nE 's/^spot [0-9]+ [0-9]+ (.* near .*)$/\1/p' "$state" | head -n 1)"
    click_spot "Fit selected"
    wait_for "an island is taken" "^step $((steps + 1))\$"
  done
fi
wait_for "every vertex is held" '^uncovered 0$'
end_task
picture 3_done
quit_without_saving

# ---- c: a tear at an elbow --------------------------------------------------------------------------------------------------------
task=c
cp "$media/human.glb" "$work/elbow.glb"
start "$work/elbow.glb"
wait_for "the figure is open" '^name elbow.glb$'
xdotool key Tab
wait_for "in Rig" '^tab rig$'
begin_task
# shellcheck disable=SC2046
move_to $(joint_at forearm.R)
xdotool click 1
gesture
wait_for "the elbow is selected" '^selection forearm.R$'
before=$(awk '$1 == "meters" { print $9 }' "$state")
click_spot "Bench"
picture 1_tear
wait_for "the tear has a cure" ' Use the linear falloff$'
after=$before
while is_above "$after" 0.3 && [ "$gestures" -lt 8 ]; do
  steps=$(value step)
  cure=$(sed -nE 's/^spot [0-9]+ [0-9]+ (Use the .*|Fit [a-z_]+\.[LR])$/\1/p' "$state" | head -n 1)
  click_spot "${cure:-Fit selected}"
  wait_for "a cure is one step" "^step $((steps + 1))\$"
  after=$(awk '$1 == "meters" { print $9 }' "$state")
  picture "2_cure_$((steps + 1))"
done
end_task
is_above "$after" 0.3 && fail "the weight jump went from $before to $after"
echo "task c: the weight jump at the elbow went from $before to $after"
quit_without_saving

# ---- d: the sample waves ----------------------------------------------------------------------------------------------------------
task=d
cp "$media/human.glb" "$work/waves.glb"
start "$work/waves.glb"
wait_for "the figure is open" '^name waves.glb$'
wait_for "it does not move unasked" '^motion off'
begin_task
xdotool key space
gesture
sleep 0.6
xdotool key space # the state is written at rest
wait_for "it played" '^motion stands '
grep -q '^motions 1$' "$state" || fail "there is no motion"
end_task
[ "$gestures" -le 14 ] || fail "task d took $gestures gestures"
picture 1_waves
quit_without_saving

# ---- e: from a mesh alone to an export of its pose --------------------------------------------------------------------------------
task=e
cp "$media/human.obj" "$work/figure.obj"
start "$work/figure.obj"
wait_for "the mesh is open" '^name figure.obj$'
picture 0_open
begin_task
gesture # it was dropped on the window
click_spot "Add human skeleton"
wait_for "a skeleton is one step" '^step 1$'
picture 1_skeleton
xdotool key shift+a
gesture
wait_for "radii are fitted in one step" '^step 2$'
picture 2_fitted
xdotool key Tab
gesture
wait_for "in Pose" '^tab pose$'
rest
# shellcheck disable=SC2046
move_to $(joint_at forearm.R)
xdotool click 1
gesture
wait_for "the elbow is selected" '^selection forearm.R$'
xdotool key r z 6 0 Return
gesture
gesture
wait_for "it is turned" '^posed 1$'
picture 3_posed
xdotool key ctrl+p
gesture
wait_for "the palette is open" '^dialog palette$'
xdotool type --delay 30 "export posed"
gesture
xdotool key Return
gesture
wait_for "it asks where to" '^dialog browser$'
xdotool key Return
gesture
for _ in $(seq "$most_looks"); do
  [ -s "$work/figure-posed.obj" ] && break
  sleep 0.05
done
end_task
[ -s "$work/figure-posed.obj" ] || fail "no export was written"
[ "$gestures" -le 20 ] || fail "task e took $gestures gestures"
quit_without_saving
program=
echo "all is well"
