#!/usr/bin/env bash
# tests/cli/blender.sh MARROW SOURCE: Blender shows what the presets of `convert --for` write where Marrow shows it: within 1e-5 of the size, at moments of a
# motion (keys of curves, where a preset keeps curves). Skips by name (77) without Blender.
set -uo pipefail
marrow=$1 source=$2
command -v blender >/dev/null || { echo "skipped: blender is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
in=$source/media/human.glb
for preset in blender godot unity three mixamo; do
  ending=glb times=(0 0.2 0.5 1.1 1.9)
  case $preset in unity | three) times=(0 0.25 0.75 1.25 1.75 2) ;; esac # curves, of which Blender reads the keys alone
  [ $preset = mixamo ] && { ending=obj; times=(0); }
  out=$work/$preset.$ending
  "$marrow" convert "$in" "$out" --for $preset 2>"$work/log" || { echo "FAILED $preset: $(tail -1 "$work/log")"; failed=1; continue; }
  moments=()
  for time in "${times[@]}"; do
    surface=$work/$preset-$time.obj moment=(--time "$time")
    [ $preset = mixamo ] && moment=()
    "$marrow" skin "$out" -o "$surface" "${moment[@]}" 2>"$work/log" || { echo "FAILED $preset: $(tail -1 "$work/log")"; failed=1; }
    moments+=("$time=$surface")
  done
  said=$(blender -b --factory-startup --python-exit-code 1 --python "$source/tests/support/blender_evaluates.py" -- "$out" "${moments[@]}" 2>&1) || failed=1
  grep -E '^(ok|FAILED)' <<<"$said" || { echo "FAILED $preset: ${said: -300}"; failed=1; }
done
exit $failed
