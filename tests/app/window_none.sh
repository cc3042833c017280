#!/usr/bin/env bash
# Without a display, or without OpenGL, the editor reports that in one line and exits 1; wrong usage exits 2, by name.
# Usage: tests/app/window_none.sh MARROW
set -u
marrow=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home
unset DISPLAY WAYLAND_DISPLAY
failed=0

# expect STATUS PATTERN ARGUMENTS...: the exit status, and one line on standard error that matches.
expect() {
  local status=$1 pattern=$2 said
  shift 2
  said=$(timeout 900 "$marrow" "$@" 2>&1 > /dev/null)
  local got=$?
  if [ "$got" != "$status" ] || [ "$(printf '%s\n' "$said" | wc -l)" != 1 ] || ! printf '%s' "$said" | grep -Eq -- "$pattern"; then
    echo "FAILED: marrow $*: exit status $got (expected $status), said: $said"
    failed=1
  else
    echo "ok: marrow $*: $said"
  fi
}

# without_gl DRIVERS ARGUMENTS...: on this Xvfb, with drivers from this folder, there is no OpenGL.
without_gl() {
  local drivers=$1 server number
  shift
  [ -p "$home/number" ] || mkfifo "$home/number"
  Xvfb -displayfd 3 "$@" 3> "$home/number" 2> /dev/null &
  server=$!
  read -r number < "$home/number"
  # Mesa 25 has its drivers in one library, and is asked to know no OpenGL beyond 2.1.
  MESA_GL_VERSION_OVERRIDE=2.1 LIBGL_DRIVERS_PATH=$drivers DISPLAY=:$number expect 1 '^marrow: (OpenGL 3.3 is not there|the window could not be opened)'
  kill "$server"
}

unset SDL_VIDEODRIVER XDG_RUNTIME_DIR LIBGL_DEBUG
expect 1 '^marrow: no display'
SDL_VIDEODRIVER=x11 expect 1 '^marrow: no display'
DISPLAY=:4711 expect 1 '^marrow: no display'
WAYLAND_DISPLAY=wayland-4711 expect 1 '^marrow: no display'
if command -v Xvfb > /dev/null; then
  without_gl /nonexistent -noreset
  without_gl '' -noreset -extension GLX
else
  echo "skipped: displays without OpenGL: Xvfb is not here"
fi
expect 2 'no check of that name' grade --check task1.no_such_check
expect 2 'out-dir' grade --submissions .
expect 2 'student,textbook' grade --backend fast
expect 2 '--time' skin x.glb -o y.obj --time -1
expect 2 'expected fast, textbook or student' report x.glb --backend gpu
expect 2 'expected linear, dual-quaternion, delta-mush or centers' skin x.glb -o y.obj --blend center
expect 2 'out is required' sheet x.glb
expect 2 'expected .*WIDTHxHEIGHT' --size 12
expect 2 'no-such-flag' --no-such-flag
expect 2 'one FILE' report a.glb b.glb
expect 2 'expected IN OUT' convert a.glb
expect 2 'expected --joint' pose a.glb --rotate 0,0,1,30 -o b.glb
expect 2 'X,Y,Z,DEGREES' pose a.glb --joint elbow --rotate 0,0,1 -o b.glb
expect 2 'axis' pose a.glb --joint elbow --rotate 0,0,0,30 -o b.glb
expect 1 'no-such-file' report no-such-file.glb

for arguments in "--help" "--version" "pose --help"; do
  # shellcheck disable=SC2086
  "$marrow" $arguments > "$home/out" 2> "$home/err" || { echo "FAILED: marrow $arguments: exit status $?"; failed=1; }
  [ -s "$home/out" ] && [ ! -s "$home/err" ] || { echo "FAILED: marrow $arguments says nothing, or says it on standard error"; failed=1; }
done
exit $failed
