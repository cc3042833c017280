#!/usr/bin/env bash
# Makes the film of this folder's pictures anew: human.glb waves, by a motion that is written here.
# Usage: media/film_pictures.sh MARROW OUT [MEDIA]     MEDIA: this folder, or another one with the same samples.
set -eu
marrow=$(realpath "$1")
out=$(realpath "$2")
samples=$(realpath "${3:-$(dirname "${BASH_SOURCE[0]}")}")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# The right arm of a figure whose arms are stretched out, in two seconds: the forearm swings twice, and ends where it began.
awk 'BEGIN {
  split("hips spine chest clavicle.R upper_arm.R forearm.R hand.R", name, " ")
  split("0 0.95 0,0 0.1 0,0 0.2 0,-0.03 0.2 0,-0.14 0 0,-0.28 0 0,-0.25 0 0", offset, ",")
  print "HIERARCHY"
  for (j = 1; j <= 7; ++j) {
    print (j == 1 ? "ROOT " : "JOINT ") name[j] "\n{\nOFFSET " offset[j]
    print "CHANNELS 3 Zrotation Xrotation Yrotation"
  }
  print "End Site\n{\nOFFSET -0.1 0 0\n}"
  for (j = 1; j <= 7; ++j) print "}"
  frames = 40
  print "MOTION\nFrames: " frames + 1 "\nFrame Time: 0.05"
  for (k = 0; k <= frames; ++k) {
    t = 2 * 3.14159265 * k / frames
    body = 2 * sin(t); swing = 22 * sin(2 * t); lag = 14 * sin(2 * t - 0.9)
    printf "0 0 0 %g 0 0 %g 0 0 -8 0 0 -18 0 0 %g -12 0 %g 0 0\n", body, -body, -62 + swing, -8 + lag
  }
}' > "$work/wave.bvh"
"$marrow" render "$samples/human.glb" --add-motion "$work/wave.bvh" --clip wave --show mesh,capsules --fps 20 \
  --camera-from 14,4,2.1,-0.13,1.36,0 --size 480x400 --quality 75 -o "$out/wave.webp"
