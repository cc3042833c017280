// A signal at any moment of a command: the status and one line report it; files are whole or
// absent.
#include <pthread.h>
#include <set>

#include "cli/support.h"
#include "platform/child.h"
#include "platform/worker_process.h"
#include "platform/workers.h"

namespace marrow::test {

namespace {

std::set<std::string> name_set_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

/// Installs a handler for SIGTERM and signals each forked process before fork() returns there.
class EarlySignal {
 public:
  EarlySignal() {
    [[maybe_unused]] static const int once = pthread_atfork(nullptr, nullptr, [] {
      if (is_sent) raise(SIGTERM);
    });
    REQUIRE(pipe2(ends_, O_NONBLOCK) == 0);
    heard = ends_[1];
    before_ = std::signal(SIGTERM, [](int) { [[maybe_unused]] auto count = write(heard, "x", 1); });
    is_sent = true;
  }
  ~EarlySignal() {
    is_sent = false;
    std::signal(SIGTERM, before_);
    close(ends_[0]);
    close(ends_[1]);
  }
  EarlySignal(const EarlySignal&) = delete;
  EarlySignal& operator=(const EarlySignal&) = delete;
  bool was_handled() const {
    char byte = 0;
    return read(ends_[0], &byte, 1) == 1;
  }

 private:
  inline static bool is_sent = false;
  inline static int heard = -1;
  int ends_[2] = {-1, -1};
  void (*before_)(int) = SIG_DFL;
};

}  // namespace

TEST_CASE("a signal right after fork() runs no handler of the parent process") {
  const EarlySignal signal;
  platform::Workers workers;
  workers.start(1, [] { return 0; });
  const platform::Workers::Finished finished = workers.wait_for_one();
  CHECK_FALSE(finished.done);
  CHECK(contains(finished.messages, "Terminated"));
  platform::WorkerProcess worker([](int, int) {}, {5.0, std::size_t(64) << 20});
  const auto end = worker.wait_for_end();
  REQUIRE(end);
  CHECK(contains(end->signal, "signal 15"));
  platform::Child child([] {}, "", 100);
  child.wait();
  CHECK(contains(platform::end_in_words(child.status()), "signal 15"));
  CHECK_FALSE(signal.was_handled());
}

SOLVED_FOLDER_CASE("SIGINT, SIGTERM and SIGHUP leave all of a command's files or none") {
  fs::create_directory(folder / "out");
  const std::string file = (media() / "human.glb").string(), out = folder / "out";
  Random random(7);
  int stopped = 0;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"convert", file, out + "/a.glb"},
        {"convert", file, out + "/a.obj"},
        {"skin", file, "-o", out + "/a.obj"},
        {"report", file, "--json", out + "/a.json"},
        {"render", file, "-o", out + "/a.png", "--size", "300x200"}}) {
    for (const std::string& name : name_set_in(out)) fs::remove(fs::path(out) / name);
    const double whole = run_well(command).seconds;
    const std::set<std::string> all = name_set_in(out);
    CHECK(all.size() >= 1);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      for (int attempt = 0; attempt < 4; ++attempt) {
        for (const std::string& name : all) fs::remove(fs::path(out) / name);
        Running running(command);
        // Until the program has installed its handlers, a signal has its default action.
        if (attempt == 0)
          running.wait_until_handles(signal);
        else
          running.wait_until_worked(double(random.uniform(0.0f, 1.2f)) * whole);
        running.send(signal);
        const Ran ran = running.wait();
        CAPTURE(command[0]);
        CAPTURE(signal);
        CAPTURE(ran.err);
        // Warnings may stand before the line.
        CHECK((ran.status == 0 || ran.status == 128 + signal));
        const bool is_said = contains(ran.err, "marrow: stopped by ");
        CHECK((!is_said || ran.status == 128 + signal));
        stopped += is_said;
        const std::set<std::string> left = name_set_in(out);
        CHECK((left == all || (left.empty() && ran.status != 0)));
      }
    }
  }
  CHECK(stopped > 5);
}

SOLVED_FOLDER_CASE("a signal that is ignored stays ignored") {
  std::signal(SIGHUP, SIG_IGN);  // as nohup does
  Running running({"convert", (media() / "human.glb").string(), folder / "a.obj"});
  std::signal(SIGHUP, SIG_DFL);
  while (running.is_running() && name_set_in(folder.path).empty()) {
    running.send(SIGHUP);
    usleep(2000);
  }
  CHECK(running.wait().status == 0);
  CHECK(fs::exists(folder / "a.obj"));
}

}  // namespace marrow::test
