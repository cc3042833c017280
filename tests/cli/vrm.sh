#!/usr/bin/env bash
# tests/cli/vrm.sh MARROW SOURCE: the VRM file of the sample against @pixiv/three-vrm and its animation package, and all VRM files that we write against the
# Khronos validator: no error, no warning. Skips by name (77) where that is not installed (deps/bootstrap.sh validator).
set -uo pipefail
marrow=$1 source=$2
modules=$source/deps/validator/node_modules
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "three-vrm needs node"
for module in gltf-validator @pixiv/three-vrm @pixiv/three-vrm-animation; do
  [ -d "$modules/$module" ] || skip "$module is not installed: deps/bootstrap.sh validator"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
node "$source/tests/support/vrm_three_vrm.mjs" "$modules" "$marrow" "$work" "$source/media/human.glb" || failed=1
written=("$work/out.vrm")
number=0
for file in "$source/media/ogre.glb" "$source/../shared/data/rigs/retarget/Godette_vrm_v4.vrm" "$source/../shared/data/rigs/retarget/sketchfab_hero.glb"; do
  [ -f "$file" ] || continue
  out=$work/$((number++)).vrm
  if "$marrow" convert "$file" "$out" --vrm-author Someone 2>"$work/log"; then written+=("$out=$file"); else echo "FAILED: $file: $(tail -1 "$work/log")"; failed=1; fi
done
echo "${#written[@]} VRM files"
node "$source/tests/support/validate_gltf.js" "$modules" "${written[@]}" || failed=1
exit $failed
