// marrow grade --submissions: programs that loop, eat memory, abort, exit, forge, write, read or do
// not compile earn nothing; the others are graded, and each is named.
#include <cstdlib>

#include "cli/class_support.h"
#include "cli/grade/sandbox.h"
#include "support/zip_files.h"

namespace marrow::test {

namespace {

/// Code that runs first and ends the process with a status for what it reached. `more`: another
/// condition of success.
std::string escapes(const std::string& more, const fs::path& classmates) {
  return "#include <filesystem>\n#include <iterator>\n#include <sys/mount.h>\n"
         "static int escape() {\n"
         "  if (" +
         more +
         ") _exit(10);\n"
         "  if (getuid() == 0 || geteuid() == 0) _exit(11);\n"
         "  std::ifstream file(\"/proc/1/environ\");\n"
         "  const std::string environ_of_1{std::istreambuf_iterator<char>(file), {}};\n"
         "  if (environ_of_1.find(\"MARROW_SECRET\") != std::string::npos) _exit(12);\n"
         "  if (std::getenv(\"MARROW_SECRET\") != nullptr) _exit(12);\n"
         // A check starts it twice at most: what it leaves is gone in the next one.
         "  for (const std::string kept : {\"/kept\", \"/tmp/kept\"}) {\n"
         "    if (std::ifstream(kept + \"2\")) _exit(13);\n"
         "    std::ofstream(kept + (std::ifstream(kept) ? \"2\" : \"\")) << 1;\n"
         "  }\n"
         "  std::error_code error;\n"
         "  for (const auto& entry : std::filesystem::directory_iterator(\"" +
         classmates.string() +
         "\", error))\n"
         "    if (entry.path().filename() == \"good\") _exit(14);\n"
         "  int children = 0;\n"
         "  for (int i = 0; i < 64; ++i) {\n"
         "    const int child = fork();\n"
         "    if (child == 0) { sleep(1); _exit(0); }\n"
         "    children += child > 0;\n"
         "  }\n"
         "  if (children == 64) _exit(15);\n"
         "  return 0;\n}\n"
         "static const int escaped = escape();\n";
}

}  // namespace

SOLVED_CASE(
    "whoever loops, eats memory, ends the program, forges, writes, reads or does not compile earns "
    "nothing and is named") {
  const ClassFolder folder;
  const fs::path all = folder.path / "class", out = results(), escaped = folder.path / "escaped";
  const bool is_isolated = cli::Sandbox().isolates();
  hand_in_solution(all / "good" / "my work", 3);
  hand_in(all / "loops/task3_capsules.cpp",
          planted("for (volatile bool forever = true; forever;) {}"));
  if (!kSanitized) {
    hand_in(all / "eats/task3_capsules.cpp",
            planted("std::vector<std::vector<int>> all; for (;;) all.emplace_back(1 << 20, 1);"));
    hand_in(all / "aborts/task3_capsules.cpp", planted("std::abort();"));
    hand_in(all / "exits/task3_capsules.cpp", planted("std::exit(0);"));
    hand_in(all / "early/task3_capsules.cpp",
            planted("", "static int at_start = (std::exit(0), 1);\n"));
    hand_in(all / "answers/task3_capsules.cpp", "#include \"rig/solution/task3_capsules.cpp\"\n");
    if (is_isolated)  // it would do it
      hand_in(all / "floods/task3_capsules.cpp",
              planted("for (int i = 0; i < 100000; ++i) std::ofstream(\"" + (all / "x").string() +
                      "\" + std::to_string(i)) << i;"));
    hand_in(all / "reads/task3_capsules.cpp",
            "#include \"" + (all / "good/my work/task3_capsules.cpp").string() + "\"\n");
  }
  hand_in(all / "forges/task3_capsules.cpp",
          planted("const std::string all = \"{\\\"score\\\": 100, \\\"status\\\": "
                  "\\\"passed\\\"}\"; for (int d = 0; d < 64; ++d) if "
                  "(write(d, all.data(), all.size()) < 0) continue; std::exit(0);"));
  hand_in(all / "writes/task3_capsules.cpp",
          planted("std::ofstream(\"" + escaped.string() + "\") << 1; std::ofstream(\"" +
                  (all / "task9").string() + "\") << 1;"));
  hand_in(all / "peeks/task3_capsules.cpp", planted("std::ifstream{\"" + all.string() + "\"};"));
  hand_in(all / "begins/task3_capsules.cpp",
          planted("", "static const bool at_start = bool(std::ofstream(\"" +
                          (out / "marks.json").string() + "\") << 1) | bool(std::ifstream(\"" +
                          out.string() + "\"));\n"));
  if (is_isolated)
    hand_in(all / "escapes/task3_capsules.cpp",
            planted("", escapes("!mount(nullptr, \"/usr\", nullptr, MS_REMOUNT | MS_BIND, nullptr)",
                                all)));
  hand_in(all / "huge/task3_capsules.cpp",
          planted("JointLists lists(positions.size()); lists[0].resize(8 << 20); return lists;"));
  hand_in(all / "broken/task3_capsules.cpp", "int x = ;\n");
  hand_in(all / "=1+2 <b>/notes.txt", "nothing\n");
  fs::create_directory(all / "links");
  fs::create_symlink(all / "good/my work/task3_capsules.cpp", all / "links/task3_capsules.cpp");

  const std::vector<std::string> command =
      class_command(all, out, {"--jobs", "2", "--seconds", "1.5", "--megabytes", "256"}, 3);
  setenv("MARROW_SECRET", "1", 1);
  const Ran ran = run_well(command);
  unsetenv("MARROW_SECRET");
  CHECK(ran.err.empty() == is_isolated);
  CHECK(contains(ran.err, "no isolation") == !is_isolated);

  auto rows = rows_of(out / "results.csv");
  const std::size_t students = (kSanitized ? 10 : 16) + is_isolated + (is_isolated && !kSanitized);
  REQUIRE(rows.size() == students);
  INFO(bytes_of(out / "results.csv"));
  CHECK(rows["good"][kPoints] == rows["good"][kOf]);
  CHECK(rows["good"][kTroubles].empty());
  const auto earned_nothing = [&](const char* name, const char* trouble) {
    CAPTURE(name);
    CAPTURE(rows[name][kTroubles]);
    CHECK(rows[name][kPoints] == "0");
    CHECK(contains(rows[name][kTroubles], trouble));
  };
  earned_nothing("loops", "find_joints did not return");
  if (!kSanitized) {
    earned_nothing("eats", "find_joints");
    earned_nothing("aborts", "find_joints was stopped by signal 6");
    earned_nothing("exits", "find_joints ended its process with status 0 (3 checks)");
    earned_nothing("early", "before it was asked anything");
    earned_nothing("answers", "task 3 includes rig/solution/task3_capsules.cpp of the editor");
  }
  earned_nothing("huge", "find_joints sent something that is not its result");
  earned_nothing("forges", "find_joints sent something that is not its result");
  earned_nothing("broken", "does not compile: task3_capsules.cpp:1");
  earned_nothing("'=1+2 <b>", "there is no file task1_*.cpp");
  earned_nothing("links", "there is no file task1_*.cpp");
  earned_nothing("writes", "");
  CHECK(contains(rows["writes"][kRemarks], "ofstream"));
  const std::string page = bytes_of(out / "index.html");
  CHECK(contains(page, "=1+2 &lt;b&gt;"));
  CHECK(Json::parse(bytes_of(out / "loops/results.json"))["score"] == 0);
  if (is_isolated) {
    const auto is_named_for = [&](const char* name, const std::string& what) {
      earned_nothing(name, what.c_str());
      CHECK(contains(page, what));
    };
    if (!kSanitized) {
      earned_nothing("reads", "does not compile");
      earned_nothing("floods", "writes outside its folder without end");
    }
    is_named_for("writes", "wrote outside its folder: " + escaped.string());
    is_named_for("writes", "wrote outside its folder: " + (all / "task9").string());
    is_named_for("peeks", "tried to read the class's folder: " + all.string());
    is_named_for("begins", "wrote outside its folder: " + (out / "marks.json").string());
    is_named_for("begins", "tried to read the results: " + out.string());
    for (const char* name : {"good", "loops", "forges"})
      CHECK_FALSE(contains(rows[name][kTroubles], "folder"));
    CHECK_FALSE(fs::exists(escaped));
    CHECK_FALSE(fs::exists(all / "task9"));
    earned_nothing("escapes", "wrote outside its folder: /kept");
    CHECK_FALSE(contains(rows["escapes"][kTroubles], "ended"));
    CHECK(contains(page, "apart from the others"));
  } else {
    skip("isolation: bubblewrap is not installed or does not work here");
  }

  // Again: nothing is done twice but what changed.
  hand_in_solution(all / "broken", 3);
  const Ran again = run_well(command);
  std::size_t as_before = 0;
  for (std::size_t at = 0; (at = again.out.find("(as before)", at)) != std::string::npos; ++at)
    ++as_before;
  CHECK(as_before == students - 1);
  rows = rows_of(out / "results.csv");
  CHECK(rows["broken"][kPoints] == rows["good"][kPoints]);
  CHECK(rows["loops"][kPoints] == "0");
}

SOLVED_CASE(
    "without bubblewrap a class is graded too, and the run says that there is no isolation") {
  const ClassFolder folder;
  const fs::path all = folder.path / "class", tools = folder.path / "tools";
  fs::create_directory(tools);
  for (const char* tool : {"as", "ld"})
    fs::create_symlink(fs::path("/usr/bin") / tool, tools / tool);
  hand_in_solution(all / "good", 3);
  hand_in(all / "loops/task3_capsules.cpp",
          planted("for (volatile bool forever = true; forever;) {}"));
  std::vector<std::string> command =
      class_command(all, results(), {"--jobs", "2", "--seconds", "1"}, 1);
  const std::string path = std::getenv("PATH");
  setenv("PATH", tools.c_str(), 1);
  // Where the grader is root, each gets a user of its own instead.
  const bool has_users = cli::Sandbox().has_users();
  if (has_users)
    hand_in(all / "escapes/task3_capsules.cpp",
            planted("", escapes("std::ifstream(\"" + (all / "good/task3_capsules.cpp").string() +
                                    "\") || std::ifstream(\"" +
                                    (results() / "results.csv").string() + "\")",
                                all)));
  const fs::perms rights = fs::status(source() / "src/rig/solution").permissions();
  const Ran ran = run_well(command);
  setenv("PATH", path.c_str(), 1);
  CHECK(fs::status(source() / "src/rig/solution").permissions() == rights);
  CHECK(contains(ran.err, has_users ? "no isolation between submissions but a user of its own"
                                    : "no isolation between submissions: "));
  CHECK(contains(ran.err, "bubblewrap (bwrap) is not installed"));
  CHECK(contains(bytes_of(results() / "index.html"), "NO ISOLATION"));
  auto rows = rows_of(results() / "results.csv");
  CHECK(rows["good"][kPoints] == rows["good"][kOf]);
  CHECK(rows["loops"][kPoints] == "0");
  CHECK(contains(rows["loops"][kTroubles], "find_joints did not return"));
  if (has_users) CHECK_FALSE(contains(rows["escapes"][kTroubles], "ended"));

  // Hidden checks would not stay hidden, unless submissions run as another user.
  command.insert(command.end(), {"--hidden", (folder / "hidden")});
  fs::create_directory(folder / "hidden");
  for (const std::string file : {"bar_elbow.json", "bar.glb"})
    fs::copy_file(source() / "media" / file, folder.path / "hidden" / file);
  setenv("PATH", tools.c_str(), 1);
  const Ran hidden = run(command);
  command.push_back("--accept-leak");
  if (!has_users) CHECK(run(command).status == 0);  // else as without
  setenv("PATH", path.c_str(), 1);
  CHECK(hidden.status == (has_users ? 0 : 2));
  CHECK(contains(hidden.err, "--accept-leak") == !has_users);
}

SOLVED_CASE(
    "behind walls hidden checks are run, and the student's own results are silent on them") {
  if (!cli::Sandbox().isolates()) return skip("walls: " + cli::Sandbox().problem());
  const ClassFolder folder;
  for (const int task : {1, 4}) hand_in_solution(folder.path / "class" / "good", task);
  fs::create_directory(folder / "hidden");
  for (const std::string file : {"bar_elbow.json", "bar.glb"})
    fs::copy_file(source() / "media" / file, folder.path / "hidden" / file);
  run_well(class_command(folder.all, results(),
                         {"--hidden", folder / "hidden", "--check", "example.bar_elbow"}));
  CHECK(contains(bytes_of(results() / "good/results.txt"), "example.bar_elbow"));
  CHECK_FALSE(contains(bytes_of(results() / "good/for_student.txt"), "example.bar_elbow"));
}

CLASS_CASE("a clock of one's own makes nobody fast") {
  for (const std::string name : {"quick", "slow", "clock"}) {
    for (const int task : {3, 4}) hand_in_solution(folder.all / name, task);
    if (name == "quick") continue;
    std::string text;
    fs::path file;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.all / name)) {
      if (!entry.path().filename().string().starts_with("task3_")) continue;
      file = entry.path();
      text = bytes_of(file);
    }
    const std::string begin = "JointLists find_joints(";
    text.insert(text.find(begin) + std::string("JointLists ").size(), "really_");
    hand_in(file,
            "#include \"rig/student/student.h\"\nnamespace marrow::student { JointLists "
            "really_find_joints(const Skeleton&, const std::vector<glm::mat4>&, const "
            "std::vector<glm::vec3>&); }\n" +
                text +
                "namespace marrow::student { JointLists find_joints(const Skeleton& skeleton, "
                "const std::vector<glm::mat4>& bind, const std::vector<glm::vec3>& points) {\n"
                "for (int i = 0; i < 120; ++i) really_find_joints(skeleton, bind, points);\n"
                "return really_find_joints(skeleton, bind, points); } }\n" +
                (name == "clock" ? "#include <ctime>\nextern \"C\" int clock_gettime(clockid_t, "
                                   "timespec* now) { *now = {1, 0}; return 0; }\n"
                                 : ""));
  }
  run_well(class_command(folder.all, results(),
                         {"--check", "task4.fifty_thousand_vertices", "--seconds", "60"}));
  auto rows = rows_of(results() / "results.csv");
  INFO(bytes_of(results() / "results.csv"));
  CHECK(rows["quick"][kPoints] == rows["quick"][kOf]);
  for (const char* name : {"slow", "clock"}) {
    CHECK(rows[name][kPoints] == "0");
    CHECK(contains(bytes_of(results() / name / "results.txt"), "times as long"));
  }
}

CLASS_CASE("what is kept from one call to the next fails, and is named") {
  hand_in(folder.all / "static/task4_skinning.cpp",
          "#include <algorithm>\n#include \"rig/student/student.h\"\nnamespace marrow::student {\n"
          "std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {\n"
          "  static const double first = distances.empty() ? 1.0 : distances[0];\n"
          "  std::vector<float> weights;\n"
          "  if (distances.size() == 1) return {1.0f};\n"
          "  double sum = 0;\n"
          "  for (float d : distances) sum += 1.0 / std::max(d, 1e-6f);\n"
          "  for (float d : distances) weights.push_back(float(1.0 / std::max(d, 1e-6f) / sum * "
          "(first == 1.0 ? 1.0 : 2.0)));\n"
          "  return weights;\n}\n"
          "void skin(const std::vector<glm::mat4>&, const Influences&, const "
          "std::vector<glm::vec3>&, const std::vector<glm::vec3>&, std::vector<glm::vec3>&, "
          "std::vector<glm::vec3>&) {}\n}\n");
  run_well(class_command(folder.all, results(), {"--check", "task4.weights_by_hand"}));
  const std::string said = bytes_of(results() / "static/results.txt");
  CHECK(contains(said, "0/1"));
  CHECK(contains(said, "keeps something of them"));
}

CLASS_CASE("one bad file costs one task, and what was handed in under another name is said") {
  for (const char* name : {"broken", "lacks", "twice", "helped"}) {
    hand_in_solution(folder.all / name, 1);
    hand_in_solution(folder.all / name, 3);
  }
  hand_in(folder.all / "broken/task4_skinning.cpp", "int x = ;\n");
  hand_in(folder.all / "lacks/task4_skinning.cpp", "#include \"rig/student/student.h\"\n");
  hand_in(
      folder.all / "twice/task2_increments.cpp",
      "#include \"rig/student/student.h\"\nnamespace marrow::student { glm::vec3 "
      "closest_on_line_segment(const glm::vec3& a, const glm::vec3&, const glm::vec3&) { return "
      "a; } }\n");
  hand_in(folder.all / "helped/Task2.cpp", "");
  fs::create_symlink("Task2.cpp", folder.all / "helped/task4_skinning.cpp");
  hand_in(folder.all / "helped/helper.h", "#define HELPED\n");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.all / "helped"))
    if (entry.path().filename().string().starts_with("task3_"))
      hand_in(entry.path(), "#include \"helper.h\"\n#ifndef HELPED\n#error no helper\n#endif\n" +
                                bytes_of(entry.path()));
  run_well(class_command(folder.all, results(), {"--jobs", "2"}));
  auto rows = rows_of(results() / "results.csv");
  INFO(bytes_of(results() / "results.csv"));
  constexpr std::size_t kTask1 = 4;
  for (const char* name : {"broken", "lacks", "twice", "helped"}) {
    CAPTURE(name);
    for (const std::size_t task : {0, 2}) {
      CHECK(rows[name][kTask1 + task] == rows["helped"][kTask1 + task]);
      CHECK(rows[name][kTask1 + task] != "0");
    }
    CHECK(rows[name][kTask1 + 3] == "0");
  }
  CHECK(contains(rows["broken"][kTroubles], "task 4 does not compile: task4_skinning.cpp:1:9"));
  CHECK(contains(rows["lacks"][kTroubles], "task 4 does not compile: "));
  CHECK(contains(rows["lacks"][kTroubles], "undefined reference"));
  CHECK(contains(rows["twice"][kTroubles],
                 "task 2 defines marrow::student::closest_on_line_segment(), which another file "
                 "defines as well"));
  CHECK_FALSE(contains(rows["helped"][kTroubles], "compile"));
  CHECK(contains(rows["helped"][kRemarks], "task 2 has no file; Task2.cpp has the wrong name"));
  CHECK(contains(rows["helped"][kRemarks],
                 "task 4 has no file; task4_skinning.cpp is a link, which is not followed"));
  CHECK(contains(rows["lacks"][kRemarks], "task 2 has no file"));
}

CLASS_CASE("task by task a class goes from nothing to all points") {
  hand_in(folder.all / "0/task1_kinematics.cpp",
          bytes_of(source() / "src/rig/student/task1_kinematics.cpp"));
  for (const int tasks : {1, 3, 4, 6})
    for (int task = 1; task <= tasks; ++task)
      hand_in_solution(folder.all / std::to_string(tasks), task);
  run_well(class_command(folder.all, results(), {"--jobs", "2"}));
  auto rows = rows_of(results() / "results.csv");
  REQUIRE(rows.size() == 5);
  for (const std::size_t tasks : {0, 1, 3, 4, 6}) {
    const std::vector<std::string>& row = rows[std::to_string(tasks)];
    for (std::size_t task = 1; task <= std::size_t(kTasks); ++task) {
      CAPTURE(tasks);
      CAPTURE(task);
      CHECK((task <= tasks ? row[kExtra + task] == rows["6"][kExtra + task]
                           : row[kExtra + task] == "0"));
    }
  }
  CHECK(rows["0"][kPoints] == "0");
  CHECK(rows["4"][kPoints] == rows["4"][kOf]);
  CHECK(rows["4"][kExtra] == "0");
  CHECK(rows["6"][kExtra] == "20");
}

CLASS_CASE("a platform's archive is graded, and a roster says whose each is and who is missing") {
  hand_in_solution(folder.path / "solved", 3);
  const std::string inner =
      zip_of({{"work/task3_capsules.cpp", bytes_of(folder.path / "solved/task3_capsules.cpp")},
              {"../../../../escaped.cpp", "x"}},
             folder.path);
  write_zip(folder.path / "class.zip",
            {{"Jane Doe_12_assignsubmission_file_/work.zip", inner},
             {"Bo Ek_13_assignsubmission_file_/task3_capsules.cpp", planted("")},
             {"Zoe_14_assignsubmission_file_/essay.pdf", "x"}});
  hand_in(folder.path / "roster.csv",
          "Surname;First name;ID number\nDoe;Jane;17\nEk;Bo;18\nMissing;Mia;19\n");
  const std::vector<std::string> command = class_command(
      folder.path / "class.zip", results(), {"--roster", folder / "roster.csv", "--jobs", "2"}, 3);
  const Ran ran = run_well(command);
  CHECK(contains(ran.out, "1 of the roster handed in nothing: Mia Missing\n"));
  CHECK(contains(ran.out, "1 submission is not in the roster: Zoe_14\n"));
  std::istringstream csv(bytes_of(results() / "results.csv"));
  std::map<std::string, std::vector<std::string>> rows;
  for (std::string line; std::getline(csv, line);) rows[csv_fields(line)[0]] = csv_fields(line);
  REQUIRE(rows.size() == 5);
  constexpr std::size_t kName = kRemarks + 1, kId = kRemarks + 3;
  CHECK(rows["Jane Doe_12"][kPoints] == rows["Jane Doe_12"][kOf]);
  CHECK(rows["Jane Doe_12"][kTroubles] ==
        "../../../../escaped.cpp was not unpacked: it leads out of its folder");
  CHECK(rows["Jane Doe_12"][kId] == "17");
  CHECK(rows["Bo Ek_13"][kName] == "Bo Ek");
  CHECK(rows["Bo Ek_13"][kPoints] == "0");
  CHECK(rows["Zoe_14"][kRemarks] == "is not in the roster");
  CHECK(rows["Mia Missing"][kTroubles] == "nothing handed in");
  CHECK(rows["Mia Missing"][kOf] == rows["Jane Doe_12"][kOf]);
  const std::string page = bytes_of(results() / "index.html");
  CHECK(contains(page, "<h2>Mistakes</h2>"));
  CHECK(contains(page, "<td><a href=\"Bo%20Ek_13/results.txt\">Bo Ek</a></td></tr>"));
  CHECK(contains(run_well(command).out, "(as before)"));
}

TEST_CASE(
    "a class needs a folder of folders, a place for results outside of it, and this repository") {
  const ClassFolder folder;
  fs::create_directories(folder.path / "class/one");
  const auto refused = [&](std::vector<std::string> words, int status, const char* part) {
    words.insert(words.begin(), {"grade", "--submissions", folder / "class"});
    CHECK(contains(run_badly(words, status, part).err, "marrow: "));
  };
  refused({}, 2, "--out-dir DIR");
  refused({"--out-dir", folder / "class/out"}, 2, "--out-dir");
  refused({"--out-dir", folder / "out", "--source", folder.path.string()}, 1, "rig.h");
  CHECK(run({"grade", "--submissions", folder / "nowhere", "--out-dir", folder / "out"}).status ==
        1);
  CHECK(run({"grade", "--submissions", folder / "class/one", "--out-dir", folder / "out"}).status ==
        1);
  std::ofstream(folder.path / "no.zip") << "PK";
  const Ran broken =
      run({"grade", "--submissions", folder / "no.zip", "--out-dir", folder / "out"});
  CHECK(broken.status == 1);
  CHECK(contains(broken.err, "no.zip: expected a zip archive"));
  refused({"--out-dir", folder / "out", "--roster", folder / "no.zip"}, 1, "--roster: expected");
  fs::create_directories(folder.path / "taken/results.csv");
  refused({"--out-dir", folder / "taken"}, 1, "results.csv: is a folder");
  run_badly({"grade", "--roster", folder / "no.zip"}, 2, "--roster: expected --submissions");
}

}  // namespace marrow::test
