#include "io/image_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <string_view>

namespace {

// A PNG of a few pixels may unpack to gigabytes, so the decoder's memory is limited by the
// picture's size. One picture is decoded at a time.

std::mutex decoding;
std::uint64_t bytes_allowed = 0, bytes_taken = 0;
/// Bytes before each block, which hold its size.
constexpr std::size_t kSizeNote = alignof(std::max_align_t);

std::size_t size_of_block(void* block) {
  std::size_t size = 0;
  std::memcpy(&size, static_cast<char*>(block) - kSizeNote, sizeof size);
  return size;
}

void* noted(void* whole, std::size_t size) {
  if (!whole) return nullptr;
  bytes_allowed -= size;
  bytes_taken += size;
  std::memcpy(whole, &size, sizeof size);
  return static_cast<char*>(whole) + kSizeNote;
}

/// Zeroed, because with a broken JPEG the decoder reads tables that were never filled, and the
/// result must be deterministic.
void* take_block(std::size_t size) {
  return size > bytes_allowed ? nullptr : noted(std::calloc(1, size + kSizeNote), size);
}

void give_block(void* block) {
  if (!block) return;
  bytes_allowed += size_of_block(block);
  std::free(static_cast<char*>(block) - kSizeNote);
}

void* grow_block(void* block, std::size_t size) {
  if (!block) return take_block(size);
  const std::size_t before = size_of_block(block);
  if (size > bytes_allowed + before) return nullptr;
  void* whole = std::realloc(static_cast<char*>(block) - kSizeNote, size + kSizeNote);
  if (!whole) return nullptr;
  bytes_allowed += before;
  bytes_taken -= before;
  return noted(whole, size);
}

}  // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC  // the glTF parser's library defines the same names
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_THREAD_LOCALS  // see `decoding` and platform/this_thread.h
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) take_block(size)
#define STBI_REALLOC(block, size) grow_block(block, size)
#define STBI_FREE(block) give_block(block)
#include <stb/stb_image.h>

#include "io/codecs/webp.h"

namespace marrow::io {

namespace {

static_assert(STBI_MAX_DIMENSIONS == kMostPixelsASide);

/// bytes for everything whose size does not depend on the picture
constexpr std::uint64_t kSmallParts = 8ull << 20;
/// Bytes per pixel of 16-bit color: unpacked, unfiltered and converted to 8 bits.
constexpr std::uint64_t kMostBytesAPixel = 4 * 8;

std::string_view bytes_of(const Texture& texture) {
  return {reinterpret_cast<const char*>(texture.file.data()), texture.file.size()};
}

const char* mime_of(std::string_view bytes) {
  if (bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n") return "image/png";
  if (bytes.substr(0, 3) == "\xFF\xD8\xFF") return "image/jpeg";
  return nullptr;
}

bool is_webp(std::string_view bytes) {
  return bytes.substr(0, 4) == "RIFF" &&
         bytes.substr(std::min<std::size_t>(8, bytes.size()), 4) == "WEBP";
}

/// Each scan of a progressive JPEG covers the whole picture, however few bytes it has.
std::uint64_t scans_of(std::string_view bytes) {
  std::uint64_t scans = 0;
  for (std::size_t at = bytes.find('\xFF'); at + 1 < bytes.size() && at != std::string_view::npos;
       at = bytes.find('\xFF', at + 1)) {
    scans += bytes[at + 1] == '\xDA';
  }
  return scans;
}

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u;
}
std::size_t length_at(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}

/// True if a DHT segment's Huffman tables have at most 256 codes each; with more, stb_image 2.27
/// writes past the end of its table. `at`: position of the segment's length.
bool tables_fit(std::string_view bytes, std::size_t at) {
  auto left = std::ptrdiff_t(length_at(bytes, at)) - 2;
  for (std::size_t table = at + 2; left > 0;) {
    std::size_t codes = 0;
    for (std::size_t size = 1; size <= 16; ++size) codes += byte_at(bytes, table + size);
    if (codes > 256) return false;
    table += 17 + codes;
    left -= std::ptrdiff_t(17 + codes);
  }
  return true;
}

/// Checks a JPEG's markers up to its first scan one by one, like the decoder. After that every byte
/// is treated as a possible table, because only decoding finds the end of a scan.
bool huffman_tables_fit(std::string_view bytes) {
  constexpr unsigned kTable = 0xC4, kScan = 0xDA;
  std::size_t at = 2;
  bool in_header = true;
  while (at < bytes.size()) {
    at = bytes.find('\xFF', at);
    if (at == std::string_view::npos) return true;
    while (byte_at(bytes, at) == 0xFF) ++at;
    const unsigned marker = byte_at(bytes, at++);
    if (marker == kTable && !tables_fit(bytes, at)) return false;
    in_header = in_header && marker != kScan;
    if (in_header) at += std::max<std::size_t>(length_at(bytes, at), 2);
  }
  return true;
}

/// Returns the reason if a picture of this size is too large, or if its pixels and `bytes_of_work`
/// together exceed the budget.
std::string why_too_large(int width, int height, std::uint64_t bytes_of_work,
                          std::uint64_t budget) {
  const std::uint64_t pixels = std::uint64_t(width) * std::uint64_t(height);
  if (width > kMostPixelsASide || height > kMostPixelsASide || pixels > kMostPixels)
    return fmt::format("has {} x {} pixels; the most that are read are {} x {}", width, height,
                       kMostPixelsASide, kMostPixels / kMostPixelsASide);
  return 4 * pixels + bytes_of_work > budget
             ? "is more than the pictures of one file may ask for together"
             : std::string();
}

/// libwebp needs less than 8 bytes per pixel in addition to the result.
std::string decode_webp_picture(Texture& texture, std::uint64_t& budget) {
  std::string why = size_of_webp(texture.file, texture.width, texture.height);
  if (!why.empty()) return why;
  const std::uint64_t pixels = std::uint64_t(texture.width) * std::uint64_t(texture.height);
  why = why_too_large(texture.width, texture.height, 8 * pixels, budget);
  if (!why.empty()) return why;
  budget -= 12 * pixels;
  texture.mime = "image/webp";
  texture.rgba.resize(std::size_t(4 * pixels));
  why = decode_webp(texture.file, texture.width, texture.rgba);
  if (!why.empty()) texture.rgba.clear();
  return why;
}

std::string why_not_decoded() {
  return fmt::format("cannot be decoded ({})", stbi_failure_reason());
}

}  // namespace

std::string decode_picture(Texture& texture, std::uint64_t& budget) {
  const std::string_view bytes = bytes_of(texture);
  if (is_webp(bytes)) return decode_webp_picture(texture, budget);
  const char* mime = mime_of(bytes);
  if (!mime) return "is neither PNG nor JPEG nor WebP";
  texture.mime = mime;
  const auto* data = reinterpret_cast<const stbi_uc*>(texture.file.data());
  const int size = int(std::min<std::size_t>(texture.file.size(), 1u << 30));
  if (texture.mime == "image/jpeg" && !huffman_tables_fit(bytes))
    return "cannot be decoded (a Huffman table has more than 256 codes)";
  int channels = 0;
  const std::lock_guard lock(decoding);
  bytes_allowed = kSmallParts;
  if (!stbi_info_from_memory(data, size, &texture.width, &texture.height, &channels))
    return why_not_decoded();
  const std::uint64_t pixels = std::uint64_t(texture.width) * std::uint64_t(texture.height);
  const std::uint64_t effort = texture.mime == "image/jpeg" ? scans_of(bytes) * pixels / 2 : 0;
  if (std::string why = why_too_large(texture.width, texture.height, effort, budget); !why.empty())
    return why;
  bytes_allowed = kSmallParts + kMostBytesAPixel * pixels + 4 * bytes.size();
  bytes_taken = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
      stbi_load_from_memory(data, size, &texture.width, &texture.height, &channels, 4),
      stbi_image_free);
  budget -= std::min(budget, bytes_taken + effort);
  if (!rgba) return why_not_decoded();
  texture.rgba.assign(rgba.get(), rgba.get() + 4 * pixels);
  return {};
}

std::string picture_type(const std::vector<std::uint8_t>& file) {
  const std::string_view bytes(reinterpret_cast<const char*>(file.data()), file.size());
  if (is_webp(bytes)) return "image/webp";
  if (bytes.substr(0, 12) == std::string_view("\xABKTX 20\xBB\r\n\x1A\n", 12)) return "image/ktx2";
  const char* mime = mime_of(bytes);
  if (!mime || (mime == std::string_view("image/jpeg") && !huffman_tables_fit(bytes))) return {};
  int width = 0, height = 0, channels = 0;
  const int size = int(std::min<std::size_t>(file.size(), 1u << 30));
  const std::lock_guard lock(decoding);
  bytes_allowed = kSmallParts;
  return stbi_info_from_memory(file.data(), size, &width, &height, &channels) ? mime
                                                                              : std::string();
}

}  // namespace marrow::io
