#include "cli/grade/submission.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "cli/grade/hand_ins.h"
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
    std::vector<const char*> found;
    for (const char* word : kOddWords) {
      const std::regex pattern(fmt::format("(^|[^A-Za-z0-9_]){}($|[^A-Za-z0-9_])", word));
      if (std::regex_search(*text, pattern)) found.push_back(word);
    }
    if (!found.empty())
      submission.remarks.push_back(fmt::format("{} speaks of {}", what, fmt::join(found, ", ")));
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

/// A header that cannot be read is left out; a file that includes it then does not compile.
void read_header(const fs::directory_entry& entry, Submission& submission) try {
  std::string& text = submission.headers[entry.path().filename().string()];
  std::error_code error;
  if (fs::file_size(entry.path(), error) > 0)
    text = io::read_file(entry.path(), kLargestSource);  // which refuses an empty file
} catch (const io::Error& problem) {
  const std::string name = entry.path().filename().string();
  submission.headers.erase(name);
  submission.troubles.push_back(fmt::format("{} is left out: {}", name, problem.expected()));
}

void read_headers(const fs::path& folder, Submission& submission) {
  constexpr std::size_t kMostHeaders = 20;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_header(entry.path()) || entry.symlink_status().type() != fs::file_type::regular ||
        submission.headers.size() >= kMostHeaders ||
        submission.headers.contains(entry.path().filename().string()))
      continue;
    read_header(entry, submission);
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

struct Candidate {
  fs::path path;
  std::string shown;  ///< the path as the student sees it
  bool is_exact = false;
  int depth = 0;

  bool is_better_than(const Candidate& other) const {
    return is_exact != other.is_exact ? is_exact : depth < other.depth;
  }
};

/// The files for tasks that were found so far.
struct TaskFiles {
  const std::map<int, std::string>& exact_names;
  std::map<int, std::vector<Candidate>> candidates{};
  std::map<int, std::string> strays{};
};

void look_at(const fs::directory_entry& entry, const fs::path& folder, int depth,
             TaskFiles& found) {
  const int task = task_of(entry.path());
  const bool is_file = entry.symlink_status().type() == fs::file_type::regular;
  const std::string name = entry.path().filename().string();
  if (task == 0 || !is_file) {
    if (const int meant = task_meant(entry.path()); meant > 0 && !entry.is_directory())
      found.strays[meant] =
          name + (is_file ? " has the wrong name" : " is a link, which is not followed");
    return;
  }
  const auto exact = found.exact_names.find(task);
  found.candidates[task].push_back(
      {entry.path(), entry.path().lexically_relative(folder).generic_string(),
       exact != found.exact_names.end() && exact->second == name, depth});
}

bool have_equal_text(const fs::path& a, const fs::path& b) try {
  return io::read_file(a, kLargestSource) == io::read_file(b, kLargestSource);
} catch (const io::Error&) {
  return false;
}

/// "a.cpp", or "a.cpp, b.cpp and 2 more".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kNamesListed = 3;
  const std::size_t more = names.size() - std::min(names.size(), kNamesListed);
  const std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.end() - std::ptrdiff_t(more), ", "));
  return more > 0 ? text + fmt::format(" and {} more", more) : text;
}

void choose(int task, std::vector<Candidate> candidates, const std::string& exact_name,
            Submission& submission) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.is_better_than(b) || (!b.is_better_than(a) && a.shown < b.shown);
  });
  const Candidate& best = candidates.front();
  std::vector<std::string> rivals, others;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const bool is_rival =
        !best.is_better_than(candidates[i]) && !have_equal_text(best.path, candidates[i].path);
    (is_rival ? rivals : others).push_back(candidates[i].shown);
  }
  if (!rivals.empty()) {
    rivals.insert(rivals.begin(), best.shown);
    submission.left_out[task] =
        fmt::format("task {} is not graded: there are several files for it: {}; keep {}", task,
                    listed(rivals), exact_name.empty() ? "one" : "one, " + exact_name);
    return;
  }
  submission.files[task] = best.path;
  if (!others.empty())
    submission.notes.push_back(
        fmt::format("task {}: {} counts, and not {}", task, best.shown, listed(others)));
}

void note_missing(const TaskFiles& found, const std::set<int>& tasks, Submission& submission) {
  for (int task = 1; task <= kTasks; ++task) {
    if (found.candidates.contains(task) || (!tasks.empty() && !tasks.contains(task))) continue;
    if (const auto stray = found.strays.find(task); stray != found.strays.end())
      submission.notes.push_back(fmt::format("task {} has no file; {}", task, stray->second));
    else if (!course::is_extra(task) && !found.candidates.empty())
      submission.notes.push_back(fmt::format("task {} has no file", task));
  }
}

void find_files(const std::vector<fs::path>& folders, const std::map<int, std::string>& exact_names,
                const std::set<int>& tasks, Submission& submission) {
  TaskFiles found{exact_names};
  std::size_t entries = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, options, error), end;
         !error && at != end && ++entries < kMostEntriesHandedIn; at.increment(error)) {
      if (at.depth() >= kDeepestFolder) at.disable_recursion_pending();
      look_at(*at, folder, at.depth(), found);
    }
  }
  for (const auto& [task, candidates] : found.candidates) {
    const auto exact = exact_names.find(task);
    choose(task, candidates, exact != exact_names.end() ? exact->second : std::string(),
           submission);
  }
  note_missing(found, tasks, submission);
  if (found.candidates.empty())
    submission.problems.push_back(
        fmt::format("there is no file task1_*.cpp to task{}_*.cpp", kTasks));
}

}  // namespace

Submission read_submission(const std::string& name, const std::vector<fs::path>& folders,
                           const std::map<int, std::string>& exact_names,
                           const std::set<int>& tasks) {
  Submission submission;
  submission.name = name;
  find_files(folders, exact_names, tasks, submission);
  std::set<fs::path> read;  // folders
  for (const auto& [task, path] : submission.files) {
    try {
      submission.texts[task] = io::read_file(path, kLargestSource);
      if (read.insert(path.parent_path()).second) read_headers(path.parent_path(), submission);
    } catch (const io::Error& problem) {
      submission.left_out[task] = fmt::format("task {} is not graded: {}: {}", task,
                                              path.filename().string(), problem.expected());
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
  for (const auto& [task, why] : submission.left_out) add(why);
  for (const auto* lines : {&submission.problems, &submission.troubles, &submission.notes})
    for (const std::string& line : *lines) add(line);
  return hex_digits(hash.value());
}

}  // namespace marrow::cli
