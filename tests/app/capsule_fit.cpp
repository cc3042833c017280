// Fitting capsules in the editor: beside the window, before and after, one step, and nothing left
// of what is cancelled.
#include "editor/bench/capsule_fit.h"

#include "app/dialogs.h"
#include "edit/derived.h"
#include "editor/bench/compare.h"
#include "editor/bench/compare_state.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/browser_state.h"
#include "editor/viewport/heat_modes.h"
#include "support/app_driver.h"
#include "support/app_scene.h"
#include "view/picture/heat.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Fitting {
  Editor editor = [] {
    Scene scene = arm_scene();
    for (Joint& joint : edit_skeleton(scene, 1).joints) joint.set_radii({0.05f, 0.05f});
    return editor_with(scene);
  }();
  CapsuleFitState& state = editor.capsule_fit;

  void find() {
    open_capsule_fit(editor);
    start_capsule_fit(editor);
    REQUIRE(state.job);
    REQUIRE(state.job->wait(120.0));
    update_capsule_fit(editor);
  }
  std::size_t steps() const { return editor.document.history().steps().size(); }
  const Skeleton& skeleton() const { return *editor.document.scene().nodes[1].skeleton; }
};

}  // namespace

TEST_CASE("what a fit finds is shown beside the document, and taken as one step") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  for (const bool places : {false, true}) {
    CAPTURE(places);
    Fitting f;
    f.state.choices.places = places;
    const std::shared_ptr<const Skeleton> before = f.editor.document.scene().nodes[1].skeleton;
    const std::size_t steps = f.steps();
    f.find();
    CHECK(f.state.choices.to == FitTo::range);  // the mesh has no weights of its own
    REQUIRE(f.state.found() != nullptr);
    CHECK(f.steps() == steps);
    CHECK(is_comparing(f.editor.compare));
    CHECK(f.editor.compare.right.capsules == f.state.found()->fit().capsules);
    CHECK(f.state.job->curve().size() > 1);
    const CapsuleSettings found = f.state.found()->fit().capsules;
    if (!places) CHECK(found.places.empty());
    const Scene old = f.editor.document.scene();
    const Id rig = f.state.found()->fit().skeleton;
    REQUIRE(apply_capsule_fit(f.editor));
    close_capsule_fit(f.editor);
    CHECK_FALSE(f.editor.compare.is_on);
    CHECK(f.steps() == steps + 1);
    const Scene wanted = with_capsules(old, rig, found);
    CHECK(f.skeleton() == *wanted.nodes[1].skeleton);
    f.editor.document.undo();
    CHECK(f.skeleton() == *before);
  }
}

TEST_CASE("a fit that is cancelled, closed or overtaken by an edit leaves nothing behind") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    Fitting f;
    f.state.choices.places = way == 1;
    const std::size_t steps = f.steps();
    const std::shared_ptr<const Skeleton> before = f.editor.document.scene().nodes[1].skeleton;
    f.find();
    if (way == 0) stop_capsule_fit(f.editor);
    if (way == 1) close_capsule_fit(f.editor);
    if (way == 2) {
      perform(f.editor, op::SetRadius{{f.skeleton().joints[0].id}, {0.2f}});
      update_capsule_fit(f.editor);
    }
    CHECK(f.state.job == nullptr);
    CHECK_FALSE(f.editor.compare.is_on);
    CHECK_FALSE(f.editor.compare.right.capsules);
    CHECK(f.steps() == steps + (way == 2 ? 1 : 0));
    CHECK_FALSE(apply_capsule_fit(f.editor));
    if (way != 2) CHECK(f.skeleton() == *before);
  }
}

TEST_CASE("another choice drops what was found for the one before") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  Fitting f;
  f.find();
  REQUIRE(f.state.found() != nullptr);
  f.state.choices.falloff = Falloff::linear;
  update_capsule_fit(f.editor);
  CHECK(f.state.job == nullptr);
  CHECK_FALSE(f.editor.compare.is_on);
}

TEST_CASE("why nothing can be fitted is a sentence") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
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

namespace {

/// The arm as an OBJ file with its elbow bent, or with fewer vertices.
std::string posed_file(const Home& home, const char* name, float turn, int rings = 21) {
  Scene scene = arm_scene();
  scene.nodes[0].mesh = std::make_shared<Mesh>(capped_cylinder(rings, 16));
  edit_skeleton(scene, 1).joints[1].user_local =
      glm::rotate(glm::mat4(1.0f), turn, {0.0f, 0.0f, 1.0f});
  const std::string path = (home.path() / name).string();
  io::save(path, scene, derived_from(tasks_of(Backend::textbook), scene),
           {.purpose = io::Purpose::posed});
  return path;
}

/// The arm with thin capsules and two shapes: a motion bends it by the first.
Scene shaped_arm() {
  Scene scene = arm_scene();
  Scene bent = scene;
  edit_skeleton(bent, 1).joints[1].user_local =
      glm::rotate(glm::mat4(1.0f), 0.6f, {0.0f, 0.0f, 1.0f});
  Deformer deformer;
  deformer.update(bent);
  Mesh mesh = *scene.nodes[0].mesh;
  MorphTarget target{"bent", {}, {}, {}};
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    target.positions.push_back(deformer.mesh(kArmMesh)->positions()[v] - mesh.positions[v]);
  mesh.morph_targets = {target};
  scene.nodes[0].mesh = std::make_shared<Mesh>(mesh);
  scene.nodes[0].morph_weights = {0.0f};
  Motion motion;
  motion.name = "Bend";
  motion.tracks = {{.target = kArmMesh, .channels = {}}};
  motion.tracks[0].channels = {
      {MotionProperty::morph_weights, Interpolation::linear, {0.0f, 1.0f}, {0.0f, 1.0f}}};
  Motion still;
  still.name = "Still";
  scene.motions = {std::make_shared<Motion>(still), std::make_shared<Motion>(motion)};
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.set_radii({0.05f, 0.05f});
  return scene;
}

}  // namespace

TEST_CASE(
    "a fit to files of posed meshes comes near to them; a wrong file says what was expected") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  const Home home;
  Fitting f;
  open_capsule_fit(f.editor);
  f.state.choices.to = FitTo::meshes;
  CHECK(why_no_capsule_fit(f.editor, f.state).find("Add OBJ files of the same mesh") == 0);
  add_posed_file(f.editor, f.state, posed_file(home, "bent.obj", 0.6f));
  add_posed_file(f.editor, f.state, posed_file(home, "bent.obj", 0.6f));  // not twice
  add_posed_file(f.editor, f.state, posed_file(home, "more.obj", 1.2f));
  REQUIRE(f.state.choices.posed_files.size() == 2);
  CHECK(why_no_capsule_fit(f.editor, f.state).empty());
  f.find();
  REQUIRE(f.state.found() != nullptr);
  const FitMeasure& off = f.state.found()->measures().front();
  CHECK(off.after < 0.2 * off.before);
  add_posed_file(f.editor, f.state, posed_file(home, "other.obj", 0.6f, 9));
  update_capsule_fit(f.editor);
  CHECK(f.state.job == nullptr);  // another choice
  f.find();
  CHECK(f.state.found() == nullptr);
  CHECK(f.state.problem().find("other.obj: ") == 0);
  CHECK(f.state.problem().find("expected 338, those of Arm.") != std::string::npos);
  f.state.choices.posed_files = {(home.path() / "none.obj").string()};
  update_capsule_fit(f.editor);
  f.find();
  CHECK(f.state.problem().find("none.obj") != std::string::npos);
}

TEST_CASE("a fit to the shape keys of a motion comes near to its shapes") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  Editor editor = editor_with(shaped_arm());
  CapsuleFitState& state = editor.capsule_fit;
  open_capsule_fit(editor);
  state.choices.to = FitTo::meshes;
  CHECK(motions_with_shapes(editor) == std::vector<std::size_t>{1});
  state.choices.shape_keys = 1;
  CHECK(why_no_capsule_fit(editor, state).empty());
  start_capsule_fit(editor);
  REQUIRE(state.job->wait(120.0));
  REQUIRE(state.found() != nullptr);
  const FitMeasure& off = state.found()->measures().front();
  CHECK(off.after < 0.2 * off.before);
  replace_document(editor, Document(tasks_of(Backend::textbook), arm_scene(), "Other"));
  CHECK_FALSE(state.choices.shape_keys);
}

TEST_CASE("the window of a fit to posed meshes: files from the browser and dropped, and removed") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  const Home home;
  const std::string path = (home.path() / "arm.glb").string(),
                    bent = posed_file(home, "bent.obj", 0.6f),
                    more = posed_file(home, "more.obj", 1.2f);
  io::save(path, shaped_arm(), {});
  app::AppOptions options;
  options.files = {path};
  options.width = 1024;
  options.height = 600;
  options.ui_scale = 1.0f;
  const std::unique_ptr<Driver> driver = make_driver(options);
  if (!driver) return;
  Editor& editor = driver->editor();
  CapsuleFitState& state = editor.capsule_fit;
  open_capsule_fit(editor);
  state.choices.to = FitTo::meshes;
  driver->move({440.0f, 300.0f});
  REQUIRE(spot("Add files"));
  CHECK(spot("Shape keys"));
  driver->click(*spot("Add files"));
  REQUIRE(editor.files.browser);
  CHECK(editor.files.browser->task == FileTask::posed_mesh);
  finish_browser(editor, bent);
  app::drop_file(editor, more);
  driver->move({440.0f, 310.0f});
  CHECK(state.choices.posed_files == std::vector<std::string>{bent, more});
  CHECK_FALSE(editor.files.dropped);
  REQUIRE(spot("Remove bent.obj"));
  driver->click(*spot("Remove bent.obj"));
  CHECK(state.choices.posed_files == std::vector<std::string>{more});
  close_capsule_fit(editor);
  app::drop_file(editor, more);
  CHECK(editor.files.dropped);  // open or import, as ever
}

TEST_CASE("the window of a fit: from its key to one step, by keys alone") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  const Home home;
  Scene scene = arm_scene();
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.set_radii({0.05f, 0.05f});
  const std::string path = (home.path() / "arm.glb").string();
  io::save(path, scene, {});
  app::AppOptions options;
  options.files = {path};
  options.width = 1024;
  options.height = 600;
  options.ui_scale = 1.0f;
  const std::unique_ptr<Driver> driver = make_driver(options);
  if (!driver) return;
  Editor& editor = driver->editor();
  const std::size_t steps = editor.document.history().steps().size();
  driver->move({440.0f, 300.0f});
  driver->key(SDLK_a, {SDLK_LALT, SDLK_LSHIFT});
  REQUIRE(editor.capsule_fit.is_open);
  CHECK(spot("Fit to"));
  driver->push_key(true, SDLK_RETURN);
  driver->push_key(false, SDLK_RETURN);
  driver->app().step();
  for (int frame = 0; frame < 2000 && editor.capsule_fit.is_running(); ++frame) {
    editor.capsule_fit.job->wait(0.05);
    driver->app().step();
  }
  driver->settle();
  REQUIRE(editor.capsule_fit.found() != nullptr);
  CHECK(editor.compare.is_on);
  CHECK(spot("error curve"));
  driver->key(SDLK_RETURN);
  CHECK_FALSE(editor.capsule_fit.is_open);
  CHECK(editor.document.history().steps().size() == steps + 1);
}

TEST_CASE("posed meshes are added several at once, by name, with Ctrl, Shift and the arrows") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  const Home home;
  const std::string path = (home.path() / "arm.glb").string();
  std::vector<std::string> files;
  for (const char* name : {"a.obj", "b.obj", "c.obj", "d.obj"})
    files.push_back(posed_file(home, name, 0.6f));
  io::save(path, shaped_arm(), {});
  app::AppOptions options;
  options.files = {path};
  const std::unique_ptr<Driver> driver = make_driver(options);
  if (!driver) return;
  Editor& editor = driver->editor();
  CapsuleFitState& state = editor.capsule_fit;
  open_capsule_fit(editor);
  state.choices.to = FitTo::meshes;
  const auto browse = [&] {
    open_browser(editor, editor.bench, editor.files, FileTask::posed_mesh);
    enter_folder(*editor.files.browser, home.path());
    driver->move({440.0f, 300.0f});
    state.choices.posed_files.clear();
  };
  const auto click_with = [&](SDL_Keycode held, const std::string& name) {
    REQUIRE(spot("File " + name));
    if (held != SDLK_UNKNOWN) driver->push_key(true, held);
    driver->click(*spot("File " + name));
    if (held != SDLK_UNKNOWN) driver->push_key(false, held);
    driver->settle();
  };
  const auto added = [&] {
    driver->key(SDLK_RETURN);
    CHECK_FALSE(editor.files.browser);
    return state.choices.posed_files;
  };
  browse();
  click_with(SDLK_UNKNOWN, "d.obj");
  click_with(SDLK_LCTRL, "a.obj");
  CHECK(editor.files.browser->name == "a.obj, d.obj");
  CHECK(added() == std::vector{files[0], files[3]});
  browse();
  click_with(SDLK_UNKNOWN, "d.obj");
  click_with(SDLK_LSHIFT, "b.obj");
  click_with(SDLK_LCTRL, "c.obj");
  CHECK(added() == std::vector{files[1], files[3]});
  browse();
  click_with(SDLK_UNKNOWN, "b.obj");
  driver->key(SDLK_DOWN, {SDLK_LSHIFT});
  CHECK(added() == std::vector{files[1], files[2]});
  browse();
  click_with(SDLK_UNKNOWN, "c.obj");
  click_with(SDLK_LCTRL, "a.obj");
  click_with(SDLK_LCTRL, "c.obj");
  CHECK(added() == std::vector{files[0]});

  open_browser(editor, editor.bench, editor.files, FileTask::open);
  enter_folder(*editor.files.browser, home.path());
  driver->move({440.0f, 300.0f});
  click_with(SDLK_UNKNOWN, "d.obj");
  click_with(SDLK_LCTRL, "a.obj");
  CHECK(editor.files.browser->name == "a.obj");  // one scene at a time
}
