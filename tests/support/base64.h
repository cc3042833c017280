// Base64, as in data URIs.
#pragma once

#include <string>

namespace marrow::test {

inline constexpr char kBase64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string from_base64(const std::string& text) {
  static const std::string kDigits = kBase64;
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string::npos) break;
    group = (group << 6 | unsigned(digit)) & 0xFFFFFF;
    if ((bits += 6) >= 8) bytes += char(group >> (bits -= 8) & 255);
  }
  return bytes;
}

inline std::string to_base64(const std::string& bytes) {
  std::string text;
  unsigned group = 0;
  int bits = 0;
  for (const char c : bytes) {
    group = (group << 8 | static_cast<unsigned char>(c)) & 0xFFFFFF;
    for (bits += 8; bits >= 6; bits -= 6) text += kBase64[group >> (bits - 6) & 63];
  }
  if (bits > 0) text += kBase64[group << (6 - bits) & 63];
  text.resize((text.size() + 3) / 4 * 4, '=');
  return text;
}

}  // namespace marrow::test
