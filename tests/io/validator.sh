#!/usr/bin/env bash
# tests/io/validator.sh MARROW SOURCE: everything that we save and export passes the Khronos validator without an error, and without a warning that the
# original does not have (a normal map without tangents stays one): all samples, and all real
# files where ../shared/data is; and three.js plays our animations as it plays the originals. Skips by name (77) where one of the two is not installed
# (deps/bootstrap.sh validator).
set -uo pipefail
marrow=$1 source=$2
modules=$source/deps/validator/node_modules
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "the validator needs node"
for module in gltf-validator three; do
  [ -d "$modules/$module" ] || skip "$module is not installed: deps/bootstrap.sh validator"
done
# shellcheck source=../support/fast_folder.sh
. "$(dirname "$0")/../support/fast_folder.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

shopt -s nullglob globstar nocaseglob
files=("$source"/media/*.{glb,gltf,obj} "$source"/tests/data/*.gltf)
for folder in "$source/../shared/data/gltf" "$source/../shared/data/rigs"; do files+=("$folder"/**/*.{glb,gltf}); done
failed=0
written=()
number=0
convert() { # IN OUT [FLAG...]
  local in=$1 out=$2
  shift 2
  if "$marrow" convert "$in" "$out" "$@" 2>"$work/log"; then written+=("$out=$original"); else echo "FAILED: convert $in $*: $(tail -1 "$work/log")"; failed=1; fi
}
for file in "${files[@]}"; do
  original=$file
  [[ ${file,,} == *.obj ]] && original=
  name=$work/$((number++))-$(basename "${file%.*}")
  convert "$file" "$name.own.glb"
  convert "$file" "$name.own.gltf"
  convert "$file" "$name.four.glb" --influences 4
  convert "$file" "$name.eight.glb" --export pose --influences 8
  convert "$file" "$name.posed.glb" --export posed
  if [[ $file != *.obj ]] && grep -qa '"animations"' "$file"; then
    node "$source/tests/web/three_mixer.mjs" "$modules" "$file" "$name.own.glb" "$name.four.glb" || failed=1
  fi
done
echo "${#files[@]} files, ${#written[@]} written from them"
node "$source/tests/support/validate_gltf.js" "$modules" "${written[@]}" || failed=1
exit $failed
