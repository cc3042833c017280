#!/usr/bin/env bash
# From a bare Debian 12 or 13 to a running editor, or to passed tests, in one command:
#   deps/bootstrap.sh run [FILE...]   installs what is missing, builds, opens the editor (without a display: renders the sample to a PNG)
#   deps/bootstrap.sh test            installs what is missing, builds, runs all tests
#   deps/bootstrap.sh package         installs what is missing, builds, makes a .deb and a .tar.xz in build/packages/
#   deps/bootstrap.sh judge           installs what is missing, builds `marrow grade` alone: no window, minutes; also on Ubuntu 22.04 and 24.04
#   deps/bootstrap.sh install GROUP...  only installs; deps/packages.txt lists the groups
#   deps/bootstrap.sh web [--serve]   builds the editor for a browser: static files in build-web/site; --serve serves them on this machine
#   deps/bootstrap.sh windows         builds the editor for Windows: build-windows/marrow-windows.zip
#   deps/bootstrap.sh validator       installs the Khronos glTF validator, three.js and three-vrm, at the versions that deps/validator pins
# A second call installs nothing and builds only what changed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build

die() { echo "bootstrap: $*" >&2; exit 1; }
die_of_log() { # WHAT LOG: with the errors that the log has, else its end
  { grep -i -A 2 'error\|not found\|cannot' "$2" || tail -n 5 "$2"; } | head -n 12 >&2
  die "$1; all of it is in $2"
}

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
    die "apt-get install failed; its message is above"
}

fetch_fbx() { # ufbx, which no Debian package has
  (install_missing fbx && "$root/deps/fetch_sources.sh" "$root/.cache/sources" godot) || echo "bootstrap: continues without FBX files"
}

install_if_there() { # GROUP...: optional packages
  (install_missing "$@") || echo "bootstrap: continues without: $(packages_of "$@" | xargs)"
}

build_target() { # TARGET
  cd "$root"
  [ -f "$build/build.ninja" ] || cmake --preset release
  cmake --build "$build" --target "$1"
}

configure_web() { # fetches the sources of its libraries
  "$root/deps/fetch_sources.sh" "$root/.cache/sources" && cd "$root" && cmake --preset web -DBUILD_TESTING=OFF
}

# Share puts scenes into the viewer. Packages ship it where emscripten is installed.
build_viewer() {
  command -v emcc >/dev/null || { echo "bootstrap: no emscripten here, so Share has no pages: deps/bootstrap.sh install web, then package again"; return 0; }
  (install_missing sources web && configure_web && cmake --build --preset web --target marrow_viewer_file) ||
    echo "bootstrap: continues without the viewer for Share's pages"
}

# The same sources give the same bytes on any machine: the archives hold no path, owner, time or file order of this machine.
make_packages() {
  local out=$build/packages version tree
  version=$(sed -n 's/^project(marrow VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
  tree=marrow-$version-linux-$(uname -m)
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CMakeLists.txt")}
  export SOURCE_DATE_EPOCH
  umask 022
  rm -rf "$out"
  cpack --config "$build/CPackConfig.cmake" -B "$out/making" >"$build/packages.log" 2>&1 || die_of_log "no .deb" "$build/packages.log"
  mv "$out"/making/*.deb "$out"
  cmake --install "$build" --prefix "$out/making/$tree" --strip >>"$build/packages.log" 2>&1 || die_of_log "no .tar.xz" "$build/packages.log"
  tar -C "$out/making" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$tree" |
    xz -9 --threads=1 >"$out/$tree.tar.xz"
  rm -rf "$out/making"
  ls -l "$out"
}

case "${1:-}" in
  run)
    shift
    install_missing build
    install_if_there names packed film
    fetch_fbx
    build_target marrow
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$build/marrow" "$@"; fi
    picture=$build/marrow.png
    "$build/marrow" render "${1:-$root/media/human.glb}" -o "$picture"
    echo "bootstrap: no display here, so the scene was rendered to $picture instead"
    ;;
  test)
    install_missing build test
    install_if_there names packed film
    fetch_fbx
    (cd "$root" && cmake --preset release) # adds targets that needed a package which is installed now
    build_target all
    labels=()
    [ -d "$root/src/rig/solution" ] || labels=(-LE '^task[0-9]') # in a handout `marrow grade` runs the assignment's checks
    ctest --test-dir "$build" --output-on-failure -j "$(($(nproc) + 1))" "${labels[@]}"
    ;;
  package)
    install_missing build package
    install_if_there names packed film
    fetch_fbx
    (cd "$root" && cmake --preset release)
    build_target marrow
    build_viewer
    make_packages
    ;;
  web)
    install_missing build sources web
    command -v npm >/dev/null || install_missing node
    configure_web
    cmake --build --preset web
    echo "bootstrap: the site is in build-web/site; any server of static files can serve it"
    [ "${2:-}" != --serve ] || exec "$root/deps/web/serve.sh" "$root/build-web/site" "${3:-8000}"
    ;;
  windows)
    install_missing build sources windows
    "$root/deps/fetch_sources.sh" "$root/.cache/sources"
    cd "$root"
    cmake --preset windows
    cmake --build --preset windows --target marrow
    rm -rf build-windows/zip
    cmake --install build-windows --prefix build-windows/zip/marrow --strip >build-windows/zip.log || die_of_log "no zip" build-windows/zip.log
    (cd build-windows/zip && cmake -E tar c ../marrow-windows.zip --format=zip marrow)
    echo "bootstrap: build-windows/marrow-windows.zip can be unpacked anywhere; marrow.exe in it needs nothing else"
    ;;
  judge)
    install_missing judge
    if [ "$(g++ -dumpversion | cut -d. -f1)" -lt 12 ]; then
      install_missing newer
      export CXX=g++-12
    fi
    cd "$root"
    cmake --preset release -DMARROW_JUDGE_ONLY=ON
    cmake --build build --target marrow
    ;;
  install)
    shift
    install_missing "$@"
    ;;
  validator)
    [ ! -d "$root/deps/validator/node_modules/gltf-validator" ] || [ ! -d "$root/deps/validator/node_modules/@pixiv/three-vrm-animation" ] || exit 0
    command -v npm >/dev/null || install_missing node
    (cd "$root/deps/validator" && npm ci --no-audit --no-fund)
    ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
