#!/usr/bin/env bash
# Both commands of the README in bare Debian systems, each in a folder of its own: the last commit, and no package that it does not install itself.
#   tests/distros.sh [SUITE...]    as root, with debootstrap; SUITE: bookworm (Debian 12), trixie (13); without one, both
#   tests/distros.sh --package FILE.deb [SUITE...]    instead: the package installed, used, removed, and what is left of it
# A system needs 4 GB in $MARROW_DISTROS (/var/tmp/marrow-distros) and is bare again at each call. MARROW_CCACHE=FOLDER keeps what was compiled.
# Prints for each system: packages, CPU minutes, tests passed and skipped.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=${MARROW_DISTROS:-/var/tmp/marrow-distros}
mirror=${MARROW_MIRROR:-http://deb.debian.org/debian}

die() { echo "distros: $*" >&2; exit 2; }

if [ "${1:-}" = --package ]; then
  MARROW_PACKAGE=$(realpath -e "${2:-}") || die "--package: expected a .deb"
  export MARROW_PACKAGE
  shift 2
fi
if [ "${1:-}" != --inside ]; then
  [ "$(id -u)" -eq 0 ] || die "it must run as root: it makes whole systems"
  command -v debootstrap >/dev/null || die "debootstrap is not there: apt-get install debootstrap"
  [ $# -gt 0 ] || set -- bookworm trixie
  for suite in "$@"; do
    [ -e "/usr/share/debootstrap/scripts/$suite" ] || die "debootstrap does not know $suite"
  done
  mkdir -p "$place" || die "$place cannot be made"
  # What is mounted below goes with its last process, however that ends.
  exec unshare --mount --pid --fork --propagation private "$0" --inside "$@"
fi
shift

bare_system() { # SUITE FOLDER
  rm -rf --one-file-system "$2" && debootstrap --variant=minbase "$1" "$2" "$mirror" >"$2.log" 2>&1 || return 1
  cp -L /etc/resolv.conf "$2/etc/resolv.conf"
  mount -t proc proc "$2/proc" && mount --rbind /dev "$2/dev" && mount -t tmpfs tmpfs "$2/tmp" || return 1
  git clone -q --no-hardlinks "$root" "$2/root/marrow" || return 1
  [ -n "${MARROW_CCACHE:-}" ] || return 0
  mkdir -p "$MARROW_CCACHE" "$2/ccache" && mount --bind "$MARROW_CCACHE" "$2/ccache"
}

inside() { # FOLDER COMMAND...
  local folder=$1
  shift
  local -a given=(HOME=/root "PATH=$PATH" LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
  [ -z "${MARROW_CCACHE:-}" ] || given+=(CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DIR=/ccache CCACHE_BASEDIR=/root/marrow CCACHE_NOHASHDIR=1)
  env -i "${given[@]}" chroot "$folder" bash -c "cd /root/marrow && $*"
}

try_suite() { # SUITE -> its lines of the summary
  local folder=$place/$1 log=$place/$1.log TIMEFORMAT='%U %S' cpu
  bare_system "$1" "$folder" || { echo "FAILED  $1: no bare system; see $log"; return 1; }
  [ -z "${MARROW_CCACHE:-}" ] || inside "$folder" deps/bootstrap.sh install cache >>"$log" 2>&1
  local before passed=1
  before=$(inside "$folder" "dpkg-query -W -f '.\n'" | wc -l)
  cpu=$({ time { inside "$folder" "deps/bootstrap.sh run && test -s build/marrow.png && deps/bootstrap.sh test" >>"$log" 2>&1 || passed=0; echo "$passed" >"$log.passed"; }; } 2>&1)
  passed=$(cat "$log.passed") && rm "$log.passed"
  [ "$passed" = 1 ] && echo "passed  $1" || echo "FAILED  $1; see $log"
  echo "  packages installed: $(($(inside "$folder" "dpkg-query -W -f '.\n'" | wc -l) - before))"
  inside "$folder" "dpkg-query -W -f '  \${Package} \${Version}\n' g++ libimgui-dev libtinygltf-dev libsdl2-dev"
  echo "  CPU minutes: $(echo "$cpu" | awk '{ printf "%.1f", ($1 + $2) / 60 }')"
  echo "  $(grep -E '^[0-9]+% tests passed' "$log" | tail -1)"
  grep -oE '[a-z_0-9]+ \(Skipped\)' "$log" | sort -u | xargs echo "  skipped:"
  [ "$passed" = 1 ]
}

# In a bare system: installs a package with what it depends on, draws, opens the window, removes all of that again.
use_package() {
  local list='find / -xdev -not -path "/proc/*" -not -path "/dev/*" -not -path "/tmp/*" | grep -vE "^/var/(lib/apt|cache/apt|cache/debconf|log/apt)" | sort'
  sh -c "$list" >/tmp/before
  apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/marrow.deb >/tmp/log 2>&1 || { cat /tmp/log; return 1; }
  sh -c "$list" >/tmp/with
  echo "  installed: $(comm -13 /tmp/before /tmp/with | grep -c marrow) files of its own, $(($(grep -c '^Setting up' /tmp/log) - 1)) packages beside it"
  cd / && marrow --version && marrow render /usr/share/marrow/media/human.glb -o /tmp/sample.png || return 1
  [ "$(head -c 4 /tmp/sample.png | tail -c 3)" = PNG ] || return 1
  marrow pose /usr/share/marrow/media/human.glb --joint shin.L --rotate 1,0,0,30 -o /tmp/posed.glb && test -s /tmp/posed.glb || return 1
  apt-get install -y -qq --no-install-recommends xvfb xauth >/tmp/log 2>&1 || return 1
  xvfb-run -a -s '-screen 0 1280x800x24' timeout 600 marrow --log-state /tmp/state >/tmp/window 2>&1 &
  while kill -0 $! 2>/dev/null && ! grep -qs human.glb /tmp/state; do sleep 0.1; done
  kill $! 2>/dev/null
  wait
  grep -q human.glb /tmp/state || { cat /tmp/window; echo "  the window did not open the sample"; return 1; }
  echo "  the window opened the sample"
  apt-get purge -y -qq --auto-remove marrow xvfb xauth >/tmp/log 2>&1 || { cat /tmp/log; return 1; }
  sh -c "$list" >/tmp/after
  comm -13 /tmp/before /tmp/after >/tmp/left
  sed 's/^/  left: /' /tmp/left
  [ ! -s /tmp/left ]
}

try_package() { # SUITE -> its lines of the summary
  local folder=$place/$1 log=$place/$1.log
  bare_system "$1" "$folder" || { echo "FAILED  $1: no bare system; see $log"; return 1; }
  cp "$MARROW_PACKAGE" "$folder/tmp/marrow.deb"
  declare -f use_package >"$folder/tmp/use"
  if inside "$folder" "export HOME=/tmp/home XDG_CACHE_HOME=/tmp/cache && . /tmp/use && use_package" 2>&1 | tee "$log" && [ "${PIPESTATUS[0]}" -eq 0 ]; then
    echo "passed  $1: $(basename "$MARROW_PACKAGE") leaves nothing behind"
  else
    echo "FAILED  $1; see $log"
    return 1
  fi
}

try=try_suite
[ -z "${MARROW_PACKAGE:-}" ] || try=try_package
failed=0
for suite in "$@"; do
  echo "=== $suite"
  "$try" "$suite" | tee "$place/$suite.summary"
  [ "${PIPESTATUS[0]}" -eq 0 ] || failed=1
done
echo "=== summary"
for suite in "$@"; do cat "$place/$suite.summary"; done
exit "$failed"
