#!/usr/bin/env bash
# A motion through the real window, with a real pointer and keyboard: a BVH file is put on the sample, plays, pauses, is scrubbed, one pose of
# it is kept, and everything is undone. With MARROW_PICTURES=FOLDER a picture of each step is kept there.
# Usage: tests/app/window_motions.sh MARROW SAMPLE.glb [HAS_SOLUTION]     Exit 77: something that it needs is not here.
set -u
marrow=$1
sample=$2
[ "${3:-ON}" = ON ] || { echo "skipped: motions in the window: the textbook's functions are not here"; exit 77; }
# shellcheck source=../support/window.sh
. "$(dirname "$0")/../support/window.sh"

picture() {
  [ -n "${MARROW_PICTURES:-}" ] || return 0
  sleep 1.2 # at rest and refined
  import -window root -crop 1280x720+0+0 "$MARROW_PICTURES/motions_$1.png"
}
click_spot() { # WORDS
  wait_for "\"$1\" is there" "^spot -?[0-9]+ -?[0-9]+ $1\$"
  # shellcheck disable=SC2046
  move_to $(spot_at "$1")
  xdotool click 1
}

# A figure a hundred times as large as the sample, with its arms out, that lowers the left one in a second.
cat > "$work/lower arm.bvh" <<'END'
HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 20 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 40 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 20 0
      }
    }
    JOINT LeftArm
    {
      OFFSET 15 30 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftForeArm
      {
        OFFSET 28 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
          OFFSET 25 0 0
        }
      }
    }
  }
  JOINT LeftUpLeg
  {
    OFFSET 10 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftLeg
    {
      OFFSET 0 -45 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 -45 0
      }
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 90 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 90 0 0 0 0 0 0 0 0 0 0 -40 0 0 0 0 0 0 0 0 0 0 0
0 90 0 0 0 0 0 0 0 0 0 0 -80 0 0 0 0 0 0 0 0 0 0 0
END

cp "$sample" "$work/figure.glb"
start "$work/figure.glb"
wait_for "the figure is open, in Pose" '^tab pose$'
wait_for "it has its own motion" '^motions 1$'
wait_for "which does not play unasked" '^motion off'
posed=$(value posed)
kill "$program"
wait "$program" 2> /dev/null

start "$work/figure.glb" "$work/lower arm.bvh"
wait_for "the motion is offered to the skeleton" '^dialog retarget$'
picture 1_dialog
click_spot "follow shin.L"
wait_for "every joint of the file can be chosen" '^spot .* follow joint LeftLeg$'
picture 2_choice
xdotool key Escape
wait_for "Esc closes the list alone" '^dialog retarget$'
click_spot "Add motion"
sleep 0.5
press_until space "Space pauses it" '^motion stands'
wait_for "adding it is one step" '^step 1$'
wait_for "of that name" '^label Add motion lower arm$'
wait_for "the document does not move" "^posed $posed\$"
picture 3_paused

click_spot "time"
wait_for "the slider's middle is the middle of the motion" '^motion stands 0\.[45]'
wait_for "and no step" '^step 1$'
xdotool key Escape
wait_for "Esc returns to the scene" '^motion off'
xdotool key space
sleep 0.3
xdotool key space
wait_for "it goes on from there" '^motion stands'
xdotool key shift+space
wait_for "keeping the pose is one step" '^step 2$'
wait_for "which is named after the moment" '^label Pose of lower arm at 0:'
wait_for "and shows the scene again" '^motion off'
[ "$(value posed)" -gt 0 ] || fail "the kept pose poses joints"
picture 4_kept

click_spot "More about this motion"
click_spot "Rename motion"
wait_for "a name can be typed" '^typing 1$'
xdotool key ctrl+a
xdotool type "wave"
xdotool key Return
wait_for "renaming is a step" '^label Rename motion lower arm to wave$'
click_spot "More about this motion"
click_spot "Delete motion"
wait_for "deleting too" '^label Delete motion wave$'
wait_for "its own is left" '^motions 1$'
for left in 3 2 1 0; do
  xdotool key ctrl+z
  wait_for "undone to $left" "^step $left\$"
done
wait_for "to the scene of the start" "^posed $posed\$"
picture 5_undone

click_spot "More about this motion"
click_spot "Delete motion"
wait_for "it has no motion now" '^motions 0$'
wait_for "the strip says so" '^spot .* Import motion$'
move_to 640 300
picture 6_empty
xdotool key space
wait_for "Space has nothing to play" '^motion off'
echo "all well"
