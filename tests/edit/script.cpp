// A session as a script: done again it gives the same scene, also on a figure with other names.
#include "edit/script.h"

#include "edit/support.h"
#include "io/formats.h"
#include "support/cases.h"
#include "support/random_edits.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Scene waving_sample() { return io::load(media() / "human.glb").scene; }

const glm::mat4& pose_of(const Scene& scene, std::string_view name) {
  return joint_named(scene, name).user_local;
}

constexpr const char* kWave =
    "# a wave\n"
    "\n"
    "  turn upper_arm.L about world z by 60\r\n"
    "turn forearm.L about world z by 45\n"
    "turn chest about world y by 10";

}  // namespace

SOLVED_CASE("random sessions, saved and done again, give every bit of the scene") {
  for (auto& random : seeds<Random>(1, trials(1000) + 1)) {
    RandomEdits edits(random);
    Document document(tasks_of(Backend::fast), full_scene(random), "Open");
    for (int step = 0; step < 12; ++step) edits.edit(document);
    const History& history = document.history();
    Document again(tasks_of(Backend::fast), history.steps().front().scene, "Open");
    const ScriptRun run = run_script(again, script_of(history, 0, history.current()));
    CHECK(run.problem == "");
    CHECK(same_content(again.committed(), document.committed()));
  }
}

SOLVED_CASE("comments, empty lines and line ends of any system are no edits") {
  Document document(tasks_of(Backend::fast), waving_sample(), "Open");
  const ScriptRun run = run_script(document, kWave);
  CHECK(run.problem == "");
  CHECK(run.steps == 3);
  CHECK(run.notes.empty());
  CHECK(document.history().steps().size() == 4);
  CHECK(contains(script_of(document.history(), 1, 3),
                 "\nturn forearm.L about world z by 45\n"
                 "turn chest about world y by 10\n"));
}

SOLVED_CASE("a problem names its line, and the lines after it are not done") {
  const auto problem_of = [](const std::string& script) {
    Document document(tasks_of(Backend::fast), waving_sample(), "Open");
    return run_script(document, script).problem;
  };
  CHECK(problem_of("# wave\nturn tail about world z by 60") ==
        "line 2: column 6: expected the name of an existing joint or object, found \"tail\"");
  CHECK(problem_of("move forearm.L by 1e39 0 0").starts_with("line 1: "));
  CHECK(problem_of("lock forearm.L\n\nturn forearm.L about world z by 10\nturn nothing")
            .starts_with("line 3: forearm.L is locked"));
  CHECK(problem_of(std::string("turn \0", 6)).starts_with("line 1: "));
}

SOLVED_CASE("on another figure joints are found by their place in the body") {
  Scene other = waving_sample();
  for (std::size_t n = 0; n < other.nodes.size(); ++n) {
    if (!other.nodes[n].skeleton) continue;
    for (Joint& joint : edit_skeleton(other, int(n)).joints) {
      if (joint.name == "upper_arm.L") joint.name = "mixamorig:LeftArm";
      if (joint.name == "forearm.L") joint.name = "mixamorig:LeftForeArm";
      if (joint.name == "chest") joint.name = "mixamorig:Spine1";
      if (joint.name == "spine") joint.name = "mixamorig:Spine";
    }
  }
  Document here(tasks_of(Backend::fast), waving_sample(), "Open"),
      there(tasks_of(Backend::fast), other, "Open");
  REQUIRE(run_script(here, kWave).problem == "");
  const ScriptRun run = run_script(there, kWave);
  CHECK(run.problem == "");
  CHECK(run.notes == std::vector<std::string>{"upper_arm.L is mixamorig:LeftArm",
                                              "forearm.L is mixamorig:LeftForeArm",
                                              "chest is mixamorig:Spine1"});
  CHECK(pose_of(there.scene(), "mixamorig:LeftForeArm") == pose_of(here.scene(), "forearm.L"));
  CHECK(pose_of(there.scene(), "mixamorig:Spine1") == pose_of(here.scene(), "chest"));
}
