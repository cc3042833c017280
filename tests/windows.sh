#!/bin/bash
# The build for Windows under Wine: its tests that need no display; with MARROW, this machine's own program to compare with, also the zip:
# unpacked elsewhere, asked, given names in other scripts and long paths; then the window. Exit 77: Wine or what is to be tried is not here.
# Usage: tests/windows.sh BUILD_WINDOWS [MARROW [--core]]     --core: fewer rooms, no window.     KEEP=FOLDER: leaves pictures and what tests said there
set -u
build=$(realpath "$1") native=${2:+$(realpath "$2")} core=${3:-}
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2> /dev/null) || { echo "skipped: Wine is not here (deps/bootstrap.sh install wine)"; exit 77; }
for tool in Xvfb python3; do command -v $tool > /dev/null || { echo "skipped: $tool is not here"; exit 77; }; done
[ -z "$native" ] || [ -f "$build/marrow-windows.zip" ] || { echo "skipped: no zip in $build (deps/bootstrap.sh windows makes it)"; exit 77; }

work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEDEBUG=-all LC_ALL=C.UTF-8 WINEDLLOVERRIDES="winedbg.exe=d;mscoree,mshtml="
unset SDL_VIDEODRIVER
server=
finish() {
  PATH=$PATH:/usr/lib/wine wineserver -k
  PATH=$PATH:/usr/lib/wine wineserver -w
  [ -z "$server" ] || kill "$server"
  rm -rf "$work"
}
trap finish EXIT
failed=0
fail() { echo "FAILED: $*"; failed=1; }
ok() { echo "ok: $*"; }
part() { echo "== $*, from second $SECONDS"; }

mkfifo "$work/number"
Xvfb -displayfd 3 -noreset -screen 0 1400x900x24 3> "$work/number" 2> /dev/null &
server=$!
read -r number < "$work/number"
export DISPLAY=:$number
"$wine" wineboot -i > /dev/null 2>&1
# This machine's drives, as other machines name them: Windows has these names, Wine looks here.
mkdir -p "$WINEPREFIX/dosdevices/unc/localhost"
ln -s "$WINEPREFIX/drive_c" "$WINEPREFIX/dosdevices/unc/localhost/C\$"
ln -s / "$WINEPREFIX/dosdevices/unc/localhost/Z\$"

part "machine code"
# No program moves 32 bytes as if the stack were aligned to them: GCC's bug 54412, which Wine does not show.
if command -v x86_64-w64-mingw32-objdump > /dev/null; then
  for program in "$build"/marrow.exe "$build"/tests/*.exe; do
    [ -f "$program" ] || continue
    x86_64-w64-mingw32-objdump -d --no-show-raw-insn "$program" > "$work/code"
    moves=$(grep -cE 'vmov(aps|apd|dqa|dqa32|dqa64) .*%[yz]mm' "$work/code")
    unaligned=$(grep -cE 'vmovups .*%[yz]mm' "$work/code")
    [ "$moves" -eq 0 ] && ok "$(basename "$program"): no aligned moves of 32 bytes ($unaligned others)" ||
      fail "$(basename "$program"): $moves aligned moves of 32 bytes"
  done
fi

part "rooms"
# Not run, by room: the C++ library makes no links there (three), there are no FIFOs (two), and a file that a test itself holds open is not
# removed (three, of zip archives).
left_out_io="buffers and images come from*,pictures come from*,no file of somebody else is written over*,a folder? a FIFO*,material libraries come from*"
left_out_io+=",what was zipped is read again*,what leads out of a folder*,a bomb is refused*"
# By number. The programs find media/ and ../shared at the places of this machine's sources.
rooms=(base platform scene)
[ "$core" = --core ] || rooms+=(rig io edit editor)
for room in "${rooms[@]}"; do
  program=$build/tests/test_$room.exe
  [ -f "$program" ] || { echo "not built: test_$room"; continue; }
  left_out=left_out_$room
  begin=$SECONDS
  timeout 3000 "$wine" "$program" --no-colors -tce="${!left_out:-}" > "$work/test_$room" 2>&1
  echo "$room: $(grep 'test cases:' "$work/test_$room" || echo "no end: $(tail -n 3 "$work/test_$room")") ($((SECONDS - begin)) s)"
  grep -q 'Status: SUCCESS' "$work/test_$room" || fail "$room: $(awk '/^TEST CASE:/ { name = $0 } / ERROR: / { print name }' "$work/test_$room" | sort -u | head -n 20)"
  [ -z "${KEEP:-}" ] || cp "$work/test_$room" "$KEEP"
done

[ -n "$native" ] || exit $failed

part "commands"
mkdir "$work/Мой 漢字 😀 folder" && cd "$work/Мой 漢字 😀 folder" || exit 1
python3 -m zipfile -e "$build/marrow-windows.zip" .
media=marrow/share/marrow/media
marrow() { "$wine" marrow/marrow.exe "$@"; }
same() { # WHAT ARGUMENT...: the same text and exit status as this machine's own program
  local what=$1 status expected
  shift
  "$native" "$@" > "$work/expected" 2> /dev/null; expected=$?
  marrow "$@" > "$work/got" 2> /dev/null; status=$?
  [ "$status" -eq "$expected" ] || { fail "$what: exit status $status, expected $expected"; return; }
  sed -i -E 's/ +[0-9.]+ (ms|times)/ \1/g' "$work/expected" "$work/got" # how long it took
  if cmp -s "$work/expected" "$work/got"; then ok "$what, byte for byte"; return; fi
  python3 - "$work/expected" "$work/got" << 'END' && ok "$what" || fail "$what"
import re, sys
number = re.compile(r'-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?')
a, b = (open(f, encoding='utf-8').read() for f in sys.argv[1:])
if number.sub('#', a) != number.sub('#', b): sys.exit('other words')
pairs = [(float(x), float(y)) for x, y in zip(number.findall(a), number.findall(b))]
worst = max(abs(x - y) / max(1, abs(x)) for x, y in pairs)
print(f'   {len(pairs)} numbers, {sum(x != y for x, y in pairs)} differ, by at most {worst:.1e}')
sys.exit(worst > 2e-6)
END
}
same "--version" --version
same "--help" --help
same "wrong usage" --no-such-option
same "a file that is not there" report "нет такого.glb"
same "report" report $media/human.glb
same "report --json" report --json - $media/human.glb
same "report --json of the ogre" report --json - $media/ogre.glb
same "skin" skin $media/bar.glb -o -
graded=student
"$native" grade --backend textbook --task 1 > /dev/null 2>&1 && graded=textbook
same "grade" grade --backend $graded
marrow grade --submissions . > out 2>&1
[ $? -eq 2 ] && grep -q 'graded on Linux' out && ok "a class is graded on Linux, and it says so" || fail "a class: $(cat out)"

cp $media/human.glb "фигура 人 😀.glb"
marrow convert "фигура 人 😀.glb" "выход 出力 🦴.obj" > out 2>&1 && [ -s "выход 出力 🦴.obj" ] && ok "names in other scripts" || fail "names in other scripts: $(cat out)"
"$native" convert "фигура 人 😀.glb" expected.obj > out 2>&1
cmp -s <(grep -v '^mtllib\|^#' expected.obj) <(grep -v '^mtllib\|^#' "выход 出力 🦴.obj") && ok "convert, byte for byte" || fail "convert: other bytes"
long=$(printf 'a long name of a folder %.0s' 1 2 3)
long=${long% } # Windows keeps no space at the end of a name
long="$long/$long/$long/$long"
mkdir -p "$long"
cp $media/bar.glb "$long/bar.glb"
marrow convert "$long/bar.glb" "$long/saved.glb" > out 2>&1 && [ -s "$long/saved.glb" ] && ok "a path of $(pwd | tr -d '\n' | cat - <(echo "/$long/saved.glb") | wc -m) characters" || fail "a long path: $(cat out)"
network="//localhost/Z\$$PWD" # with the other slashes: \\localhost\Z$\...
marrow convert "${network//\//\\}\\$long\\bar.glb" "$network/$long/from the network.glb" > out 2>&1 && [ -s "$long/from the network.glb" ] &&
  ok "a long path by a machine's name" || fail "a long path by a machine's name: $(cat out)"
for name in выход.glb выход.glb выход.gltf выход.obj; do marrow convert "$network/$media/human.glb" "${network//\//\\}\\$name"; done > out 2>&1
"$native" convert $media/human.glb expected.glb 2>> out
cmp -s expected.glb выход.glb && [ -s выход.glb.bak ] && [ "$(ls | grep -c '^выход.glb')" -eq 2 ] && ok "saved and saved over by a machine's name" ||
  fail "saved over by a machine's name: $(cat out; ls)"
for name in gltf obj; do # which name other files
  marrow convert "$network/выход.$name" "$network/read.glb" > out 2>&1
  "$native" convert "выход.$name" expected.glb >> out 2>&1
  cmp -s expected.glb read.glb && ok "a .$name by a machine's name, byte for byte" || fail "a .$name by a machine's name: $(cat out)"
done
marrow report "//nobody/Z\$$PWD/выход.glb" > out 2>&1
[ $? -eq 1 ] && grep -q '^marrow: //nobody/Z.*: cannot be opened: No such file' out && ok "a machine that is not there" || fail "a machine that is not there: $(cat out)"
rm выход.*
marrow convert "$media/bar.glb" "выход 出力.glb" > out 2>&1 && marrow convert $media/ogre.glb "выход 出力.glb" >> out 2>&1 &&
  [ -s "выход 出力.glb.bak" ] && [ "$(ls | grep -c '^выход 出力.glb')" -eq 2 ] && ok "saved over it, the old file kept" || fail "saved over it: $(cat out; ls)"

turn=(--joint forearm.L --rotate "0,0,1,30" --joint thigh.R --rotate "1,0,0,-20")
marrow pose $media/human.glb "${turn[@]}" -o posed.glb > out 2>&1 && [ -s posed.glb ] && ok "pose and save" || fail "pose: $(cat out)"
"$native" pose $media/human.glb "${turn[@]}" -o expected.glb > out 2>&1
cmp -s posed.glb expected.glb && ok "a posed scene, byte for byte" || fail "a posed scene: $(cmp posed.glb expected.glb)"
marrow convert "$PWD/$media/bar.glb" "$PWD/out.glb" > out 2>&1 && [ -s out.glb ] && ok "paths that begin with /" || fail "paths that begin with /: $(cat out)"

marrow render posed.glb --size 640x480 -o windows.png > out 2>&1 && [ -s windows.png ] && ok "render" || fail "render: $(cat out)"
"$native" render posed.glb --size 640x480 -o native.png > out 2>&1
if command -v compare > /dev/null && [ -s windows.png ]; then
  echo "   pixels that differ by more than 2 %: $(compare -metric AE -fuzz 2% windows.png native.png null: 2>&1)"
fi
marrow sheet $media/bar.glb -o sheet.png > out 2>&1 && [ -s sheet.png ] && ok "sheet" || fail "sheet: $(cat out)"
[ -z "${KEEP:-}" ] || cp windows.png native.png sheet.png "$KEEP"

# The window, as it is driven on this machine: a program of that name starts the one for Windows, by a machine's name for files where told so.
if [ "$core" != --core ] && command -v xdotool > /dev/null; then
  part "window"
  cat > "$work/marrow" << END
#!/bin/bash
unset SDL_VIDEODRIVER
[ ! -e "$work/by_machine" ] || set -- "\${@/#\//\/\/localhost\/Z\$\/}"
exec "$wine" "$PWD/marrow/marrow.exe" "\$@"
END
  chmod +x "$work/marrow"
  for script in window window_recovery window_poses window_motions window_hands; do
    what=$PWD/$media/human.glb
    [ $script != window_hands ] || what=$PWD/$media
    rm -rf "$WINEPREFIX"/drive_c/users/*/AppData/*/Marrow "$work/by_machine" # what the one before has kept
    [[ $script = window_[pmh]* ]] || touch "$work/by_machine"
    begin=$SECONDS
    "$source/tests/app/$script.sh" "$work/marrow" "$what" ON > "$work/window" 2>&1 && ok "$script: $(grep -c '^ok' "$work/window") steps ($((SECONDS - begin)) s)" ||
      fail "$script: $(grep -v '^joint\|^spot' "$work/window" | tail -n 40)"
  done
fi
part "end"
exit $failed
