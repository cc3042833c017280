#!/bin/bash
# Every file of ../shared/data that has a name that we open, each in a process of its own: how many open, open with a warning, are refused; the
# longest time and the largest memory. Fails on a crash, on more processor time or memory than allowed, and on more than ten minutes by the clock
# (a read that waits for something takes no processor time).
# Usage: tests/io/shared_table.sh FILES_VICTIM MOST_SECONDS MOST_MB [SHARED_DATA [LIST]]   LIST: a file for all lines
set -u
# shellcheck source=../support/fast_folder.sh
. "$(dirname "$0")/../support/fast_folder.sh"
victim=$1 seconds=$2 most=$3 data=${4:-$(dirname "$0")/../../../shared/data} list=${5:-$(mktemp)}
[ -d "$data" ] || { echo "skipped: the table of real files: ../shared/data is not here"; exit 77; }
data=$(cd "$data" && pwd -P)
trap '[ $# -ge 5 ] || rm -f "$list"' EXIT
# bad/found has files found by attackers whose fault is not mended yet.
find "$data" -type f -not -path '*/bad/found/*' | grep -iE '\.(obj|gltf|glb|bvh|fbx|stl)$' | sort | tr '\n' '\0' | xargs -0 -n 200 "$victim" weigh > "$list"
awk -F '\t' -v data="$data/" -v seconds="$seconds" -v most="$most" '
  function add(name) {
    if (!(name in files)) order[++rows] = name
    ++files[name]; ++count[name, $1]
    if ($2 > slowest[name]) slowest[name] = $2
    if ($3 > largest[name]) largest[name] = $3
  }
  {
    path = $4; sub(data, "", path); split(path, part, "/")
    extension = tolower(path); sub(/.*\./, "", extension)
    add((part[1] == "bad" || part[1] == "rigs" ? part[1] "/" part[2] : part[1]) " ." extension); add("all")
    if ($1 == "CRASHED" || $1 == "BLOCKED" || $2 > seconds || $3 > most) { print "FAILED: " $0; bad = 1 }
    if (part[1] != "bad" && $1 == "refused") print "refused: " path ": " $5
  }
  END {
    printf "%-28s %6s %6s %6s %7s %8s %6s\n", "folder", "files", "open", "warned", "refused", "seconds", "MB"
    for (r = 1; r <= rows; ++r) if (order[r] != "all") print_row(order[r])
    print_row("all")
    exit bad || !files["all"]
  }
  function print_row(name) {
    printf "%-28s %6d %6d %6d %7d %8.2f %6d\n", name, files[name], count[name, "opens"], count[name, "warned"], count[name, "refused"], slowest[name], largest[name]
  }' "$list"
