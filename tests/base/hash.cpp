#include "base/hash.h"

#include <doctest/doctest.h>
#include <set>
#include <string_view>

using namespace marrow;

namespace {
std::uint64_t of(std::string_view text) {
  Fnv1a hash;
  for (const char letter : text) hash.add(static_cast<unsigned char>(letter));
  return hash.value();
}
}  // namespace

TEST_CASE("FNV-1a gives the values of its authors' test vectors") {
  CHECK(of("") == 0xcbf29ce484222325u);
  CHECK(of("a") == 0xaf63dc4c8601ec8cu);
  CHECK(of("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("hexadecimal digits are 16, in lower case") {
  CHECK(hex_digits(0) == "0000000000000000");
  CHECK(hex_digits(0xfedcba9876543210u) == "fedcba9876543210");
}

TEST_CASE("mixed words differ in their low bits") {
  std::set<std::uint64_t> slots;
  for (std::uint64_t word = 0; word < 64; ++word) slots.insert(mixed(0, word << 23) % 1024);
  CHECK(slots.size() > 48);
}
