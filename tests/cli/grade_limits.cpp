// marrow grade --submissions: what a submission may use, and what graders that run at the same time
// must not share.
#include <optional>

#include "cli/class_support.h"
#include "cli/grade/sandbox.h"
#include "cli/grade/submission_builder.h"

namespace marrow::test {

namespace {

/// Ends the process with a status if more can be written to memory than the check may use.
constexpr const char* kFillsMemory =
    "static int fill() {\n"
    "  const std::string block(1 << 20, 'x');\n"
    "  int megabytes = 0;\n"
    "  for (const std::string folder : {\"/tmp/\", \"/dev/shm/\", \"/dev/\", \"/etc/\"}) {\n"
    "    for (int i = 0; i < 200; ++i) {\n"
    "      std::ofstream file(folder + std::to_string(i));\n"
    "      for (int part = 0; part < 3 && file.write(block.data(), 1 << 20).flush(); ++part)\n"
    "        ++megabytes;\n"
    "      if (!file) break;\n"
    "    }\n  }\n"
    "  if (megabytes > 128) _exit(10);\n"
    "  return megabytes;\n}\n"
    "static const int filled = fill();\n";

std::vector<std::string> command_for(const fs::path& all, const fs::path& out) {
  return class_command(all, out, {"--seconds", "5", "--megabytes", "512"}, 1);
}

}  // namespace

CLASS_CASE("what is written to a sandbox's memory has a size, and who was killed is graded again") {
  if (!cli::Sandbox().isolates()) return skip("walls: " + cli::Sandbox().problem());
  const fs::path out = results();
  hand_in_solution(folder.all / "good", 3);
  hand_in(folder.all / "fills/task3_capsules.cpp", planted("", kFillsMemory));
  hand_in(folder.all / "killed/task3_capsules.cpp",
          planted("kill(getpid(), SIGKILL);", "#include <csignal>\n"));
  run_well(command_for(folder.all, out));
  auto rows = rows_of(out / "results.csv");
  INFO(bytes_of(out / "results.csv"));
  CHECK(rows["good"][kPoints] == rows["good"][kOf]);
  CHECK_FALSE(contains(rows["fills"][kTroubles], "ended"));
  CHECK(rows["killed"][kPoints] == "0");
  CHECK(contains(rows["killed"][kTroubles],
                 "find_joints was killed from outside (signal 9): grade again"));
  const Ran again = run_well(command_for(folder.all, out));
  std::istringstream lines(again.out);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    if (line.starts_with("good ")) CHECK(contains(line, "(as before)"));
    if (line.starts_with("killed ")) CHECK_FALSE(contains(line, "(as before)"));
  }
}

CLASS_CASE("a submission that uses the editor's functions loses that task, and is told which") {
  const fs::path out = results();
  const std::string call = "float copied(const Skeleton& s) { return float(%(s, 0)[3][0]); }\n}\n";
  const auto add = [&](const char* student, const std::string& before, const std::string& called) {
    hand_in_solution(folder.all / student, 1);
    hand_in_solution(folder.all / student, 3);
    std::string more = call;
    more.replace(more.find('%'), 1, called);
    std::ofstream(folder.all / student / "task1_kinematics.cpp", std::ios::app)
        << before << "namespace marrow::student {\n"
        << more;
  };
  hand_in_solution(folder.all / "right", 1);
  hand_in_solution(folder.all / "right", 3);
  add("calls", "", "rest_place");
  add("includes", "#include \"scene/joint_places.h\"\n", "rest_place");
  add("declares", "namespace marrow { glm::dmat4 posed_place(const Skeleton&, int); }\n",
      "posed_place");
  add("misspells", "", "rest_plaice");
  std::vector<std::string> command = command_for(folder.all, out);
  command.insert(command.end(), {"--check", "task1.bind_by_hand"});
  run_well(command);
  auto rows = rows_of(out / "results.csv");
  INFO(bytes_of(out / "results.csv"));
  CHECK(rows["right"][kPoints] == rows["right"][kOf]);
  CHECK(rows["right"][kTroubles].empty());
  for (const char* name : {"calls", "includes", "declares", "misspells"}) {
    CAPTURE(name);
    CHECK(rows[name][kExtra + 1] == "0");
    CHECK(rows[name][kExtra + 3] == rows["right"][kExtra + 3]);
  }
  CHECK(contains(rows["calls"][kTroubles],
                 "task 1 calls rest_place() of the editor: write it yourself; what may be called "
                 "is in rig.h"));
  CHECK(
      contains(rows["includes"][kTroubles],
               "task 1 includes scene/joint_places.h of the editor: what may be used is in rig.h"));
  CHECK(contains(rows["declares"][kTroubles], "task 1 calls posed_place() of the editor"));
  CHECK(contains(rows["misspells"][kTroubles], "task 1 does not compile: "));
  CHECK(contains(bytes_of(out / "calls/for_student.txt"), "calls rest_place() of the editor"));
}

TEST_CASE("graders that run at the same time have different users, which are free again after") {
  std::optional<cli::Sandbox> first(std::in_place);
  if (!first->has_users()) return skip("users: the tests are not run by root");
  const cli::Sandbox second;
  const unsigned of_first = first->user_of(0), of_second = second.user_of(0);
  CHECK((of_first > of_second ? of_first - of_second : of_second - of_first) >=
        cli::Sandbox::kUsers);
  CHECK(first->user_of(cli::Sandbox::kUsers - 1) == of_first + cli::Sandbox::kUsers - 1);
  CHECK(first->user_of(cli::Sandbox::kUsers) == of_first);
  for (int i = 0; i < 40; ++i) {  // more than there are ranges of users
    first.reset();
    first.emplace();
    CHECK(first->user_of(0) != of_second);
  }
}

TEST_CASE("where no compiler is, the error names what to install and where it was looked for") {
  const std::string path = std::getenv("PATH");
  const Scratch empty;
  CHECK(cli::find_compiler("/bin/sh") == "/bin/sh");
  CHECK(fs::path(cli::find_compiler("/nowhere/g++")).is_absolute());  // one that is in PATH
  setenv("PATH", empty.path.c_str(), 1);
  CHECK_THROWS_WITH(cli::find_compiler("/nowhere/g++"),
                    "submissions are compiled, and there is no C++ compiler: neither /nowhere/g++ "
                    "nor g++, c++ or clang++ in PATH; install one and GLM (on Debian: apt-get "
                    "install g++ libglm-dev)");
  setenv("PATH", path.c_str(), 1);
}

}  // namespace marrow::test
