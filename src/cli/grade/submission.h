// One student's folder: the files handed in, and findings before anything runs.
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
  std::map<std::string, std::string> headers;  ///< beside them, by name
  std::vector<std::string> problems;           ///< "two files for task 3: a.cpp and b.cpp"
  /// "task 4 speaks of fork", "task 1 has no file; Task1.cpp is called otherwise": for the grader
  /// to look at.
  std::vector<std::string> remarks;
};

/// 1 to 5 for task1_*.cpp to task5_*.cpp, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp to task5_*.cpp, per task the one nearest to the top, and the
/// headers beside them; links are not followed.
Submission read_submission(const std::filesystem::path& folder);

/// Hash of its files and of `besides`; equal on all machines.
std::string fingerprint(const Submission& submission, const std::string& besides);

/// The folders in `class_folder`, by name, without hidden ones. Throws io::Error if there are none.
std::vector<std::filesystem::path> submission_folders(const std::filesystem::path& class_folder);

}  // namespace marrow::cli
