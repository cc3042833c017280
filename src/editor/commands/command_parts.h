// The parts of the command table. Only the table's files include it.
#pragma once

#include <vector>

#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/selection_actions.h"
#include "editor/timeline/timeline.h"

namespace marrow {

inline Shortcut key(KeyCode code) { return {code, false, false, false}; }
inline Shortcut ctrl(KeyCode code) { return {code, true, false, false}; }
inline Shortcut shift(KeyCode code) { return {code, false, true, false}; }
inline Shortcut alt(KeyCode code) { return {code, false, false, true}; }
inline Shortcut ctrl_shift(KeyCode code) { return {code, true, true, false}; }
inline Shortcut alt_shift(KeyCode code) { return {code, false, true, true}; }

inline bool has_selection(const Editor& editor) { return !editor.document.selection().empty(); }
inline bool has_nodes(const Editor& editor) { return !editor.document.scene().nodes.empty(); }
inline bool has_mesh(const Editor& editor) {
  return first_node_with(&Node::mesh, editor.document.scene()) != nullptr;
}
inline bool has_joint(const Editor& editor) { return active_joint(editor) != kNoId; }
/// True if Delete, Ctrl+A, Ctrl+C and Ctrl+V apply to keys of the timeline.
inline bool timeline_has_keyboard(const Editor& editor) {
  return holds_keys(editor, editor.transport, editor.timeline);
}
inline bool timeline_lacks_keyboard(const Editor& editor) { return !timeline_has_keyboard(editor); }
inline bool has_skeleton(const Editor& editor) { return skeleton_on_show(editor) != nullptr; }

template <FileTask kTask>
void browse(Editor& editor) {
  open_browser(editor, editor.bench, editor.files, kTask);
}

std::vector<Command> file_commands();
std::vector<Command> edit_commands();
std::vector<Command> script_commands();    ///< the history as text
std::vector<Command> view_commands();      ///< the camera's view
std::vector<Command> show_commands();      ///< visible parts of the scene
std::vector<Command> color_commands();     ///< heat maps, palettes, color vision, materials
std::vector<Command> explain_commands();   ///< matrices, slow motion, the increment lens
std::vector<Command> course_commands();    ///< running checks, leaving a check's case
std::vector<Command> capsule_commands();   ///< symmetry, fits, uncovered islands, comparison
std::vector<Command> figure_commands();    ///< a skeleton made for a mesh
std::vector<Command> rig_commands();       ///< joints, objects, falloff, blending
std::vector<Command> mesh_commands();      ///< normals, faults, repairs
std::vector<Command> paint_commands();     ///< brushes, touch-ups
std::vector<Command> pose_commands();      ///< reset, clipboard, the shelf of poses
std::vector<Command> motion_commands();    ///< playback, the list of motions, keys
std::vector<Command> timeline_commands();  ///< keys of a motion
std::vector<Command> spring_commands();    ///< chains that swing
std::vector<Command> pin_commands();       ///< inverse kinematics
std::vector<Command> tool_commands();      ///< tabs, tools, axes
std::vector<Command> help_commands();
std::vector<Command> focus_commands();  ///< keyboard focus

}  // namespace marrow
