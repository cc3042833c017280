#!/usr/bin/env bash
# skin() with one thread: this machine's own program against the browser's one under Node.js, in turn. Both presets, release and web, are configured.
#   tests/web_speed.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --build build --target skin_speed
cmake --build build-web --target skin_speed
node=(node)
! node --no-experimental-fetch -e 0 2>/dev/null || node+=(--no-experimental-fetch)

times=$(mktemp)
trap 'rm -f "$times"' EXIT
for _ in $(seq "${1:-5}"); do
  build/tests/skin_speed | sed 's/^/desktop /' >>"$times"
  "${node[@]}" build-web/tests/skin_speed.js | sed 's/^/browser /' >>"$times"
done
grep -m 1 'model name' /proc/cpuinfo || true
awk '{ at = $1 " " $2
       if (!(at in best) || $3 < best[at]) best[at] = $3
       if (!(at in median) || $4 < median[at]) median[at] = $4
       sizes[$2] }
     END { for (size in sizes) {
             d = "desktop " size; b = "browser " size
             printf "%s vertices: best %.2f ms, in Node.js %.2f ms (x %.2f); median %.2f ms, %.2f ms (x %.2f)\n",
               size, best[d], best[b], best[b] / best[d], median[d], median[b], median[b] / median[d] } }' "$times" | sort -n
