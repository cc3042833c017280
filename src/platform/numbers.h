// Numbers as text, whatever the locale: std::from_chars() and std::to_chars(), whose forms for
// float and double some C++ libraries lack.
#pragma once

#include <charconv>
#include <concepts>

namespace marrow::platform {

/// As std::from_chars() with std::chars_format::general. std::errc::result_out_of_range for numbers
/// that are too large, or so small that they would become 0.
std::from_chars_result from_chars(const char* first, const char* last, float& value);
std::from_chars_result from_chars(const char* first, const char* last, double& value);

template <std::integral T>
std::from_chars_result from_chars(const char* first, const char* last, T& value) {
  return std::from_chars(first, last, value);
}

/// As std::to_chars(): the shortest decimal that reads back as the same number.
std::to_chars_result to_chars(char* first, char* last, float value);
std::to_chars_result to_chars(char* first, char* last, double value);

template <std::integral T>
std::to_chars_result to_chars(char* first, char* last, T value) {
  return std::to_chars(first, last, value);
}

}  // namespace marrow::platform
