// The table itself: every command with its words, its keys and what it does.
#include <algorithm>

#include "app/command_parts.h"
#include "app/sheet_model.h"

namespace marrow::app {

namespace {

float aspect_of(const Editor& editor) { return editor.viewport.size.x / std::max(editor.viewport.size.y, 1.0f); }

bool has_selection(const Editor& editor) { return !editor.document.selection().empty(); }

template <AxisView kView>
void look(Editor& editor) {
  look_along(editor, kView);
}
template <Tab kTab>
void go_to(Editor& editor) {
  set_tab(editor, kTab);
}
template <Tab kTab>
bool is_on(const Editor& editor) {
  return editor.tab == kTab;
}
template <Tool kTool>
void transform(Editor& editor) {
  begin_transform(editor, kTool);
}
template <Falloff kFalloff>
void use_falloff(Editor& editor) {
  set_falloff(editor, kFalloff);
}
template <Falloff kFalloff>
bool uses_falloff(const Editor& editor) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  return skeleton != nullptr && skeleton->falloff == kFalloff;
}
/// A switch of what the viewport shows.
template <bool view::Show::*kMember>
void flip(Editor& editor) {
  editor.show.*kMember = !(editor.show.*kMember);
  editor.wants_redraw = true;
}
template <bool view::Show::*kMember>
bool is_shown(const Editor& editor) {
  return editor.show.*kMember;
}
template <FileTask kTask>
void browse(Editor& editor) {
  open_browser(editor, kTask);
}

std::string step_label(const Editor& editor, const char* verb, int offset) {
  const History& history = editor.document.history();
  const bool possible = offset == 0 ? history.can_undo() : history.can_redo();
  if (!possible) return verb;
  return std::string(verb) + " " + history.steps()[history.current() + static_cast<std::size_t>(offset)].label;
}

std::vector<Command> file_commands() {
  constexpr MenuPlace kMenu = MenuPlace::file;
  return {
      {.id = "file.new", .label = "New", .menu = kMenu, .shortcuts = {ctrl(SDLK_n)}, .tooltip = "An empty scene.", .run = request_new},
      {.id = "file.open",
       .label = "Open...",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_o)},
       .tooltip = "Opens a scene, a rigged model or a mesh in place of this one.",
       .run = browse<FileTask::open>},
      {.id = "file.import",
       .label = "Import...",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_i)},
       .tooltip = "Adds a file's content to this scene.",
       .run = browse<FileTask::import>},
      {.id = "file.save",
       .label = "Save",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_s)},
       .tooltip = "Saves everything; nothing is lost.",
       .run = save_or_ask,
       .separator_before = true},
      {.id = "file.save_as",
       .label = "Save as...",
       .menu = kMenu,
       .shortcuts = {ctrl_shift(SDLK_s)},
       .tooltip = "Saves under another name and goes on with that.",
       .run = browse<FileTask::save_scene>},
      {.id = "file.export_posed",
       .label = "Export posed mesh...",
       .menu = kMenu,
       .tooltip = "Writes the deformed surface as it is seen, without the rig.",
       .enabled = has_nodes,
       .run = browse<FileTask::export_posed>,
       .separator_before = true},
      {.id = "file.export_exchange",
       .label = "Export glTF for other programs...",
       .menu = kMenu,
       .tooltip = "Writes mesh, skeleton and at most 4 weights a vertex, so that any program shows it right.",
       .enabled = has_nodes,
       .run = browse<FileTask::export_exchange>},
      {.id = "file.screenshot",
       .label = "Screenshot",
       .menu = kMenu,
       .shortcuts = {key(SDLK_F12)},
       .tooltip = "Writes the viewport as a PNG, without the panels.",
       .run = [](Editor& editor) { editor.shell.wants_screenshot = editor.wants_redraw = true; }},
      {.id = "file.quit",
       .label = "Quit",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_q)},
       .tooltip = "Asks first when something is not saved.",
       .run = request_quit,
       .separator_before = true},
  };
}

std::vector<Command> edit_commands() {
  constexpr MenuPlace kMenu = MenuPlace::edit;
  return {
      {.id = "edit.undo",
       .label = "Undo",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_z)},
       .tooltip = "Takes back the last step.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_undo(); },
       .run = [](Editor& editor) { editor.wants_redraw |= editor.document.undo(); },
       .live_label = [](const Editor& editor) { return step_label(editor, "Undo", 0); }},
      {.id = "edit.redo",
       .label = "Redo",
       .menu = kMenu,
       .shortcuts = {ctrl_shift(SDLK_z), ctrl(SDLK_y)},
       .tooltip = "Does again what was taken back.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_redo(); },
       .run = [](Editor& editor) { editor.wants_redraw |= editor.document.redo(); },
       .live_label = [](const Editor& editor) { return step_label(editor, "Redo", 1); }},
      {.id = "edit.rename",
       .label = "Rename",
       .menu = kMenu,
       .shortcuts = {key(SDLK_F2)},
       .tooltip = "Gives what is active another name.",
       .enabled = has_selection,
       .run =
           [](Editor& editor) {
             editor.renaming = editor.viewport.scroll_to = editor.document.active();
             editor.wants_redraw = true;
           },
       .separator_before = true},
      {.id = "edit.delete",
       .label = "Delete",
       .menu = kMenu,
       .shortcuts = {key(SDLK_DELETE)},
       .tooltip = "Deletes what is selected; a joint's children stay where they are.",
       .enabled = has_selection,
       .run = [](Editor& editor) { delete_selected(editor, false); }},
      {.id = "edit.delete_subtree",
       .label = "Delete with all below",
       .menu = kMenu,
       .shortcuts = {shift(SDLK_DELETE)},
       .tooltip = "Deletes the selected joints and everything below them.",
       .enabled = has_selection,
       .run = [](Editor& editor) { delete_selected(editor, true); }},
      {.id = "select.all",
       .label = "Select all",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_a)},
       .tooltip = "All joints of the skeleton; in Layout, all nodes.",
       .enabled = has_nodes,
       .run = select_all,
       .separator_before = true},
      {.id = "select.parent",
       .label = "Select parent",
       .menu = kMenu,
       .shortcuts = {key(SDLK_LEFTBRACKET)},
       .tooltip = "Goes up one joint.",
       .enabled = has_selection,
       .run = select_parent},
      {.id = "select.child",
       .label = "Select child",
       .menu = kMenu,
       .shortcuts = {key(SDLK_RIGHTBRACKET)},
       .tooltip = "Goes down to the first child.",
       .enabled = has_selection,
       .run = select_child},
      {.id = "select.chain",
       .label = "Select everything below",
       .menu = kMenu,
       .shortcuts = {shift(SDLK_RIGHTBRACKET)},
       .tooltip = "Adds all joints below the active one.",
       .enabled = has_joint,
       .run = select_chain},
      {.id = "edit.cancel",
       .label = "Cancel, or select nothing",
       .menu = kMenu,
       .shortcuts = {key(SDLK_ESCAPE)},
       .tooltip = "During a drag: everything goes back to how it was.",
       .run = cancel_or_clear},
  };
}

std::vector<Command> view_commands() {
  constexpr MenuPlace kMenu = MenuPlace::view;
  return {
      {.id = "view.frame",
       .label = "Frame selected",
       .menu = kMenu,
       .shortcuts = {key(SDLK_f), key(SDLK_KP_PERIOD)},
       .tooltip = "Brings what is selected into view.",
       .run = [](Editor& editor) { frame_selected(editor, aspect_of(editor)); }},
      {.id = "view.frame_all",
       .label = "Frame all",
       .menu = kMenu,
       .shortcuts = {key(SDLK_HOME)},
       .tooltip = "Brings everything into view.",
       .run = [](Editor& editor) { frame_all(editor, aspect_of(editor)); }},
      {.id = "view.front",
       .label = "Front",
       .menu = kMenu,
       .shortcuts = {key(SDLK_1), key(SDLK_KP_1)},
       .tooltip = "Looks from +Z.",
       .run = look<AxisView::front>,
       .separator_before = true},
      {.id = "view.right",
       .label = "Right",
       .menu = kMenu,
       .shortcuts = {key(SDLK_3), key(SDLK_KP_3)},
       .tooltip = "Looks from +X.",
       .run = look<AxisView::right>},
      {.id = "view.top",
       .label = "Top",
       .menu = kMenu,
       .shortcuts = {key(SDLK_7), key(SDLK_KP_7)},
       .tooltip = "Looks from +Y.",
       .run = look<AxisView::top>},
      {.id = "view.back",
       .label = "Back",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_1), ctrl(SDLK_KP_1)},
       .tooltip = "Looks from -Z.",
       .run = look<AxisView::back>},
      {.id = "view.left",
       .label = "Left",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_3), ctrl(SDLK_KP_3)},
       .tooltip = "Looks from -X.",
       .run = look<AxisView::left>},
      {.id = "view.bottom",
       .label = "Bottom",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_7), ctrl(SDLK_KP_7)},
       .tooltip = "Looks from -Y.",
       .run = look<AxisView::bottom>},
      {.id = "view.ortho",
       .label = "Orthographic",
       .menu = kMenu,
       .shortcuts = {key(SDLK_5), key(SDLK_KP_5)},
       .tooltip = "Parallel projection: equal lengths look equal.",
       .run =
           [](Editor& editor) {
             editor.camera.orthographic = !editor.camera.orthographic;
             editor.wants_redraw = true;
           },
       .checked = [](const Editor& editor) { return editor.camera.orthographic; }},
  };
}

std::vector<Command> show_commands() {
  constexpr MenuPlace kMenu = MenuPlace::view;
  return {
      {.id = "view.capsules",
       .label = "Capsules",
       .menu = kMenu,
       .tooltip = "What each joint reaches.",
       .run = flip<&view::Show::capsules>,
       .checked = is_shown<&view::Show::capsules>,
       .separator_before = true},
      {.id = "view.joints",
       .label = "Joints",
       .menu = kMenu,
       .tooltip = "Balls and bones, in front of the mesh.",
       .run = flip<&view::Show::joints>,
       .checked = is_shown<&view::Show::joints>},
      {.id = "view.uncovered",
       .label = "Uncovered vertices",
       .menu = kMenu,
       .shortcuts = {key(SDLK_u)},
       .tooltip = "Marks the vertices that no capsule holds.",
       .run = flip<&view::Show::uncovered>,
       .checked = is_shown<&view::Show::uncovered>},
      {.id = "view.xray",
       .label = "X-ray",
       .menu = kMenu,
       .shortcuts = {alt(SDLK_z)},
       .tooltip = "Makes the mesh see-through.",
       .run = toggle_xray,
       .checked = [](const Editor& editor) { return editor.show.mesh_opacity < 1.0f; }},
      {.id = "view.mesh",
       .label = "Mesh",
       .menu = kMenu,
       .tooltip = "The deformed surface.",
       .run = flip<&view::Show::mesh>,
       .checked = is_shown<&view::Show::mesh>},
      {.id = "view.grid",
       .label = "Grid",
       .menu = kMenu,
       .tooltip = "The ground, one unit a square.",
       .run = flip<&view::Show::grid>,
       .checked = is_shown<&view::Show::grid>},
      {.id = "view.scale_up",
       .label = "Larger interface",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_PLUS), ctrl(SDLK_EQUALS), ctrl_shift(SDLK_EQUALS), ctrl_shift(SDLK_PLUS), ctrl(SDLK_KP_PLUS)},
       .tooltip = "Text and controls grow by a tenth.",
       .run = [](Editor& editor) { change_ui_scale(editor, 1); },
       .separator_before = true},
      {.id = "view.scale_down",
       .label = "Smaller interface",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_MINUS), ctrl(SDLK_KP_MINUS)},
       .tooltip = "Text and controls shrink by a tenth.",
       .run = [](Editor& editor) { change_ui_scale(editor, -1); }},
      {.id = "view.scale_reset",
       .label = "Interface as the display asks",
       .menu = kMenu,
       .shortcuts = {ctrl(SDLK_0), ctrl(SDLK_KP_0)},
       .tooltip = "Text and controls of the size the display asks for.",
       .run = [](Editor& editor) { change_ui_scale(editor, 0); }},
      {.id = "view.cost",
       .label = "Frame cost",
       .menu = kMenu,
       .tooltip = "Skinning, upload and drawing in milliseconds, in the status bar.",
       .run = [](Editor& editor) { editor.shell.shows_cost = !editor.shell.shows_cost; },
       .checked = [](const Editor& editor) { return editor.shell.shows_cost; }},
  };
}

std::vector<Command> tool_commands() {
  constexpr MenuPlace kMenu = MenuPlace::none;
  return {
      {.id = "tab.layout",
       .label = "Layout",
       .menu = kMenu,
       .tooltip = "Place meshes and skeletons in the world.",
       .run = go_to<Tab::layout>,
       .checked = is_on<Tab::layout>},
      {.id = "tab.rig",
       .label = "Rig",
       .menu = kMenu,
       .tooltip = "Edit bones and what they reach.",
       .run = go_to<Tab::rig>,
       .checked = is_on<Tab::rig>},
      {.id = "tab.pose",
       .label = "Pose",
       .menu = kMenu,
       .tooltip = "Turn joints; the mesh follows.",
       .run = go_to<Tab::pose>,
       .checked = is_on<Tab::pose>},
      {.id = "tab.toggle",
       .label = "Rig / Pose",
       .menu = kMenu,
       .shortcuts = {key(SDLK_TAB)},
       .tooltip = "Between Rig and Pose.",
       .run = [](Editor& editor) { set_tab(editor, editor.tab == Tab::rig ? Tab::pose : Tab::rig); }},
      {.id = "tool.move",
       .label = "Move",
       .menu = kMenu,
       .shortcuts = {key(SDLK_g)},
       .tooltip = "Arrows and squares; in Rig they drag the end of a bone.",
       .run = transform<Tool::move>},
      {.id = "tool.rotate",
       .label = "Rotate",
       .menu = kMenu,
       .shortcuts = {key(SDLK_r)},
       .tooltip = "Rings about the joint's origin.",
       .run = transform<Tool::rotate>},
      {.id = "tool.scale",
       .label = "Scale, in Rig the radius",
       .menu = kMenu,
       .shortcuts = {key(SDLK_s)},
       .tooltip = "Boxes on the axes; in Rig, how far the joint reaches.",
       .run = [](Editor& editor) { begin_transform(editor, editor.tab == Tab::rig ? Tool::radius : Tool::scale); }},
      {.id = "view.orientation",
       .label = "World or joint axes",
       .menu = kMenu,
       .shortcuts = {key(SDLK_COMMA)},
       .tooltip = "Along which axes the handles stand.",
       .run =
           [](Editor& editor) {
             const bool world = editor.orientation == GizmoOrientation::world;
             editor.orientation = world ? GizmoOrientation::joint : GizmoOrientation::world;
             editor.wants_redraw = true;
           }},
  };
}

std::vector<Command> rig_commands() {
  constexpr MenuPlace kMenu = MenuPlace::rig;
  return {
      {.id = "rig.add_joint",
       .label = "Add joint",
       .menu = kMenu,
       .shortcuts = {key(SDLK_n), key(SDLK_e)},
       .tooltip = "Click in the mesh: the new joint ends halfway through it.",
       .run =
           [](Editor& editor) {
             if (editor.tab != Tab::rig) set_tab(editor, Tab::rig);
             set_tool(editor, Tool::add_joint);
           }},
      {.id = "rig.add_skeleton",
       .label = "Add skeleton",
       .menu = kMenu,
       .tooltip = "An empty skeleton to add joints to.",
       .run = [](Editor& editor) { perform(editor, op::AddSkeleton{}); }},
      {.id = "rig.children_ride",
       .label = "Children follow a moved tip",
       .menu = kMenu,
       .tooltip = "Dragging the end of a bone moves the joints that begin there.",
       .run = [](Editor& editor) { editor.children_ride = !editor.children_ride; },
       .checked = [](const Editor& editor) { return editor.children_ride; },
       .separator_before = true},
      {.id = "rig.inverse",
       .label = "Falloff: inverse distance",
       .menu = kMenu,
       .tooltip = "Weight 1 / distance: the course's formula.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::inverse>,
       .checked = uses_falloff<Falloff::inverse>,
       .separator_before = true},
      {.id = "rig.linear",
       .label = "Falloff: linear",
       .menu = kMenu,
       .tooltip = "Weight (r - d) / r: no jump at the capsule's surface.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::linear>,
       .checked = uses_falloff<Falloff::linear>},
      {.id = "rig.smooth",
       .label = "Falloff: smooth",
       .menu = kMenu,
       .tooltip = "Smoothstep of the linear falloff.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::smooth>,
       .checked = uses_falloff<Falloff::smooth>},
      {.id = "bench.range_of_motion",
       .label = "Range of motion\u2026",
       .menu = kMenu,
       .tooltip = "Bends and twists each joint in turn and shows them worst first.",
       .enabled = has_skeleton,
       .run = open_sheet,
       .separator_before = true},
  };
}

std::vector<Command> pose_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  return {
      {.id = "pose.reset",
       .label = "Reset selected",
       .menu = kMenu,
       .shortcuts = {alt(SDLK_r)},
       .tooltip = "The selected joints go back to rest.",
       .enabled = has_joint,
       .run = [](Editor& editor) { reset_pose(editor, false); }},
      {.id = "pose.reset_all",
       .label = "Reset all",
       .menu = kMenu,
       .shortcuts = {alt_shift(SDLK_r)},
       .tooltip = "The whole skeleton goes back to rest.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { reset_pose(editor, true); }},
      {.id = "pose.store",
       .label = "Store this pose",
       .menu = kMenu,
       .tooltip = "Keeps the present pose with the scene.",
       .enabled = has_skeleton,
       .run = store_pose,
       .separator_before = true},
  };
}

std::vector<Command> help_commands() {
  constexpr MenuPlace kMenu = MenuPlace::help;
  return {
      {.id = "help.keys",
       .label = "Keys and mouse",
       .menu = kMenu,
       .shortcuts = {key(SDLK_F1), key(SDLK_QUESTION), shift(SDLK_SLASH), shift(SDLK_QUESTION)},
       .tooltip = "Everything the keyboard and the mouse do.",
       .run = [](Editor& editor) { editor.shell.shows_help = !editor.shell.shows_help; }},
      {.id = "help.about",
       .label = "About Marrow",
       .menu = kMenu,
       .tooltip = "Version and parts.",
       .run = [](Editor& editor) { editor.shell.shows_about = true; }},
  };
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> table = [] {
    std::vector<Command> all;
    for (auto make : {file_commands, edit_commands, view_commands, show_commands, color_commands, reach_commands, rig_commands,
                      pose_commands, tool_commands, help_commands}) {
      std::vector<Command> part = make();
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

}  // namespace marrow::app
