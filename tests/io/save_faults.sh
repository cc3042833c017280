#!/bin/bash
# Every system call that saving makes fails once (strace injects it): the old file stays whole, the user gets a message, and no other file is left next to it.
# Then the order that outlives a power cut: write, fsync, rename, fsync of the folder. Usage: tests/io/save_faults.sh FILES_VICTIM [SANITIZERS]
set -u
victim=$1
[ $# -eq 1 ] || { echo "skipped: what $2 writes for itself would fail in the program's stead"; exit 77; }
strace -e trace=none true 2> /dev/null || { echo "skipped: strace is not here or may not trace"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
calls=openat,write,fsync,close,link,rename,fchmod

fresh() { # two saves, so that there is a version before
  rm -rf "$work/there"
  mkdir "$work/there"
  for round in 1 2; do "$victim" save "$work/there/x.glb" $round || fail "it cannot be saved at all"; done
}
sums() { (cd "$work/there" && sha256sum ./* 2> /dev/null); }
left() { find "$work/there" -name '.*' -type f | wc -l; }

fresh
strace -y -o "$work/trace" -e "trace=$calls" "$victim" save "$work/there/x.glb" 3 || fail "it cannot be saved under strace"
# Of each call that has to do with the folder: its name and the how manieth of that name it is.
folder=$(cd "$work/there" && pwd -P)
mapfile -t points < <(awk -v folder="$folder" '{ name = $0; sub(/\(.*/, "", name); ++seen[name] }
  index($0, folder) { print name, seen[name], (index($0, "<" folder ">") || index($0, "\"" folder "\"")) ? "folder" : "file" }' "$work/trace")
order=$(printf '%s\n' "${points[@]}" | awk '$1 ~ /^(write|fsync|rename)$/ { printf "%s ", $1 ($3 == "folder" ? "-folder" : "") }')
[[ $order =~ ^(write )+fsync\ rename\ rename\ fsync-folder\ $ ]] || fail "saved in another order: $order"

tried=0
for point in "${points[@]}"; do
  read -r name nth what <<< "$point"
  case $name in openat) errno=EACCES ;; write) errno=ENOSPC ;; link) errno=EPERM ;; rename) errno=EXDEV ;; *) errno=EIO ;; esac
  fresh
  before=$(sums)
  said=$(strace -o /dev/null -e "trace=$name" -e "inject=$name:error=$errno:when=$nth" "$victim" save "$work/there/x.glb" 3)
  status=$?
  case "$name $what" in
    "openat folder" | "close folder" | "link file")  # nothing is lost by these: the file is in place, or a copy does as backup
      [ $status -eq 0 ] || fail "$point $errno: $said" ;;
    "fsync folder")
      [ $status -eq 1 ] && [[ $said == *"was written, but the disk did not confirm it"* ]] || fail "$point $errno: status $status: $said" ;;
    *)
      [ $status -eq 1 ] && [[ $said == *"x.glb: "*"nothing was changed"* ]] || fail "$point $errno: status $status: $said"
      now=$(sums)
      [ "$(grep ' ./x.glb$' <<< "$now")" = "$(grep ' ./x.glb$' <<< "$before")" ] || fail "$point $errno: the old file is gone" ;;
  esac
  [ "$(left)" -eq 0 ] || fail "$point $errno: something is left: $(ls -A "$work/there")"
  cp "$work/there/x.glb.bak" "$work/backup.glb"
  "$victim" open "$work/there/x.glb" "$work/backup.glb" | grep -v 'opens$' && fail "$point $errno: a damaged file"
  tried=$((tried + 1))
done
[ $tried -ge 8 ] || fail "only $tried calls were found"
echo "$tried calls failed once each: $(printf '%s\n' "${points[@]}" | cut -d' ' -f1 | sort | uniq -c | awk '{ printf "%s %s, ", $1, $2 }')the old file was whole each time"
