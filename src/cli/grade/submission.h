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
  std::vector<std::string> problems;  ///< "two files for task 3: a.cpp and b.cpp"
  std::vector<std::string> remarks;   ///< "task 4 speaks of fork": for the grader to look at
};

/// 1 to 5 for task1_*.cpp to task5_*.cpp, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp to task5_*.cpp, per task the one nearest to the top; links are
/// not followed. Appends faults to `problems`.
std::map<int, std::filesystem::path> handed_in(const std::filesystem::path& folder,
                                               std::vector<std::string>& problems);

Submission read_submission(const std::filesystem::path& folder);

/// Hash of its files and of `besides`; equal on all machines.
std::string fingerprint(const Submission& submission, const std::string& besides);

/// The folders in `class_folder`, by name, without hidden ones. Throws io::Error if there are none.
std::vector<std::filesystem::path> submission_folders(const std::filesystem::path& class_folder);

}  // namespace marrow::cli
