// What the preferences' fuzzer begins with and what it once found.
#include "fuzz/replay.h"

using namespace marrow;

TEST_CASE("seeds and crashers of the preferences") {
  test::replay("preferences", fuzz::preferences);
}
