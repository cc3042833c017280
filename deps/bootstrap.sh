#!/usr/bin/env bash
# From a bare Debian 12 or 13 to a running editor, or to passed tests, in one command:
#   deps/bootstrap.sh run [FILE...]   installs what is missing, builds, opens the editor (without a display: renders the sample to a PNG)
#   deps/bootstrap.sh test            installs what is missing, builds, runs all tests
#   deps/bootstrap.sh install GROUP...  only installs; the groups stand in deps/packages.txt
#   deps/bootstrap.sh web [--serve]   builds the editor for a browser: static files in build-web/site; --serve shows them at an address of this machine
#   deps/bootstrap.sh validator       installs the Khronos glTF validator, at the version that deps/validator pins
# A second call installs nothing and builds only what changed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build

die() { echo "bootstrap: $*" >&2; exit 1; }

packages_of() { # GROUP... -> package names
  awk -v groups=" $* " '!/^#/ && NF == 2 && index(groups, " " $1 " ") { print $2 }' "$root/deps/packages.txt"
}

install_missing() { # GROUP...
  command -v dpkg-query >/dev/null || die "this is not a Debian system: install what deps/packages.txt names by hand, then use cmake --preset release"
  local missing=()
  for package in $(packages_of "$@"); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "bootstrap: installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "not root and no sudo; as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq || die "apt-get update failed; is the network there?"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get install failed; its message stands above"
}

install_if_there() { # GROUP...: what the build does without
  (install_missing "$@") || echo "bootstrap: goes on without: $(packages_of "$@" | xargs)"
}

build_target() { # TARGET
  cd "$root"
  [ -f "$build/build.ninja" ] || cmake --preset release
  cmake --build "$build" --target "$1"
}

case "${1:-}" in
  run)
    shift
    install_missing build
    install_if_there names
    build_target marrow
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$build/marrow" "$@"; fi
    picture=$build/marrow.png
    "$build/marrow" render "${1:-$root/media/human.glb}" -o "$picture"
    echo "bootstrap: no display here, so the scene was rendered to $picture instead"
    ;;
  test)
    install_missing build test
    install_if_there names
    (cd "$root" && cmake --preset release) # what was left out for want of a package is there now
    build_target all
    labels=()
    [ -d "$root/src/rig/solution" ] || labels=(-LE 'task[1-5]') # the assignment's checks are what `marrow grade` is for
    ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "${labels[@]}"
    ;;
  web)
    install_missing build sources web
    "$root/deps/fetch_sources.sh" "$root/.cache/sources"
    cd "$root"
    cmake --preset web -DBUILD_TESTING=OFF
    cmake --build --preset web
    echo "bootstrap: the site is in build-web/site; any server of static files can hand it out"
    [ "${2:-}" != --serve ] || exec "$root/deps/web/serve.sh" "$root/build-web/site" "${3:-8000}"
    ;;
  install)
    shift
    install_missing "$@"
    ;;
  validator)
    [ ! -d "$root/deps/validator/node_modules/gltf-validator" ] || exit 0
    command -v npm >/dev/null || install_missing node
    (cd "$root/deps/validator" && npm ci --no-audit --no-fund)
    ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
