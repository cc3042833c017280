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
  refused(R"({"task": [1]})", "/task", "tasks, points, letters or weights");
  refused(R"({"tasks": [0]})", "/tasks/0", "a whole number from 1 to");
  refused(R"({"tasks": []})", "/tasks", "at least one task");
  refused(R"({"points": {"task1.nothing": 2}})", "/points/task1.nothing", "the name of a check");
  refused(R"({"points": {"task1.bind_by_hand": -2}})", "/points/task1.bind_by_hand",
          "a whole number from 0");
  refused(R"({"letters": {"Q": "K"}})", "/letters/Q", "one of the letters");
  refused(R"({"letters": {"T": ""}})", "/letters/T", "characters");
  refused(R"({"letters": {"T": "W"}})", "/letters", "another letter for T than for W");
  refused(R"({"weights": "nearest"})", "/weights", "linear");
}

SOLVED_CASE("the solution has full marks with its own rule of weights, and else its name") {
  const Scratch scratch;
  const std::string own =
      graded_by(scratch, R"({"weights": "inverse"})", {"--backend", "textbook"});
  CHECK(contains(own, "Total: 58 of 58 points"));
  const std::string other =
      graded_by(scratch, R"({"weights": "linear"})", {"--backend", "textbook", "--task", "4"});
  CHECK(contains(other, "this is inverse distance, 1 / d, the rule of another course"));
  CHECK(contains(other, "passed      2/2   task4.blend_by_hand"));
}

}  // namespace marrow::test
