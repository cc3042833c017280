// Fitting capsules in the editor: in the background, compared, one step; a canceled fit leaves
// nothing.
#include "editor/bench/capsule_fit.h"

#include "editor/bench/compare.h"
#include "editor/editor.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Scene thin_arm() {
  Scene scene = arm_scene();
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.set_radii({0.05f, 0.05f});
  return scene;
}

struct Fitting {
  Editor editor = editor_with(thin_arm());
  CapsuleFitState& state = editor.capsule_fit;

  void find() {
    open_capsule_fit(editor);
    start_capsule_fit(editor);
    REQUIRE(state.job.has_begun());
    REQUIRE(state.job.wait(1e9));
    update_capsule_fit(editor);
  }
  std::size_t steps() const { return editor.document.history().steps().size(); }
  const Skeleton& skeleton() const { return *editor.document.scene().nodes[1].skeleton; }
};

}  // namespace

ENGINE_CASE("what a fit finds is shown beside the document, and taken as one step") {
  Fitting f;
  const std::shared_ptr<const Skeleton> before = f.editor.document.scene().nodes[1].skeleton;
  const std::size_t steps = f.steps();
  f.find();
  CHECK(f.state.choices.to == FitTo::range);  // the mesh has no weights of its own
  REQUIRE(f.state.job.result() != nullptr);
  CHECK(f.steps() == steps);
  CHECK(is_comparing(f.editor.compare));
  CHECK(f.editor.compare.right.capsules == f.state.job.result()->fit.capsules);
  CHECK(f.state.curve->size() > 1);
  const CapsuleSettings found = f.state.job.result()->fit.capsules;
  const Scene old = f.editor.document.scene();
  const Id rig = f.state.job.result()->fit.skeleton;
  REQUIRE(apply_capsule_fit(f.editor));
  close_capsule_fit(f.editor);
  CHECK_FALSE(f.editor.compare.is_on);
  CHECK(f.steps() == steps + 1);
  const Scene wanted = with_capsules(old, rig, found);
  CHECK(f.skeleton() == *wanted.nodes[1].skeleton);
  f.editor.document.undo();
  CHECK(f.skeleton() == *before);
}

ENGINE_CASE("a fit that is canceled, closed or overtaken by an edit leaves nothing behind") {
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    Fitting f;
    const std::size_t steps = f.steps();
    const std::shared_ptr<const Skeleton> before = f.editor.document.scene().nodes[1].skeleton;
    f.find();
    if (way == 0) stop_capsule_fit(f.editor);
    if (way == 1) close_capsule_fit(f.editor);
    if (way == 2) {
      perform(f.editor, op::SetRadius{{f.skeleton().joints[0].id}, {0.2f}});
      update_capsule_fit(f.editor);
    }
    CHECK_FALSE(f.state.job.has_begun());
    CHECK_FALSE(f.editor.compare.is_on);
    CHECK_FALSE(f.editor.compare.right.capsules);
    CHECK(f.steps() == steps + (way == 2 ? 1 : 0));
    CHECK_FALSE(apply_capsule_fit(f.editor));
    if (way != 2) CHECK(f.skeleton() == *before);
  }
}

ENGINE_CASE("another choice drops what was found for the one before") {
  Fitting f;
  f.find();
  REQUIRE(f.state.job.result() != nullptr);
  f.state.choices.falloff = Falloff::linear;
  update_capsule_fit(f.editor);
  CHECK_FALSE(f.state.job.has_begun());
  CHECK_FALSE(f.editor.compare.is_on);
}

ENGINE_CASE("a thorough fit of selected joints leaves the others, the falloff and the distance") {
  Fitting f;
  f.editor.document.select({kElbow});
  f.state.choices.only_selected = true;
  const Skeleton before = f.skeleton();
  f.find();
  REQUIRE(f.state.job.result() != nullptr);
  REQUIRE(apply_capsule_fit(f.editor));
  CHECK(f.skeleton().falloff == before.falloff);
  CHECK(f.skeleton().metric == before.metric);
  for (std::size_t j = 0; j < before.joints.size(); ++j) {
    CAPTURE(before.joints[j].name);
    CHECK((f.skeleton().joints[j].radii() != before.joints[j].radii()) ==
          (before.joints[j].id == kElbow));
    CHECK(f.skeleton().joints[j].locked == before.joints[j].locked);
  }
  f.editor.document.select({});
  CHECK_FALSE(why_no_capsule_fit(f.editor, f.state).empty());
}

ENGINE_CASE("why nothing can be fitted is a sentence") {
  Fitting f;
  f.state.choices.to = FitTo::weights;
  CHECK_FALSE(why_no_capsule_fit(f.editor, f.state).empty());
  f.state.choices.to = FitTo::clip;
  CHECK_FALSE(why_no_capsule_fit(f.editor, f.state).empty());
  f.state.choices.to = FitTo::range;
  CHECK(why_no_capsule_fit(f.editor, f.state).empty());
  Editor empty = editor_with({});
  CHECK_FALSE(why_no_capsule_fit(empty, f.state).empty());
}

ENGINE_CASE("the window of a fit: from its key to one step, by keys alone") {
  const Home home;
  const std::unique_ptr<Driver> driver = window_with(saved(home, "arm.glb", thin_arm()), 1024, 600);
  Editor& editor = driver->editor();
  const std::size_t steps = editor.document.history().steps().size();
  driver->move({440.0f, 300.0f});
  driver->key(SDLK_a, {SDLK_LALT, SDLK_LSHIFT});
  REQUIRE(editor.capsule_fit.is_open);
  CHECK(spot("Fit to"));
  driver->push_tap(SDLK_RETURN);
  driver->app().step();
  while (editor.capsule_fit.job.is_running()) {
    editor.capsule_fit.job.wait(0.05);
    driver->app().step();
  }
  driver->settle();
  REQUIRE(editor.capsule_fit.job.result() != nullptr);
  CHECK(editor.compare.is_on);
  CHECK(spot("error curve"));
  CHECK(spot("Use these"));
  CHECK_FALSE(spot("Apply"));  // of the swipe view, which would do the same
  driver->key(SDLK_RETURN);
  CHECK_FALSE(editor.capsule_fit.is_open);
  CHECK(editor.document.history().steps().size() == steps + 1);
}
