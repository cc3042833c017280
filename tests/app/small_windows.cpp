// Every screen in small windows at large scales: no words that Dear ImGui drew are covered or cut,
// except for those listed here.
#include <fmt/format.h>
#include <imgui.h>

#include "app/viewport/viewport.h"
#include "app/widgets/spots.h"
#include "editor/commands/command_registry.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/shell_state.h"
#include "editor/timeline/timeline_state.h"
#include "editor/tools.h"
#include "editor/viewport/heat_modes.h"
#include "editor/viewport/select.h"
#include "support/app_driver.h"
#include "support/legible.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

struct Screen {
  glm::ivec2 size;
  float scale;
};

std::string name_of(const Screen& screen) {
  return fmt::format("{}x{} at {}", screen.size.x, screen.size.y, screen.scale);
}

/// One line of all unreadable words of the last frame; empty: none.
std::string harm_in() {
  std::string text;
  for (const HarmedWords& one : harmed_words(*ImGui::GetDrawData()))
    text += fmt::format("\n    {} \"{}\" at {:.0f},{:.0f}..{:.0f},{:.0f} in {}{}",
                        one.harm == Harm::cut ? "cut" : "covered", one.words, one.low.x, one.low.y,
                        one.high.x, one.high.y, one.window, one.by.empty() ? "" : " by " + one.by);
  return text;
}

std::unique_ptr<Driver> window_on(const Screen& screen, const std::string& file) {
  AppOptions options;
  if (!file.empty()) options.files = {file};
  options.width = screen.size.x;
  options.height = screen.size.y;
  options.ui_scale = screen.scale;
  return make_driver(options);
}

/// Checks the present frame and adds its faults.
struct Walk {
  Driver& driver;
  std::string troubles{};
  int screens = 0, drags = 0;

  void look(const std::string& name, bool moves = true) {
    if (moves) driver.move({1.0f, 1.0f});
    ++screens;
    if (const std::string harm = harm_in(); !harm.empty()) troubles += "\n  " + name + harm;
    for (const std::string& words : shortened_words())
      if (!may_be_short(words)) troubles += "\n  " + name + ": shortened \"" + words + "\"";
  }
  /// Cards lie in the picture, and this button on one of them.
  void look_at_cards(const std::string& name, const char* button) {
    look(name);
    const std::optional<glm::vec2> at = spot(button);
    bool is_seen = false;
    for (const Rect& card : areas_named({"card"})) {
      if (card.end().y > driver.app().layout().viewport.end().y)
        troubles += "\n  " + name + ": a card leaves the picture";
      is_seen |= at && at->y > card.corner.y && at->y < card.end().y;
    }
    if (!is_seen) troubles += fmt::format("\n  {}: \"{}\" is not seen", name, button);
  }
  void run(const char* id) {
    driver.editor().toasts.clear();
    run_command(driver.editor(), id);
    driver.editor().wants_redraw = true;
    driver.move({2.0f, 1.0f});
  }
  bool may_be_short(const std::string& words) const {
    // Names and places of files are as long as their owners made them.
    if (words.find('/') != std::string::npos || words.find(".glb") != std::string::npos)
      return true;
    if (words == "walk_z_up") return true;
    const bool is_narrow =
        driver.app().layout().viewport.size.x < 340.0f * driver.editor().ui_scale;
    if (is_narrow && driver.editor().timeline.is_open) return true;  // names of joints
    // At the divider, which the user moves.
    return words == "inverse distance" && driver.app().layout().viewport.size.x < 420.0f;
  }
};

/// Without a selection each tab as it opens; with one all tools, panels and heat maps.
void walk_tabs(Walk& walk, bool has_selection) {
  Editor& editor = walk.driver.editor();
  for (const Tab tab : {Tab::layout, Tab::rig, Tab::pose}) {
    set_tab(editor, editor.viewport, tab);
    if (!has_selection) {
      walk.look(fmt::format("tab {}, nothing selected", int(tab)));
      continue;
    }
    for (const Tool tool : tools_of(tab)) {
      set_tool(editor, editor.viewport, tool);
      editor.right_tab = RightTab::inspector;
      walk.look(fmt::format("tab {} tool {}", int(tab), int(tool)));
    }
    for (const RightTab right :
         {RightTab::bench, RightTab::explain, RightTab::history, RightTab::course}) {
      editor.right_tab = right;
      walk.look(fmt::format("tab {} right {}", int(tab), int(right)));
    }
    editor.right_tab = RightTab::inspector;
  }
}

void walk_heat_maps(Walk& walk) {
  Session& session = walk.driver.editor();
  for (const HeatMode& mode : heat_modes()) {
    set_heat_mode(session, mode.colors);
    walk.look(fmt::format("heat map {}", mode.name));
  }
  set_heat_mode(session, view::MeshColors::plain);
}

/// The card about a vertex, at each stage of its way.
void walk_explained(Walk& walk) {
  Editor& editor = walk.driver.editor();
  const Camera camera = editor.camera;
  set_tab(editor, editor.viewport, Tab::pose);
  walk.driver.move({1.0f, 1.0f});
  explain_at(editor, walk.driver.joint_pixel("chest") - walk.driver.app().layout().viewport.corner);
  REQUIRE(editor.explain.mesh != kNoId);
  for (const float stage : {kStageBlended, 0.0f, kStageHome, kStagePosed}) {
    set_stage(editor, editor.explain, stage);
    walk.look(fmt::format("explained vertex at stage {}", stage));
    for (const Rect& card : areas_named({"explain"}))
      if (glm::any(glm::lessThan(card.corner, walk.driver.app().layout().viewport.corner)) ||
          glm::any(glm::greaterThan(card.end(), walk.driver.app().layout().viewport.end())))
        walk.troubles +=
            fmt::format("\n  the explained vertex's card leaves the picture at stage {}", stage);
  }
  editor.explain = {};
  editor.camera_move.reset();
  editor.camera = camera;  // which a stage moves
}

void walk_menus(Walk& walk) {
  for (int menu = 0; menu < 6; ++menu) {
    walk.run("focus.menu");
    for (int step = 0; step < menu; ++step) walk.driver.key(SDLK_RIGHT);
    walk.driver.key(SDLK_DOWN);
    walk.look(fmt::format("menu {}", menu), false);
    walk.driver.key(SDLK_ESCAPE);
    walk.driver.key(SDLK_ESCAPE);
  }
}

void walk_dialogs(Walk& walk) {
  for (const Command& entry : commands()) {
    const std::string_view label = entry.label;
    const bool opens = label.ends_with("...") || label.ends_with("\u2026") ||
                       std::string_view(entry.id) == "help.keys" ||
                       std::string_view(entry.id) == "rig.compare";
    if (!opens || !is_enabled(walk.driver.editor(), entry)) continue;
    walk.run(entry.id);
    walk.look(fmt::format("dialog {}", entry.id));
    walk.driver.key(SDLK_ESCAPE);
    walk.driver.key(SDLK_ESCAPE);
  }
}

/// The right button on the picture, and the drop-downs of the transport, once there is a motion.
void walk_motions(Walk& walk) {
  walk.driver.click(walk.driver.joint_pixel("shin.L"), SDL_BUTTON_RIGHT);
  walk.look("context menu", false);
  walk.driver.key(SDLK_ESCAPE);
  walk.driver.key(SDLK_ESCAPE);  // nothing is selected
  walk.driver.drop((source() / "tests/data/walk_z_up.bvh").string());
  walk.look("retargeting", false);
  walk.driver.push_key(true, SDLK_RETURN);
  walk.driver.push_key(false, SDLK_RETURN);
  for (int frame = 0; frame < 3; ++frame) walk.driver.app().step();
  walk.run("motion.stop");  // it plays at once, and a window that plays does not rest
  REQUIRE(walk.driver.scene().motions.size() == 1);
  walk.look("transport");
  walk.run("timeline.open");
  for (const bool has_keyboard : {false, true}) {
    walk.driver.editor().timeline.has_keyboard = has_keyboard;
    run_command(walk.driver.editor(), "keys.select_all");
    walk.look(fmt::format("timeline{}", has_keyboard ? ", all keys selected" : ""));
  }
  for (const bool has_joint : {false, true}) {
    walk.driver.editor().timeline.shows_curves = true;
    if (has_joint) walk.driver.editor().document.select({walk.driver.joint("shin.L").id});
    walk.look(fmt::format("curves{}", has_joint ? " of a joint" : ""));
  }
  walk.driver.editor().document.select({});
  walk.driver.editor().timeline.shows_curves = false;
  walk.run("timeline.open");
}

/// Each joint's label, from afar and so near that labels reach the edges and what lies there.
void walk_joints(Walk& walk) {
  Editor& editor = walk.driver.editor();
  const Camera camera = editor.camera;
  set_tab(editor, editor.viewport, Tab::rig);
  for (const float nearness : {1.0f, 0.4f})
    for (const Tool tool : {Tool::radius, Tool::move})
      for (const char* name : {"head", "upper_arm.L", "hand.L", "shin.L", "foot.R"}) {
        editor.camera.distance = camera.distance * nearness;
        set_tool(editor, editor.viewport, tool);
        editor.document.select({walk.driver.joint(name).id});
        for (const bool has_card : {false, true}) {
          editor.files.safety.file_changed = has_card;
          walk.look(fmt::format("{} with tool {} at {}{}", name, int(tool), nearness,
                                has_card ? ", under a card" : ""));
        }
        editor.files.safety.file_changed = false;
      }
  editor.camera = camera;
}

/// A handle in hand: the mode's words, the keys, the value.
void walk_drag(Walk& walk, Tab tab, Tool tool, GizmoHandle handle, const char* joint) {
  set_tab(walk.driver.editor(), walk.driver.editor().viewport, tab);
  walk.driver.editor().document.select({walk.driver.joint(joint).id});
  set_tool(walk.driver.editor(), walk.driver.editor().viewport, tool);
  walk.driver.move({1.0f, 1.0f});
  glm::vec2 at{0.0f};
  for (const float share : {0.3f, 0.5f, 0.7f, 0.9f}) {
    at = walk.driver.handle_pixel(handle, share);
    walk.driver.move(at);
    if (walk.driver.editor().viewport.hovered_handle == handle) break;
  }
  walk.driver.push_button(true);
  walk.driver.move(at + glm::vec2(9.0f, 12.0f));
  walk.driver.move(at + glm::vec2(10.0f, 20.0f));
  // In a small picture a tool or another handle may lie over all of it.
  walk.drags += is_dragging(walk.driver.editor());
  walk.look(fmt::format("drag of {} with tool {}", joint, int(tool)), false);
  walk.driver.key(SDLK_ESCAPE);
  walk.driver.push_button(false);
  walk.driver.settle();
}

void walk_drags(Walk& walk) {
  for (const char* joint : {"shin.L", "head"}) {
    walk_drag(walk, Tab::pose, Tool::rotate, GizmoHandle::z, joint);
    walk_drag(walk, Tab::rig, Tool::move, GizmoHandle::x, joint);
  }
  CHECK(walk.drags >= 2);
  walk.driver.editor().right_tab = RightTab::explain;  // with the increment lens
  for (const char* joint : {"chest", "head", "shin.L"})
    walk_drag(walk, Tab::pose, Tool::rotate, GizmoHandle::z, joint);
  walk.driver.editor().right_tab = RightTab::inspector;
}

/// Cards and questions, then the empty scene with what was open last.
void walk_questions(Walk& walk) {
  Editor& editor = walk.driver.editor();
  editor.welcome.is_shown = true;
  walk.look("first start");
  editor.welcome.is_shown = false;
  editor.files.loading.question = {editor.document.scene().nodes.front().id,
                                   editor.document.scene().nodes.front().mesh, 178.0f};
  walk.look_at_cards("question about the size", "Scale to 1.78");
  editor.files.safety.file_changed = true;
  walk.look_at_cards("question about the size, and the file was changed", "Scale to 1.78");
  editor.files.loading.question.reset();
  walk.look_at_cards("the file was changed", "Reload");
  editor.files.safety.file_changed = false;
  NormalsQuestion normals;
  normals.meshes = {
      {editor.document.scene().nodes.front().id, editor.document.scene().nodes.front().mesh}};
  normals.share = 0.22;
  editor.files.loading.normals = normals;
  walk.look_at_cards("normals point away", "Recalculate normals");
  editor.files.loading.normals.reset();
  OrphanedRecovery offer;
  offer.note.name = "knight.glb";
  offer.note.label = "Move shin.L";
  editor.files.safety.offers = {offer, offer};
  say(editor, "knight.glb: bone ends and radii of 41 joints were guessed; the file has none");
  walk.look_at_cards("recovery, and a message", "Restore");
  editor.files.safety.offers.clear();
  editor.toasts.clear();
  say(editor, "Fitted 21 radii: 96 % of the vertices are covered, 3 joints need a longer bone");
  say(editor,
      "shin.L.glb could not be written: the disk is full. Free some space, or save elsewhere",
      true);
  walk.look("messages");
  editor.toasts.clear();
  walk.driver.close_window();
  walk.look("unsaved work", false);
  walk.driver.key(SDLK_d);
  editor.wants_quit = false;
  walk.run("file.new");
  walk.look("empty scene");
  set_tab(editor, editor.viewport, Tab::layout);
  editor.preferences.recent.clear();
  editor.toasts.clear();
  for (const char* file : {"a.glb", "b.glb", "c.glb"})
    editor.preferences.recent.push_back((source() / "tests" / file).string());
  editor.viewport.hint_until = editor.now + 60.0;
  walk.look("empty scene, three recent files");
}

std::string walk_all(const Screen& screen) {
  const Home home;
  std::unique_ptr<Driver> driver = window_on(screen, (media() / "human.glb").string());
  // One is dropped later: before, the strip has its words for none.
  REQUIRE(driver->editor().document.perform(op::DeleteMotion{0}));
  Walk walk{*driver};
  for (const bool selects : {false, true}) {
    if (selects) driver->editor().document.select({driver->joint("shin.L").id});
    walk_tabs(walk, selects);
  }
  walk_heat_maps(walk);
  walk_explained(walk);
  walk_menus(walk);
  walk_dialogs(walk);
  walk_joints(walk);
  walk_drags(walk);
  walk_motions(walk);
  walk_questions(walk);
  MESSAGE(name_of(screen) << ": " << walk.screens << " screens");
  return walk.troubles.empty() ? "" : "\n" + name_of(screen) + walk.troubles;
}

}  // namespace

SOLVED_CASE("In no small window are words covered or cut, in any tab or dialog") {
  std::string troubles;
  for (const glm::ivec2 size : {glm::ivec2(1024, 600), {1366, 768}, {1280, 800}})
    for (const float scale : {1.0f, 1.5f, 2.0f}) troubles += walk_all({size, scale});
  CHECK(troubles == "");
}

SOLVED_HOME_CASE("Tools that a message hid are back once it is gone") {
  std::unique_ptr<Driver> driver = window_on({{1024, 600}, 2.0f}, (media() / "human.glb").string());
  Editor& editor = driver->editor();
  editor.toasts.clear();
  set_tab(editor, editor.viewport, Tab::rig);
  driver->move({1.0f, 1.0f});
  REQUIRE(spot("move"));
  say(editor,
      "knight.glb: bone ends and radii of 41 joints were guessed; the file has none. Three meshes "
      "hang on joints that hold no vertex, and two motions were shortened to the frames that have "
      "a key: what came after them in the file was the rest pose");
  driver->move({2.0f, 1.0f});
  REQUIRE(!spot("move"));
  REQUIRE(editor.toasts.size() == 1);
  editor.viewport.hint_until = 0.0;
  editor.toasts.front().born -= seconds_to_next_change(editor, editor.course, editor.viewport);
  while (!editor.toasts.empty()) {  // it fades
    driver->app().note_time();
    driver->app().step();
  }
  driver->settle();
  CHECK(spot("move"));
}

HOME_CASE("Words that are planted over others, under a shape or across an edge are found") {
  std::unique_ptr<Driver> driver = window_on({{800, 600}, 1.0f}, "");
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({10.0f, 10.0f});
  ImGui::SetNextWindowSize({200.0f, 200.0f});
  ImGui::Begin("planted", nullptr, ImGuiWindowFlags_NoDecoration);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 white = IM_COL32_WHITE;
  list.AddText({20.0f, 20.0f}, white, "free");
  list.AddText({20.0f, 60.0f}, white, "below");
  list.AddText({26.0f, 62.0f}, white, "above");
  list.AddText({20.0f, 100.0f}, white, "shaded");
  list.AddRectFilled({40.0f, 90.0f}, {90.0f, 130.0f}, white, 5.0f);
  list.AddText({190.0f, 140.0f}, white, "edge");
  list.AddText({20.0f, 170.0f}, white, "beside");
  list.AddCircleFilled({90.0f, 178.0f}, 8.0f, white);
  // No letter of these texts crosses the edge, which is between two letters.
  list.AddText({list.GetClipRectMax().x - ImGui::CalcTextSize("half").x - 1.0f, 40.0f}, white,
               "half here");
  ImGui::End();
  ImGui::SetNextWindowPos({300.0f, 10.0f});
  ImGui::SetNextWindowSize({200.0f, 200.0f});
  ImGui::Begin("wide", nullptr, ImGuiWindowFlags_NoDecoration);
  ImGui::Button("fits", {100.0f, 0.0f});
  ImGui::Button("does not", {250.0f, 0.0f});
  ImGui::End();
  ImGui::SetNextWindowPos({550.0f, 10.0f});
  ImGui::SetNextWindowSize({200.0f, 56.0f});
  ImGui::Begin("high", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoScrollWithMouse);
  for (const char* words : {"one", "two", "three", "four"}) ImGui::TextUnformatted(words);
  ImGui::End();
  ImGui::Render();
  std::string found;
  for (const HarmedWords& one : harmed_words(*ImGui::GetDrawData()))
    if (one.window == "planted" || one.window == "wide" || one.window == "high")
      found += one.words + (one.harm == Harm::cut ? " cut; " : "; ");
  CHECK(found ==
        "below; shaded; ed cut; half cut; 68 pixels more to the right cut; 28 pixels more below "
        "cut; three cut; ");
}
