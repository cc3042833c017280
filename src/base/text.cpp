#include "base/text.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace marrow {

std::string with_separators(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % 3 == 0) text += ',';
    text += digits[at];
  }
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  const std::uint64_t kilo = (bytes + 500) / 1000, tenths = (bytes + 50'000) / 100'000;
  if (kilo < 1000) return std::to_string(kilo) + " kB";
  if (tenths < 100) return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
  return std::to_string((tenths + 5) / 10) + " MB";
}

std::string time_text(double seconds) {
  const auto hundredths = static_cast<long long>(std::floor(std::max(seconds, 0.0) * 100.0 + 0.5));
  const auto two = [](long long number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  return std::to_string(hundredths / 6000) + ":" + two(hundredths / 100 % 60) + "." +
         two(hundredths % 100);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == text.npos ? std::string_view()
                            : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

namespace {

/// Ranges of code points, first and last (Unicode 15: Cc, Zl, Zp and Bidi_Control).
constexpr std::uint32_t kUnprintable[][2] = {{0x00, 0x09},     {0x0b, 0x1f},     {0x7f, 0x9f},
                                             {0x061c, 0x061c}, {0x200e, 0x200f}, {0x2028, 0x202e},
                                             {0x2066, 0x2069}};

bool is_printable(std::uint32_t code) {
  return std::none_of(std::begin(kUnprintable), std::end(kUnprintable),
                      [code](const auto& range) { return code >= range[0] && code <= range[1]; });
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    const std::size_t size = std::max<std::size_t>(character.size, 1);
    shown +=
        character.size > 0 && is_printable(character.code) ? text.substr(0, size) : kReplacement;
    text.remove_prefix(size);
  }
  return shown;
}

std::string counted(std::string_view text, std::uint64_t count) {
  std::string words;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) == "{}") {
      words += std::to_string(count);
      ++at;
    } else if (text[at] == '[') {
      const std::size_t bar = text.find('|', at), end = std::min(text.find(']', bar), text.size());
      words += count == 1 ? text.substr(at + 1, bar - at - 1) : text.substr(bar + 1, end - bar - 1);
      at = end;
    } else {
      words += text[at];
    }
  }
  return words;
}

std::string in_html(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>\"";
  constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string result;
  for (const char letter : text) {
    const std::size_t found = kSpecial.find(letter);
    result += found == std::string_view::npos ? std::string(1, letter) : kEntities[found];
  }
  return result;
}

std::string in_shell(std::string_view text) {
  if (text.find_first_of("\"\\$`!") == text.npos) return '"' + std::string(text) + '"';
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? "'\\''" : std::string(1, letter);
  return result + "'";
}

std::string in_address(std::string_view text) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  constexpr std::string_view kOthers = "-._~";
  std::string result;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    const bool is_plain = (letter >= '0' && letter <= '9') ||
                          (lower(letter) >= 'a' && lower(letter) <= 'z') ||
                          kOthers.find(letter) != std::string_view::npos;
    result += is_plain ? std::string(1, letter)
                       : std::string{'%', kDigits[code >> 4], kDigits[code & 15]};
  }
  return result;
}

}  // namespace marrow
