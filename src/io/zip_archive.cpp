#include "io/zip_archive.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <minizip/unzip.h>
#include <new>
#include <zlib.h>

#include "base/text.h"
#include "io/error.h"
#include "io/number_text.h"

namespace marrow::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestPath = 1024, kLongestName = 255;

/// Unix file types, from the upper half of an entry's external attributes.
constexpr unsigned kKinds = 0170000, kFile = 0100000, kFolder = 0040000, kLink = 0120000;

/// The file type if the archive is from a system with Unix permissions, else 0.
unsigned kind_of(const unz_file_info64& info) {
  const auto system = info.version >> 8;
  constexpr auto kUnix = 3u, kMac = 19u;
  return system == kUnix || system == kMac ? unsigned(info.external_fa >> 16) & kKinds : 0u;
}

std::string refusal_of_path(const std::string& path) {
  if (path.find('\\') != path.npos) return "has a backslash in its name";
  if (printable(path) != path || path.find('\n') != path.npos)
    return "has a control character in its name";
  if (path.starts_with('/') || (path.size() > 1 && path[1] == ':')) return "has an absolute path";
  for (const fs::path& part : fs::path(path)) {
    if (part == "..") return "leads out of its folder";
    if (part.native().size() > kLongestName) return "has too long a name";
  }
  return {};
}

ZipEntry entry_of(const unz_file_info64& info, const std::string& name) {
  ZipEntry entry{.path = valid_utf8(name), .size = info.uncompressed_size};
  entry.is_folder = name.ends_with('/');
  const unsigned kind = kind_of(info);
  if (info.size_filename > kLongestPath || entry.path.empty()) {
    entry.refusal = "has too long a name, or none";
  } else if (kind == kLink) {
    entry.refusal = "is a link";
  } else if (kind != 0 && kind != kFile && kind != kFolder) {
    entry.refusal = "is a device or a pipe";
  } else {
    entry.refusal = refusal_of_path(entry.path);
  }
  if (!entry.refusal.empty()) return entry;
  fs::path path = fs::path(entry.path).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  entry.path = path.generic_string();
  return entry;
}

}  // namespace

struct ZipArchive::Inside {
  std::string name;
  unzFile file = nullptr;
  std::vector<ZipEntry> entries;
  std::vector<unz64_file_pos> places;

  ~Inside() {
    if (file != nullptr) unzClose(file);
  }

  void list() {
    unz64_file_pos place{};
    unz_file_info64 info{};
    std::string text(kLongestPath + 1, '\0');
    if (unzGetCurrentFileInfo64(file, &info, text.data(), uLong(kLongestPath + 1), nullptr, 0,
                                nullptr, 0) != UNZ_OK ||
        unzGetFilePos64(file, &place) != UNZ_OK)
      throw Error(name, "", "the archive is damaged: its list cannot be read");
    text.resize(std::min<std::size_t>(info.size_filename, kLongestPath));
    entries.push_back(entry_of(info, text));
    places.push_back(place);
  }
};

ZipArchive::ZipArchive(const fs::path& path, std::size_t most_entries)
    : inside_(std::make_unique<Inside>()) {
  inside_->name = path.string();
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw Error(inside_->name, "", "expected a zip archive");
  inside_->file = unzOpen64(inside_->name.c_str());
  unz_global_info64 about{};
  if (inside_->file == nullptr || unzGetGlobalInfo64(inside_->file, &about) != UNZ_OK)
    throw Error(inside_->name, "", "expected a zip archive; this is not one, or it is damaged");
  if (about.number_entry > most_entries)
    throw Error(inside_->name, "",
                fmt::format("lists {} files; expected at most {}",
                            with_separators(about.number_entry), with_separators(most_entries)));
  for (std::uint64_t i = 0; i < about.number_entry; ++i) {
    if ((i == 0 ? unzGoToFirstFile(inside_->file) : unzGoToNextFile(inside_->file)) != UNZ_OK)
      throw Error(inside_->name, "", "the archive is damaged: its list ends early");
    inside_->list();
  }
}

ZipArchive::~ZipArchive() = default;

const std::vector<ZipEntry>& ZipArchive::entries() const { return inside_->entries; }

std::string ZipArchive::read(std::size_t index, std::uint64_t cap) const {
  const ZipEntry& entry = inside_->entries.at(index);
  const auto wrong = [&](const std::string& what) {
    return Error(inside_->name, entry.path, what);
  };
  if (!entry.refusal.empty()) throw wrong(entry.refusal);
  if (entry.is_folder) throw wrong("is a folder; expected a file");
  if (entry.size > cap)
    throw wrong(fmt::format("has {} bytes; expected at most {}", with_separators(entry.size),
                            with_separators(cap)));
  if (unzGoToFilePos64(inside_->file, &inside_->places[index]) != UNZ_OK)
    throw wrong("the archive is damaged here");
  unz_file_info64 info{};
  unzGetCurrentFileInfo64(inside_->file, &info, nullptr, 0, nullptr, 0, nullptr, 0);
  if ((info.flag & 1u) != 0) throw wrong("is encrypted; expected an archive without a password");
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
    throw wrong("is compressed by a method other than \"deflate\", which ordinary zips have");
  if (unzOpenCurrentFile(inside_->file) != UNZ_OK) throw wrong("the archive is damaged here");
  std::string text(std::size_t(entry.size), '\0');
  const int got = unzReadCurrentFile(inside_->file, text.data(), unsigned(text.size()));
  const bool is_whole = got >= 0 && std::size_t(got) == text.size();
  const int end = unzCloseCurrentFile(inside_->file);  // also compares the checksum
  if (!is_whole || end != UNZ_OK) throw wrong("the archive is damaged here");
  return text;
}

std::string gzipped(std::string_view bytes) {
  constexpr int kWithHeader = 15 + 16;     // the largest window, and gzip's header, not zlib's
  constexpr int kMemory = 8;               // zlib's default
  constexpr std::size_t kGzipHeader = 18;  // bytes, with its end; compressBound() counts zlib's 6
  if (bytes.size() > std::numeric_limits<uInt>::max() - kGzipHeader) throw std::bad_alloc();
  std::string packed(compressBound(uLong(bytes.size())) + kGzipHeader, '\0');
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWithHeader, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace marrow::io
