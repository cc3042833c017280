// marrow grade --submissions: compiles and grades every student's folder in isolation.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

#include "cli/common.h"
#include "cli/grade/class_pages.h"
#include "cli/grade/submission_builder.h"
#include "cli/grade/viva.h"
#include "cli/printing.h"
#include "io/file.h"
#include "io/write_file.h"
#include "platform/folders.h"
#include "platform/interrupts.h"
#include "platform/jobs.h"
#include "platform/users.h"
#include "scene/parallel.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnpacked = ".unpacked";  // in the folder of results; no student is called so
constexpr double kCompilerSeconds = 120.0;      // per file
constexpr std::uint64_t kLargestRoster = 16u << 20;

/// A text that changes when the file does.
std::string of_file(const fs::path& path) {
  return fmt::format("{} {} {}", path.filename().string(), fs::file_size(path),
                     fs::last_write_time(path).time_since_epoch().count());
}

/// A temporary folder that other users can pass through but not list.
struct PrivatePlace {
  PrivatePlace() : folder(platform::make_temporary_folder("marrow-class")) {
    fs::permissions(folder, fs::perms(0711));
  }
  ~PrivatePlace() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  PrivatePlace(const PrivatePlace&) = delete;
  PrivatePlace& operator=(const PrivatePlace&) = delete;

  fs::path folder;
};

/// Data that all submissions of a class share.
struct Class {
  const GradeOptions& options;
  fs::path source, out;
  Sandbox sandbox;
  std::optional<PrivatePlace> place;  ///< for commands of other users, if isolation is not possible
  Graded graded;
  SubmissionBuilder builder;                           ///< throws if `source` is not a repository
  std::vector<std::pair<fs::path, fs::perms>> before;  ///< original permissions (keep_private())
  std::string besides;  ///< what results depend on besides a student's files

  explicit Class(const GradeOptions& given)
      : options(given),
        source(source_of(given)),
        out(fs::absolute(given.out_dir)),
        place(uses_users() ? std::make_optional<PrivatePlace>() : std::nullopt),
        graded(cli::graded(given)),
        builder(
            source,
            (place ? place->folder / "grader" : out / ".grader") / (given.wasm ? "wasm" : "native"),
            sandbox, kCompilerSeconds, given.wasm ? Target::wasm : Target::native,
            given.megabytes) {
    if (place) keep_private();
    keep_seed();
    besides =
        fmt::format("{} {} {} {} {} {} {}", given.seconds, given.megabytes, given.wasm, given.viva,
                    given.course_seed, course::input_seed(), of_file(platform::program_file()));
    for (const course::Check* check : graded.checks) besides += " " + check->name;
    if (!given.course.empty()) besides += " " + of_file(given.course);
    if (given.hidden.empty()) return;
    if (!sandbox.isolates() && !place && !given.accepts_leak)
      throw UsageError("--hidden: a submission could read the hidden checks here (" +
                       sandbox.problem() +
                       ", and the grader is not root); --accept-leak runs them all the same");
    std::set<std::string> changed;
    for (const fs::directory_entry& entry : fs::directory_iterator(given.hidden))
      if (entry.is_regular_file()) changed.insert(of_file(entry.path()));
    for (const std::string& file : changed) besides += " " + file;
  }

  bool uses_users() const { return !sandbox.isolates() && sandbox.has_users(); }

  Class(const Class&) = delete;
  Class& operator=(const Class&) = delete;
  ~Class() {
    std::error_code ignored;
    for (const auto& [path, rights] : before) fs::permissions(path, rights, ignored);
  }

  /// All students get the same inputs, also in later runs.
  void keep_seed() {
    const fs::path kept = out / ".seed";
    if (options.seed == 0 && fs::exists(kept))
      course::set_input_seed(unsigned(std::strtoul(io::read_file(kept).c_str(), nullptr, 10)));
    fs::create_directories(out);
    io::write_file(kept, std::to_string(course::input_seed()));
  }

  /// Takes other users' rights to private folders away while grading runs: without isolation only
  /// permissions protect these folders.
  void keep_private() {
    const auto others = fs::perms::group_all | fs::perms::others_all;
    fs::create_directories(out);
    for (const fs::path& path : {fs::path(options.submissions), out, fs::path(options.hidden),
                                 fs::path(options.roster), source / "src" / "rig" / "solution"}) {
      if (path.empty() || !fs::exists(path)) continue;
      before.emplace_back(path, fs::status(path).permissions());
      fs::permissions(path, others, fs::perm_options::remove);
    }
  }
};

/// Decoys of what a student's functions must not touch: the class's folder, the results, the
/// solution, the grader's home. No classmate's name is among them.
void plant_decoys(const Class& all, AccessMonitor& monitor) {
  Sandbox::prepare(monitor);
  const fs::path home = platform::home_folder();
  if (home.has_relative_path()) monitor.plant_folder(home, "the grader's home");
  monitor.plant_folder(all.out, "the results");
  const fs::path solution = all.source / "src" / "rig" / "solution";
  if (fs::is_directory(solution)) {
    monitor.plant_folder(solution, "the solution");
    std::error_code unreadable;  // if the grader cannot read it, neither can the submission
    for (const fs::directory_entry& entry : fs::directory_iterator(solution, unreadable))
      monitor.plant_file(entry.path());
  }
  monitor.plant_folder(fs::weakly_canonical(all.options.submissions), "the class's folder");
}

/// One submission in progress: read, compiled, run, recorded.
class Student {
 public:
  Student(const Class& of, const HandIn& hand_in, unsigned user)
      : class_(of),
        user_(user),
        submission_(submission_of(hand_in, of)),
        out_(of.out / submission_.name),
        work_(of.place ? of.place->folder / std::to_string(user) : out_ / "work"),
        fingerprint_(fingerprint(submission_, of.besides)) {}

  const std::string& name() const { return submission_.name; }
  unsigned user() const { return user_; }

  /// The row of an earlier run with the same files.
  std::optional<ClassRow> done_before() const {
    if (!fs::exists(out_ / "marks.json")) return std::nullopt;
    const std::optional<ClassRow> row = read_row(io::read_file(out_ / "marks.json"));
    return row && row->fingerprint == fingerprint_ ? row : std::nullopt;
  }

  /// Does the next step without blocking. Returns true once the row exists.
  bool poll() {
    if (class_.options.course_seed > 0)  // judges are forked, and results written, in here
      course::set_variant({unsigned(class_.options.course_seed), submission_.name});
    if (!has_started_) start();
    if (build_ && !poll_build()) return false;
    if (monitor_) monitor_->look();
    if (runner_ && monitor_ && monitor_->is_overrun()) {
      submission_.problems.push_back("writes outside its folder without end");
      runner_.reset();
    }
    if (runner_) {
      runner_->poll();
      if (!runner_->is_done()) return false;
    }
    if (!is_recorded_) finish();
    if (viva_ && !viva_->poll()) return false;
    leave();
    return true;
  }

  /// A row without a grade. Nothing is kept, so the next run tries again.
  void fail(const std::string& why) {
    row_ = {};
    row_.name = submission_.name;
    row_.troubles = {"could not be graded: " + why};
  }

  const ClassRow& row() const { return row_; }

 private:
  /// A hand-in that cannot be read must not stop the others.
  static Submission submission_of(HandIn hand_in, const Class& of) try {
    const fs::path scratch = of.out / kUnpacked / "students" / hand_in.name;
    std::set<int> tasks;
    for (const course::Check* check : of.graded.all()) tasks.insert(check->task);
    Submission submission =
        read_submission(hand_in.name, collect(hand_in, scratch), of.builder.names(), tasks);
    submission.troubles.insert(submission.troubles.begin(), hand_in.troubles.begin(),
                               hand_in.troubles.end());
    return submission;
  } catch (const std::exception& error) {
    Submission submission;
    submission.name = hand_in.name;
    submission.problems = {std::string("cannot be read: ") + error.what()};
    return submission;
  }

  void start() {
    has_started_ = true;
    fs::create_directories(out_);
    for (const char* file :
         {"results.json", "results.xml", "results.txt", "for_student.txt", "for_student.html",
          "compiler.txt", "viva.txt", "viva.json", "marks.json"})
      fs::remove(out_ / file);
    if (submission_.problems.empty() && !submission_.texts.empty())
      build_ = class_.builder.start(submission_, work_, user_);
  }

  bool poll_build() {
    if (!build_->poll()) return false;
    if (!build_->messages().empty()) io::write_file(out_ / "compiler.txt", build_->messages());
    submission_.left_out.insert(build_->left_out().begin(), build_->left_out().end());
    if (!build_->problem().empty()) submission_.problems.push_back(build_->problem());
    if (submission_.problems.empty()) {
      class_.builder.keep_compiled(*build_);
      run();
    }
    to_do_again_ = build_->was_killed();
    build_.reset();
    return true;
  }

  /// Why the functions of a task are not called; empty if they are.
  std::string reason_not_to_run(int task) const {
    if (const auto why = submission_.left_out.find(task); why != submission_.left_out.end())
      return why->second;
    if (!submission_.problems.empty()) return submission_.problems.front();
    if (!submission_.texts.contains(task)) return fmt::format("task {} was not handed in", task);
    if (class_.builder.is_untouched(submission_, task))
      return fmt::format("task {} is as it was handed out", task);
    return {};
  }

  void run() {
    std::vector<const course::Check*> checks;
    for (const course::Check* check : class_.graded.checks)
      if (reason_not_to_run(check->task).empty()) checks.push_back(check);
    if (!checks.empty()) runner_ = runner_of(std::move(checks), class_.options.seconds);
  }

  std::unique_ptr<course::Runner> runner_of(std::vector<const course::Check*> checks,
                                            double seconds) {
    const fs::path program = SubmissionBuilder::program_in(work_);
    course::RunOptions run;
    run.checks = std::move(checks);
    run.limits = {seconds, std::size_t(class_.options.megabytes) << 20};
    constexpr int kOwnMegabytes = 64;  // for a program and its libraries
    const Sandbox& sandbox = class_.sandbox;
    SandboxLimits limits{class_.options.seconds, class_.options.megabytes + kOwnMegabytes, 4};
    if (sandbox.isolates() || sandbox.has_users()) limits.processes = kProcesses;
    run.served_by = {[this, program, limits] { return command_for_check(program, limits); },
                     [this](const course::Check& check, const Tasks& tasks) {
                       return class_.graded.outcome_of(check, tasks);
                     }};
    return std::make_unique<course::Runner>(run);
  }

  /// No file and no process of one check survives into the next.
  std::vector<std::string> command_for_check(const fs::path& program, const SandboxLimits& limits) {
    if (class_.options.wasm) return class_.builder.command_for(program);
    const Sandbox& sandbox = class_.sandbox;
    if (!sandbox.isolates()) {
      sandbox.end_all_of(user_);
      return sandbox.around({program.string()}, {}, user_, limits);
    }
    if (monitor_) {
      monitor_->renew();
    } else {
      monitor_ = std::make_unique<AccessMonitor>([this, program](AccessMonitor& monitor) {
        plant_decoys(class_, monitor);
        class_.sandbox.give(monitor.root(), user_);
        monitor.place_program(program);
        monitor.watch();
      });
    }
    return sandbox.around_stranger(*monitor_, user_, limits);
  }

  /// The results of all checks. Checks that were not run count as failed, but name no mistake.
  std::vector<course::Result> all_results() const {
    std::vector<course::Result> results;
    std::size_t next = 0;  // among the checks that were run, which are in the same order
    for (const course::Check* check : class_.graded.checks) {
      const std::string why = reason_not_to_run(check->task);
      if (runner_ && why.empty()) {
        results.push_back(runner_->results()[next++]);
        continue;
      }
      course::Result result;
      result.check = check;
      result.verdict = course::Verdict::failed;
      result.outcome = course::without_result(why);
      result.outcome.expected = "a file for the task that compiles";
      results.push_back(std::move(result));
    }
    return results;
  }

  void add_troubles() {
    std::vector<std::string> troubles = submission_.troubles;
    if (monitor_) {
      monitor_->look();
      const std::vector<std::string> findings = monitor_->findings();
      troubles.insert(troubles.begin(), findings.begin(), findings.end());
      monitor_.reset();
    }
    for (const auto& [task, why] : submission_.left_out) troubles.push_back(why);
    troubles.insert(troubles.end(), submission_.problems.begin(), submission_.problems.end());
    row_.troubles.insert(row_.troubles.begin(), troubles.begin(), troubles.end());
  }

  void finish() {
    Marks marks{submission_.name, all_results(), 0.0, submission_.notes};
    for (const auto& [task, why] : submission_.left_out) marks.notes.push_back(why);
    for (const course::Result& result : marks.results)
      marks.seconds += result.milliseconds / 1000.0;
    row_ = row_of(submission_.name, marks);
    row_.fingerprint = fingerprint_;
    row_.remarks = submission_.notes;
    row_.remarks.insert(row_.remarks.end(), submission_.remarks.begin(), submission_.remarks.end());
    add_troubles();
    to_do_again_ = to_do_again_ || std::any_of(marks.results.begin(), marks.results.end(),
                                               [](const course::Result& result) {
                                                 return result.verdict == course::Verdict::killed;
                                               });
    io::write_file(out_ / "results.json", as_json(marks, class_.graded));
    io::write_file(out_ / "results.xml", as_junit(marks, class_.graded));
    io::write_file(out_ / "results.txt", as_text(marks, class_.graded));
    io::write_file(out_ / "for_student.txt",
                   as_text(seen_by_student(marks, class_.graded), class_.graded));
    io::write_file(out_ / "for_student.html", as_html(marks, class_.graded));
    is_recorded_ = true;
    if (runner_ && class_.options.viva) begin_viva();
    runner_.reset();
  }

  /// Allows a check at most a second: without some lines a loop never ends.
  void begin_viva() {
    viva_ =
        std::make_unique<Viva>(class_.builder, submission_, runner_->results(), work_, user_,
                               [this](const std::vector<const course::Check*>& checks) {
                                 return runner_of(checks, std::min(class_.options.seconds, 1.0));
                               });
  }

  void leave() {
    if (viva_) viva_->write_to(out_);
    // Last: it marks the other files as complete.
    if (!to_do_again_) io::write_file(out_ / "marks.json", saved_row(row_));
    class_.sandbox.end_all_of(user_);
    fs::remove_all(work_);
  }

  static constexpr int kProcesses = 16;

  const Class& class_;
  unsigned user_;
  Submission submission_;
  fs::path out_, work_;
  std::string fingerprint_;  ///< of what was handed in
  bool has_started_ = false, is_recorded_ = false;
  bool to_do_again_ = false;  ///< something outside stopped it: the next run grades it again
  std::unique_ptr<Build> build_;
  std::unique_ptr<AccessMonitor> monitor_;  ///< watches the functions, if they are isolated
  std::unique_ptr<course::Runner> runner_;
  std::unique_ptr<Viva> viva_;
  ClassRow row_;
};

void print_row(const ClassRow& row, const char* how) {
  std::string text = fmt::format("{:<24} {:>3} of {:<3} points, extra {:>2}  {}", row.name,
                                 row.tasks[0].got, row.tasks[0].most, extra_of(row), how);
  for (const std::string& trouble : row.troubles) text += "  " + trouble;
  print(text + "\n");
  std::fflush(stdout);
}

/// One student's failure (an unwritable folder, no more processes) must not stop the others.
bool has_ended(Student& student) try {
  return student.poll();
} catch (const std::exception& error) {
  student.fail(error.what());
  return true;
}

/// The next user, in turn, that no submission in progress runs as.
unsigned free_user(const Sandbox& sandbox, const std::vector<std::unique_ptr<Student>>& at_work,
                   std::size_t& turn) {
  for (;;) {
    const unsigned user = sandbox.user_of(turn++);
    if (std::none_of(at_work.begin(), at_work.end(),
                     [&](const auto& student) { return student->user() == user; }))
      return user;
  }
}

std::vector<ClassRow> grade_all(const Class& all, const std::vector<HandIn>& class_hand_ins) {
  std::vector<ClassRow> rows;
  std::vector<std::unique_ptr<Student>> at_work;
  ProgressBar progress(class_hand_ins.size());
  const platform::InterruptGuard guard;
  std::size_t next = 0, turn = 0;
  const auto take = [&](const ClassRow& row, const char* how) {
    progress.clear();
    print_row(row, how);
    rows.push_back(row);
  };
  while (next < class_hand_ins.size() || !at_work.empty()) {
    if (platform::InterruptGuard::is_interrupted()) {
      throw std::runtime_error(
          fmt::format("stopped after {} of {} submissions; the same command again does the rest",
                      rows.size(), class_hand_ins.size()));
    }
    while (next < class_hand_ins.size() && int(at_work.size()) < all.options.jobs) {
      const unsigned user = free_user(all.sandbox, at_work, turn);
      auto student = std::make_unique<Student>(all, class_hand_ins[next++], user);
      if (const std::optional<ClassRow> row = student->done_before()) {
        take(*row, "(as before)");
        continue;
      }
      progress.show(rows.size(), student->name());
      at_work.push_back(std::move(student));
    }
    for (std::unique_ptr<Student>& student : at_work) {
      if (!has_ended(*student)) continue;
      take(student->row(), "");
      student.reset();
    }
    std::erase(at_work, nullptr);
    platform::pause(3.0);
  }
  std::sort(rows.begin(), rows.end(),
            [](const ClassRow& a, const ClassRow& b) { return a.name < b.name; });
  return rows;
}

}  // namespace

/// A module reaches nothing, but source code can include any file that the compiler may read.
static std::string compiled_how(const Class& all) {
  return all.sandbox.isolates()
             ? " It was compiled apart from the others, with bubblewrap."
             : " It was compiled WITHOUT ISOLATION: " + all.sandbox.problem() + ".";
}

int grade_class(const GradeOptions& options) {
  if (options.out_dir.empty()) throw UsageError("--submissions: expected --out-dir DIR");
  const std::string inside = fs::weakly_canonical(options.submissions).string() + "/";
  if ((fs::weakly_canonical(options.out_dir).string() + "/").starts_with(inside))
    throw UsageError("--out-dir: expected a folder that is not one of the submissions");
  std::optional<Roster> roster;
  if (!options.roster.empty())
    roster.emplace(io::read_file(options.roster, kLargestRoster), options.roster);
  make_folder(options.out_dir, "--out-dir");
  for (const char* name : {kClassTable, kClassPage, kOverTime})
    io::check_writable(fs::absolute(options.out_dir) / name);
  const std::vector<HandIn> class_hand_ins =
      hand_ins(options.submissions, fs::absolute(options.out_dir) / kUnpacked / "class");
  set_thread_limit(1);  // because it forks judges
  const Class all(options);
  const std::string isolation =
      options.wasm ? "Each submission ran as a WebAssembly module, which reaches nothing of this "
                     "machine." +
                         compiled_how(all)
      : all.sandbox.isolates() ? "Each submission was compiled and run apart from the others and "
                                 "from this machine, with bubblewrap."
      : all.place ? "Each submission was compiled and run as a user of its own, but there was NO "
                    "ISOLATION from the network and from what everybody may read: " +
                        all.sandbox.problem() + "."
                  : "There was NO ISOLATION: " + all.sandbox.problem() +
                        ". A submission could read and write whatever its grader could.";
  if (!all.sandbox.isolates() && !options.wasm)
    print_error("grade: warning: no isolation between submissions" +
                std::string(all.place ? " but a user of its own for each: " : ": ") +
                all.sandbox.problem());
  const std::vector<ClassRow> rows = with_late_days(
      with_people(grade_all(all, class_hand_ins), class_hand_ins, roster ? &*roster : nullptr),
      all.graded.deadline);
  std::vector<std::string> notes = roster_notes(rows);
  for (const std::string& note : notes) print(note + "\n");
  notes.insert(notes.begin(), isolation);
  write_class(all.out, rows, notes);
  print(fmt::format("{} submissions: {} and {}\n", class_hand_ins.size(),
                    (all.out / kClassTable).string(), (all.out / kClassPage).string()));
  return kDone;
}

}  // namespace marrow::cli
