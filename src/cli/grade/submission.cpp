#include "cli/grade/submission.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>

#include "base/hash.h"
#include "base/text.h"
#include "course/check.h"
#include "io/error.h"
#include "io/file.h"
#include "io/text.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 6;
constexpr int kMostEntries = 20'000;  // more: a whole build was handed in
constexpr std::uint64_t kLargestFile = 1u << 20;

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

/// 1 to 5 for a name that looks like a task's file but is not one; 0 otherwise.
int task_meant(const fs::path& file) {
  const std::string name = lower(file.filename().string());
  const bool fits = name.size() > 5 && name.starts_with("task") && name.find(".c") != name.npos;
  const std::size_t digit = fits ? name.find_first_of("12345") : std::string::npos;
  return digit != std::string::npos && digit <= 5 ? name[digit] - '0' : 0;
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
        io::read_file(entry.path(), kLargestFile);
  }
}

}  // namespace

int task_of(const fs::path& file) {
  const std::string name = file.filename().string();
  const bool fits = name.size() > 10 && name.starts_with("task") && name[4] >= '1' &&
                    name[4] <= '5' && name[5] == '_' && name.ends_with(".cpp");
  return fits ? name[4] - '0' : 0;
}

static std::map<int, fs::path> handed_in(const fs::path& folder, Submission& submission) {
  std::map<int, fs::path> files;
  std::map<int, int> depths;
  std::map<int, std::string> strays;
  std::error_code error;
  int entries = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, error), end;
       !error && at != end && ++entries < kMostEntries; at.increment(error)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    const int task = task_of(at->path());
    const bool is_file = at->symlink_status().type() == fs::file_type::regular;
    if (task == 0 || !is_file) {
      if (const int meant = task_meant(at->path()); meant > 0 && !at->is_directory())
        strays[meant] = at->path().filename().string() +
                        (is_file ? " is called otherwise" : " is a link, which is not followed");
      continue;
    }
    const bool is_first = !depths.contains(task);
    if (!is_first && at.depth() == depths[task])
      submission.problems.push_back(fmt::format("two files for task {}: {} and {}", task,
                                                files[task].filename().string(),
                                                at->path().filename().string()));
    if (!is_first && at.depth() >= depths[task]) continue;
    depths[task] = at.depth();
    files[task] = at->path();
  }
  for (int task = 1; task <= course::kExtraTask; ++task) {
    if (files.contains(task)) continue;
    if (strays.contains(task))
      submission.remarks.push_back(fmt::format("task {} has no file; {}", task, strays[task]));
    else if (task != course::kExtraTask && !files.empty())
      submission.remarks.push_back(fmt::format("task {} has no file", task));
  }
  if (files.empty()) submission.problems.push_back("there is no file task1_*.cpp to task5_*.cpp");
  return files;
}

Submission read_submission(const fs::path& folder) {
  Submission submission;
  submission.name = folder.filename().string();
  submission.files = handed_in(folder, submission);
  for (const auto& [task, path] : submission.files) {
    try {
      submission.texts[task] = io::read_file(path, kLargestFile);
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
  return hex_digits(hash.value());
}

std::vector<fs::path> submission_folders(const fs::path& class_folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(class_folder, error))
    if (entry.symlink_status().type() == fs::file_type::directory &&
        !entry.path().filename().string().starts_with('.'))
      folders.push_back(entry.path());
  if (error || folders.empty())
    throw io::Error(class_folder.string(), "--submissions",
                    "expected a folder with one folder a student");
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace marrow::cli
