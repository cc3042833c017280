#!/usr/bin/env bash
# What a page runs, without its window, in Node.js: 32-bit sizes, no threads, another compiler, whose warnings are errors here.
#   tests/web_all.sh           the tests of all rooms: half an hour of a core
#   tests/web_all.sh ROOM...   of these, or only some: io_caps; the page's other sources are read
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
some=()
[ $# -eq 0 ] || some=(-R "^($(IFS='|'; echo "$*"))(_|$)")
[ $# -gt 0 ] || set -- base platform scene rig course io edit editor
rooms=($(printf 'test_%s\n' "${@%%_*}" | sort -u))
[ ${#some[@]} -gt 0 ] || rooms+=(marrow_judge)
deps/bootstrap.sh install build sources web test
deps/fetch_sources.sh .cache/sources
cmake --preset web -DBUILD_TESTING=ON -DMARROW_WERROR=ON >/dev/null
cmake --build --preset web --target "${rooms[@]}"
# The sources of the page that no test here needs are only read: minutes, instead of ten for the page.
ninja -C build-web -t commands marrow_page marrow_judge |
  sed -nE '/(batches\/marrow_(rig|course|edit|view|editor|app)\/[0-9]+|src\/(rig|io|course|edit|view|editor|app|web)\/.*)\.cpp$/s/ -MD .* -o [^ ]* -c / -fsyntax-only /p' |
  (cd build-web && xargs -d '\n' -n 1 -P "$(nproc)" bash -c)
if [ ${#some[@]} -eq 0 ]; then
  cmake --build --preset web --target marrow_reader
  node tests/web/reader.mjs build-web/site
fi
ctest --preset web -j "$(nproc)" "${some[@]}"
