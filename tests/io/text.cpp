// Numbers and names as text.
#include <glm/glm.hpp>

#include "io/number_text.h"
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::string written(float value) {
  std::string text;
  io::append_number(text, value);
  return text;
}

io::NumberKind kind_of(std::string_view token) {
  float ignored = 0.0f;
  return io::read_number(token, ignored);
}

float read(std::string_view token) {
  float value = 1e9f;
  CHECK(io::read_number(token, value) == io::NumberKind::finite);
  return value;
}

}  // namespace

TEST_CASE("every float reads back as itself") {
  std::mt19937 engine(1);
  for (int i = 0; i < 200000; ++i) {
    const auto value = glm::uintBitsToFloat(std::uint32_t(engine()));
    if (!std::isfinite(value)) continue;
    float found = 0.0f;
    REQUIRE(io::read_number(written(value), found) == io::NumberKind::finite);
    REQUIRE(glm::floatBitsToUint(found) == glm::floatBitsToUint(value));
  }
}

TEST_CASE("decimals go to the nearest float, tiny ones to zero") {
  CHECK(read("1") == 1.0f);
  CHECK(read("+1.5e-3") == 1.5e-3f);
  CHECK(read("-.5") == -0.5f);
  CHECK(read("5.") == 5.0f);
  CHECK(read("1E+2") == 100.0f);
  CHECK(read("16777217") == 16777216.0f);
  CHECK(read("1e-46") == 0.0f);
  CHECK(read("1e-400") == 0.0f);
  CHECK(read("0." + std::string(500, '0') + "1") == 0.0f);
  CHECK(std::signbit(read("-1e-400")));
  CHECK(read("0." + std::string(100000, '3')) == 1.0f / 3.0f);
}

TEST_CASE("what is not a decimal number is not read") {
  for (const char* token :
       {"",         "+",    "-",   ".",    "e5", "1e",  "nan", "NaN",     "inf", "-inf",
        "infinity", "0x10", "1,5", "1.5f", "1 ", "--1", "+-1", "1.#QNAN", "1_0", "\xEF\xBC\x91"}) {
    CAPTURE(token);
    CHECK(kind_of(token) == io::NumberKind::not_a_number);
  }
  for (const char* token : {"1e39", "-1e39", "1e400", "3.5e38"})
    CHECK(kind_of(token) == io::NumberKind::out_of_range);
  CHECK(kind_of(std::string(400, '9')) == io::NumberKind::out_of_range);
}

TEST_CASE("text becomes UTF-8 and stays what it was where it is") {
  const std::string good = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\xB4";
  bool repaired = false;
  CHECK(io::valid_utf8(good, &repaired) == good);
  CHECK(!repaired);
  for (const char* bad : {"\xE9", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF5\x80\x80\x80", "\xF4\x90\x80\x80", "\x80", "\xFF\xFE"}) {
    repaired = false;
    const std::string once = io::valid_utf8(bad, &repaired);
    CHECK(repaired);
    CHECK(contains(once, "\xEF\xBF\xBD"));
    CHECK(io::valid_utf8(once) == once);
  }
}

TEST_CASE("names lose control characters, messages are short and printable") {
  CHECK(io::clean_name(" a\tb\n") == "a b");
  CHECK(io::clean_name("\x01\x02") == "");
  CHECK(io::in_quotes("a\nb") == "\"a?b\"");
  CHECK(io::in_quotes(std::string(1000, 'x')).size() < 60);
}
