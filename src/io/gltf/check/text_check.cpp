#include "io/gltf/check/text_check.h"

#include <algorithm>
#include <fmt/format.h>

#include "io/error.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

constexpr std::size_t kHeader = 12, kChunkHeader = 8;

std::uint32_t u32_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value |= std::uint32_t(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  return value;
}

void append_u32(std::string& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += char(value >> shift & 255);
}

void append_chunk(std::string& bytes, std::string_view kind, std::string_view content,
                  char padding) {
  const std::size_t padded = (content.size() + 3) / 4 * 4;
  append_u32(bytes, padded);
  bytes.append(kind).append(content).append(padded - content.size(), padding);
}

GltfParts split_glb(const std::string& file, std::string_view bytes) {
  const auto refuse = [&](std::size_t at, const std::string& expected) {
    throw Error(file, fmt::format("byte {}", at), expected);
  };
  if (bytes.size() < kHeader + kChunkHeader) refuse(bytes.size(), "the .glb header is cut off");
  if (const std::uint32_t version = u32_at(bytes, 4); version != 2)
    refuse(4, fmt::format("expected glTF version 2, found {}", version));
  const std::size_t length = u32_at(bytes, 8);
  if (length > bytes.size())
    refuse(8, fmt::format("the header promises {} bytes, the file has {}", length, bytes.size()));
  GltfParts parts;
  std::size_t repeated = 0, unaligned = 0;
  for (std::size_t at = kHeader, index = 0; at + kChunkHeader <= length; ++index) {
    const std::size_t size = u32_at(bytes, at);
    const std::string_view kind = bytes.substr(at + 4, 4);
    if (size > length - at - kChunkHeader)
      refuse(at, fmt::format("a chunk of {} bytes does not fit into the file", size));
    const std::string_view content = bytes.substr(at + kChunkHeader, size);
    if (index == 0 && kind != "JSON")
      refuse(at + 4, "expected a JSON chunk first, found " + in_quotes(kind));
    if (index == 0) parts.json = content;
    const bool is_binary = kind == std::string_view("BIN\0", 4);
    if (index == 1 && is_binary) parts.binary = content;
    repeated += index > 0 && (kind == "JSON" || (is_binary && index > 1));
    unaligned += size % 4 != 0;
    at += kChunkHeader + size;
  }
  if (repeated > 0)
    parts.warnings.push_back("the file has a second chunk of a kind; only the first was read");
  if (unaligned > 0)
    parts.warnings.push_back("a chunk's length is not a multiple of 4; it was read all the same");
  return parts;
}

constexpr std::string_view kBlanks = " \t\r\n";

bool begins_with_mark(std::string_view text) { return text.substr(0, 3) == "\xEF\xBB\xBF"; }

/// One past the end of the text that begins at `quote`.
std::size_t end_of_text(std::string_view json, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at + 1, json.size());
}

/// One past the end of the value that begins at `begin`.
std::size_t end_of_value(std::string_view json, std::size_t begin) {
  std::size_t depth = 0, at = begin;
  while (at < json.size()) {
    const char c = json[at];
    const bool closes = c == ']' || c == '}';
    if (depth == 0 && (closes || c == ',')) break;
    if (c == '[' || c == '{') ++depth;
    if (closes) --depth;
    at = c == '"' ? end_of_text(json, at) : at + 1;
  }
  return at;
}

}  // namespace

GltfParts split_gltf(const std::string& file, std::string_view bytes) {
  if (bytes.substr(0, 4) == "glTF") return split_glb(file, bytes);
  const std::size_t first = bytes.find_first_not_of(kBlanks, begins_with_mark(bytes) ? 3 : 0);
  if (first == std::string_view::npos || bytes[first] != '{')
    throw Error(file, "byte 0", "expected a .glb header or a JSON object");
  return {bytes, {}, {}};
}

std::string joined_glb(std::string_view json, std::string_view binary) {
  std::string body;
  append_chunk(body, "JSON", json, ' ');
  if (!binary.empty()) append_chunk(body, std::string_view("BIN\0", 4), binary, '\0');
  std::string bytes = "glTF";
  append_u32(bytes, 2);
  append_u32(bytes, kHeader + body.size());
  return bytes + body;
}

void blank_extras(std::string& json) {
  std::size_t at = 0;
  while ((at = json.find('"', at)) != std::string::npos) {
    const std::size_t end = end_of_text(json, at);
    const bool is_extras = std::string_view(json).substr(at, end - at) == "\"extras\"";
    at = end;
    const std::size_t colon = is_extras ? json.find_first_not_of(kBlanks, end) : std::string::npos;
    if (colon == std::string::npos || json[colon] != ':') continue;
    const std::size_t begin = colon + 1;
    at = end_of_value(json, begin);
    std::fill(json.begin() + std::ptrdiff_t(begin), json.begin() + std::ptrdiff_t(at), ' ');
    json[begin] = '0';
  }
}

std::string checked_json_text(const std::string& file, std::string_view json,
                              std::vector<std::string>& warnings) {
  if (begins_with_mark(json)) {
    json.remove_prefix(3);
    warnings.push_back("the JSON begins with a byte-order mark, which glTF does not allow");
  }
  std::size_t depth = 0, values = 0, members = 0;
  for (std::size_t at = 0; at < json.size();
       at = json[at] == '"' ? end_of_text(json, at) : at + 1) {
    const char c = json[at];
    if (c == '[' || c == '{' || c == ',') ++values;
    if (c == ':') ++members;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (depth > kDeepestJson)
      throw Error(file, fmt::format("byte {}", at),
                  fmt::format("JSON nested deeper than {} levels", kDeepestJson));
    if (members > kMostJsonMembers)
      throw Error(file, fmt::format("byte {}", at),
                  fmt::format("more than {} JSON members", kMostJsonMembers));
    if (values > kMostJsonValues)
      throw Error(file, fmt::format("byte {}", at),
                  fmt::format("more than {} JSON values", kMostJsonValues));
  }
  bool repaired = false;
  std::string text = valid_utf8(json, &repaired);
  if (repaired) warnings.push_back("text that is not UTF-8 was replaced");
  return text;
}

}  // namespace marrow::io
