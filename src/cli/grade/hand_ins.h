// Finds the hand-ins of a class in a folder or a zip archive, in the layout of a teacher or of
// Moodle, Canvas and Gradescope. Unpacks archives, within limits for each student.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
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

/// Names in the folder of results that belong to the class; a hand-in of that name is renamed.
inline constexpr const char* kClassTable = "results.csv";
inline constexpr const char* kClassPage = "index.html";
inline constexpr const char* kOverTime = "over_time.csv";

/// A student as written by a platform or a roster; any member may be empty.
struct Person {
  std::string name, email, id;
  std::string handed_in{};  ///< when, as written in the roster
};

struct HandIn {
  std::string name;  ///< unique; names the row and the folder with its results
  /// The students that the platform names, several for a group; empty: only `name` is known.
  std::vector<Person> people;
  std::vector<std::filesystem::path> folders;
  /// Paths by the student's file name, without the platform's prefix.
  std::map<std::string, std::filesystem::path> files;
  std::vector<std::string> troubles;  ///< "../x.cpp leads out of its folder"
};

/// The hand-ins of a class, sorted by name. `submissions` is a folder or a zip archive with, for
/// each student, a folder, an archive, or files named as Moodle and Canvas do; it is unpacked below
/// `scratch`. Hidden files are left out. Throws io::Error if there are no hand-ins.
std::vector<HandIn> hand_ins(const std::filesystem::path& submissions,
                             const std::filesystem::path& scratch);

/// The folders to read for a hand-in: its own, and `scratch` with the contents of its archives, if
/// it has any. Only sources are unpacked, at most 5,000 files and 64 MB, and no archives inside of
/// archives. Refused entries are listed in the hand-in's troubles; the others are unpacked.
std::vector<std::filesystem::path> collect(HandIn& hand_in, const std::filesystem::path& scratch);

/// The submitters in Gradescope's submission_metadata.yml, by folder.
std::map<std::string, std::vector<Person>> gradescope_people(const std::string& yaml);

}  // namespace marrow::cli
