// Lessons: their text is read, and those that ship can be done.
#include "edit/lesson.h"

#include <set>
#include <stdexcept>

#include "edit/script.h"
#include "edit/support.h"
#include "io/file.h"
#include "io/formats.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr const char* kLesson =
    "# Elbows\n"
    "```marrow\n"
    "reset all of Skeleton\n"
    "```\n"
    "\n"
    "## Turn one\r\n"
    "First\n"
    "paragraph.\n"
    "\n"
    "Second.\n"
    "```predict\n"
    "What moves?\n"
    "- nothing\n"
    "* the hand\n"
    "```\n"
    "Because it is below.\n"
    "```until\n"
    "turned forearm.L by 30\n"
    "```\n"
    "```marrow\n"
    "turn forearm.L about world z by 45\n"
    "```\n"
    "## Last\n"
    "Done.";

std::string lesson_problem(std::string_view text) {
  try {
    parse_lesson(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

Deformer deformer_of(const Document& document) {
  Deformer deformer;
  deformer.update(document.scene());
  return deformer;
}

ConditionState now(const std::string& condition, const Document& document) {
  return state_of(condition, document, deformer_of(document));
}

}  // namespace

TEST_CASE("a lesson's headings are steps, and what follows a question is revealed") {
  const Lesson lesson = parse_lesson(kLesson);
  CHECK(lesson.title == "Elbows");
  CHECK(lesson.begin == "reset all of Skeleton\n");
  REQUIRE(lesson.steps.size() == 2);
  const LessonStep& step = lesson.steps[0];
  CHECK(step.title == "Turn one");
  CHECK(step.paragraphs == std::vector<std::string>{"First paragraph.", "Second."});
  REQUIRE(step.question);
  CHECK(step.question->text == "What moves?");
  CHECK(step.question->answers == std::vector<std::string>{"nothing", "the hand"});
  CHECK(step.question->right == 1);
  CHECK(step.revealed == std::vector<std::string>{"Because it is below."});
  CHECK(step.until == std::vector<std::string>{"turned forearm.L by 30"});
  CHECK(step.script == "turn forearm.L about world z by 45\n");
  CHECK(lesson.steps[1].paragraphs == std::vector<std::string>{"Done."});
}

TEST_CASE("what is no lesson is refused with the line") {
  CHECK(lesson_problem("") == "line 0: expected a step, as in \"## Turn the elbow\"");
  CHECK(lesson_problem("text") == "line 1: expected the lesson's title, as in \"# Spaces\"");
  CHECK(lesson_problem("# A\n\ntext") ==
        "line 3: expected a step first, as in \"## Turn the elbow\"");
  CHECK(lesson_problem("# A\n## B\n```until\nx") == "line 3: this block has no end, ```");
  CHECK(lesson_problem("# A\n## B\n```cpp\n```") ==
        "line 4: \"cpp\": expected a block of marrow, until or predict");
  for (const char* question : {"```predict\nWhat?\n- a\n```", "```predict\nWhat?\n* a\n* b\n```",
                               "```predict\n- a\n* b\n```", "```predict\nWhat?\n- a\n- b\n```"})
    CHECK(lesson_problem(std::string("# A\n## B\n") + question).starts_with("line "));
}

SOLVED_CASE("conditions follow the scene, and one that does not fit it says why") {
  Document document(tasks_of(Backend::fast), io::load(media() / "human.glb").scene, "Open");
  CHECK_FALSE(now("turned head by 40", document).is_met);
  CHECK(run_script(document, "turn head about world y by 50").problem == "");
  CHECK(now("turned head by 40", document).is_met);
  CHECK(now("turned head by 40", document).words == "head: turned by 50 of 40 degrees");
  CHECK_FALSE(now("turned head by 60", document).is_met);
  CHECK_FALSE(now("covered 100", document).is_met);
  CHECK(now("covered 90", document).is_met);
  CHECK(now("choices Skeleton times 1 falloff inverse", document).is_met);
  CHECK_FALSE(now("choices Skeleton times 1 falloff linear", document).is_met);
  CHECK_THROWS_AS(now("turned tail by 40", document), std::invalid_argument);
  CHECK_THROWS_AS(now("choices Skeleton times 1 falloff none", document), std::invalid_argument);
  CHECK_THROWS_AS(now("covered", document), std::invalid_argument);
}

SOLVED_CASE("each lesson that ships can be done by its own scripts, and not without them") {
  std::set<std::string> titles;
  for (const auto& entry : std::filesystem::directory_iterator(media() / "lessons")) {
    CAPTURE(entry.path().string());
    const Lesson lesson = parse_lesson(io::read_file(entry.path().string(), 1u << 20));
    titles.insert(lesson.title);
    Document document(tasks_of(Backend::fast), io::load(media() / "human.glb").scene, "Open");
    CHECK(run_script(document, lesson.begin).problem == "");
    for (const LessonStep& step : lesson.steps) {
      CAPTURE(step.title);
      CHECK_FALSE(step.paragraphs.size() + step.revealed.size() == 0);
      bool is_met = true;
      for (const std::string& condition : step.until)
        is_met = now(condition, document).is_met && is_met;
      CHECK((step.until.empty() || !is_met));
      const ScriptRun run = run_script(document, step.script);
      CHECK(run.problem == "");
      CHECK(run.notes.empty());
      for (const std::string& condition : step.until) CHECK(now(condition, document).is_met);
    }
  }
  CHECK(titles.size() == 6);
}
