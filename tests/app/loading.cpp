// Files are read and written in the background.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/safety.h"
#include "editor/open_dialogs.h"
#include "editor/session.h"
#include "editor/shell_state.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

constexpr int kSide = 700;

/// A grid that takes many frames to be read, made once.
const std::string& big_file() {
  struct Made {
    std::filesystem::path folder = scratch("big");
    std::string path = (folder / "big.obj").string();
    Made() {
      std::ofstream file(path);
      for (int v = 0; v < kSide * kSide; ++v)
        file << fmt::format("v {:.6f} {:.6f} 0.25\n", v % kSide * 0.01, v / kSide * 0.01);
      for (int y = 0; y + 1 < kSide; ++y) {
        for (int at = y * kSide + 1; at < (y + 1) * kSide; ++at)
          file << fmt::format("f {} {} {} {}\n", at, at + 1, at + kSide + 1, at + kSide);
      }
    }
    ~Made() { std::filesystem::remove_all(folder); }
  };
  static const Made made;
  return made.path;
}

/// A window with the arm and a slow file; it never waits, so results arrive later.
struct Slow {
  Home home;
  std::string arm = (home.path() / "arm.glb").string(), big = big_file();
  std::unique_ptr<Driver> driver;

  Slow() {
    io::save(arm, arm_scene(), {});
    driver = window_with(arm, 960, 640);
    editor().files.loading.patience = 0.0;
  }
  Editor& editor() { return driver->editor(); }
  bool has_arm() { return find_joint(driver->scene(), "elbow").node >= 0; }
  bool has_big() {
    return driver->scene().nodes.size() == 1 && driver->scene().nodes[0].name == "big";
  }
  void finish() {
    while (awaits_file(editor()) || is_saving(editor().files)) {
      driver->app().wait();
      driver->app().step();
    }
    driver->settle();
  }
  /// Makes the card appear now instead of after a while.
  void show_card() {
    editor().files.loading.began -= 1.0;
    editor().wants_redraw = true;
  }
  std::size_t errors() {
    return std::size_t(std::count_if(editor().toasts.begin(), editor().toasts.end(),
                                     [](const Toast& toast) { return toast.is_error; }));
  }
};

}  // namespace

GIVEN_CASE("A file that takes a while is read behind the window, which answers meanwhile", Slow,
           slow) {
  request_open(slow.editor(), slow.big);
  REQUIRE(is_loading(slow.editor().files));
  double share = 0.0;
  int frames = 0;
  const float distance = slow.editor().camera.distance;
  float zoomed = distance;  // the last frame may bring the file, and with it its own view
  slow.driver->push_motion(slow.driver->app().layout().viewport.corner + glm::vec2(300.0f, 200.0f));
  while (slow.editor().files.loading.reading.is_running()) {
    const double now = slow.editor().files.loading.reading.progress().share();
    CHECK(now >= share);
    share = now;
    CHECK(slow.has_arm());
    CHECK_FALSE(slow.driver->app().is_at_rest());
    slow.driver->push_wheel(1);
    slow.driver->app().step();
    if (slow.editor().files.loading.reading.has_begun()) zoomed = slow.editor().camera.distance;
    ++frames;
  }
  CHECK(frames > 1);
  CHECK(zoomed < distance);
  slow.finish();
  CHECK(slow.has_big());
  CHECK(slow.driver->scene().nodes[0].mesh->positions.size() == kSide * kSide);
  CHECK_FALSE(slow.driver->document().is_dirty());
  CHECK(document_name(slow.editor()) == "big.obj");
  CHECK(slow.driver->app().is_at_rest());
  CHECK(slow.errors() == 0);
}

GIVEN_CASE("Esc and the card's button stop it, and what is open stays as it was", Slow, slow) {
  const Scene before = slow.driver->scene();
  request_open(slow.editor(), slow.big);
  slow.driver->key(SDLK_ESCAPE);
  CHECK_FALSE(is_loading(slow.editor().files));
  for (int round = 0; round < 20 && !spot("Cancel");
       ++round) {  // one round unless the machine reads it in a frame
    request_open(slow.editor(), slow.big);
    slow.show_card();
    slow.driver->push_motion({400.0f, 300.0f + float(round)});
    slow.driver->app().step();
  }
  const std::optional<glm::vec2> cancel = spot("Cancel");
  REQUIRE(cancel);
  stop_loading(slow.editor().files);
  slow.driver->settle();
  CHECK_FALSE(spot("Cancel"));
  CHECK(slow.driver->scene() == before);
  CHECK(slow.driver->step_count() == 1);
  CHECK(slow.errors() == 0);
}

GIVEN_CASE("Work that was done while a file was read is asked about", Slow, slow) {
  for (const Answer answer : {Answer::cancel, Answer::discard}) {
    request_open(slow.editor(), slow.big);
    if (slow.editor().files.pending)
      answer_pending(slow.editor(), Answer::discard);  // of the round before
    REQUIRE(is_loading(slow.editor().files));
    REQUIRE(perform(slow.editor(), op::Rename{slow.driver->scene().nodes[0].id,
                                              answer == Answer::cancel ? "one" : "two"}));
    slow.finish();
    REQUIRE(slow.editor().files.pending);
    CHECK(slow.editor().files.pending->kind == Pending::Kind::loaded);
    CHECK(slow.has_arm());
    answer_pending(slow.editor(), answer);
    slow.driver->settle();
    CHECK(slow.has_arm() == (answer == Answer::cancel));
    CHECK(slow.has_big() == (answer == Answer::discard));
    CHECK_FALSE(slow.editor().files.loading.ready);
  }
}

GIVEN_CASE(
    "A file that cannot be read says why when it is found out; another one takes the place of the "
    "first",
    Slow, slow) {
  const std::string bad = (slow.home.path() / "bad.obj").string();
  std::ofstream(bad) << "v 0 0 0\nv 1 x 2\n";
  request_open(slow.editor(), bad);
  slow.finish();
  CHECK(slow.errors() == 1);
  CHECK(contains(slow.editor().toasts.back().text, "line 2: expected a number, found \"x\""));
  CHECK(slow.has_arm());
  request_open(slow.editor(), slow.big);
  request_import(slow.editor(), slow.arm);  // not while another one is about to come
  CHECK(slow.errors() == 2);
  request_open(slow.editor(), slow.arm);
  slow.finish();
  CHECK(slow.errors() == 2);
  CHECK(slow.has_arm());
  request_import(slow.editor(), slow.arm);
  slow.finish();
  CHECK(slow.driver->scene().nodes.size() == 2 * arm_scene().nodes.size());
}

GIVEN_CASE("What is ready waits until an open dialog is closed", Slow, slow) {
  request_open(slow.editor(), slow.big);
  slow.editor().shell.shows_about = true;
  while (is_loading(slow.editor().files) && !slow.editor().files.loading.reading.is_done()) {
    slow.driver->app().wait();
    slow.driver->app().step();
  }
  slow.driver->settle();
  CHECK(is_loading(slow.editor().files));
  CHECK(slow.has_arm());
  CHECK(slow.driver->app().is_at_rest());
  slow.driver->key(SDLK_ESCAPE);
  slow.finish();
  CHECK(slow.has_big());
}

GIVEN_CASE("The window closes while a file is read", Slow, slow) {
  request_open(slow.editor(), slow.big);
  slow.driver->close_window();
  CHECK(slow.driver->app().wants_quit());
  CHECK_FALSE(is_loading(slow.editor().files));
}

GIVEN_CASE("Files of the command line come one after the other, whatever becomes of the first",
           Slow, slow) {
  const std::string missing = (slow.home.path() / "none.obj").string();
  begin_loading(slow.editor(), {{LoadRequest::Kind::open, slow.big},
                                {LoadRequest::Kind::import, missing},
                                {LoadRequest::Kind::import, slow.arm}});
  slow.finish();
  CHECK(slow.errors() == 1);
  CHECK(slow.driver->scene().nodes.size() == 1 + arm_scene().nodes.size());
  CHECK(document_name(slow.editor()) == "big.obj");
}

namespace {

/// The arm and the grid, which takes many frames to be written, under a name.
struct SlowSave : Slow {
  std::string file = (home.path() / "both.glb").string();

  SlowSave() {
    editor().files.loading.patience = 1e9;
    request_import(editor(), big);
    driver->settle();
    editor().document.set_path(file);
    editor().files.saving.patience = 0.0;
  }
  void save() { save_or_ask(editor(), editor().bench, editor().files); }
  void rename(const std::string& name) {
    REQUIRE(perform(editor(), op::Rename{driver->scene().nodes[0].id, name}));
  }
  /// The first node's name in the written file, or in the version before.
  std::string written_name(const char* ending = "") {
    const std::filesystem::path copy = home.path() / "copy.glb";
    std::filesystem::copy_file(file + ending, copy,
                               std::filesystem::copy_options::overwrite_existing);
    return io::load(copy).scene.nodes[0].name;
  }
};

}  // namespace

GIVEN_CASE("A large scene is written behind the window, which answers meanwhile", SlowSave, slow) {
  const std::string name = slow.driver->scene().nodes[0].name;
  slow.save();
  REQUIRE(is_saving(slow.editor().files));
  CHECK_FALSE(slow.driver->app().is_at_rest());
  slow.driver->app().step();
  slow.rename("later");
  slow.save();  // one at a time
  CHECK(slow.errors() == 1);
  slow.editor().files.saving.began -= 1.0;
  slow.editor().wants_redraw = true;
  slow.driver->app().step();
  CHECK_FALSE(check_disk(slow.editor(), slow.editor().files));
  slow.finish();
  CHECK_FALSE(is_saving(slow.editor().files));
  CHECK(slow.driver->app().is_at_rest());
  CHECK(slow.editor().files.safety.file == slow.file);
  CHECK(slow.written_name() == name);
  CHECK(slow.driver->document().is_dirty());  // what came later is not in the file
  REQUIRE(slow.editor().document.undo());
  CHECK_FALSE(slow.driver->document().is_dirty());
  CHECK_FALSE(check_disk(slow.editor(), slow.editor().files));
  CHECK_FALSE(slow.editor().files.safety.file_changed);
  REQUIRE(slow.editor().document.redo());
  slow.save();  // the version before is kept
  slow.finish();
  CHECK(slow.written_name() == "later");
  CHECK(slow.written_name(".bak") == name);
  CHECK(slow.errors() == 1);
}

GIVEN_CASE("Who quits while a file is written waits for it, and is asked only about later changes",
           SlowSave, slow) {
  slow.save();
  REQUIRE(is_saving(slow.editor().files));
  request_quit(slow.editor());
  CHECK_FALSE(slow.editor().wants_quit);
  CHECK_FALSE(slow.editor().files.pending);
  slow.rename("later");
  slow.finish();
  CHECK(slow.editor().files.pending);
  CHECK_FALSE(slow.editor().wants_quit);
  answer_pending(slow.editor(), Answer::save);
  slow.finish();
  CHECK(slow.editor().wants_quit);
  CHECK(slow.errors() == 0);
}

GIVEN_CASE("A file that cannot be written stops what waited for it; the scene stays unsaved",
           SlowSave, slow) {
  slow.editor().document.set_path(slow.home.path() / "nowhere" / "both.glb");
  slow.save();
  request_new(slow.editor());
  slow.finish();
  CHECK(slow.errors() == 1);
  CHECK(slow.driver->document().is_dirty());
  CHECK(slow.has_arm());
  CHECK_FALSE(slow.editor().files.after_save);
  CHECK_FALSE(slow.editor().wants_quit);
}

GIVEN_CASE("What is opened while another scene is written is not taken for that one", SlowSave,
           slow) {
  slow.save();
  REQUIRE(is_saving(slow.editor().files));
  REQUIRE(open_file(slow.editor(), slow.arm));
  slow.finish();
  CHECK(slow.driver->document().path() == slow.arm);
  CHECK(slow.has_arm());
  CHECK(io::load(slow.file).scene.nodes.size() > slow.driver->scene().nodes.size());
  CHECK(slow.errors() == 0);
}

HOME_CASE(
    "neither the card of an autosave, of a question nor of long work hides the figure's head") {
  const std::string file = copy_of_sample(home, "own.glb");
  {
    const auto driver = window_with(file, 1366, 768);
    const Id node = driver->scene().nodes.front().id;
    REQUIRE(perform(driver->editor(), op::Rename{node, "renamed"}));
    driver->move({5.0f, 5.0f});
  }
  const auto driver = window_with(file, 1366, 768);
  Editor& editor = driver->editor();
  const auto check_head = [&] {
    const std::vector<Rect> cards = areas_named({"card"});
    CHECK(cards.size() == 1);
    for (const Rect& card : cards)
      CHECK_FALSE(card.meets({driver->joint_pixel("head"), glm::vec2(0.0f)}));
  };
  REQUIRE(has_offer(editor.files));
  check_head();
  postpone_offers(editor.files);
  editor.files.safety.file_changed = true;
  driver->move({6.0f, 5.0f});
  check_head();
  editor.files.safety.file_changed = false;
  RadiiFitJob& fit = editor.measuring.fit;
  fit.from = driver->document().committed();
  fit.began = editor.now - 1.0;
  const auto never_ends = [](Progress&) -> std::optional<FittedRadii> {
    platform::pause(1.0);
    return std::nullopt;
  };
  fit.job.begin({.out_of_memory = "", .words = "Fitting the radii"}, never_ends);
  for (int frame = 0; frame < 3; ++frame) {
    driver->push_motion({5.0f, 5.0f + float(frame)});
    driver->app().step();
  }
  CHECK(fit.job.has_begun());
  check_head();
  cancel_measuring(editor);
  driver->settle();
}
