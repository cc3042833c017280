#include "base/names.h"

#include <doctest/doctest.h>
#include <set>

using namespace marrow;

TEST_CASE("numbers have three digits, or more where that is not enough") {
  CHECK(numbered_name("arm", 1) == "arm.001");
  CHECK(numbered_name("arm", 999) == "arm.999");
  CHECK(numbered_name("arm", 1000) == "arm.1000");
  CHECK(numbered_name("", 7) == ".007");
  CHECK(numbered_name("knight", 12, '-') == "knight-012");
}

TEST_CASE("a name that is free stays; otherwise it gets the smallest number that is free") {
  const std::set<std::string> names{"arm", "arm.001", "arm.003"};
  const auto is_taken = [&](const std::string& name) { return names.contains(name); };
  CHECK(unique_name("leg", is_taken) == "leg");
  CHECK(unique_name("arm", is_taken) == "arm.002");
  CHECK(unique_name("arm.003", is_taken) == "arm.003.001");
}

TEST_CASE("many names, one after the other, none twice") {
  UniqueNames names;
  CHECK(names.take("arm") == "arm");
  CHECK(names.take("arm.002") == "arm.002");
  CHECK(names.take("arm") == "arm.001");
  CHECK(names.take("arm") == "arm.003");  // .002 is already taken
  CHECK(names.take("arm.002") == "arm.002.001");
  CHECK(names.take("") == "");
  CHECK(names.take("") == ".001");
  for (int i = 4; i < 1200; ++i) names.take("arm");
  CHECK(names.take("arm") == "arm.1200");
}
