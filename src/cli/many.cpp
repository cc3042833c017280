// marrow report|skin|render|convert --out-dir: many files, each in a process of its own; one JSON line a file.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/workers.h"
#include "scene/parallel.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

struct Job {
  std::string in, out;
  std::string problem;  ///< why it cannot even be tried
};

/// What a command writes when --to does not say.
std::string default_extension(const std::string& command) {
  static const std::map<std::string, std::string> extensions = {{"report", "json"}, {"skin", "obj"}, {"render", "png"}, {"convert", ""}};
  const auto found = extensions.find(command);
  if (found == extensions.end()) throw UsageError("--out-dir: expected one of the commands report, skin, render, convert");
  return found->second;
}

void check_extension(const std::string& command, const std::string& extension) {
  const io::Format* format = io::format_of("x." + extension);
  const bool can_save = format != nullptr && format->can_save();
  const bool fits = (command == "report" && (extension == "json" || extension == "csv")) || (command == "render" && extension == "png") ||
                    (command == "skin" && extension == "obj") || (command == "convert" && can_save);
  if (fits) return;
  const char* expected = command == "report"   ? "json (or csv for the influences)"
                         : command == "render" ? "png"
                         : command == "skin"   ? "obj"
                                               : "a format that can be written: glb, gltf or obj";
  throw UsageError("--to \"" + extension + "\": expected " + expected);
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

std::vector<Job> jobs_of(const ManyOptions& options) {
  const std::string extension = options.to.empty() ? default_extension(options.command) : options.to;
  default_extension(options.command);
  check_extension(options.command, extension);
  std::vector<Job> jobs;
  std::map<std::string, std::string> writer;  // output -> the first input that writes it
  for (const std::string& file : options.files) {
    const fs::path out = fs::path(options.out_dir) / (fs::path(file).stem().string() + "." + extension);
    Job job{file, out.string(), {}};
    const auto [entry, is_new] = writer.emplace(job.out, file);
    if (!is_new) job.problem = file + ": --out-dir: expected another name, " + entry->second + " writes " + job.out + " too";
    if (is_same_file(file, out)) job.problem = file + ": --out-dir: expected another folder, it would write over its own input";
    jobs.push_back(std::move(job));
  }
  return jobs;
}

/// Done before: the output is newer than the input.
bool is_up_to_date(const Job& job) {
  std::error_code no_output, no_input;
  const auto written = fs::last_write_time(job.out, no_output);
  const auto changed = fs::last_write_time(job.in, no_input);
  return !no_output && !no_input && written > changed;
}

int run_job(const ManyOptions& options, const Job& job) {
  if (options.command == "report") {
    ReportOptions one = options.report;
    one.file = job.in;
    (fs::path(job.out).extension() == ".csv" ? one.influences : one.json) = job.out;
    return report(one);
  }
  if (options.command == "skin") {
    SkinOptions one = options.skin;
    one.file = job.in;
    one.out = job.out;
    return skin(one);
  }
  if (options.command == "render") {
    RenderOptions one = options.render;
    one.file = job.in;
    one.out = job.out;
    return render(one);
  }
  ConvertOptions one = options.convert;
  one.in = job.in;
  one.out = job.out;
  return convert(one);
}

/// Prints what became of the jobs as they end.
class Log {
 public:
  explicit Log(std::size_t total) : progress_(total) {}

  void working_on(const std::string& file) { progress_.show(ended_, file); }

  /// One JSON line; what went wrong also goes to standard error. `messages` are the job's own lines, "marrow: " in front of each.
  void ended(const Job& job, const char* status, const std::string& messages) {
    ++ended_;
    progress_.clear();
    nlohmann::ordered_json line = {{"file", job.in}, {"out", job.out}, {"status", status}, {"messages", nlohmann::json::array()}};
    std::istringstream lines(messages);
    for (std::string text; std::getline(lines, text);) {
      const std::string prefix = "marrow: ";
      line["messages"].push_back(text.rfind(prefix, 0) == 0 ? text.substr(prefix.size()) : text);
      if (std::string(status) == "failed") fmt::print(stderr, "{}\n", text);
    }
    fmt::print("{}\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    std::fflush(stdout);
  }
  void failed(const Job& job, const std::string& messages) {
    ++failures_;
    ended(job, "failed", messages);
  }

  std::size_t failures() const { return failures_; }
  std::size_t count() const { return ended_; }

 private:
  Progress progress_;
  std::size_t ended_ = 0;
  std::size_t failures_ = 0;
};

void take_one(Workers& workers, const std::vector<Job>& jobs, Log& log) {
  const Workers::Finished finished = workers.wait_for_one();
  const Job& job = jobs[finished.job];
  if (finished.done) {
    log.ended(job, "done", finished.messages);
  } else {
    log.failed(job, finished.messages.rfind("marrow: ", 0) == 0 ? finished.messages : "marrow: " + job.in + ": " + finished.messages);
  }
}

void run_all(const ManyOptions& options, const std::vector<Job>& jobs, Log& log) {
  const auto at_once = static_cast<std::size_t>(std::max(1, options.jobs));
  const InterruptGuard guard;
  Workers workers;
  for (std::size_t i = 0; i < jobs.size() && !InterruptGuard::is_interrupted(); ++i) {
    if (!jobs[i].problem.empty()) {
      log.failed(jobs[i], "marrow: " + jobs[i].problem);
    } else if (is_up_to_date(jobs[i])) {
      log.ended(jobs[i], "skipped", "");
    } else {
      while (workers.running() >= at_once) take_one(workers, jobs, log);
      if (InterruptGuard::is_interrupted()) break;
      workers.start(i, [&options, &job = jobs[i], threads = std::max(1, thread_limit() / int(at_once))] {
        set_thread_limit(threads);  // the machine is shared by those at work
        return run_job(options, job);
      });
      log.working_on(jobs[i].in);
    }
  }
  while (workers.running() > 0) take_one(workers, jobs, log);
  if (InterruptGuard::is_interrupted() && log.count() < jobs.size()) {
    throw std::runtime_error(fmt::format("stopped after {} of {} files; the same command again does the rest", log.count(), jobs.size()));
  }
}

}  // namespace

int many(const ManyOptions& options) {
  std::size_t failures = 0;
  const int status = guarded(options.command, [&] {
    const std::vector<Job> jobs = jobs_of(options);
    std::error_code error;
    fs::create_directories(options.out_dir, error);
    if (error) throw io::Error(options.out_dir, "--out-dir", "expected a folder that can be written: " + error.message());
    Log log(jobs.size());
    run_all(options, jobs, log);
    failures = log.failures();
  });
  return status == kDone && failures > 0 ? kFailed : status;
}

}  // namespace marrow::cli
