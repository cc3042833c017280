#include "base/text.h"

#include <doctest/doctest.h>

using namespace marrow;

TEST_CASE("thousands are separated") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(1234567) == "1,234,567");
}

TEST_CASE("ASCII letters become lower case, other bytes stay") {
  CHECK(lower("AZ az @[ \xc3\x84") == "az az @[ \xc3\x84");
}
