#!/bin/sh
# Files have at most 500 lines, functions at most 60, folders at most 45 files (usage: tests/size_rule.sh ROOT).
# What is longer is listed in tests/size_exceptions.txt with its lines, and may shrink but not grow. An entry that is
# no longer needed fails, too: the list gets shorter only.
set -u
cd "$1" || exit 2

measured() { # "file PATH LINES", "function PATH:NAME LINES", "folder PATH FILES"
  # shellcheck disable=SC2016
  find src tests media -name node_modules -prune -o \( -name '*.cpp' -o -name "*.h" \) -print | LC_ALL=C sort | xargs awk '
    FNR == 1 { if (file != "") print "file", file, lines; file = FILENAME; begin = 0; head = "" }
    { lines = FNR }
    /^namespace|^extern "C"|^(enum|struct|class|union|#)/ { head = ""; begin = 0; next }
    /^[A-Za-z_:~].*\(/ && !begin { head = $0 }
    /\{$/ && head != "" && !begin { begin = FNR; sub(/\(.*/, "", head); sub(/.*[ *&]/, "", head) }
    /^[})]/ && begin { if ($0 ~ /^\}/) { print "function", FILENAME ":" head, FNR - begin + 1; begin = 0; head = "" } }
    END { print "file", file, lines }' || exit 2
  find src tests -name node_modules -prune -o -type f -print | sed 's,/[^/]*$,,' | sort | uniq -c | awk '{ print "folder", $2, $1 }'
}

has_all=$([ -d src/rig/solution ] && echo 1) # a handout lacks some files
measured | awk -v has_all="$has_all" -v exceptions=tests/size_exceptions.txt '
  BEGIN {
    limit["file"] = 500; limit["function"] = 60; limit["folder"] = 45
    while ((getline line < exceptions) > 0)
      if (line !~ /^#/ && split(line, part, " ") == 3) allowed[part[1] " " part[2]] = part[3]
  }
  function complain(what) { print what; broken = 1 }
  $1 == "file" && $3 > 0 { files++ }
  { key = $1 " " $2; if ($3 > longest[key]) longest[key] = $3 }
  END {
    for (key in longest) {
      split(key, part, " ")
      most = key in allowed ? allowed[key] : limit[part[1]]
      unit = part[1] == "folder" ? " files" : " lines"
      if (longest[key] > most) complain(key ": " longest[key] unit ", at most " most)
    }
    for (key in allowed) {
      split(key, part, " ")
      path = part[2]; sub(/:.*/, "", path)
      is_here = part[1] == "folder" ? has_all && key in longest : ("file " path) in longest
      if (is_here && longest[key] <= limit[part[1]]) complain(key ": " longest[key] + 0 ", no longer an exception: remove it from " exceptions)
    }
    if (files < 300) complain("only " files + 0 " files were looked at")
    exit broken
  }'
