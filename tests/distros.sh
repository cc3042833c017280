#!/usr/bin/env bash
# Both commands of the README in bare Debian systems, each in a folder of its own: the last commit, and no package that it does not install itself.
#   tests/distros.sh [SUITE...]    as root, with debootstrap; SUITE: bookworm (Debian 12), trixie (13); without one, both
# A system needs 4 GB in $MARROW_DISTROS (/var/tmp/marrow-distros) and is bare again at each call. MARROW_CCACHE=FOLDER keeps what was compiled.
# Prints for each system: packages, CPU minutes, tests passed and skipped.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=${MARROW_DISTROS:-/var/tmp/marrow-distros}
mirror=${MARROW_MIRROR:-http://deb.debian.org/debian}

die() { echo "distros: $*" >&2; exit 2; }

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

failed=0
for suite in "$@"; do
  echo "=== $suite"
  try_suite "$suite" | tee "$place/$suite.summary"
  [ "${PIPESTATUS[0]}" -eq 0 ] || failed=1
done
echo "=== summary"
for suite in "$@"; do cat "$place/$suite.summary"; done
exit "$failed"
