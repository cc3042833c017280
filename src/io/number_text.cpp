#include "io/number_text.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "platform/numbers.h"

namespace marrow::io {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// from_chars also accepts "inf" and "nan", which begin with a letter.
bool begins_like_decimal(std::string_view token) {
  return !token.empty() && (token[0] == '.' || (token[0] >= '0' && token[0] <= '9'));
}

/// True if a number for which from_chars returned "out of range" is too small for a float, not too
/// large. If it is out of range for a double, too, the sign of its exponent or a leading zero
/// decides.
bool is_tiny(std::string_view token) {
  double wide = 0.0;
  if (platform::from_chars(token.data(), token.data() + token.size(), wide).ec == std::errc())
    return std::abs(wide) < 1.0;
  const std::size_t exponent = token.find_first_of("eE");
  if (exponent != std::string_view::npos && exponent + 1 < token.size())
    return token[exponent + 1] == '-';
  return token[0] == '0' || token[0] == '.';
}

}  // namespace

void append_number(std::string& text, float value) {
  char buffer[32];
  const auto result = platform::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, result.ptr);
}

void append_integer(std::string& text, std::uint64_t value) {
  char buffer[24];
  text.append(buffer, platform::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

NumberKind read_number(std::string_view token, float& value) {
  const bool negative = !token.empty() && token[0] == '-';
  if (!token.empty() && (token[0] == '-' || token[0] == '+')) token.remove_prefix(1);
  if (!begins_like_decimal(token)) return NumberKind::not_a_number;
  float magnitude = 0.0f;
  const auto [end, error] =
      platform::from_chars(token.data(), token.data() + token.size(), magnitude);
  if (error == std::errc::invalid_argument || end != token.data() + token.size())
    return NumberKind::not_a_number;
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(token)) return NumberKind::out_of_range;
    magnitude = 0.0f;
  }
  value = negative ? -magnitude : magnitude;
  return std::isfinite(value) ? NumberKind::finite : NumberKind::out_of_range;
}

std::string valid_utf8(std::string_view text, bool* repaired) {
  std::string result;
  result.reserve(text.size());
  std::size_t at = 0, copied = 0;
  while (at < text.size()) {
    const bool is_ascii = static_cast<unsigned char>(text[at]) < 0x80;
    const std::size_t length = is_ascii ? 1 : first_character(text.substr(at)).size;
    at += length;
    if (length > 0) continue;
    if (repaired != nullptr) *repaired = true;
    result.append(text.substr(copied, at - copied)).append(kReplacement);
    copied = ++at;
  }
  return result.append(text.substr(copied));
}

int nesting_of(std::string_view text) {
  int depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (in_string && letter == '\\') {
      ++i;
    } else if (letter == '"') {
      in_string = !in_string;
    } else if (!in_string && (letter == '{' || letter == '[')) {
      deepest = std::max(deepest, ++depth);
    } else if (!in_string && (letter == '}' || letter == ']')) {
      --depth;
    }
  }
  return deepest;
}

std::string clean_name(std::string_view text) {
  std::string name = valid_utf8(text);
  std::replace_if(name.begin(), name.end(), is_control, ' ');
  return std::string(trimmed(name, " "));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "\"";
  std::size_t at = 0;
  while (at < text.size() && at < kLongest) {
    const std::size_t length = first_character(text.substr(at)).size;
    if (length == 0 || is_control(text[at])) {
      shown += '?';
    } else {
      shown += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  return shown + (at < text.size() ? "...\"" : "\"");
}

}  // namespace marrow::io
