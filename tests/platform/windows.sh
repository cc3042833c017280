#!/bin/bash
# The bodies of src/platform/ for Windows: compiled without a warning, and their tests run where Wine is here.
# Usage: tests/platform/windows.sh SOURCE
set -u
source=$1
compiler=$(command -v x86_64-w64-mingw32-g++-posix) || { echo "skipped: no compiler for Windows is here (g++-mingw-w64-x86-64-posix)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
mkdir "$work/headers"  # of those that need no library for that system
for folder in fmt doctest; do ln -s "/usr/include/$folder" "$work/headers/$folder"; done
cat > "$work/main.cpp" << 'EOF'
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cstdio>
#include <doctest/doctest.h>
#include <string>
namespace marrow::test {
void skip(const std::string& what);
void skip(const std::string& what) { std::printf("skipped: %s\n", what.c_str()); }
}
EOF
cat > "$work/makefile" << 'EOF'
sources := $(wildcard $(S)/src/platform/*.cpp $(S)/src/platform/windows/*.cpp $(S)/src/platform/windows/program/*.cpp $(S)/src/platform/threads/*.cpp $(S)/src/platform/numbers/charconv.cpp) $(S)/src/base/text.cpp \
  $(S)/src/base/utf8.cpp $(filter-out %/numbers.cpp,$(wildcard $(S)/tests/platform/*.cpp)) main.cpp
objects := $(subst /,_,$(sources:.cpp=.o))
flags := -std=c++20 -O1 -DFMT_HEADER_ONLY -DWIN32_LEAN_AND_MEAN -DNOMINMAX -D_WIN32_WINNT=0x0A00 -Wall -Wextra -Wshadow -Wconversion -Werror \
  -I$(S)/src -I$(S)/tests -isystem headers
test.exe: $(objects)
	$(CXX) -static -Wl,@$(S)/src/platform/windows/program/replaced.txt $^ -o $@ -lole32 -lshell32 -luuid
define rule
$(subst /,_,$(1:.cpp=.o)): $(1)
	$(CXX) $(flags) -c $$< -o $$@
endef
$(foreach file,$(sources),$(eval $(call rule,$(file))))
EOF
make -s -C "$work" -f makefile -j2 CXX="$compiler" S="$source" || fail "does not compile for Windows"
wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2> /dev/null)
[ -n "$wine" ] || { echo "skipped: compiled; Wine is not here to run it"; exit 77; }
export WINEPREFIX=$work/wine WINEDEBUG=-all
# Its drives as other machines name them: Windows has these names, Wine asks the prefix.
"$wine" wineboot -i > /dev/null 2>&1
mkdir -p "$WINEPREFIX/dosdevices/unc/localhost" && ln -s "$WINEPREFIX/drive_c" "$WINEPREFIX/dosdevices/unc/localhost/C\$"
timeout 1800 "$wine" "$work/test.exe"
status=$?
PATH=$PATH:/usr/lib/wine wineserver -k
[ $status -eq 0 ] || fail "under Wine"
