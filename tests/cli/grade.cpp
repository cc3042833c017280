// marrow grade: exit status, table, JSON for Gradescope, JUnit, the instructor's files, and kits.
#include <set>

#include "cli/support.h"
#include "rig/contract.h"

namespace marrow::test {

namespace {

struct Graded {
  Ran ran;
  Json json;
};

/// Grades as a script does it: results in a file, the table on standard output.
Graded grade(std::vector<std::string> words) {
  const Scratch folder;
  words.insert(words.begin(), {"grade", "--jobs", "2", "--json", folder / "results.json"});
  Graded graded{run(words), {}};
  INFO(graded.ran.err);
  REQUIRE(fs::exists(folder / "results.json"));
  graded.json = Json::parse(bytes_of(folder / "results.json"));
  return graded;
}

std::string one_line(const std::vector<std::string>& words, int status) {
  const Ran ran = run(words);
  CHECK(ran.status == status);
  CHECK(ran.error_lines() == 1);
  return ran.err;
}

/// An XML text is well-formed as far as tags, attributes and entities go.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find("?>") + 2; at < xml.size();) {
    if (xml[at] != '<') {
      if (xml[at] == '&' && xml.find(';', at) > at + 5) return false;
      if (static_cast<unsigned char>(xml[at]) < 0x20 && xml[at] != '\n') return false;
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (end == std::string::npos || tag.find('<') != std::string::npos ||
        std::count(tag.begin(), tag.end(), '"') % 2 != 0)
      return false;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty();
}

/// What --make-hidden makes of the bar for a task, which needs no scene next to it.
Json made_of_bar(const Scratch& folder, const std::string& task) {
  fs::create_directory(folder.path / "hidden");
  run_well({"grade", "--make-hidden", (media() / "bar.glb").string(), "--task", task, "-o",
            folder / "hidden/bar.json"});
  CHECK_FALSE(fs::exists(folder.path / "hidden/bar.glb"));
  return Json::parse(bytes_of(folder / "hidden/bar.json"));
}

/// `made` and hidden.own of the folder: the textbook passes both, stubs neither.
void check_hidden_pair(const Scratch& folder, const std::string& made = "hidden.bar") {
  const std::vector<std::string> only = {"--hidden", folder / "hidden", "--check",
                                         made,       "--check",         "hidden.own"};
  std::vector<std::string> right = only;
  right.insert(right.end(), {"--backend", "textbook"});
  CHECK(grade(right).ran.status == 0);
  const Graded failed = grade(only);
  CHECK(failed.ran.status == 1);
  for (const Json& test : failed.json["tests"]) CHECK(test["score"] == 0);
}

/// A scene at rest makes no check of this task.
void check_none_at_rest(const Scratch& folder, const std::string& bar, const std::string& task) {
  const std::string rest = folder / "rest.glb";
  run_well({"pose", bar, "--reset", "-o", rest});
  CHECK(contains(
      one_line({"grade", "--make-hidden", rest, "--task", task, "-o", folder / "none.json"}, 1),
      "expected a posed scene"));
}

}  // namespace

SOLVED_CASE(
    "the textbook's functions get all points, the table says whose they are, and the exit status "
    "is "
    "0") {
  const Graded graded = grade({"--backend", "textbook"});
  CHECK(graded.ran.status == 0);
  CHECK(contains(graded.ran.out, "Functions graded: solution"));
  int most = 0;
  for (const Json& test : graded.json["tests"]) {
    CHECK(test["score"] == test["max_score"]);
    CHECK(test["status"] == "passed");
    CHECK(test["visibility"] == "visible");
    most += test["max_score"].get<int>();
  }
  CHECK(graded.json["score"] == most);
  CHECK(graded.json["execution_time"].is_number());
  CHECK(contains(graded.ran.out, "\nTotal: "));
  CHECK(contains(
      graded.ran.out,
      "the textbook would take"));  // the only check that prints something when it passes: its time
}

TEST_CASE(
    "stubs get nothing, each failure says what was expected and what came out, and the exit status "
    "is 1") {
  if (lacks_implementation("stubs")) return;  // in a handout a student may have written them
  const Graded graded = grade({});
  CHECK(graded.ran.status == 1);
  CHECK(contains(graded.ran.out, "Functions graded: student"));
  CHECK(graded.json["score"] == 0);
  CHECK(graded.json["tests"].size() >= 40);
  for (const Json& test : graded.json["tests"]) {
    CHECK(test["score"] == 0);
    CHECK(contains(test["output"], "expected"));
    CHECK(contains(test["output"], "got"));
  }
}

TEST_CASE("--list, --task and --check choose; names that there are not are wrong usage") {
  const Ran all = run_well({"grade", "--list"}),
            second = run_well({"grade", "--list", "--task", "2"});
  std::istringstream lines(second.out);
  std::string first_name;
  lines >> first_name;
  CHECK(first_name.starts_with("task2."));
  CHECK(contains(all.out, second.out));
  CHECK_FALSE(contains(second.out, "task1."));
  const Graded one = grade({"--check", first_name});
  CHECK(one.json["tests"].size() == 1);
  CHECK(one.json["tests"][0]["name"] == first_name);
  CHECK(contains(one_line({"grade", "--check", "task1.nothing"}, 2), "task1.nothing"));
  CHECK(contains(one_line({"grade", "--task", std::to_string(kTasks + 1)}, 2), "--task"));
  if (!has_solution()) CHECK(contains(one_line({"grade", "--backend", "textbook"}, 2), "handout"));
}

TEST_CASE("a run names the seed of its random inputs, and the seed repeats it") {
  if (lacks_implementation("stubs")) return;
  const auto results = [](const std::vector<std::string>& seed) {
    std::vector<std::string> words{"grade", "--check", "task1.bind_stands_on_parent"};
    words.insert(words.end(), seed.begin(), seed.end());
    return run(words).out;
  };
  const auto seed_of = [](const std::string& text) {
    const std::string before = "Random inputs: --seed ";
    const std::size_t begin = text.find(before);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin + before.size(), text.find('\n', begin) - begin - before.size());
  };
  const auto expected = [](const std::string& text) {
    const std::size_t begin = text.find("expected");
    REQUIRE(begin != std::string::npos);
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string drawn = results({}), again = results({"--seed", seed_of(drawn)}),
                    other = results({"--seed", "7"});
  CHECK(expected(again) == expected(drawn));
  CHECK(seed_of(other) == "7");
  if (seed_of(drawn) != "7") CHECK(expected(other) != expected(drawn));
  CHECK(contains(one_line({"grade", "--seed", "0"}, 2), "--seed"));
}

TEST_CASE("a student's numbers are drawn in the processes that judge, and the results say whose") {
  if (lacks_implementation("stubs")) return;
  const auto results = [](const std::vector<std::string>& whose) {
    std::vector<std::string> words{"grade", "--check", "task1.posed_by_hand", "--seed", "5"};
    words.insert(words.end(), whose.begin(), whose.end());
    return run(words).out;
  };
  const std::string usual = results({}),
                    ada = results({"--course-seed", "7", "--student", "Ada Lovelace"});
  CHECK(contains(usual, "whose Ul moves by (0, 0, 3)"));
  CHECK(contains(usual, "Random inputs: --seed 5\n"));
  CHECK(contains(ada, "--seed 5 --course-seed 7 --student \"Ada Lovelace\"\n"));
  CHECK(contains(results({"--course-seed", "7", "--student", "O'Neil $HOME"}),
                 " --student 'O'\\''Neil $HOME'\n"));
  CHECK(contains(ada, "whose Ul moves by (0, 0, "));
  CHECK_FALSE(contains(ada, "whose Ul moves by (0, 0, 3)"));
  CHECK(contains(one_line({"grade", "--course-seed", "7"}, 2), "--student: expected"));
  CHECK(contains(one_line({"grade", "--student", "Ada"}, 2), "--student: expected"));
}

TEST_CASE(
    "JSON, JUnit and HTML go to standard output where - is asked for, and nothing else does") {
  const Ran json = run({"grade", "--task", "2", "--json", "-"}),
            junit = run({"grade", "--task", "2", "--junit", "-"});
  CHECK(Json::parse(json.out)["tests"].is_array());
  CHECK(junit.out.starts_with("<?xml"));
  CHECK(is_well_formed(junit.out));
  const auto tests = Json::parse(json.out)["tests"].size();
  const std::string page = run({"grade", "--task", "2", "--html", "-"}).out;
  CHECK(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
  CHECK(page.ends_with("</main>\n</html>\n"));
  CHECK(contains(page, "<h2>Task 2: increments, "));
  const auto count = [&](const std::string& what) {
    std::size_t times = 0;
    for (std::size_t at = 0; (at = page.find(what, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  CHECK(count("<h3 id=") == tests);
  for (const char* element : {"table", "tr", "td", "th", "p", "h3", "caption"})
    CHECK(count("<" + std::string(element) + ">") + count("<" + std::string(element) + " ") ==
          count("</" + std::string(element) + ">"));
  CHECK(contains(junit.out, "tests=\"" + std::to_string(tests) + "\""));
}

SOLVED_FOLDER_CASE(
    "an instructor's files are made of a scene, passed by what is right, failed by stubs, and kept "
    "from the student") {
  fs::create_directory(folder.path / "hidden");
  for (const char* task : {"1", "2", "3", "4", "5"}) {
    run_well({"grade", "--make-hidden", (media() / "bar.glb").string(), "--task", task, "-o",
              folder / (std::string("hidden/bar") + task + ".json")});
  }
  const std::vector<std::string> only = {"--hidden", folder / "hidden", "--check", "hidden.bar1",
                                         "--check",  "hidden.bar2",     "--check", "hidden.bar3",
                                         "--check",  "hidden.bar4",     "--check", "hidden.bar5"};
  const Json increments = Json::parse(bytes_of(folder / "hidden/bar2.json"))["increments"];
  REQUIRE(increments.size() == 4);  // all joints of the bar, from its end to its root
  CHECK(increments.front()["joint"] == "bone.3");
  CHECK(increments.back()["joint"] == "bone.0");
  std::vector<std::string> right = only;
  right.insert(right.end(), {"--backend", "textbook", "--junit", folder / "junit.xml", "--html",
                             folder / "page.html"});
  const Graded passed = grade(right), failed = grade(only);
  CHECK(passed.ran.status == 0);
  CHECK_FALSE(passed.json.contains("score"));  // no sum tells of hidden checks
  CHECK(contains(passed.json["output"], "0 of 0 points"));
  CHECK_FALSE(contains(bytes_of(folder / "junit.xml"), "hidden.bar"));
  CHECK_FALSE(contains(bytes_of(folder / "page.html"), "hidden.bar"));
  CHECK(failed.ran.status == 1);
  for (const Json& test : failed.json["tests"]) {
    CHECK(test["visibility"] == "hidden");
    INFO(test.dump());
    CHECK(test["score"] == 0);
  }
  CHECK(is_well_formed(bytes_of(folder / "junit.xml")));
}

SOLVED_FOLDER_CASE(
    "an instructor's increments apply to the root and to what hangs on it, one after the other") {
  fs::copy_file(media() / "bar.glb", folder.path / "bar.glb");
  // The bar lies along x and bends by 30 degrees at bone.1, which is at x = 1.
  std::ofstream(folder / "turned.json") << R"({
    "name": "hidden.turned", "task": 2, "story": "The root turns, then bone.1 is lifted", "scene": "bar.glb",
    "increments": [ { "joint": "bone.0", "rotate": [0, 0, 1, 90] }, { "joint": "bone.1", "translate": [0, 0, 2] } ],
    "posed": [ { "joint": "bone.0", "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
               { "joint": "bone.1", "matrix": [0, 1, 2] }, { "joint": "bone.2", "matrix": [-0.5, 1.8660254, 2] } ] })";
  const Graded graded = grade(
      {"--hidden", folder.path.string(), "--check", "hidden.turned", "--backend", "textbook"});
  INFO(graded.json.dump());
  CHECK(graded.ran.status == 0);
}

SOLVED_FOLDER_CASE(
    "an instructor's curve is made of a motion's keys, and needs no scene beside it") {
  const std::string walk = (source() / "tests/data/walk_y_up.bvh").string();
  fs::create_directory(folder.path / "hidden");
  run_well({"grade", "--make-hidden", walk, "--task", "6", "-o", folder / "hidden/walk.json"});
  CHECK_FALSE(fs::exists(folder.path / "hidden/walk_y_up.bvh"));
  const Json made = Json::parse(bytes_of(folder / "hidden/walk.json"));
  CHECK(made["knots"].size() >= 2);
  CHECK(made["curve"].size() == 40);
  std::ofstream(folder / "hidden/own.json") << R"({
    "name": "hidden.own", "task": 6, "story": "By hand", "visibility": "visible",
    "knots": [[0, 0], [1, 2], [3, 4], [4, 0]], "curve": [[-1, 0], [1.5, 2.75], [2, 3.5], [5, 0]] })";
  check_hidden_pair(folder, "hidden.walk");
  CHECK(contains(one_line({"grade", "--make-hidden", (media() / "bar.glb").string(), "--task", "6",
                           "-o", folder / "none.json"},
                          1),
                 "expected a scene with a motion"));
}

SOLVED_FOLDER_CASE(
    "an instructor's motions are made of a bent vertex, and need no scene beside them") {
  const Json made = made_of_bar(folder, "7");
  CHECK(made["motions"].size() == 2);  // bent by 30 degrees, a ring between two bones
  CHECK(made["motions"][0]["weight"] == 0.5);
  // A quarter turn about z through (1, 2) and rest: half of it is about there, too.
  std::ofstream(folder / "hidden/own.json") << R"({
    "name": "hidden.own", "task": 7, "story": "By hand", "visibility": "visible",
    "motions": [ { "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "weight": 0.5 },
                 { "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, 1, 0, 1], "weight": 0.5 } ],
    "blended": [1.70710678, -0.12132034, 0] })";
  check_hidden_pair(folder);
  check_none_at_rest(folder, (media() / "bar.glb").string(), "7");
}

SOLVED_FOLDER_CASE(
    "an instructor's delta mush is made of a bent surface, and needs no scene beside it") {
  const Json made = made_of_bar(folder, "8");
  CHECK(made["steps"] == 10);
  CHECK(made["neighbors"][0].size() >= 3);  // in the middle of the patch
  CHECK(made["neighbors"].back().empty());  // at its border
  CHECK(made["mushed"].size() == made["rest"].size());
  CHECK(made["mushed"][0] != made["posed"][0]);
  CHECK(made["mushed"].back() == made["posed"].back());
  std::ofstream(folder / "hidden/own.json") << R"({
    "name": "hidden.own", "task": 8, "story": "By hand", "visibility": "visible", "steps": 1,
    "neighbors": [[1, 2, 3, 4], [], [], [], []], "triangles": [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]],
    "rest": [[2, 0, 4], [5, 0, 0], [0, 5, 0], [-5, 0, 0], [0, -5, 0]],
    "posed": [[0, 0, 8], [5, 0, 0], [0, 5, 0], [-5, 0, 0], [0, -5, 0]],
    "mushed": [[1, 0, 6], [5, 0, 0], [0, 5, 0], [-5, 0, 0], [0, -5, 0]] })";
  check_hidden_pair(folder);
  check_none_at_rest(folder, (media() / "bar.glb").string(), "8");
}

SOLVED_FOLDER_CASE("an instructor's motions about a center are made likewise") {
  const Json made = made_of_bar(folder, "9");
  CHECK(made["motions"].size() == 2);
  CHECK(made["center"].size() == 3);
  CHECK(made["blended"].size() == 16);
  // A quarter turn about z through (1, 2) and rest: (3, 2) goes to (2, 3).
  const std::string own = R"({
    "name": "hidden.own", "task": 9, "story": "By hand", "visibility": "visible",
    "motions": [ { "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "weight": 0.5 },
                 { "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, 1, 0, 1], "weight": 0.5 } ],
    "blended": [1.29289322, -0.53553391, 0])";
  std::ofstream(folder / "hidden/own.json") << own + R"(, "center": [3, 2, 0] })";
  check_hidden_pair(folder);
  std::ofstream(folder / "hidden/own.json") << own + "}";
  CHECK(contains(one_line({"grade", "--hidden", folder / "hidden", "--list"}, 1), "\"center\""));
}

SOLVED_CASE("the example of an instructor's file says what is right") {
  const Graded graded = grade(
      {"--hidden", media().string(), "--check", "example.bar_elbow", "--backend", "textbook"});
  CHECK(graded.ran.status == 0);
  CHECK(graded.json["tests"][0]["score"] == 1);
}

FOLDER_CASE("an instructor's file that is broken is refused in one line that names the place") {
  const auto refused = [&](const std::string& text, const std::string& part) {
    std::ofstream(folder / "x.json") << text;
    const std::string said = one_line({"grade", "--hidden", folder.path.string(), "--list"}, 1);
    CAPTURE(said);
    CHECK(contains(said, part));
  };
  fs::copy_file(media() / "bar.glb", folder.path / "bar.glb");
  CHECK(contains(one_line({"grade", "--hidden", folder / "nowhere"}, 1), "--hidden"));
  CHECK(contains(one_line({"grade", "--hidden", folder.path.string()}, 1), ".json"));
  refused("", "x.json");
  refused("[1, 2", "JSON");
  refused(std::string(100'000, '['), "nests");
  refused("{}", "task");
  const std::string head = R"({"name": "hidden.x", "task": 1, "story": "s")";
  refused(R"({"name": "hidden.x", "task": 0})", "/task");
  refused(R"({"name": "hidden.x", "task": 99})", "/task");
  refused(R"({"name": "../x", "task": 1, "story": "s"})", "/name");
  refused(head + R"(, "scene": "../bar.glb"})", "/scene");
  const std::string curve = R"({"name": "hidden.x", "task": 6, "story": "s", "knots": )";
  refused(curve + R"([[0, 1], [0, 2]], "curve": [[1, 2]]})", "/knots/1");
  refused(curve + R"([[0]], "curve": [[1, 2]]})", "/knots/0");
  refused(curve + R"([], "curve": []})", "/curve");
  refused(curve + R"([]})", "curve");
  const std::string motion = R"({"name": "hidden.x", "task": 7, "story": "s", "motions": [)",
                    unit = R"({"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])";
  refused(motion + R"({"matrix": [1, 0, 0]}]})", "weight");
  refused(motion + R"({"matrix": [1, 0, 0], "weight": 1}]})", "/motions/0/matrix");
  refused(motion + R"({"matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "weight": 1}]})",
          "/motions/0/matrix");
  refused(motion + unit + R"(, "weight": -1}]})", "/motions/0/weight");
  refused(motion + unit + R"(, "weight": 0.5}]})", "/motions");
  refused(motion + unit + R"(, "weight": 1}]})", "blended");
  refused(motion + unit + R"(, "weight": 1}], "blended": [1, 2]})", "/blended");
  const std::string mush = R"({"name": "hidden.x", "task": 8, "story": "s", "rest": )",
                    one = R"([[1, 2, 3]], "posed": [[1, 2, 3]], "mushed": [[1, 2, 3]])";
  refused(mush + R"([[1, 2]]})", "/rest/0");
  refused(mush + R"([], "posed": [], "mushed": []})", "/rest");
  refused(mush + R"([[1, 2, 3]], "posed": [], "mushed": [[1, 2, 3]]})", "/posed");
  refused(mush + R"([[1, 2, 3]], "posed": [[1, 2, 3]], "mushed": []})", "/mushed");
  refused(mush + one + "}", "neighbors");
  refused(mush + one + R"(, "neighbors": []})", "/neighbors");
  refused(mush + one + R"(, "neighbors": [[1]]})", "/neighbors/0/0");
  refused(mush + one + R"(, "neighbors": [[0]], "triangles": [[0, 0]]})", "/triangles/0");
  refused(mush + one + R"(, "neighbors": [[0]], "triangles": [[0, 0, -1]]})", "/triangles/0/2");
  refused(mush + one + R"(, "neighbors": [[0]], "triangles": [], "steps": -1})", "/steps");
  refused(head + R"(, "scene": "none.glb"})", "none.glb");
  refused(head + R"(, "points": -1})", "/points");
  refused(head + R"(, "visibility": "sometimes"})", "/visibility");
  refused(head + R"(, "tolerance": 0})", "/tolerance");
  refused(head + R"(, "scene": "bar.glb"})", "posed");
  refused(head + R"(, "scene": "bar.glb", "posed": []})", "at least one");
  refused(head + R"(, "scene": "bar.glb", "posed": [{"joint": "nobody", "matrix": [1, 2, 3]}]})",
          "/posed/0/joint");
  refused(head + R"(, "scene": "bar.glb", "posed": [{"joint": "nobody", "matrix": [1, 2]}]})",
          "/posed/0/matrix");
  refused(
      head + R"(, "scene": "bar.glb", "posed": [{"joint": "nobody", "matrix": [1, 2, 1e300]}]})",
      "/posed/0/matrix/2");
  const std::string gradient =
      R"({"name": "hidden.x", "task": 5, "story": "s", "scene": "bar.glb", "pulls": [{"joint": "bone.2", "target")";
  refused(gradient + R"(: [1, 2]}]})", "/pulls/0/target");
  refused(gradient + R"(: [1, 2, 3], "weight": 0}]})", "/pulls/0/weight");
  refused(gradient + R"(: [1, 2, 3]}]})", "gradient");
  refused(gradient + R"(: [1, 2, 3]}], "gradient": [{"joint": "bone.1", "slope": [0, 0]}]})",
          "/gradient/0/slope");
  refused(
      gradient +
          R"(: [1, 2, 3]}], "gradient": [{"joint": "bone.1", "slope": [0, 0, 0]}, {"joint": "bone.0", "slope": [0, 0, 0]}]})",
      "/gradient/1/joint");
  refused(
      R"({"name": "hidden.x", "task": 3, "story": "s", "scene": "bar.glb", "vertices": [{"vertex": 99999999}]})",
      "/vertices/0/vertex");
}

FOLDER_CASE("kits hold every check and its points") {
  run_well({"grade", "--kit", "classroom", "-o", folder / "classroom"});
  const std::string workflow = bytes_of(folder / "classroom/.github/workflows/classroom.yml");
  std::istringstream list(run_well({"grade", "--list"}).out);
  for (std::string line; std::getline(list, line);)
    CHECK(contains(workflow, "--check " + line.substr(0, line.find(' ')) + "\n"));
  CHECK(contains(workflow, "run: deps/bootstrap.sh judge\n"));
  CHECK(contains(one_line({"grade", "--kit", "gradescope"}, 2), "-o DIR"));
}

FOLDER_CASE("the Classroom kit keeps builds by everything but the student's files") {
  run_well({"grade", "--kit", "classroom", "-o", folder.path.string()});
  const std::string workflow = bytes_of(folder / ".github/workflows/classroom.yml");
  const std::size_t age = workflow.find("touch src/rig/student/*"),
                    restore = workflow.find("actions/cache/restore@"),
                    build = workflow.find("deps/bootstrap.sh judge"),
                    save = workflow.find("actions/cache/save@");
  CHECK(contains(workflow, "'src/**', '!src/rig/student/**') }}"));
  REQUIRE(save != std::string::npos);
  CHECK(age < restore);
  CHECK(restore < build);
  CHECK(build < save);
}

FOLDER_CASE("the Gradescope kit names its base image and builds the judge alone") {
  fs::create_directories(folder.path / "source/deps");
  std::ofstream(folder / "source/deps/bootstrap.sh") << "#!/bin/sh\n";
  run_well({"grade", "--kit", "gradescope", "-o", folder / "kit", "--source", folder / "source"});
  const std::string setup = bytes_of(folder / "kit/setup.sh");
  CHECK(contains(setup, "Ubuntu, version 22.04 or 24.04"));
  CHECK(contains(setup, "deps/bootstrap.sh judge\n"));
  CHECK(fs::file_size(folder / "kit/marrow.tar.gz") > 0);
  CHECK((fs::status(folder / "kit/run_autograder").permissions() & fs::perms::owner_exec) !=
        fs::perms::none);
}

TEST_CASE("the judge needs only packages that the whole program needs, too") {
  std::set<std::string> build, judge;
  std::istringstream list(bytes_of(source() / "deps/packages.txt"));
  for (std::string line; std::getline(list, line);) {
    const std::size_t space = line.find(' ');
    if (line.starts_with("build ")) build.insert(line.substr(space + 1));
    if (line.starts_with("judge ")) judge.insert(line.substr(space + 1));
  }
  CHECK(judge.size() > 10);
  CHECK(std::includes(build.begin(), build.end(), judge.begin(), judge.end()));
  CHECK_FALSE(judge.contains("libsdl2-dev"));
  CHECK_FALSE(judge.contains("libimgui-dev"));
}

}  // namespace marrow::test
