// Work is not lost: recovery after a crash, changes by other programs, questions about unsaved
// work.
#include <fstream>
#include <functional>

#include "editor/bench/bench_model.h"
#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/recent.h"
#include "editor/files/safety.h"
#include "editor/session.h"
#include "editor/version.h"
#include "platform/folders.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

app::AppOptions small_window(std::vector<std::string> files = {}) {
  return {.files = std::move(files), .ui_scale = 1.0f, .width = 960, .height = 640};
}

/// A copy of the sample that may be written.
std::string own_file(const Home& home, const std::string& name = "own.glb") {
  return copy_of_sample(home, name);
}

/// An event arrives: frames are drawn until the window rests.
void look(Driver& driver) {
  static float x = 5.0f;
  driver.move({x = 11.0f - x, 5.0f});
}

void edit(Driver& driver, const char* name = "renamed") {
  Document& document = driver.editor().document;
  REQUIRE(document.perform(op::Rename{document.scene().nodes.front().id, name}));
  look(driver);
}

std::size_t note_count() {
  std::size_t count = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(platform::state_folder() / "recovery", error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    count += entry->path().filename() == kRecoveryNote ? 1 : 0;
  return count;
}

/// Another program writes the file: its bytes differ, and so does its time.
void change_outside(const fs::path& path, const fs::path& bytes_from) {
  fs::copy_file(bytes_from, path, fs::copy_options::overwrite_existing);
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(5));
}

/// A run that ends without a goodbye.
void leave_unsaved(const std::string& file) {
  const auto driver = make_driver(small_window({file}));
  edit(*driver);
}

}  // namespace

HOME_CASE(
    "a run that ends without a goodbye is offered at the next start, and Restore brings the same "
    "scene back, not saved") {
  const std::string file = own_file(home);
  Scene last;
  {
    const auto driver = make_driver(small_window({file}));
    CHECK_FALSE(has_offer(driver->editor().files));
    edit(*driver, "one");
    edit(*driver, "two");
    last = driver->scene();
  }
  CHECK(note_count() == 1);
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  REQUIRE(has_offer(editor.files));
  CHECK(editor.files.safety.offers[0].note.name == "own.glb");
  CHECK(editor.files.safety.offers[0].note.steps == 2);
  CHECK(editor.files.safety.offers[0].note.version == std::string(kVersion));
  CHECK_FALSE(editor.document.is_dirty());  // nothing happened yet: the card asks
  restore_offer(editor);
  look(*driver);
  Scene back = driver->scene();
  back.camera = last.camera;  // the view comes along
  CHECK(same_content(back, last));
  CHECK(editor.document.is_dirty());
  CHECK(editor.document.path() == file);
  CHECK_FALSE(has_offer(editor.files));
  edit(*driver, "three");
  REQUIRE(editor.document.undo());
  CHECK(editor.document.is_dirty());  // undone whole, it is still in no file
  save_or_ask(editor, editor.bench, editor.files);
  look(*driver);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK(same_content(io::load(file).scene, [&] {
    Scene saved = driver->scene();
    saved.camera = editor.camera;
    return saved;
  }()));
}

HOME_CASE(
    "Later keeps the offer for the next start, Discard removes it; a clean quit leaves nothing") {
  const std::string file = own_file(home);
  leave_unsaved(file);
  {
    const auto driver = make_driver(small_window({file}));
    postpone_offers(driver->editor().files);
    CHECK_FALSE(has_offer(driver->editor().files));
    REQUIRE(run_command(driver->editor(), "file.recover"));
    CHECK(has_offer(driver->editor().files));
    postpone_offers(driver->editor().files);
  }
  CHECK(note_count() == 1);
  {
    const auto driver = make_driver(small_window({file}));
    REQUIRE(has_offer(driver->editor().files));
    discard_offer(driver->editor(), driver->editor().files);
    CHECK_FALSE(has_offer(driver->editor().files));
    CHECK_FALSE(run_command(driver->editor(), "file.recover"));
    CHECK(note_count() == 0);
    edit(*driver);
    request_quit(driver->editor());
    answer_pending(driver->editor(), Answer::discard);
    CHECK(driver->app().wants_quit());
  }
  CHECK(note_count() == 0);
}

HOME_CASE("a damaged autosave is named and can only be thrown away; the scene stays as it was") {
  const std::string file = own_file(home);
  leave_unsaved(file);
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(platform::state_folder() / "recovery"))
    if (entry.path().filename().string().starts_with("meshes-"))
      fs::resize_file(entry.path(), 1000);
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  const Scene before = driver->scene();
  restore_offer(editor);
  look(*driver);
  CHECK(driver->scene() == before);
  REQUIRE(has_offer(editor.files));
  CHECK(contains(editor.files.safety.offers[0].problem, "meshes-"));
  discard_offer(editor, editor.files);
  CHECK(note_count() == 0);
}

HOME_CASE("the card of an autosave stays where it is when the card above it is answered") {
  const std::string file = own_file(home);
  leave_unsaved(file);
  const auto driver = make_driver(small_window({file}));
  driver->editor().files.safety.file_changed = true;
  look(*driver);
  const auto restore = spot("Restore");
  REQUIRE(restore);
  driver->press("Keep mine");
  CHECK_FALSE(driver->editor().files.safety.file_changed);
  CHECK(spot("Restore") == restore);
}

HOME_CASE("autosave can be switched off, which also removes what it kept") {
  const std::string file = own_file(home);
  {
    const auto driver = make_driver(small_window({file}));
    edit(*driver, "kept");
    driver->editor().preferences.autosaves = false;
    edit(*driver, "not kept");
  }
  CHECK(note_count() == 0);
}

HOME_CASE(
    "no road replaces unsaved work without asking: Cancel keeps it whole, Discard lets it go") {
  const std::string file = own_file(home), other = own_file(home, "other.glb");
  leave_unsaved(file);
  struct Road {
    const char* name;
    std::function<void(Driver&)> take;
  };
  const std::vector<Road> roads = {
      {"open", [&](Driver& driver) { request_open(driver.editor(), other); }},
      {"open through the browser",
       [&](Driver& driver) {
         open_browser(driver.editor(), driver.editor().bench, driver.editor().files,
                      FileTask::open);
         finish_browser(driver.editor(), other);
       }},
      {"a recent file",
       [&](Driver& driver) {
         request_open(driver.editor(), driver.editor().preferences.recent.front());
       }},
      {"new", [](Driver& driver) { run_command(driver.editor(), "file.new"); }},
      {"the sample", [](Driver& driver) { run_command(driver.editor(), "file.sample"); }},
      {"reload", [](Driver& driver) { run_command(driver.editor(), "file.reload"); }},
      {"restore", [](Driver& driver) { restore_offer(driver.editor()); }},
      {"quit", [](Driver& driver) { run_command(driver.editor(), "file.quit"); }},
      {"the window's cross", [](Driver& driver) { driver.close_window(); }},
      {"a drop that is opened",
       [&](Driver& driver) {
         driver.drop(other);
         REQUIRE(driver.editor().files.dropped.has_value());
         driver.key(SDLK_RETURN);
       }},
  };
  for (const Road& road : roads) {
    CAPTURE(road.name);
    const auto driver = make_driver(small_window({file}));
    Editor& editor = driver->editor();
    edit(*driver, "precious");
    const Scene precious = driver->scene();
    road.take(*driver);
    look(*driver);
    REQUIRE(editor.files.pending.has_value());
    CHECK(driver->scene() == precious);
    answer_pending(editor, Answer::cancel);
    look(*driver);
    CHECK(driver->scene() == precious);
    CHECK(editor.document.is_dirty());
    CHECK_FALSE(driver->app().wants_quit());
    road.take(*driver);
    answer_pending(editor, Answer::discard);
    look(*driver);
    CHECK((driver->app().wants_quit() || !(driver->scene() == precious)));
    editor.wants_quit = false;  // the next driver must find the orphan, not this document
    end_safety(editor.files);
  }
  const auto driver = make_driver(small_window({file}));
  edit(*driver, "precious");
  const std::size_t nodes = driver->scene().nodes.size();
  request_import(driver->editor(), other);  // adds, as a step that can be undone
  REQUIRE(driver->scene().nodes.size() > nodes);
  CHECK(driver->document().scene().nodes.front().name == "precious");
  REQUIRE(driver->editor().document.undo());
  CHECK(driver->scene().nodes.size() == nodes);
}

HOME_CASE("a file that another program changed is noticed, and saving over it asks") {
  const std::string file = own_file(home);
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  CHECK_FALSE(check_disk(editor, editor.files));
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(3));
  CHECK_FALSE(check_disk(editor, editor.files));  // touched, not changed
  edit(*driver, "mine");
  const fs::path theirs = home.path() / "theirs.glb";
  io::save(theirs, io::load(file).scene, {});
  change_outside(file, theirs);
  const std::string outside = bytes_of(file);

  save_or_ask(editor, editor.bench, editor.files);
  CHECK(editor.files.safety.asks_overwrite);
  CHECK(has_dialog(editor));
  look(*driver);
  answer_overwrite(editor, OverwriteAnswer::cancel);
  CHECK(bytes_of(file) == outside);
  CHECK(editor.document.is_dirty());
  save_or_ask(editor, editor.bench, editor.files);
  answer_overwrite(editor, OverwriteAnswer::save_as);
  CHECK(editor.files.browser.has_value());
  CHECK(bytes_of(file) == outside);
  editor.files.browser.reset();
  save_or_ask(editor, editor.bench, editor.files);
  answer_overwrite(editor, OverwriteAnswer::replace);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK(bytes_of(file) != outside);
  CHECK(bytes_of(file + ".bak") == outside);  // what the other program wrote is not lost either
  CHECK_FALSE(check_disk(editor, editor.files));

  change_outside(file, theirs);
  CHECK(check_disk(editor, editor.files));
  keep_mine(editor, editor.files);
  CHECK(editor.document.is_dirty());
  save_or_ask(editor, editor.bench, editor.files);
  CHECK_FALSE(editor.files.safety.asks_overwrite);  // it was decided
  CHECK_FALSE(editor.document.is_dirty());

  change_outside(file, theirs);
  CHECK(check_disk(editor, editor.files));
  request_reload(editor);
  look(*driver);
  CHECK_FALSE(editor.files.safety.file_changed);
  CHECK(driver->scene().nodes.front().name != "mine");
  CHECK(editor.document.path() == file);
}

HOME_CASE(
    "a foreign file that another program changed is noticed; Save goes elsewhere and asks "
    "nothing") {
  const std::string file = (home.path() / "hand.obj").string();
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  CHECK_FALSE(check_disk(editor, editor.files));
  CHECK_FALSE(editor.files.safety.file_changed);
  const auto change = [&](const char* text) {
    std::ofstream(file) << text;
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(3));
  };
  change("v 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 0\nf 1 2 3\n");
  CHECK_FALSE(check_disk(editor, editor.files));  // saving would not replace it
  CHECK(editor.files.safety.file_changed);
  look(*driver);
  keep_mine(editor, editor.files);
  CHECK_FALSE(editor.files.safety.file_changed);
  CHECK_FALSE(editor.document.is_dirty());

  change("v 0 0 0\nv 3 0 0\nv 0 3 0\nv 3 3 0\nf 1 2 3\n");
  check_disk(editor, editor.files);
  CHECK(editor.files.safety.file_changed);
  edit(*driver, "mine");
  save_or_ask(editor, editor.bench, editor.files);
  CHECK_FALSE(editor.files.safety.asks_overwrite);
  CHECK(editor.files.browser.has_value());
  editor.files.browser.reset();
  request_reload(editor);
  answer_pending(editor, Answer::discard);
  look(*driver);
  CHECK_FALSE(editor.files.safety.file_changed);
  CHECK(driver->scene().nodes.front().mesh->positions.size() == 4);
  CHECK(editor.document.path().empty());
  fs::remove(file);
  CHECK_FALSE(check_disk(editor, editor.files));
  CHECK_FALSE(editor.document.is_dirty());
}

HOME_CASE(
    "a question about unsaved work and one about the file on the disk follow each other, and both "
    "can be left") {
  const std::string file = own_file(home), other = own_file(home, "other.glb");
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  edit(*driver, "mine");
  const fs::path theirs = home.path() / "theirs.glb";
  io::save(theirs, io::load(file).scene, {});
  change_outside(file, theirs);
  request_open(editor, other);
  answer_pending(editor, Answer::save);
  REQUIRE(editor.files.safety.asks_overwrite);
  answer_overwrite(editor, OverwriteAnswer::cancel);
  look(*driver);
  CHECK(driver->scene().nodes.front().name == "mine");
  request_open(editor, other);
  answer_pending(editor, Answer::save);
  answer_overwrite(editor, OverwriteAnswer::replace);
  look(*driver);
  CHECK(editor.document.path() == other);
  CHECK(io::load(file).scene.nodes.front().name == "mine");
}

HOME_CASE(
    "a file that vanished is said; the document is then in no file, and saving writes it anew") {
  const std::string file = own_file(home);
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  fs::remove(file);
  CHECK_FALSE(check_disk(editor, editor.files));
  CHECK(editor.document.is_dirty());
  REQUIRE_FALSE(editor.toasts.empty());
  CHECK(contains(editor.toasts.back().text, "own.glb"));
  const std::size_t said = editor.toasts.size();
  CHECK_FALSE(check_disk(editor, editor.files));
  CHECK(editor.toasts.size() == said);  // once
  save_or_ask(editor, editor.bench, editor.files);
  CHECK_FALSE(editor.files.safety.asks_overwrite);
  CHECK(fs::exists(file));
  CHECK_FALSE(editor.document.is_dirty());
}

HOME_CASE("a failing disk is said once and editing goes on") {
  const std::string file = own_file(home);
  fs::create_directories(platform::state_folder());
  std::ofstream(platform::state_folder() / "recovery") << "in the way";
  const auto driver = make_driver(small_window({file}));
  std::size_t said = 0;
  for (int i = 0; i < 20; ++i) {
    edit(*driver, i % 2 == 0 ? "even" : "odd");
    for (int wait = 0; i == 0 && said == 0 && wait < 10000 && driver->editor().toasts.empty();
         ++wait)
      look(*driver);
    for (const Toast& toast : driver->editor().toasts)
      said += toast.text.find("Autosave") != std::string::npos ? 1 : 0;
    driver->editor().toasts.clear();
  }
  CHECK(said == 1);
  CHECK(driver->step_count() == 21);
}

HOME_CASE("a window that is closed takes the small picture first; another document takes none") {
  const std::string file = own_file(home), other = own_file(home, "other.glb");
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  want_thumbnail(editor, editor.files, other);
  replace_document(editor, Document(editor.document.tasks()));
  look(*driver);
  CHECK_FALSE(fs::exists(thumbnail_file(other)));
  REQUIRE(open_file(editor, other));
  driver->push_quit();
  driver->app().step();
  REQUIRE(driver->app().wants_quit());
  CHECK(fs::exists(thumbnail_file(other)));
}

HOME_CASE(
    "opening and saving leave small pictures for the recent files; Clear list removes them, the "
    "files stay") {
  const std::string file = own_file(home), other = own_file(home, "other.glb");
  const auto driver = make_driver(small_window({file}));
  Editor& editor = driver->editor();
  CHECK(fs::exists(thumbnail_file(file)));
  CHECK_FALSE(fs::exists(thumbnail_file(other)));
  request_open(editor, other);
  driver->push_motion({100.0f, 100.0f});
  driver->app().step();
  CHECK_FALSE(fs::exists(thumbnail_file(other)));  // frames follow: it waits until all is at rest
  look(*driver);
  CHECK(fs::exists(thumbnail_file(other)));
  CHECK(thumbnail_file(file) != thumbnail_file(other));
  CHECK(editor.preferences.recent.size() == 2);
  thumbnail_of(editor, editor.files, file);
  thumbnail_of(editor, editor.files, (home.path() / "never seen.glb").string());
  look(*driver);
  CHECK(thumbnail_of(editor, editor.files, file).texture != 0);
  CHECK(thumbnail_of(editor, editor.files, file).width == kThumbnailWidth);
  CHECK(thumbnail_of(editor, editor.files, (home.path() / "never seen.glb").string()).texture == 0);
  CHECK(is_present(editor, editor.files, file));
  fs::remove(file);
  editor.now += 100.0;
  CHECK_FALSE(is_present(editor, editor.files, file));
  clear_recent(editor, editor.files);
  CHECK(editor.preferences.recent.empty());
  CHECK_FALSE(fs::exists(thumbnail_file(other)));
  CHECK(fs::exists(other));
}

SOLVED_HOME_CASE(
    "an edit's step says what it brought; those that brought nothing keep their names, and so do "
    "steps done again") {
  const auto driver = make_driver(small_window({own_file(home)}));
  Document& document = driver->editor().document;
  const auto label = [&] { return document.history().steps()[document.history().current()].label; };
  const Joint shin = driver->joint("shin.R");
  const auto perform = [&](const Operation& operation) {
    REQUIRE(document.perform(operation));
    look(*driver);
  };
  perform(op::SetRadius{{shin.id}, {shin.radius * 1.5f}});
  CHECK(contains(label(), ", +"));
  CHECK(label().ends_with("vertices"));
  const std::string grown = label();
  perform(op::SetRadius{{shin.id}, {shin.radius}});
  CHECK(contains(label(), ", -"));
  perform(op::Rename{shin.id, "lower leg"});
  CHECK_FALSE(contains(label(), "vert"));
  perform(op::DeleteJoint{shin.id, false});
  CHECK(label().ends_with("uncovered"));
  REQUIRE(document.travel(1));
  look(*driver);
  CHECK(label() == grown);
}
