#include "cli/grade/submission.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>

#include "base/hash.h"
#include "base/text.h"
#include "cli/grade/unpacking.h"
#include "course/check.h"
#include "io/error.h"
#include "io/file.h"
#include "io/number_text.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

/// Words that no solution needs.
constexpr const char* kOddWords[] = {
    "system",  "popen",    "fork",       "exec[lv][ep]?", "fopen",  "open",
    "fstream", "ofstream", "ifstream",   "filesystem",    "socket", "ptrace",
    "syscall", "asm",      "__asm__",    "constructor",   "kill",   "exit",
    "_exit",   "abort",    "quick_exit", "dlopen",        "mmap",   "/proc",
    "environ", "getenv",   "signal",     "pthread_create"};

void look_for_odd_words(Submission& submission) {
  std::map<std::string, const std::string*> texts;
  for (const auto& [task, text] : submission.texts) texts[fmt::format("task {}", task)] = &text;
  for (const auto& [name, text] : submission.headers) texts[name] = &text;
  for (const auto& [what, text] : texts) {
    std::string found;
    for (const char* word : kOddWords) {
      const std::regex pattern(fmt::format("(^|[^A-Za-z0-9_]){}($|[^A-Za-z0-9_])", word));
      if (std::regex_search(*text, pattern))
        found += (found.empty() ? "" : ", ") + std::string(word);
    }
    if (!found.empty()) submission.remarks.push_back(fmt::format("{} speaks of {}", what, found));
  }
}

/// The task of that number; 0: there is none.
int numbered(char digit) {
  static_assert(kTasks <= 9);
  const int task = digit - '0';
  return task >= 1 && task <= kTasks ? task : 0;
}

/// 1 to kTasks for a name that looks like a task's file but is not one; 0 otherwise.
int task_meant(const fs::path& file) {
  const std::string name = lower(file.filename().string());
  const bool fits = name.size() > 5 && name.starts_with("task") && name.find(".c") != name.npos;
  const std::size_t digit = fits ? name.find_first_of("123456789") : std::string::npos;
  return digit != std::string::npos && digit <= 5 ? numbered(name[digit]) : 0;
}

bool is_header(const fs::path& file) {
  const std::string name = file.filename().string(), ending = file.extension().string();
  return (ending == ".h" || ending == ".hpp") && name.size() <= 80 &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
             std::string::npos;
}

void read_headers(const fs::path& folder, Submission& submission) {
  constexpr std::size_t kMostHeaders = 20;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_header(entry.path()) || entry.symlink_status().type() != fs::file_type::regular ||
        submission.headers.size() >= kMostHeaders)
      continue;
    submission.headers[entry.path().filename().string()] =
        io::read_file(entry.path(), kLargestSource);
  }
}

}  // namespace

int task_of(const fs::path& file) {
  const std::string name = file.filename().string();
  const bool fits =
      name.size() > 10 && name.starts_with("task") && name[5] == '_' && name.ends_with(".cpp");
  return fits ? numbered(name[4]) : 0;
}

namespace {

/// The files for tasks that were met so far.
struct TaskFiles {
  std::map<int, fs::path> files;
  std::map<int, int> depths;
  std::map<int, std::string> strays;
};

void look_at(const fs::directory_entry& entry, int depth, TaskFiles& found,
             Submission& submission) {
  const int task = task_of(entry.path());
  const bool is_file = entry.symlink_status().type() == fs::file_type::regular;
  if (task == 0 || !is_file) {
    if (const int meant = task_meant(entry.path()); meant > 0 && !entry.is_directory())
      found.strays[meant] =
          entry.path().filename().string() +
          (is_file ? " is called otherwise" : " is a link, which is not followed");
    return;
  }
  const bool is_first = !found.depths.contains(task);
  if (!is_first && depth == found.depths[task])
    submission.problems.push_back(fmt::format("two files for task {}: {} and {}", task,
                                              found.files[task].filename().string(),
                                              entry.path().filename().string()));
  if (!is_first && depth >= found.depths[task]) return;
  found.depths[task] = depth;
  found.files[task] = entry.path();
}

std::map<int, fs::path> handed_in(const std::vector<fs::path>& folders, Submission& submission) {
  TaskFiles found;
  std::size_t entries = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, options, error), end;
         !error && at != end && ++entries < kMostEntriesHandedIn; at.increment(error)) {
      if (at.depth() >= kDeepestFolder) at.disable_recursion_pending();
      look_at(*at, at.depth(), found, submission);
    }
  }
  for (int task = 1; task <= kTasks; ++task) {
    if (found.files.contains(task)) continue;
    if (found.strays.contains(task))
      submission.remarks.push_back(
          fmt::format("task {} has no file; {}", task, found.strays[task]));
    else if (!course::is_extra(task) && !found.files.empty())
      submission.remarks.push_back(fmt::format("task {} has no file", task));
  }
  if (found.files.empty())
    submission.problems.push_back(
        fmt::format("there is no file task1_*.cpp to task{}_*.cpp", kTasks));
  return found.files;
}

}  // namespace

Submission read_submission(const std::string& name, const std::vector<fs::path>& folders) {
  Submission submission;
  submission.name = name;
  submission.files = handed_in(folders, submission);
  for (const auto& [task, path] : submission.files) {
    try {
      submission.texts[task] = io::read_file(path, kLargestSource);
      read_headers(path.parent_path(), submission);
    } catch (const io::Error& problem) {
      submission.problems.push_back(fmt::format("task {}: {}", task, problem.expected()));
    }
  }
  look_for_odd_words(submission);
  return submission;
}

std::string fingerprint(const Submission& submission, const std::string& besides) {
  Fnv1a hash;
  const auto add = [&](std::string_view text) {
    for (const char letter : text) hash.add(static_cast<unsigned char>(letter));
    hash.add(0x1ffu);
  };
  add(besides);
  for (const auto& [task, text] : submission.texts) {
    add(std::to_string(task));
    add(text);
  }
  for (const auto& [name, text] : submission.headers) {
    add(name);
    add(text);
  }
  for (const std::string& problem : submission.problems) add(problem);
  for (const std::string& trouble : submission.troubles) add(trouble);
  return hex_digits(hash.value());
}

}  // namespace marrow::cli
