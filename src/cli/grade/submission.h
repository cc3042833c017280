// One student's files, and findings before anything runs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace marrow::cli {

struct Submission {
  std::string name;
  std::map<int, std::filesystem::path> files;
  std::map<int, std::string>
      texts;  ///< by task, as they were when they were read: what is compiled is a copy
  std::map<std::string, std::string> headers;  ///< beside them, by name
  std::vector<std::string> problems;  ///< why none of it is graded: "two files for task 3: a.cpp
                                      ///< and b.cpp"
  std::vector<std::string> troubles;  ///< in spite of which it is: "x.cpp was not unpacked: ..."
  /// "task 4 speaks of fork", "task 1 has no file; Task1.cpp is called otherwise": for the grader
  /// to look at.
  std::vector<std::string> remarks;
};

/// 1 for task1_*.cpp and so on to kTasks, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp and so on in these folders, per task the one nearest to the
/// top, and the headers beside them; links are not followed.
Submission read_submission(const std::string& name,
                           const std::vector<std::filesystem::path>& folders);

/// Hash of its files and of `besides`; equal on all machines.
std::string fingerprint(const Submission& submission, const std::string& besides);

}  // namespace marrow::cli
