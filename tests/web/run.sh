#!/usr/bin/env bash
# The page in a browser, driven as a person would: builds it, installs what drives it (Debian's Chromium and Firefox, npm's playwright-core and puppeteer-core) and runs it.
#   tests/web/run.sh [PICTURES]      PICTURES: a folder for what was seen
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
"$root/deps/bootstrap.sh" install build sources web
"$root/deps/fetch_sources.sh" "$root/.cache/sources"
(cd "$root" && cmake --preset web -DBUILD_TESTING=ON >/dev/null && cmake --build --preset web --target marrow_site) # with ?log-state
command -v npm >/dev/null || "$root/deps/bootstrap.sh" install node
"$root/deps/bootstrap.sh" install page test
[ -d "$here/node_modules/axe-core" ] || (cd "$here" && npm ci --no-audit --no-fund)
[ -z "${1:-}" ] || mkdir -p "$1"
for test in reader viewer share newcomer course; do node "$here/$test.mjs" "$root/build-web/site" ${1:+"$1"}; done
xvfb-run -a node "$here/firefox.mjs" "$root/build-web/site" ${1:+"$1"}
