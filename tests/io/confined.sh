#!/bin/bash
# strace watches models being opened that name files elsewhere: after a model itself nothing is opened that is not in its folder or below, and
# no program is started. Usage: tests/io/confined.sh FILES_VICTIM [MODEL...]
set -u
victim=$1
shift
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
strace -e trace=none true 2> /dev/null || { echo "skipped: strace is not here or may not trace"; exit 77; }
# shellcheck source=../support/fast_folder.sh
. "$(dirname "$0")/../support/fast_folder.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

mkdir -p "$work/model/sub" "$work/elsewhere"
printf 'newmtl a\nKd 1 0 0\n' | tee "$work/elsewhere/x.mtl" "$work/x.mtl" "$work/model/sub/x.mtl" > "$work/model/near.mtl"
printf '0123456789ab' | tee "$work/elsewhere/x.bin" "$work/x.bin" "$work/model/sub/x.bin" > "$work/model/near.bin"
ln -s ../elsewhere/x.mtl "$work/model/link.mtl"
ln -s ../elsewhere "$work/model/door"
ln -s /etc/passwd "$work/model/link.bin"
mkfifo "$work/model/pipe.bin" "$work/model/pipe.mtl"
n=0
for uri in near sub/x ../x ../elsewhere/x "$work/elsewhere/x" file://"$work"/elsewhere/x link door/x pipe sub/../../x '%2e%2e/x' '..\\x' '//localhost/etc/passwd' \
  '~/x' 'http://127.0.0.1/x' /dev/zero /proc/self/mem '$(touch '"$work"'/started)' '`touch '"$work"'/started`' '|touch '"$work"'/started'; do
  n=$((n + 1))
  printf 'mtllib %s.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n' "$uri" > "$work/model/$n.obj"
  printf 'mtllib x%s.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n' $n > "$work/model/m$n.obj"
  printf 'newmtl a\nmap_Kd %s.png\n' "$uri" > "$work/model/x$n.mtl"
  json='{"asset":{"version":"2.0"},"buffers":[{"byteLength":12,"uri":"%s.bin"}],"images":[{"uri":"%s.png"}]}'
  # shellcheck disable=SC2059
  printf "$json" "$uri" "$uri" > "$work/model/$n.gltf"
  # shellcheck disable=SC2059
  printf "${json/,\"uri\":\"%s.bin\"/}" "$uri" > "$work/model/i$n.gltf"
done

opened=0
for model in "$work"/model/*.obj "$work"/model/*.gltf "$@"; do
  folder=$(cd "$(dirname "$model")" && pwd -P)
  (cd "$work/elsewhere" && timeout 900 strace -f -o "$work/trace" -e trace=open,openat,openat2,creat,execve,connect "$victim" open "$model" > /dev/null)
  [ $? -eq 0 ] || fail "$model: the program ends badly"
  # From the model itself on; what begins with the folder is inside, and the check of names has let no ".." through.
  outside=$(awk -v model="$model" -v folder="$folder/" 'index($0, "\"" model "\"") && /openat?\(/ { begun = 1; next }
    begun && /(open|openat|openat2|creat|execve|connect)\(/ && !index($0, "\"" folder) { print }' "$work/trace")
  [ -z "$outside" ] || fail "$model: $outside"
  grep -q "\"$folder/.*\.\./" "$work/trace" && fail "$model: a path with .. is opened"
  grep -qE '"[^"]*/(link\.[a-z]+|door/.*)".* = [0-9]+$' "$work/trace" && fail "$model: a link to elsewhere is followed"
  opened=$((opened + 1))
  [ "$model" != "$work/model/1.obj" ] || grep -q "open.*\"$folder/near.mtl\".* = [0-9]" "$work/trace" || fail "the watch does not see what is opened"
done
[ -e "$work/started" ] && fail "a name was run as a command"
echo "$opened models: nothing was opened outside their folders, nothing was started"
