// marrow report|skin|render|convert --out-dir: many files, a process and a JSON line each.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/common.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "platform/interrupts.h"
#include "platform/workers.h"
#include "scene/parallel.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

struct FileJob {
  std::string in, out;
  std::string problem;  ///< why it cannot be started
};

std::vector<FileJob> jobs_of(const FileOptions& words, const ManyFiles& way) {
  const std::string extension = words.to.empty() ? way.extension : words.to;
  if (!way.can_write(extension))
    throw UsageError("--to \"" + extension + "\": expected " + way.expected);
  std::vector<FileJob> jobs;
  std::error_code error;
  std::set<fs::path> inputs;
  for (const std::string& file : words.files) inputs.insert(fs::weakly_canonical(file, error));
  std::map<std::string, std::string> writer;  // output -> the first input that writes it
  for (const std::string& file : words.files) {
    const fs::path out =
        fs::path(words.out_dir) / (fs::path(file).stem().string() + "." + extension);
    FileJob job{file, out.string(), {}};
    const auto [entry, is_new] = writer.emplace(job.out, file);
    if (!is_new)
      job.problem = file + ": --out-dir: expected another name, " + entry->second + " writes " +
                    job.out + " too";
    if (is_same_file(file, out) || inputs.count(fs::weakly_canonical(out, error)) > 0)
      job.problem =
          file + ": --out-dir: expected another folder, " + job.out + " is one of the inputs";
    jobs.push_back(std::move(job));
  }
  return jobs;
}

/// Done before: the output is newer than the input.
bool is_up_to_date(const FileJob& job) {
  std::error_code no_output, no_input;
  const auto written = fs::last_write_time(job.out, no_output);
  const auto changed = fs::last_write_time(job.in, no_input);
  return !no_output && !no_input && written > changed;
}

/// Prints what became of the jobs as they end.
class Log {
 public:
  explicit Log(std::size_t total) : progress_(total) {}

  void working_on(const std::string& file) { progress_.show(ended_, file); }

  /// One JSON line; failures also go to standard error. `messages`: the job's own lines, each after
  /// "marrow: ".
  void ended(const FileJob& job, const char* status, const std::string& messages) {
    ++ended_;
    progress_.clear();
    nlohmann::ordered_json line = {{"file", job.in},
                                   {"out", job.out},
                                   {"status", status},
                                   {"messages", nlohmann::json::array()}};
    std::istringstream lines(messages);
    for (std::string text; std::getline(lines, text);) {
      const std::string prefix = "marrow: ";
      line["messages"].push_back(text.rfind(prefix, 0) == 0 ? text.substr(prefix.size()) : text);
      if (std::string(status) == "failed") print_error(line["messages"].back());
    }
    print(line.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n");
    std::fflush(stdout);
  }
  void failed(const FileJob& job, const std::string& messages) {
    ++failures_;
    ended(job, "failed", messages);
  }

  std::size_t failures() const { return failures_; }
  std::size_t count() const { return ended_; }

 private:
  ProgressBar progress_;
  std::size_t ended_ = 0;
  std::size_t failures_ = 0;
};

void take_one(platform::Workers& workers, const std::vector<FileJob>& jobs, Log& log) {
  const platform::Workers::Finished finished = workers.wait_for_one();
  const FileJob& job = jobs[finished.job];
  if (finished.done) {
    log.ended(job, "done", finished.messages);
  } else {
    log.failed(job, finished.messages.rfind("marrow: ", 0) == 0
                        ? finished.messages
                        : "marrow: " + job.in + ": " + finished.messages);
  }
}

void run_all(const ManyFiles& way, std::size_t at_once, const std::vector<FileJob>& jobs,
             Log& log) {
  const platform::InterruptGuard guard;
  platform::Workers workers;
  for (std::size_t i = 0; i < jobs.size() && !platform::InterruptGuard::is_interrupted(); ++i) {
    if (!jobs[i].problem.empty()) {
      log.failed(jobs[i], "marrow: " + jobs[i].problem);
    } else if (is_up_to_date(jobs[i])) {
      log.ended(jobs[i], "skipped", "");
    } else {
      while (workers.running() >= at_once) take_one(workers, jobs, log);
      if (platform::InterruptGuard::is_interrupted()) break;
      workers.start(i,
                    [&way, &job = jobs[i], threads = std::max(1, thread_limit() / int(at_once))] {
                      set_thread_limit(threads);  // the running processes share the machine
                      return way.run(job.in, job.out);
                    });
      log.working_on(jobs[i].in);
    }
  }
  while (workers.running() > 0) take_one(workers, jobs, log);
  if (platform::InterruptGuard::is_interrupted() && log.count() < jobs.size()) {
    throw std::runtime_error(
        fmt::format("stopped after {} of {} files; the same command again does the rest",
                    log.count(), jobs.size()));
  }
}

}  // namespace

int many(const FileOptions& words, const ManyFiles& way) {
  if (!words.out.empty())
    throw UsageError(fmt::format("{}: -o and --out-dir exclude each other", way.command));
  std::size_t failures = 0;
  const int status = guarded(way.command, [&] {
    const std::vector<FileJob> jobs = jobs_of(words, way);
    make_folder(words.out_dir, "--out-dir");
    Log log(jobs.size());
    run_all(way, static_cast<std::size_t>(std::max(1, words.jobs)), jobs, log);
    failures = log.failures();
  });
  return status == kDone && failures > 0 ? kFailed : status;
}

}  // namespace marrow::cli
