// The browser's implementation reads and writes numbers exactly as the C++ library.
#include "platform/numbers.h"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <random>
#include <string>

namespace ours = marrow::platform;

namespace {

template <typename T>
void check_writing(T value) {
  char here[400], there[400];
  const auto a = ours::to_chars(here, here + 400, value);
  const auto b = std::to_chars(there, there + 400, value);
  REQUIRE(std::string(here, a.ptr) == std::string(there, b.ptr));
  REQUIRE(ours::to_chars(here, a.ptr - 1, value).ec == std::errc::value_too_large);
}

template <typename T>
void check_reading(const std::string& text) {
  CAPTURE(text);
  T here = 7, there = 7;
  const auto a = ours::from_chars(text.data(), text.data() + text.size(), here);
  const auto b = std::from_chars(text.data(), text.data() + text.size(), there);
  REQUIRE(a.ec == b.ec);
  REQUIRE(a.ptr == b.ptr);
  REQUIRE(((std::isnan(here) && std::isnan(there)) || here == there));
  REQUIRE(std::signbit(here) == std::signbit(there));
}

}  // namespace

TEST_CASE("any float and double is written as the C++ library writes it") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 30000; ++i) {
    const auto bits = random();
    const float value = std::bit_cast<float>(std::uint32_t(bits));
    if (std::isfinite(value)) check_writing(value);
    check_writing(std::ldexp(float(bits % 100000), int(bits >> 32) % 40 - 20));
    check_writing(float(std::int32_t(bits)));
    const double wide = std::bit_cast<double>(bits);
    if (i % 10 == 0 && std::isfinite(wide)) check_writing(wide);
    check_writing(double(std::int64_t(bits)));
    check_writing(double(std::int32_t(bits)) * 1e-6);
  }
  for (const float value : {0.0f, -0.0f, 1.0f, 1e-45f, 3.4028235e38f, 1e10f, 123456792.0f})
    check_writing(value);
}

TEST_CASE("any text is read as the C++ library reads it") {
  std::mt19937 random(2);
  const std::string letters = "0123456789....eE+--infNaA( )x";
  for (int i = 0; i < 50000; ++i) {
    std::string text;
    for (std::size_t n = random() % 12; n > 0; --n) text += letters[random() % letters.size()];
    check_reading<float>(text);
    check_reading<double>(text);
    const auto number = fmt::format("{}.{}e{}", int(random()), random(), int(random() % 100) - 50);
    check_reading<float>(number);
    check_reading<double>(number);
  }
  for (const char* text :
       {"",
        "-",
        ".",
        "1.",
        ".5",
        "+1",
        "1e",
        "1e+",
        "1e5",
        "-0",
        "1e-60",
        "1e-46",
        "1e39",
        "-1e39",
        "1e-400",
        "1e400",
        "inf",
        "-INF",
        "infinity",
        "nan",
        "nan(x)",
        "nan(",
        "0e999",
        "0x10",
        "1e-45",
        "3.40282356e38",
        "3.4028236e38",
        "0.00000000000000000000000000000000000000000000000000000001",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000e-80"}) {
    check_reading<float>(text);
    check_reading<double>(text);
  }
}
