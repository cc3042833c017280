#!/usr/bin/env bash
# Makes the page of the assignment, course.html, after npm has brought what it consists of.  make_course.sh ROOT SITE WORK JUDGE
#   JUDGE: the built judge without extension; WORK: a folder for what is kept between builds
set -euo pipefail
root=$1 site=$2 work=$3 judge=$4 packages=$1/deps/course_page
if [ ! "$packages/node_modules/.package-lock.json" -nt "$packages/package-lock.json" ]; then
  command -v npm >/dev/null || { echo "npm is needed for the page of the assignment (deps/bootstrap.sh install node)" >&2; exit 1; }
  (cd "$packages" && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json)
fi
if grep -qE 'marrow::(solution|fast)::' "$judge.js.symbols"; then
  echo "the judge of the page holds functions of the solution: see src/web/judge/CMakeLists.txt" >&2
  exit 1
fi
mkdir -p "$site/course"
for file in judge.js judge.wasm; do gzip -9nc "$(dirname "$judge")/$file" > "$site/course/$file.gz"; done
exec node "$(dirname "$0")/make_course.mjs" "$root" "$site" "$work"
