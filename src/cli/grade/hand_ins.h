// Finds the hand-ins of a class in a folder or a zip archive, in the layout of a teacher or of
// Moodle, Canvas and Gradescope. Unpacking archives is limited for each student.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace marrow::cli {

/// The class's own names in the folder of results: a hand-in with one of them gets another.
inline constexpr const char* kClassTable = "results.csv";
inline constexpr const char* kClassPage = "index.html";

/// A student as written by a platform or a roster; any member may be empty.
struct Person {
  std::string name, email, id;
};

struct HandIn {
  std::string name;  ///< unique; names the row and the folder with its results
  /// From the platform, several for a group; empty: only `name` is known.
  std::vector<Person> people;
  std::vector<std::filesystem::path> folders;
  /// By the student's file name, without the platform's prefix.
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
