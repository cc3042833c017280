// Who handed in what: a class as a folder or a zip archive, as teachers keep it or as Moodle,
// Canvas and Gradescope give it out. What comes out of archives is bounded for each student.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace marrow::cli {

/// As a platform or a roster writes them; any of them may be empty.
struct Person {
  std::string name, email, id;
};

struct HandIn {
  std::string name;            ///< of the row and of the folder with its results; no two are equal
  std::vector<Person> people;  ///< as the platform names them, of a group several; none: only the
                               ///< name tells
  std::vector<std::filesystem::path> folders;
  std::map<std::string, std::filesystem::path>
      files;  ///< by the name that the student gave: the platform put its own before it
  std::vector<std::string> troubles;  ///< "../x.cpp leads out of its folder"
};

/// The hand-ins of a class, by name. `submissions` is a folder or a zip archive with, for each
/// student, a folder, an archive, or files named as Moodle and Canvas do; an archive is unpacked
/// below `scratch`. Hidden files are left out. Throws io::Error where there is none.
std::vector<HandIn> hand_ins(const std::filesystem::path& submissions,
                             const std::filesystem::path& scratch);

/// The folders to read of a hand-in: its own, and `scratch` with what was in its archives, if there
/// are any. Sources alone are unpacked, at most 5,000 files and 64 MB; an archive inside of a
/// student's archive is not. What is refused goes to the hand-in's troubles; the rest is unpacked.
std::vector<std::filesystem::path> collect(HandIn& hand_in, const std::filesystem::path& scratch);

/// The submitters in Gradescope's submission_metadata.yml, by folder.
std::map<std::string, std::vector<Person>> gradescope_people(const std::string& yaml);

}  // namespace marrow::cli
