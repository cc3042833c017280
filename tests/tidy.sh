#!/usr/bin/env bash
# tests/tidy.sh [SOURCE...]: clang-tidy (.clang-tidy) over these sources; without arguments over at most 8 of those that the last 20 commits
# changed, others at each commit: all sources would take an hour. Skips (77) where clang-tidy is not installed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
command -v clang-tidy >/dev/null || { echo "skipped: clang-tidy is not installed (deps/bootstrap.sh install check)"; exit 77; }
sources=("$@")
if [ ${#sources[@]} = 0 ]; then
  since=$(git rev-list -n 21 HEAD | tail -1)
  mapfile -t sources < <(git diff --name-only --diff-filter=AMR "$since" HEAD -- 'src/*.cpp' ':!src/platform/windows' ':!src/platform/web' ':!src/platform/macos' |
    shuf --random-source=<(yes "$(git rev-parse HEAD)") -n 8)
fi
[ ${#sources[@]} -gt 0 ] || { echo "no source changed"; exit 0; }
# One command a source, without what only GCC knows.
cmake -S . -B build-tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ -DMARROW_BATCH=0 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  >/dev/null || exit 1
printf '%s\n' "${sources[@]}"
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build-tidy --quiet
