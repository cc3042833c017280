#!/bin/bash
# The fuzzers of a build with the preset "fuzz".
#   run.sh BUILD                                 each for a fixed number of runs with a fixed seed: the same every time
#   run.sh BUILD TARGET[:DEPTH] SECONDS CORPUS   one for long; what it learns stays in the folder CORPUS, what it finds in CORPUS.found
# DEPTH states how far a file is processed: parse (most runs), save or all. One corpus serves all depths, at the same time too.
# Status 1 when one found something; the input is next to the log's last lines and belongs into crashers/TARGET, as small as
# -minimize_crash=1 makes it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
shared=$here/../../../shared/data
declare -A runs=([obj]=4000 [gltf]=6000 [glb]=4000 [scene]=2000 [bvh]=4000 [fbx]=2000 [js3d]=4000 [pose]=10000 [preferences]=2000)
declare -A dictionary=([obj]=obj [gltf]=gltf [glb]=gltf [scene]=gltf [bvh]=bvh [fbx]=fbx [js3d]=json [pose]=json [preferences]=json)
declare -A longest=([scene]=8192 [glb]=6144) # else 4096: long inputs are slow ones. No shorter than the seeds
declare -A real=([obj]="obj bad/obj_fuzz bad/obj_misc" [gltf]="gltf bad/gltf_validator bad/json_parsing" [glb]="gltf bad/gltf_misc" [bvh]="rigs/bvh rigs/makehuman" [fbx]="fbx fbx/bad")
# Short stacks of allocations and -entropic=0, for that way of choosing inputs takes half of the time. Whole stacks: run the fuzzer on what was found.
export ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=2 UBSAN_OPTIONS=print_stacktrace=1

fuzz() { # TARGET OPTIONS AND FOLDERS...
  local target=$1 folder
  shift
  for folder in "$here/seeds/$target" "$here/crashers/$target"; do [ -d "$folder" ] && set -- "$@" "$folder"; done
  "$build/tests/fuzz/fuzz_$target" -dict="$here/${dictionary[$target]}.dict" -max_len="${longest[$target]:-4096}" -entropic=0 -timeout=5 -rss_limit_mb=512 -print_final_stats=1 "$@"
}

build=$1
export TMPDIR
TMPDIR=$(mktemp -d -p "$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)")
trap 'rm -rf "$TMPDIR"' EXIT
if [ $# -gt 1 ]; then
  target=${2%%:*} corpus=$4
  depth=${2#"$target"} depth=${depth#:}
  mkdir -p "$corpus" "$corpus.found"
  folders=()
  for folder in ${real[$target]:-}; do [ -d "$shared/$folder" ] && folders+=("$shared/$folder"); done
  fuzz "$target" --depth="${depth:-all}" -max_total_time="$3" -artifact_prefix="$corpus.found/" "$corpus" "${folders[@]}"
  exit
fi

short() { # TARGET
  mkdir "$TMPDIR/$1"
  if fuzz "$1" -seed=1 -runs="${runs[$1]}" -artifact_prefix="$build/" "$TMPDIR/$1" > "$build/$1.log" 2>&1; then
    echo "$1: $(sed -n 's/^Done //p' "$build/$1.log"), nothing found"
  else
    tail -n 60 "$build/$1.log"
    return 1
  fi
}

pids=()
for target in "${!runs[@]}"; do
  short "$target" &
  pids+=($!)
done
status=0
for pid in "${pids[@]}"; do wait "$pid" || status=1; done
exit $status
