// A signal at any moment of a command: the status says it, in one line, and files are there whole
// or not at all.
#include <set>
#include <thread>

#include "cli/support.h"

namespace marrow::test {

namespace {

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("SIGINT, SIGTERM and SIGHUP leave all of a command's files or none") {
  if (lacks_implementation("commands")) return;
  const Scratch folder;
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
    for (const std::string& name : names_in(out)) fs::remove(fs::path(out) / name);
    const double whole = run_well(command).seconds;
    const std::set<std::string> all = names_in(out);
    CHECK(all.size() >= 1);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      for (int attempt = 0; attempt < 4; ++attempt) {
        for (const std::string& name : all) fs::remove(fs::path(out) / name);
        Running running(command);
        const double wait = random.uniform(0.0f, 1.2f) * whole;
        std::this_thread::sleep_for(std::chrono::duration<double>(wait));
        running.send(signal);
        const Ran ran = running.wait();
        CAPTURE(command[0]);
        CAPTURE(signal);
        CAPTURE(ran.err);
        // Before the program is itself, in its first milliseconds, the system answers. Warnings may
        // stand before the line.
        CHECK((ran.status == 0 || ran.status == 128 + signal));
        const bool is_said = contains(ran.err, "marrow: stopped by ");
        CHECK((!is_said || ran.status == 128 + signal));
        stopped += is_said;
        const std::set<std::string> left = names_in(out);
        CHECK((left == all || (left.empty() && ran.status != 0)));
      }
    }
  }
  CHECK(stopped > 5);
}

TEST_CASE("a signal that is ignored stays ignored") {
  if (lacks_implementation("commands")) return;
  const Scratch folder;
  std::signal(SIGHUP, SIG_IGN);  // as nohup does
  Running running({"convert", (media() / "human.glb").string(), folder / "a.obj"});
  std::signal(SIGHUP, SIG_DFL);
  while (running.is_running() && names_in(folder.path).empty()) {
    running.send(SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    siginfo_t info{};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) break;
  }
  CHECK(running.wait().status == 0);
  CHECK(fs::exists(folder / "a.obj"));
}

}  // namespace marrow::test
