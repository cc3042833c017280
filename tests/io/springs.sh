#!/usr/bin/env bash
# tests/io/springs.sh MARROW SOURCE: chains that Marrow bakes against @pixiv/three-vrm-springbone, over ten seconds. Skips by name (77) where that is not
# installed (deps/bootstrap.sh validator).
set -uo pipefail
marrow=$1 source=$2
modules=$source/deps/validator/node_modules
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "three-vrm needs node"
[ -d "$modules/@pixiv/three-vrm-springbone" ] || skip "three-vrm is not installed: deps/bootstrap.sh validator"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node "$source/tests/support/springs_three_vrm.mjs" "$modules" "$marrow" "$work"
