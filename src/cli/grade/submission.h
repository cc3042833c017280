// One student's files, and what is found in them before anything runs.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace marrow::cli {

struct Submission {
  std::string name;
  std::map<int, std::filesystem::path> files;  ///< by task; only files that count
  std::map<int, std::string> texts;            ///< by task; copies of these are compiled
  std::map<std::string, std::string> headers;  ///< next to the files, by name
  /// Why nothing of it is graded: "there is no file task1_*.cpp to task9_*.cpp".
  std::vector<std::string> problems;
  /// Tasks whose file is not graded, and why: "task 9 is not graded: task9_centers.cpp: the file is
  /// empty". Only that task is lost.
  std::map<int, std::string> left_out;
  std::vector<std::string> troubles;  ///< what does not stop grading: "x.cpp was not unpacked: ..."
  /// Which files were taken, if that is not obvious: "task 2 has no file; Task2.cpp has the
  /// wrong name".
  std::vector<std::string> notes;
  /// For the grader alone: "task 4 speaks of fork".
  std::vector<std::string> remarks;
};

/// 1 for task1_*.cpp and so on to kTasks, otherwise 0.
int task_of(const std::filesystem::path& file);

/// Regular files named task1_*.cpp and so on in these folders, and the headers next to them; links
/// are not followed. Of several files for a task the one with the name in `exact_names` counts,
/// else the one nearest to the top. If two different files are equally good, neither counts.
/// Missing files are noted for `tasks` only; empty: for all tasks.
Submission read_submission(const std::string& name,
                           const std::vector<std::filesystem::path>& folders,
                           const std::map<int, std::string>& exact_names = {},
                           const std::set<int>& tasks = {});

/// Hash of the submission's files and of `besides`; equal on all machines.
std::string fingerprint(const Submission& submission, const std::string& besides);

}  // namespace marrow::cli
