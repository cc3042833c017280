// marrow grade --course FILE: tasks, points, letters and the rule of weights that a course chooses.
#include "cli/class_support.h"

namespace marrow::test {

namespace {

std::string graded_by(const Scratch& scratch, const std::string& course,
                      const std::vector<std::string>& more) {
  std::ofstream(scratch / "course.json") << course;
  std::vector<std::string> words{"grade", "--seed", "5", "--course", scratch / "course.json"};
  words.insert(words.end(), more.begin(), more.end());
  return run(words).out;
}

}  // namespace

TEST_CASE("a course's file chooses tasks, points and letters") {
  if (lacks_implementation("stubs")) return;
  const Scratch scratch;
  const std::string course =
      R"({"tasks": [1, 3], "points": {"task1.bind_by_hand": 7},
          "letters": {"L": "offset", "Ul": "local", "T": "K", "U": "W"}, "weights": "inverse"})";
  // U and W are one letter then.
  CHECK(contains(run({"grade", "--list", "--course", "nowhere.json"}).err, "nowhere.json"));
  const std::string list =
      graded_by(scratch, R"({"tasks": [1, 3], "points": {"task1.bind_by_hand": 7},
                   "letters": {"L": "offset", "Ul": "local", "T": "K"}})",
                {"--list"});
  CHECK(contains(list, "task1.bind_by_hand                            7 points"));
  CHECK(contains(list, "seen from its parent every joint is at its offset"));
  CHECK(contains(list, "task3."));
  CHECK_FALSE(contains(list, "task2."));
  CHECK_FALSE(contains(list, "task4."));
  const std::string text =
      graded_by(scratch, R"({"letters": {"L": "offset", "Ul": "local", "T": "K", "W": "P"}})",
                {"--check", "task1.posed_by_hand", "--check", "task1.skinning_by_hand"});
  CHECK(contains(text, "): its P takes (0, 0, 0) to"));
  CHECK(contains(text, "a root whose offset turns 90 degrees about z"));
  CHECK(contains(text, "K = P B^-1"));
  CHECK_FALSE(contains(text, "Ul"));
  CHECK(graded_by(scratch, course, {"--list"}).empty());
  CHECK(contains(
      graded_by(scratch, R"({"deadline": "2027-03-01 23:59", "late_days": 1, "per_day": 10})",
                {"--list"}),
      "Due: 2027-03-01 23:59. Accepted up to 1 day later; each costs 10 % of"));
}

TEST_CASE("a class does not miss files for tasks that its course leaves out") {
  if (kSanitized || lacks_implementation("a class")) return;
  const ClassFolder folder;
  const fs::path all = folder.path / "class";
  hand_in(all / "ada/task3_capsules.cpp",
          bytes_of(source() / "src/rig/student/task3_capsules.cpp"));
  std::ofstream(folder / "course.json") << R"({"tasks": [2, 3]})";
  run_well({"grade", "--submissions", all.string(), "--out-dir", results().string(), "--source",
            source().string(), "--course", folder / "course.json"});
  const std::string remarks = rows_of(results() / "results.csv")["ada"][kRemarks];
  CAPTURE(remarks);
  CHECK(contains(remarks, "task 2 has no file"));
  CHECK_FALSE(contains(remarks, "task 1 has no file"));
  CHECK_FALSE(contains(remarks, "task 4 has no file"));
}

TEST_CASE("a broken file of a course is refused with the line or the key, and what was expected") {
  const Scratch scratch;
  const auto refused = [&](const std::string& course, const char* place, const char* expected) {
    std::ofstream(scratch / "course.json") << course;
    const Ran ran = run({"grade", "--list", "--course", scratch / "course.json"});
    const std::string& line = ran.err;
    CHECK(ran.status == 1);
    CHECK(ran.error_lines() == 1);
    CAPTURE(line);
    CHECK(contains(line, std::string("course.json: ") + place + ": expected "));
    CHECK(contains(line, expected));
  };
  refused("{\n \"tasks\": [1,\n}", "line 3", "JSON");
  refused("[]", "/", "a JSON object");
  refused(R"({"task": [1]})", "/task", "one of the keys tasks, points, letters, weights, vectors");
  refused(R"({"tasks": [0]})", "/tasks/0", "a whole number from 1 to");
  refused(R"({"tasks": []})", "/tasks", "at least one task");
  refused(R"({"points": {"task1.nothing": 2}})", "/points/task1.nothing", "the name of a check");
  refused(R"({"points": {"task1.bind_by_hand": -2}})", "/points/task1.bind_by_hand",
          "a whole number from 0");
  refused(R"({"letters": {"Q": "K"}})", "/letters/Q", "one of the letters");
  refused(R"({"letters": {"T": ""}})", "/letters/T", "characters");
  refused(R"({"letters": {"T": "W"}})", "/letters", "another letter for T than for W");
  refused(R"({"weights": "nearest"})", "/weights", "linear");
  refused(R"({"vectors": "rows"})", "/vectors", "column or row");
  refused(R"({"deadline": "1 March"})", "/deadline", "a time such as 2027-03-01 23:59");
  refused(R"({"deadline": "2027-02-30 23:59"})", "/deadline", "a time such as");
  refused(R"({"late_days": -1})", "/late_days", "a whole number from 0");
  refused(R"({"per_day": 101})", "/per_day", "a whole number from 0 to 100");
}

SOLVED_CASE("the solution has full marks with its own rule of weights, and else its name") {
  const Scratch scratch;
  for (const char* own : {"capsule_radius", "offset_local"}) {
    CAPTURE(std::string(own));
    const std::string course = bytes_of(media() / "courses" / (std::string(own) + ".json"));
    CHECK(
        contains(graded_by(scratch, course, {"--backend", "textbook"}), "Total: 58 of 58 points"));
  }
  const std::string other = graded_by(scratch, bytes_of(media() / "courses/scotty3d.json"),
                                      {"--backend", "textbook", "--task", "4"});
  CHECK(contains(other, "this is inverse distance, 1 / d, the rule of another course"));
  CHECK(contains(other, "passed      2/2   task4.blend_by_hand"));
}

TEST_CASE("the courses that ship as examples are valid and say what they choose") {
  const std::map<std::string, std::vector<const char*>> words = {
      {"capsule_radius", {"joint_to_bind for B, joint_to_posed for W", "v' = T v"}},
      {"scotty3d", {"bind for B, posed for W", "(r - d) / r", "T_j = posed_j bind_j^-1"}},
      {"row_vectors", {"Vectors are rows", "K_j = B_j^-1 C_j and v' = v K."}},
      {"offset_local", {"A for B, F for W", "F_j = F_p(j) offset_j local_j"}}};
  for (const fs::directory_entry& entry : fs::directory_iterator(media() / "courses")) {
    CAPTURE(entry.path().string());
    const Ran list = run_well({"grade", "--list", "--course", entry.path().string()});
    const auto expected = words.find(entry.path().stem().string());
    REQUIRE(expected != words.end());
    for (const char* one : expected->second) CHECK(contains(list.out, one));
  }
}

SOLVED_CASE("solved functions of another course are named, and matrices are shown as it has them") {
  const Scratch scratch;
  const auto graded = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"grade",
                                   "--seed",
                                   "5",
                                   "--backend",
                                   "textbook",
                                   "--course",
                                   (media() / "courses/row_vectors.json").string()};
    words.insert(words.end(), more.begin(), more.end());
    return run(words).out;
  };
  CHECK(contains(graded({"--check", "task1.posed_by_hand"}),
                 "multiplied in the wrong order, that of column vectors: the parent comes last, "
                 "C_j = Ul_j L_j C_p(j)"));
  const std::string text = graded({"--check", "task1.posed_is_bind_at_rest"});
  CHECK(contains(text, " 1]\n"));  // the last row is the translation
  CHECK_FALSE(contains(text, "; 0 0 0 1]"));
}

SOLVED_FOLDER_CASE("hidden checks of a course are made by its rule, and kits grade by its file") {
  const std::string course = (media() / "courses/scotty3d.json").string(),
                    scene = (media() / "capsule.glb").string();
  std::ofstream(folder / "few.json") << R"({"tasks": [1, 4], "points": {"task1.few_joints": 9}})";
  CHECK(contains(run({"grade", "--make-hidden", scene, "--task", "2", "-o", folder / "x.json",
                      "--course", folder / "few.json"})
                     .err,
                 "--task 2: expected a task of"));
  const auto weights_by = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"grade", "--make-hidden",          scene, "--task", "4",
                                   "-o",    folder / "made/four.json"};
    words.insert(words.end(), more.begin(), more.end());
    run_well(words);
    return Json::parse(bytes_of(folder / "made/four.json"))["vertices"];
  };
  fs::create_directory(folder.path / "made");
  const Json inverse = weights_by({}), linear = weights_by({"--course", course});
  REQUIRE(inverse.size() == linear.size());
  CHECK(inverse != linear);
  for (std::size_t i = 0; i < linear.size(); ++i)
    CHECK(linear[i]["joints"] == inverse[i]["joints"]);
  run_well(
      {"grade", "--kit", "classroom", "-o", folder.path.string(), "--course", folder / "few.json"});
  const std::string workflow = bytes_of(folder / ".github/workflows/classroom.yml");
  CHECK(contains(workflow, "build/marrow grade --course course.json --junit results.xml"));
  CHECK(contains(workflow,
                 "--course course.json --check task1.few_joints\n          timeout: 2\n"
                 "          max-score: 9\n"));
  CHECK_FALSE(contains(workflow, "task2."));
  CHECK(bytes_of(folder / "course.json") == bytes_of(folder / "few.json"));
}

}  // namespace marrow::test
