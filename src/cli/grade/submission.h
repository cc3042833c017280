// One student's files, and what is found in them before anything runs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace marrow::cli {

struct Submission {
  std::string name;
  std::map<int, std::filesystem::path> files;  ///< by task
  std::map<int, std::string> texts;            ///< by task; copies of these are compiled
  std::map<std::string, std::string> headers;  ///< next to the files, by name
  /// Why nothing of it is graded: "two files for task 3: a.cpp and b.cpp".
  std::vector<std::string> problems;
  std::vector<std::string> troubles;  ///< it is graded anyway: "x.cpp was not unpacked: ..."
  /// For the grader to look at: "task 4 speaks of fork".
  std::vector<std::string> remarks;
};

/// 1 for task1_*.cpp and so on to kTasks, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp and so on in these folders, per task the one nearest to the
/// top, and the headers next to them; links are not followed.
Submission read_submission(const std::string& name,
                           const std::vector<std::filesystem::path>& folders);

/// Hash of its files and of `besides`; equal on all machines.
std::string fingerprint(const Submission& submission, const std::string& besides);

}  // namespace marrow::cli
