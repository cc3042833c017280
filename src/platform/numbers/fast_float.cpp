// For a C++ library that neither reads nor writes floating-point numbers by <charconv>: fast_float
// reads them, fmt finds the shortest digits.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <string>

#include "platform/numbers.h"

namespace marrow::platform {
namespace {

/// For a number out of range, fast_float before version 4 returns infinity or 0, not the error.
template <typename T>
bool is_out_of_range(const char* first, const char* end, T result) {
  const char* const mantissa =
      std::find_if(first, end, [](char c) { return c == 'e' || c == 'E'; });
  const auto is_nonzero = [](char c) { return c >= '1' && c <= '9'; };
  // "inf" and "nan" have no digits.
  return (std::isinf(result) || result == T(0)) && std::any_of(first, mantissa, is_nonzero);
}

template <typename T>
std::from_chars_result read(const char* first, const char* last, T& value) {
  T result{};
  const fast_float::from_chars_result got = fast_float::from_chars(first, last, result);
  if (got.ec != std::errc()) return {got.ptr, got.ec};
  if (is_out_of_range(first, got.ptr, result)) return {got.ptr, std::errc::result_out_of_range};
  value = result;
  return {got.ptr, {}};
}

/// std::to_chars() writes the shorter of fixed and scientific; fixed if both are equally long.
template <typename T>
std::to_chars_result write_shortest(char* first, char* last, T value) {
  std::string text = fmt::format("{}", value);
  if (std::isfinite(value) && value != T(0)) {
    const std::size_t mark = text.find('e');
    long exponent = mark == text.npos ? 0 : std::strtol(text.c_str() + mark + 1, nullptr, 10);
    const bool is_negative = text[0] == '-';
    std::string digits = text.substr(is_negative, mark - is_negative);
    const std::size_t point = digits.find('.');
    exponent += long(point == digits.npos ? digits.size() : point) - 1;
    std::erase(digits, '.');
    const std::size_t zeros = digits.find_first_not_of('0');
    digits.erase(0, zeros);
    exponent -= long(zeros);
    digits.erase(digits.find_last_not_of('0') + 1);
    const std::string scientific =
        digits.substr(0, 1) + (digits.size() > 1 ? "." : "") + digits.substr(1) +
        fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
    const long count = long(digits.size());
    std::string fixed;
    if (exponent >= count - 1)
      fixed = fmt::format("{:.0f}", std::abs(value));  // all of its digits
    else if (exponent >= 0)
      fixed = digits.substr(0, std::size_t(exponent + 1)) + "." +
              digits.substr(std::size_t(exponent + 1));
    else
      fixed = "0." + std::string(std::size_t(-exponent - 1), '0') + digits;
    text = (is_negative ? "-" : "") + (scientific.size() < fixed.size() ? scientific : fixed);
  }
  if (std::size_t(last - first) < text.size()) return {last, std::errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), {}};
}

}  // namespace

std::from_chars_result from_chars(const char* first, const char* last, float& value) {
  return read(first, last, value);
}
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, float value) {
  return write_shortest(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, double value) {
  return write_shortest(first, last, value);
}

}  // namespace marrow::platform
