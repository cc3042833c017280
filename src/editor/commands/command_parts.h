// The parts of the command table, one function per menu or part. Only the table's files include it.
#pragma once

#include <vector>

#include "editor/commands/keymap.h"
#include "editor/editor.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
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
inline bool has_joint(const Editor& editor) { return active_joint(editor) != kNoId; }
/// Delete, Ctrl+A, Ctrl+C and Ctrl+V mean keys of the timeline.
inline bool has_hand(const Editor& editor) {
  return holds_keys(editor, editor.transport, editor.timeline);
}
inline bool has_no_hand(const Editor& editor) { return !has_hand(editor); }
inline bool has_skeleton(const Editor& editor) { return skeleton_on_show(editor) != nullptr; }

std::vector<Command> file_commands();  ///< command_file.cpp
std::vector<Command> edit_commands();  ///< command_edit.cpp
std::vector<Command> view_commands();  ///< command_view.cpp: where the camera stands
std::vector<Command> show_commands();  ///< command_view.cpp: what is shown (View)
std::vector<Command>
color_commands();  ///< command_colors.cpp: heat maps, palettes, color vision, materials (View)
std::vector<Command>
explain_commands();  ///< command_explain.cpp: matrices, slow motion, the lens (View)
std::vector<Command> capsule_commands();   ///< command_capsules.cpp: symmetry, Auto-fit, uncovered
                                           ///< islands, comparing settings (Rig)
std::vector<Command> paint_commands();     ///< command_paint.cpp: brushes, touch-ups (Rig)
std::vector<Command> rig_commands();       ///< command_rig.cpp
std::vector<Command> pose_commands();      ///< command_pose.cpp
std::vector<Command> motion_commands();    ///< command_motion.cpp: what is played (Pose)
std::vector<Command> timeline_commands();  ///< command_timeline.cpp: keys of a motion (Pose)
std::vector<Command> spring_commands();    ///< command_springs.cpp: chains that swing (Pose)
std::vector<Command> pin_commands();       ///< command_pins.cpp: inverse kinematics (Pose)
std::vector<Command> tool_commands();      ///< command_tool.cpp: tabs, tools, axes
std::vector<Command> help_commands();      ///< command_help.cpp

}  // namespace marrow
