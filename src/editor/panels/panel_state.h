// State of the tree, the inspector, the history panel and the windows about joints.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/operation.h"
#include "edit/rename.h"

namespace marrow {

struct FindDialog {
  FindReplace what;
  bool only_selected = false;
  bool wants_focus = true;
};

struct MirrorDialog {
  bool left_to_right = true;
  bool only_selected = false;
  bool wants_focus = true;
};

/// Both windows float next to the viewport, which stays usable; their lists follow the scene.
struct JointDialogsState {
  std::optional<FindDialog> find;
  std::optional<MirrorDialog> mirror;
  Id hovered = kNoId;  ///< the joint of the hovered row; the viewport highlights it
  FindReplace last;    ///< the last search, offered again
};

struct TreeState {
  std::string search;
  std::set<Id> closed;      ///< nodes and joints whose children are folded away
  Id range_anchor = kNoId;  ///< the first row of a Shift+click range
  Id hovered = kNoId;       ///< the hovered row; the viewport highlights it
  Id menu_for = kNoId;      ///< the row whose menu is open
  bool menu_asked = false;  ///< the menu was asked for in this frame
  /// The edit of a dropped row, performed after drawing all rows.
  std::optional<Operation> dropped;
  Id scroll_to = kNoId;       ///< scrolls to this row in the next frame
  Id renaming = kNoId;        ///< node or joint whose row is a text field (F2)
  std::string rename_buffer;  ///< text typed there
  bool rename_began = false;
};

struct InspectorState {
  /// Angles shown for matrices outside of gestures, per node or joint, the latest last. After Esc
  /// or undo the fields show the former angles of a matrix again, also beyond 360 degrees.
  struct RememberedAngles {
    glm::mat4 matrix{1.0f};
    glm::vec3 euler{0.0f};
  };
  std::map<Id, std::vector<RememberedAngles>> remembered{};
  std::map<Id, glm::vec3> eulers;  ///< shown last, radians; the next ones are the nearest to these
  /// The values at the start of an edit. Edits start from these, so that errors do not add up.
  struct FieldStart {
    Id of = kNoId;
    glm::mat4 matrix{1.0f};
    glm::vec3 euler{0.0f};
  } field_start;
  bool shows_bone_axes = false;  ///< a joint's pose is shown in bone_axes()
  std::string refusal;         ///< why a field's last change was refused; shown when the edit ends
  std::string shape_search;    ///< typed search for morph targets
  std::size_t history_at = 0;  ///< the step that the history panel last scrolled to
};

struct PanelsState {
  TreeState tree;            ///< the scene panel: search, folded rows
  InspectorState inspector;  ///< angles shown last, typed names
  JointDialogsState joints;  ///< find and replace, mirroring
};

/// Stops scrolling and renaming, which refer to the old document.
void on_document_replaced(PanelsState& panels);

}  // namespace marrow
