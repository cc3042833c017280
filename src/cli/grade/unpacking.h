// Unpacks sources from strangers' zip archives, within limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/zip_archive.h"

namespace marrow::cli {

/// Counts what was unpacked for a student. Beyond the limits nothing is unpacked.
class UnpackingAccount {
 public:
  static constexpr std::size_t kMostFiles = 5'000;
  static constexpr std::uint64_t kMostBytes = 64u << 20;

  /// Whether a file of that size still fits; the first time it does not, adds a trouble.
  bool has_room_for(std::uint64_t bytes);
  /// Keeps the first few, then a note that there are more.
  void add_trouble(const std::string& trouble);
  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_full_ = false;
  std::vector<std::string> troubles_;
};

// Limits of one student's hand-in, in folders and in archives:
inline constexpr std::size_t kMostEntriesHandedIn = 20'000;  ///< more: a whole build was handed in
inline constexpr int kDeepestFolder = 6;
inline constexpr std::uint64_t kLargestSource = 1u << 20;

bool is_archive(const std::filesystem::path& file);
/// A C++ file by its extension. Grading reads no others.
bool is_source(const std::filesystem::path& file);
/// Files that systems leave behind: names that begin with a dot, __MACOSX.
bool is_litter(const std::filesystem::path& path);

/// Writes an entry of at most `cap` bytes to a new file. Failures become the account's troubles.
void unpack_entry(const io::ZipArchive& archive, std::size_t entry, std::uint64_t cap,
                  const std::filesystem::path& to, UnpackingAccount& account);

/// Unpacks the sources of a student's archive below `folder`. Failures become the account's
/// troubles.
void unpack_sources(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    UnpackingAccount& account);

}  // namespace marrow::cli
