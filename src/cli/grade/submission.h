// One student's folder: which of its files are handed in, and what can be said of them before
// anything runs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace marrow::cli {

struct Submission {
  std::string name;  ///< of its folder
  std::map<int, std::filesystem::path> files;
  std::map<int, std::string>
      texts;  ///< by task, as they were when they were read: what is compiled is a copy
  std::vector<std::string> problems;  ///< "two files for task 3: a.cpp and b.cpp"
  std::vector<std::string> remarks;   ///< "task 4 speaks of fork": for the grader to look at
};

/// 1 to 5 for task1_*.cpp to task5_*.cpp, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp to task5_*.cpp, by task the one nearest to the folder's top;
/// links are not followed. What is wrong with them is added to `problems`.
std::map<int, std::filesystem::path> handed_in(const std::filesystem::path& folder,
                                               std::vector<std::string>& problems);

/// These and what is in them.
Submission read_submission(const std::filesystem::path& folder);

/// Of its files and of `besides`; the same for the same on any machine.
std::string fingerprint(const Submission& submission, const std::string& besides);

/// The folders in `class_folder`, by name, but those that begin with a dot. Throws io::Error when
/// there are none.
std::vector<std::filesystem::path> submission_folders(const std::filesystem::path& class_folder);

}  // namespace marrow::cli
