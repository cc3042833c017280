#!/bin/bash
# The installed tree works where it is moved to, names no place of the sources or the build, and what it brings for desktops is right.
# Usage: tests/install.sh BUILD SOURCE HAS_SOLUTION
set -u
build=$1 source=$2 has_solution=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
has() { command -v "$1" > /dev/null || { echo "not looked at: $1 is not installed"; return 1; }; }

cmake --install "$build" --prefix "$work/first place" --strip > "$work/log" 2>&1 || fail "cmake --install: $(tail -5 "$work/log")"
mv "$work/first place" "$work/moved"
share=$work/moved/share
marrow=$work/moved/bin/marrow
cd "$work" || exit 1
export HOME=$work/home XDG_DATA_HOME=$work/data XDG_DATA_DIRS=/nowhere
unset XDG_CONFIG_HOME XDG_STATE_HOME

for place in "$source" "$build" "$work/first place"; do
  found=$(grep -rlaF -- "$place" moved) && fail "names $place: $found"
done

# Words on a picture are set in its own fonts, beside it or in the user's data folder; no file of the sources or the build is opened.
sheet() { # FOLDER
  strace -f -qq -e trace=openat,open -o trace "$marrow" sheet "$share/marrow/media/bar.glb" -o sheet.png > out 2>&1 || fail "cannot draw: $(cat out)"
  grep -q "$1/fonts/Inter-Regular.otf" trace || fail "does not open the fonts of $1"
  grep -F -e "\"$source/" -e "\"$build/" trace && fail "opens what only the machine has that it was built on"
}
"$marrow" render "$share/marrow/media/human.glb" --size 320x200 -o sample.png > out 2>&1 && [ -s sample.png ] || fail "cannot render: $(cat out)"
if [ "$has_solution" = ON ] && has strace; then # a sheet says what correct functions do
  sheet moved/share/marrow
  mkdir data
  mv "$share/marrow" data/marrow
  share=data sheet data/marrow
  mv data/marrow "$share/marrow"
fi

# What Share makes pages of, where it was built.
[ ! -s "$source/build-web/site/viewer.html" ] || cmp -s "$source/build-web/site/viewer.html" "$share/marrow/viewer.html" || fail "lacks the viewer for pages"

# Sources that submissions are compiled with: all that are named, and no answers.
[ ! -e "$share/marrow/src/rig/solution" ] && [ ! -e "$share/marrow/src/rig/fast" ] || fail "carries the answers"
for file in $(grep -oE 'src / "[a-z_/.]+"' "$source/src/cli/grade/submission_builder.cpp" | cut -d'"' -f2) rig/rig.h rig/student/task1_kinematics.cpp; do
  [ -s "$share/marrow/src/$file" ] || fail "grading lacks src/$file"
done
mkdir -p class/someone
cp "$share"/marrow/src/rig/student/task1_*.cpp class/someone
mv "$share/marrow/src" src
"$marrow" grade --submissions class --out-dir graded > out 2>&1
grep -q 'expected this repository' out || fail "says not what is missing: $(cat out)"

! has desktop-file-validate || desktop-file-validate "$share/applications/marrow.desktop" || fail "desktop entry"
if has update-mime-database; then
  cp -r "$share/mime" mime
  update-mime-database mime > out 2>&1
  grep -qx 'model/x-bvh:\*.bvh' mime/globs || fail "MIME types: $(cat out)"
fi
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$share/icons/hicolor/scalable/apps/marrow.svg" || fail "the icon is no SVG"
cmake -D CPACK_TEMPORARY_INSTALL_DIRECTORY="$work" -D CPACK_PACKAGING_INSTALL_PREFIX=/moved -P "$source/deps/package/prepare_files.cmake" > out 2>&1 &&
  [ -s "$share/doc/marrow/CHANGELOG.md.gz" ] || fail "cannot be packed: $(cat out)"
echo "passed: installed, moved, used"
