#!/bin/bash
# The core set for Windows, for .ci/run: builds and tries the tests of three rooms under Wine. windows.sh tries the rest.
set -e
cd "$(dirname "${BASH_SOURCE[0]}")/.."
deps/bootstrap.sh install sources windows wine
deps/fetch_sources.sh .cache/sources
cmake --preset windows > /dev/null
cmake --build --preset windows --target test_base test_platform test_scene
tests/windows.sh build-windows "" --core
