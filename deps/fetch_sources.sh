#!/usr/bin/env bash
# Unpacks the Debian source packages of deps/sources.txt to FOLDER/NAME, with Debian's patches. Keeps packages that are already there at the right
# version. Uses its own list of servers and does not change the system's.
#   deps/fetch_sources.sh FOLDER [NAME...]   only these packages
set -euo pipefail
deps=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
die() { echo "fetch_sources: $*" >&2; exit 1; }

wanted=() suites=()
while read -r name version suite part; do
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  [ -f "$folder/$name/.version" ] && [ "$(cat "$folder/$name/.version")" = "$version" ] && continue
  wanted+=("$name $version $part")
  suites+=("${suite:-bookworm bookworm-updates}")
done < <(grep -v '^#' "$deps/sources.txt")
[ ${#wanted[@]} -gt 0 ] || exit 0

# Uses the server of this system's own packages.
server=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep -E '/debian/?$' | head -n 1 || true)
apt=$folder/apt
mkdir -p "$apt/lists/partial"
cat >"$apt/list.sources" <<EOF
Types: deb-src
URIs: ${server:-http://deb.debian.org/debian}
Suites: $(printf '%s\n' ${suites[@]} | sort -u | xargs)
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOF
options=(-qq -o "Dir::Etc::sourcelist=$apt/list.sources" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$apt/lists"
  -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -o APT::Sandbox::User=)
apt-get "${options[@]}" update || die "the lists of source packages could not be read; is the network there?"
for entry in "${wanted[@]}"; do
  read -r name version part <<<"$entry"
  echo "fetch_sources: $name $version"
  rm -rf "$folder/$name" "$apt/get"
  mkdir "$apt/get"
  fetch() { (cd "$apt/get" && apt-get "${options[@]}" source --download-only --only-source "$@" >/dev/null); }
  unpack() { mkdir -p "$folder/$name" && tar -x -f "$apt"/get/*.orig.tar.* -C "$folder/$name" "$@"; }
  if [ -n "$part" ]; then  # its suite moves on: any version will do that its user accepts, or none
    fetch --tar-only "$name=$version" || fetch --tar-only "$name" || { echo "fetch_sources: continues without $name"; continue; }
    unpack --wildcards --strip-components="$(($(tr -dc / <<<"$part" | wc -c) + 1))" "*/$part"
  elif fetch "$name=$version"; then
    dpkg-source --no-check --no-copy -x "$apt"/get/*.dsc "$folder/$name" >/dev/null 2>&1 || die "$name could not be unpacked"
  elif fetch --tar-only "$name=$version"; then # some mirrors lack a package's small second archive
    echo "fetch_sources: $name without Debian's patches, which the server does not have"
    unpack --strip-components=1
  else
    die "$name $version could not be fetched; if Debian has a newer one by now, write its version into deps/sources.txt"
  fi
  echo "$version" >"$folder/$name/.version"
done
rm -rf "$apt/get"
