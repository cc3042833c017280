#!/usr/bin/env bash
# tests/tidy.sh [SOURCE...]: clang-tidy (.clang-tidy) over these sources, as src/rig/ik/solve.cpp, or over all. All are read in the batches in which they
# are compiled: each by itself takes an hour. Skips (77) where clang-tidy is not installed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
command -v clang-tidy >/dev/null || { echo "skipped: clang-tidy is not installed (apt-get install clang-tidy)"; exit 77; }
batch=()
[ $# = 0 ] || batch=(-DMARROW_BATCH=0 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
# The commands of clang, without what only GCC knows.
cmake -S . -B build-tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ -DBUILD_TESTING=OFF -DMARROW_BATCH=30 "${batch[@]}" >/dev/null || exit 1
sources=("$@")
[ $# -gt 0 ] || sources=(build-tidy/batches/*/*.cpp)
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build-tidy --config-file=.clang-tidy --quiet
