// The bench in the window off-screen: each button is one step, the plot is a slider.
#include <algorithm>
#include <fstream>

#include "app/widgets/spots.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/sheet_model.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

constexpr float kPadding = 12.0f;  // of the right panel

/// The arm with the elbow's radius as given. High enough that the bench needs no scroll bar.
std::unique_ptr<Driver> arm_window(const Home& home, float elbow_radius,
                                   glm::ivec2 size = {820, 1300}) {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[1].radius = elbow_radius;
  std::unique_ptr<Driver> driver = window_with(saved(home, "arm.glb", scene), size.x, size.y);
  driver->editor().right_tab = RightTab::bench;
  driver->move({440.0f, 500.0f});
  return driver;
}

void select(Driver& driver, const std::string& name) {
  driver.editor().document.select({driver.joint(name).id});
  driver.move({441.0f, 500.0f});
  driver.move({440.0f, 500.0f});
}

/// Where something with these words at its beginning was drawn last.
std::optional<glm::vec2> spot_beginning(const std::string& words) {
  for (const Spot& one : spots())
    if (one.name.starts_with(words)) return one.middle;
  return std::nullopt;
}

void press_beginning(Driver& driver, const std::string& words) {
  INFO(words);
  REQUIRE(spot_beginning(words));
  driver.click(*spot_beginning(words));
}

}  // namespace

SOLVED_HOME_CASE("A click on an island selects its joint, and Fit selected takes it, as one step") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.3f);
  const std::uint32_t before = coverage(driver->editor().deformer).uncovered;
  REQUIRE(before > 0);
  const Island island =
      measures_of(driver->editor()).islands(shown_skeleton(driver->editor())).front();
  const std::string near = " near " + joint_of(driver->scene(), island.joint)->name;
  const glm::vec2 fit = *spot_beginning("Fit selected");
  driver->click(fit);  // nothing is selected
  CHECK(driver->step_count() == 1);
  const auto row = std::find_if(spots().begin(), spots().end(),
                                [&](const Spot& one) { return one.name.ends_with(near); });
  REQUIRE(row != spots().end());
  driver->click(row->middle);
  CHECK(driver->document().active() == island.joint);
  CHECK(driver->step_count() == 1);
  CHECK(*spot_beginning("Fit selected") == fit);
  const float radius = measures_of(driver->editor()).fit(island.joint).radius;
  driver->click(fit);
  CHECK(driver->step_count() == 2);
  CHECK(joint_of(driver->scene(), island.joint)->radius == std::max(radius, island.needed_radius));
  CHECK(coverage(driver->editor().deformer).uncovered <=
        before - std::uint32_t(island.vertices.size()));
  driver->ctrl(SDLK_z);
  CHECK(coverage(driver->editor().deformer).uncovered == before);
}

SOLVED_HOME_CASE("Fit all leaves nothing uncovered, in one step, and the bench says so calmly") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.3f);
  press_beginning(*driver, "Fit all");
  CHECK(driver->step_count() == 2);
  CHECK(coverage(driver->editor().deformer).uncovered == 0);
  driver->move({440.0f, 500.0f});
  CHECK(spot_beginning("Joint by joint"));
}

SOLVED_HOME_CASE("Each fit has one place in the bench, and it stays there whatever is fitted") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.3f);
  const auto places = [] {
    std::vector<std::pair<std::string, glm::vec2>> found;
    for (const Spot& one : spots())
      if (one.name.starts_with("Fit ") && one.middle.y < 1200.0f)  // above the status bar
        found.emplace_back(one.name, one.middle);
    return found;
  };
  select(*driver, "elbow");
  const auto first = places();
  CHECK(first.size() == 3);
  driver->key(SDLK_a);
  driver->move({440.0f, 500.0f});
  CHECK(driver->step_count() == 2);
  CHECK(places() == first);
  press_beginning(*driver, "Fit all");
  driver->move({440.0f, 500.0f});
  CHECK(places() == first);
}

SOLVED_HOME_CASE(
    "A tear is cured by the button under the meters: one step, and the worst step of the weights "
    "shrinks") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  select(*driver, "elbow");
  const Meters before = measures_of(driver->editor()).joint(driver->joint("elbow").id);
  const Advice advice = measures_of(driver->editor()).advice(driver->joint("elbow").id);
  REQUIRE(before.weight_jump.band == Band::poor);
  REQUIRE(advice.cure != Advice::Cure::none);
  press_beginning(*driver, cure_words(driver->editor(), advice));
  CHECK(driver->step_count() == 2);
  const Meters after = measures_of(driver->editor()).joint(driver->joint("elbow").id);
  CHECK(after.weight_jump.value < before.weight_jump.value);
  REQUIRE_FALSE(driver->editor().toasts.empty());
  CHECK_FALSE(driver->editor().toasts.back().is_error);
}

SOLVED_HOME_CASE(
    "Dragging in the sweep is the radius slider: the radius under the pointer, one step, Esc "
    "restores") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  select(*driver, "elbow");
  REQUIRE(spot_beginning("sweep plot"));
  REQUIRE(driver->editor().bench.sweep.is_done());
  const float range = driver->editor().bench.sweep.high();
  CHECK(range >= 1.5f * 0.6f);
  const float width = driver->app().layout().right.size.x - 2.0f * kPadding;
  const glm::vec2 middle = *spot_beginning("sweep plot");
  driver->drag(middle, middle + glm::vec2(40.0f, 5.0f));
  CHECK(driver->step_count() == 2);
  CHECK(driver->present_step().find("Radius elbow") == 0);
  CHECK(driver->joint("elbow").radius ==
        doctest::Approx(range * (0.5f + 40.0f / width)).epsilon(0.01));
  driver->ctrl(SDLK_z);
  CHECK(driver->joint("elbow").radius == 0.6f);

  driver->pull(middle, middle + glm::vec2(30.0f, 0.0f));
  CHECK(driver->document().in_gesture());
  CHECK(driver->joint("elbow").radius != 0.6f);
  driver->key(SDLK_ESCAPE);
  driver->push_motion(middle + glm::vec2(50.0f, 0.0f));
  driver->let_go();
  CHECK(driver->joint("elbow").radius == 0.6f);
}

SOLVED_HOME_CASE("A click on the sweep reads its curves and changes no radius") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  select(*driver, "elbow");
  REQUIRE(spot_beginning("sweep plot"));
  const glm::vec2 middle = *spot_beginning("sweep plot");
  driver->click(middle + glm::vec2(30.0f, 0.0f));
  driver->click(middle - glm::vec2(40.0f, 3.0f));
  CHECK(driver->step_count() == 1);
  CHECK(driver->joint("elbow").radius == 0.6f);
}

SOLVED_HOME_CASE(
    "The curves end where they should: at the present radius they say what the meters say") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  select(*driver, "elbow");
  const std::vector<SweepPoint>& points = driver->editor().bench.sweep.points();
  REQUIRE(points.size() >= 2);
  CHECK(points.front().radius == 0.0f);
  CHECK(points.back().radius == doctest::Approx(driver->editor().bench.sweep.high()));
  for (std::size_t i = 1; i < points.size(); ++i)
    CHECK(points[i].covered >= points[i - 1].covered - 1e-6f);
}

SOLVED_HOME_CASE(
    "The scale field multiplies all radii while it is dragged, as one step, and then stands at 1 "
    "again") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.4f);
  driver->editor().right_tab = RightTab::inspector;
  driver->move({441.0f, 500.0f});
  REQUIRE(spot_beginning("Scale all"));
  driver->drag(*spot_beginning("Scale all"),
               *spot_beginning("Scale all") + glm::vec2(100.0f, 0.0f));
  CHECK(driver->step_count() == 2);
  const float factor = driver->joint("shoulder").radius / 0.6f;
  CHECK(factor > 1.05f);
  CHECK(driver->joint("elbow").radius == doctest::Approx(0.4f * factor));
  CHECK(driver->joint("wrist").radius == doctest::Approx(0.6f * factor));
  CHECK(driver->editor().bench.panel.radius_factor == 1.0f);
}

SOLVED_HOME_CASE("Fit sets the radius that Sweep names, and Reset brings that of the file back") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.4f);
  perform(driver->editor(), op::SetRadius{{driver->joint("elbow").id}, {0.9f}});
  select(*driver, "elbow");
  const Fit fit = measures_of(driver->editor()).fit(driver->joint("elbow").id);
  REQUIRE(fit.has_skin);
  press_beginning(*driver, "Fit selected");
  CHECK(driver->joint("elbow").radius == fit.radius);
  driver->editor().right_tab = RightTab::inspector;
  driver->move({441.0f, 500.0f});
  press_beginning(*driver, "Reset");
  CHECK(driver->joint("elbow").radius == 0.4f);
  CHECK(driver->step_count() == 4);
}

SOLVED_HOME_CASE(
    "The sheet stands worst first; a click on a tile selects its joint, poses it as in the tile in "
    "one step, and opens the Bench") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  driver->editor().right_tab = RightTab::history;
  REQUIRE(run_command(driver->editor(), "bench.range_of_motion"));
  driver->move({441.0f, 501.0f});
  REQUIRE(driver->editor().sheet.is_open);
  const std::vector<JointTrial> trials = driver->editor().sheet.trials;
  REQUIRE(trials.size() == 3);
  for (std::size_t i = 1; i < trials.size(); ++i) CHECK(trials[i].badness <= trials[i - 1].badness);
  const std::string title = trial_title(driver->scene(), trials[1]);
  press_beginning(*driver, title);
  CHECK_FALSE(driver->editor().sheet.is_open);
  CHECK(driver->document().active() == trials[1].joint);
  CHECK(joint_of(driver->scene(), trials[1].joint)->user_local == trials[1].worst.user_local);
  CHECK(driver->editor().right_tab == RightTab::bench);
  CHECK(driver->step_count() == 2);
  const Meters now = measures_of(driver->editor()).joint(trials[1].joint);
  CHECK(now.stretch.value == doctest::Approx(trials[1].meters.stretch.value).epsilon(1e-4));
  driver->ctrl(SDLK_z);
  CHECK(joint_of(driver->scene(), trials[1].joint)->user_local == glm::mat4(1.0f));
}

SOLVED_HOME_CASE("What the sheet's cure did is undone in the sheet, by key and by button") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  open_sheet(driver->editor(), driver->editor().sheet);
  driver->move({441.0f, 501.0f});
  const Scene before = driver->scene();
  for (const bool by_key : {true, false}) {
    cure(driver->editor(), driver->editor().sheet.skeleton,
         {.reason = {}, .cure = Advice::Cure::linear_falloff});
    driver->move({442.0f, 501.0f});
    driver->move({443.0f, 501.0f});
    REQUIRE_FALSE(driver->scene() == before);
    if (by_key)
      driver->ctrl(SDLK_z);
    else
      press_beginning(*driver, "Undo");
    CHECK(driver->scene() == before);
    CHECK(driver->editor().sheet.is_open);
  }
}

SOLVED_HOME_CASE("The sheet offers a cure with the score that it brings, tried beside the window") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.3f);
  if (!has_engine()) return;
  SheetState& sheet = driver->editor().sheet;
  open_sheet(driver->editor(), sheet);
  driver->move({441.0f, 501.0f});
  REQUIRE_FALSE(sheet.trial.has_begun());
  CHECK_FALSE(sheet.tried.empty());
  press_beginning(*driver, "Fit thoroughly");
  CHECK(driver->step_count() == 1);
  REQUIRE(sheet.tried.back().words == "Fit thoroughly");
  REQUIRE(offered_cure(sheet) != nullptr);
  const std::string words = offer_words(sheet, *offered_cure(sheet));
  const double before = sheet.score, promised = offered_cure(sheet)->score;
  CHECK(promised > before);
  const glm::vec2 undo = *spot_beginning("Undo");
  press_beginning(*driver, words);
  CHECK(driver->step_count() == 2);
  CHECK(sheet.score == doctest::Approx(promised).epsilon(1e-3));
  CHECK(*spot_beginning("Undo") == undo);
  driver->click(undo);
  CHECK(sheet.score == doctest::Approx(before).epsilon(1e-3));
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(sheet.trial.has_begun());
}

SOLVED_HOME_CASE(
    "Esc closes the sheet and nothing has happened; saved as a picture it is a PNG and the sheet "
    "comes back") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  open_sheet(driver->editor(), driver->editor().sheet);
  driver->move({441.0f, 501.0f});
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(driver->editor().sheet.is_open);
  CHECK(driver->step_count() == 1);

  open_sheet(driver->editor(), driver->editor().sheet);
  driver->move({442.0f, 502.0f});
  press_beginning(*driver, "Save as PNG");
  REQUIRE(driver->editor().files.browser);
  CHECK(driver->editor().files.browser->name.ends_with(".png"));
  const std::string path = (home.path() / "sheet.png").string();
  finish_browser(driver->editor(), path);
  driver->move({441.0f, 501.0f});
  CHECK(driver->editor().sheet.is_open);
  CHECK(bytes_of(path).starts_with("\x89PNG"));
  driver->key(SDLK_ESCAPE);
  CHECK_FALSE(driver->editor().sheet.is_open);
}

SOLVED_HOME_CASE("Export CSV asks for a place and writes the table there") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  select(*driver, "elbow");
  press_beginning(*driver, "Export CSV");
  REQUIRE(driver->editor().files.browser);
  CHECK(driver->editor().files.browser->name == "arm-sweep.csv");
  driver->editor().files.browser->folder = home.path();
  driver->key(SDLK_RETURN);
  CHECK_FALSE(driver->editor().files.browser);
  std::ifstream file(home.path() / "arm-sweep.csv");
  std::string line;
  std::getline(file, line);
  CHECK(line == "radius,covered,shared,volume,step");
  std::size_t rows = 0;
  while (std::getline(file, line)) ++rows;
  CHECK(rows == driver->editor().bench.sweep.points().size());
}

HOME_CASE("A click on a heading folds its section and nothing else") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.6f);
  for (const char* title : {"Coverage", "Meters", "Sweep", "Weights", "Left / right"}) {
    const auto before = driver->editor().bench.panel.is_open;
    press_beginning(*driver, title);
    const auto after = driver->editor().bench.panel.is_open;
    int changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != after[i];
    CHECK(changed == 1);
  }
}

HOME_CASE(
    "The bench draws whatever is open or selected, narrow and large, and never changes the "
    "document by itself") {
  std::unique_ptr<Driver> driver = arm_window(home, 0.3f, {800, 500});
  Editor& editor = driver->editor();
  editor.bench.panel.is_open = {true, true, true, true, true};
  std::vector<std::vector<Id>> selections{{}};
  for (const Node& node : driver->scene().nodes) selections.push_back({node.id});
  selections.push_back({driver->joint("shoulder").id, driver->joint("elbow").id});
  for (const float scale : {1.0f, 2.0f})
    for (const float width : {260.0f, 320.0f, 700.0f})
      for (const std::vector<Id>& selection : selections) {
        editor.ui_scale = scale;
        editor.preferences.right_width = width;
        editor.document.select(selection);
        CHECK_NOTHROW(driver->move({700.0f, selection.empty() ? 300.0f : 400.0f}));
      }
  CHECK(driver->step_count() == 1);
  perform(editor, op::DeleteNode{driver->scene().nodes.front().id});
  CHECK_NOTHROW(driver->move({700.0f, 310.0f}));
  request_new(editor);
  answer_pending(editor, Answer::discard);
  CHECK_NOTHROW(driver->move({705.0f, 320.0f}));
  CHECK(driver->scene().nodes.empty());
}
