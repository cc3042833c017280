#include "cli/grade/unpacking.h"

#include <fmt/format.h>
#include <fstream>

#include "base/text.h"
#include "io/error.h"

namespace marrow::cli {

namespace fs = std::filesystem;

bool UnpackingAccount::has_room_for(std::uint64_t bytes) {
  const bool fits = files_ < kMostFiles && bytes <= kMostBytes - bytes_;
  if (fits) {
    ++files_;
    bytes_ += bytes;
  } else if (!is_full_) {
    is_full_ = true;
    add_trouble(fmt::format("unpacks to more than {} files or {} MB; not all of it was unpacked",
                            with_separators(kMostFiles), kMostBytes >> 20));
  }
  return fits;
}

void UnpackingAccount::add_trouble(const std::string& trouble) {
  constexpr std::size_t kMostTroubles = 5;
  if (troubles_.size() < kMostTroubles) {
    troubles_.push_back(trouble);
  } else if (troubles_.size() == kMostTroubles) {
    troubles_.push_back("and more of its files were not unpacked");
  }
}

static std::string ending_of(const fs::path& file) { return lower(file.extension().string()); }

bool is_archive(const fs::path& file) { return ending_of(file) == ".zip"; }

bool is_source(const fs::path& file) {
  const std::string ending = ending_of(file);
  for (const char* known : {".cpp", ".h", ".hpp", ".cc", ".cxx", ".c"})
    if (ending == known) return true;
  return false;
}

bool is_litter(const fs::path& path) {
  for (const fs::path& part : path)
    if (part == "__MACOSX" || part.native().starts_with('.')) return true;
  return false;
}

void unpack_entry(const io::ZipArchive& archive, std::size_t index, std::uint64_t cap,
                  const fs::path& to, UnpackingAccount& account) try {
  const io::ZipEntry& entry = archive.entries()[index];
  if (entry.size <= cap && !account.has_room_for(entry.size)) return;
  const std::string text = archive.read(index, cap);
  if (fs::exists(to)) return account.add_trouble(entry.path + " is in the archive twice");
  fs::create_directories(to.parent_path());
  std::ofstream file(to, std::ios::binary);
  if (!file.write(text.data(), std::streamsize(text.size())).flush())
    account.add_trouble(entry.path + " could not be unpacked: " + to.string() +
                        " cannot be written");
} catch (const io::Error& problem) {
  account.add_trouble(problem.place() + " was not unpacked: " + problem.expected());
} catch (const fs::filesystem_error& problem) {
  account.add_trouble(fmt::format("{} was not unpacked: {}", archive.entries()[index].path,
                                  problem.code().message()));
}

void unpack_sources(const fs::path& file, const fs::path& folder, UnpackingAccount& account) try {
  const io::ZipArchive archive(file, kMostEntriesHandedIn);
  for (std::size_t i = 0; i < archive.entries().size(); ++i) {
    const io::ZipEntry& entry = archive.entries()[i];
    if (!entry.refusal.empty()) {
      account.add_trouble(entry.path + " was not unpacked: it " + entry.refusal);
    } else if (entry.is_folder || is_litter(entry.path)) {
      continue;
    } else if (is_archive(entry.path)) {
      account.add_trouble(entry.path + " was not unpacked: it is an archive inside of an archive");
    } else if (is_source(entry.path)) {
      unpack_entry(archive, i, kLargestSource, folder / entry.path, account);
    }
  }
} catch (const io::Error& problem) {
  account.add_trouble(file.filename().string() + " was not unpacked: " + problem.expected());
}

}  // namespace marrow::cli
