// For a C++ library without these: strtof_l() and strtod_l() round correctly, and know the locale
// of C whichever is set.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <locale>  // newlocale(), where <locale.h> has it not
#include <string>
#include <string_view>

#include "platform/numbers.h"

namespace marrow::platform {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_of_word(char c) {
  return is_digit(c) || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

const char* after_digits(const char* at, const char* last) {
  return std::find_if_not(at, last, is_digit);
}

/// The end of the decimal that begins there; `first` itself where none does.
const char* end_of_decimal(const char* first, const char* last) {
  const char* at = first != last && *first == '-' ? first + 1 : first;
  const char* const whole = at;
  at = after_digits(at, last);
  std::ptrdiff_t digits = at - whole;
  if (at != last && *at == '.') {
    const char* const end = after_digits(at + 1, last);
    digits += end - (at + 1);
    at = end;
  }
  if (digits == 0) return first;
  if (at == last || (*at != 'e' && *at != 'E')) return at;
  const char* exponent = at + 1;
  if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
  const char* const end = after_digits(exponent, last);
  return end == exponent ? at : end;
}

/// "inf", "infinity", "nan" and "nan(...)" in any case, after a sign.
template <typename T>
std::from_chars_result read_word(const char* first, const char* last, T& value) {
  const char* at = first != last && *first == '-' ? first + 1 : first;
  const auto begins = [&](std::string_view word) {
    return std::size_t(last - at) >= word.size() &&
           std::equal(word.begin(), word.end(), at, [](char a, char b) { return a == (b | 0x20); });
  };
  if (begins("inf")) {
    value = std::copysign(std::numeric_limits<T>::infinity(), at == first ? T(1) : T(-1));
    return {at + (begins("infinity") ? 8 : 3), {}};
  }
  if (!begins("nan")) return {first, std::errc::invalid_argument};
  value = std::copysign(std::numeric_limits<T>::quiet_NaN(), at == first ? T(1) : T(-1));
  at += 3;
  if (at == last || *at != '(') return {at, {}};
  const char* const close = std::find_if_not(at + 1, last, is_of_word);
  return {close != last && *close == ')' ? close + 1 : at, {}};
}

template <typename T>
std::from_chars_result read_decimal(const char* first, const char* last, T& value,
                                    T (*convert)(const char*, char**, locale_t)) {
  static const locale_t kPlain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  const char* const end = end_of_decimal(first, last);
  if (end == first) return read_word(first, last, value);
  char near[64];
  const auto size = std::size_t(end - first);
  T result{};
  if (size < sizeof near) {
    std::memcpy(near, first, size);
    near[size] = '\0';
    result = convert(near, nullptr, kPlain);
  } else {
    result = convert(std::string(first, end).c_str(), nullptr, kPlain);
  }
  const char* const mantissa =
      std::find_if(first, end, [](char c) { return c == 'e' || c == 'E'; });
  const bool is_zero = std::none_of(first, mantissa, [](char c) { return c >= '1' && c <= '9'; });
  if (std::isinf(result) || (result == T(0) && !is_zero))
    return {end, std::errc::result_out_of_range};
  value = result;
  return {end, {}};
}

/// std::to_chars() writes what is shorter, fixed or scientific, and fixed where both are as long.
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
  return read_decimal(first, last, value, ::strtof_l);
}
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read_decimal(first, last, value, ::strtod_l);
}
std::to_chars_result to_chars(char* first, char* last, float value) {
  return write_shortest(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, double value) {
  return write_shortest(first, last, value);
}

}  // namespace marrow::platform
