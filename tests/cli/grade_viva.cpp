// marrow grade --viva: questions about a submission whose answers are computed, and are right.
#include <regex>

#include "cli/class_support.h"
#include "cli/grade/viva.h"

namespace marrow::test {

namespace {

std::vector<const course::Check*> checks_of_task(int task) {
  std::vector<const course::Check*> checks;
  for (const course::Check& check : course::checks())
    if (check.task == task) checks.push_back(&check);
  return checks;
}

std::vector<std::string> command_with_viva(const fs::path& all, const fs::path& out) {
  return class_command(
      all, out, {"--task", "3", "--seed", "5", "--course-seed", "7", "--viva", "--jobs", "2"});
}

}  // namespace

TEST_CASE("a line to leave out is one statement, and no declaration, return or comment") {
  const std::string text =
      "// a = b;\nfloat sum = 0.0f;\n  sum += 1.0f / d;  // guard\nif (d == 0.0f) return a;\n"
      "for (float w : all)\n  lists[i].push_back(int(j));\nreturn sum;\nconst int a = f(b);\n"
      "}\n  out_positions[i] = glm::vec3(blended * v);\nusing x = y;\nf(a,\n  b);\n";
  std::vector<std::string> lines;
  for (const cli::CodeLine& line : cli::removable_lines({{4, text}})) {
    CHECK(line.task == 4);
    lines.push_back(std::to_string(line.line) + " " + line.text);
  }
  CHECK(lines == std::vector<std::string>{"2 sum += 1.0f / d;  // guard",
                                          "3 if (d == 0.0f) return a;",
                                          "5 lists[i].push_back(int(j));",
                                          "9 out_positions[i] = glm::vec3(blended * v);"});
}

TEST_CASE("questions about cases stand by themselves, and depend on what draws them alone") {
  for (const bool why : {false, true}) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
      std::mt19937 random(seed), again(seed);
      const auto question = cli::viva_question(checks_of_task(4), why, random);
      REQUIRE(question);
      CAPTURE(question->question);
      CAPTURE(question->answer);
      CHECK(question->question.starts_with("task4."));
      CHECK_FALSE(contains(question->question, "uncovered vertex, (0.3"));
      CHECK(contains(question->answer, "\nRule: "));
      CHECK(question->answer == cli::viva_question(checks_of_task(4), why, again)->answer);
      CHECK(why == contains(question->question, "And why?"));
      if (!why) CHECK_FALSE(std::regex_search(question->question, std::regex("[0-9.]{6}")));
    }
  }
  std::mt19937 random(1);
  CHECK_FALSE(cli::viva_question(checks_of_task(3), true, random));  // no weight and no normal
  CHECK_FALSE(cli::viva_question({}, false, random));
  const course::Check of_instructor{.task = 4, .name = "hidden.wave", .story = {}};
  CHECK_FALSE(cli::viva_question({&of_instructor}, false, random));
}

SOLVED_CASE("a viva asks about a line of the submission, and without it those checks fail") {
  if (is_sanitized()) return skip("a viva's runs: a minute in other programs");
  const ClassFolder folder;
  const fs::path all = folder.path / "class", out = results().parent_path() / "viva";
  hand_in_solution(all / "Ada", 3);
  hand_in(all / "Boole/task3_capsules.cpp", planted(""));
  hand_in(all / "Curie/task3_capsules.cpp", planted(""));
  run_well(command_with_viva(all, out));
  const std::string text = bytes_of(out / "Ada/viva.txt");
  INFO(text);
  CHECK(contains(text, "Inputs: --seed 5 --course-seed 7 --student \"Ada\"\n"));
  CHECK(contains(text, "1. task3."));
  CHECK_FALSE(contains(bytes_of(out / "Ada/for_student.html"), "What breaks"));

  std::smatch found;
  REQUIRE(
      std::regex_search(text, found, std::regex("task3_capsules.cpp, line ([0-9]+):\n *(.*)\n")));
  const std::string code = bytes_of(all / "Ada/task3_capsules.cpp"), line = found[2];
  std::istringstream lines(code);
  std::string mutant, one;
  for (int i = 1; std::getline(lines, one); ++i) {
    const bool goes = i == std::stoi(found[1]);
    if (goes) CHECK(contains(one, line));
    mutant += goes ? "\n" : one + "\n";
  }
  std::set<std::string> broken;
  REQUIRE(contains(text, "checks of task 3 that passed, "));
  const std::regex check("   (task3\\.[a-z_]+): ");
  for (std::sregex_iterator at(text.begin(), text.end(), check), end; at != end; ++at)
    broken.insert((*at)[1]);
  CHECK_FALSE(broken.empty());

  // The same question again; the submission without the line fails these checks; and what two
  // students who did nothing are shown differs in its numbers alone.
  fs::remove_all(out / "Ada");
  hand_in(all / "Dora/task3_capsules.cpp", mutant);
  run_well(command_with_viva(all, out));
  CHECK(bytes_of(out / "Ada/viva.txt") == text);
  const Json dora = Json::parse(bytes_of(out / "Dora/results.json"));
  for (const Json& test : dora["tests"])
    if (broken.contains(std::string(test["name"]))) CHECK(test["status"] == "failed");
  auto rows = rows_of(out / "results.csv");
  CHECK(rows["Ada"][kPoints] == rows["Ada"][kOf]);
  CHECK(rows["Boole"][kPoints] == rows["Curie"][kPoints]);
  const Json boole = Json::parse(bytes_of(out / "Boole/results.json")),
             curie = Json::parse(bytes_of(out / "Curie/results.json"));
  int differ = 0;
  for (std::size_t i = 0; i < boole["tests"].size(); ++i) {
    CHECK(boole["tests"][i]["status"] == curie["tests"][i]["status"]);
    differ += boole["tests"][i]["output"] != curie["tests"][i]["output"];
  }
  CHECK(differ > 2);
  run_badly({"grade", "--viva"}, 2, "--viva: expected --submissions");
}

}  // namespace marrow::test
