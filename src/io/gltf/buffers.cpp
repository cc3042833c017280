#include "io/gltf/buffers.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "io/base64.h"
#include "io/error.h"
#include "io/file.h"
#include "io/gltf/check/faults.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using Bytes = std::vector<unsigned char>;

constexpr int kNoHexDigit = -1;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : kNoHexDigit;
}

class BufferReader {
 public:
  explicit BufferReader(BufferPlace& place) : place_(place) {}

  Bytes read(std::size_t index, BufferSource& source, Bytes& chunk) {
    pointer_ = fmt::format("/buffers/{}", index);
    if (source.from == BufferSource::From::placeholder) return {};
    if (source.from == BufferSource::From::nowhere) {
      warn(
          "its data is not in the file (no uri, no binary chunk); what it holds was read as zeros");
      return {};
    }
    const bool is_chunk = source.from == BufferSource::From::chunk;
    Bytes bytes = is_chunk ? std::move(chunk) : from_uri(source.uri);
    if (bytes.size() < source.byte_length)
      refuse("/byteLength", fmt::format("the document promises {} bytes, its data has {}",
                                        source.byte_length, bytes.size()));
    if (bytes.size() > source.byte_length && !is_chunk)
      warn("has more bytes than its length states; they were not read");
    bytes.resize(source.byte_length);
    return bytes;
  }

  void report(std::vector<std::string>& warnings) const { faults_.report(warnings); }

 private:
  void warn(const char* fault) { faults_.add(pointer_, fault); }

  [[noreturn]] void refuse(const char* member, const std::string& expected) const {
    throw Error(place_.file, pointer_ + member, expected);
  }

  Bytes from_uri(const std::string& uri) {
    if (lower(uri.substr(0, 5)) == "data:") return from_data(std::string_view(uri).substr(5));
    const std::string name = percent_decoded(uri);
    const std::filesystem::path path = path_inside(place_.folder, name);
    if (path.empty())
      refuse("/uri", "refers to " + in_quotes(name) + ", which is not inside the model's folder");
    std::error_code error;
    if (!std::filesystem::exists(path, error))
      refuse("/uri", "refers to " + in_quotes(name) + ", which does not exist");
    try {
      Bytes bytes = read_bytes(path, std::min(place_.bytes_left, kFileCap));
      place_.bytes_left -= bytes.size();
      return bytes;
    } catch (const Error& problem) {
      refuse("/uri", "refers to " + in_quotes(name) + ", which " + problem.expected());
    }
  }

  /// The text after "data:": type, perhaps ";base64", a comma and the bytes.
  Bytes from_data(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos) refuse("/uri", "holds a data URI without a comma");
    std::string_view type = uri.substr(0, comma);
    const std::string_view content = uri.substr(comma + 1);
    constexpr std::string_view kBase64 = ";base64";
    const bool is_base64 = type.size() >= kBase64.size() &&
                           lower(type.substr(type.size() - kBase64.size())) == kBase64;
    if (is_base64) type.remove_suffix(kBase64.size());
    if (!is_type_of_buffers(type))
      warn("its data URI is not of the type application/octet-stream; it was read all the same");
    Bytes bytes;
    if (!is_base64) {
      const std::string text = percent_decoded(content);
      bytes.assign(text.begin(), text.end());
    } else if (!decode_base64(content, bytes)) {
      refuse("/uri", "holds a data URI that is not base64");
    }
    return bytes;
  }

  static bool is_type_of_buffers(std::string_view type) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
    for (const std::string_view known : {"application/octet-stream", "application/gltf-buffer"}) {
      if (std::equal(type.begin(), type.end(), known.begin(), known.end(), same)) return true;
    }
    return false;
  }

  BufferPlace& place_;
  std::string pointer_;
  Faults faults_;
};

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_code = text[at] == '%' && at + 2 < text.size() && hex_digit(text[at + 1]) >= 0 &&
                         hex_digit(text[at + 2]) >= 0;
    decoded += is_code ? char(16 * hex_digit(text[at + 1]) + hex_digit(text[at + 2])) : text[at];
    if (is_code) at += 2;
  }
  return decoded;
}

std::vector<Bytes> read_buffers(std::vector<BufferSource> sources, Bytes chunk, BufferPlace& place,
                                std::vector<std::string>& warnings) {
  BufferReader reader(place);
  std::vector<Bytes> buffers;
  buffers.reserve(sources.size());
  for (std::size_t b = 0; b < sources.size(); ++b)
    buffers.push_back(reader.read(b, sources[b], chunk));
  reader.report(warnings);
  return buffers;
}

}  // namespace marrow::io
