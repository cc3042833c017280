// State of the tree, the inspector and the history panel. No ImGui.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/operation.h"
#include "editor/panels/joint_dialogs_state.h"

namespace marrow {

struct TreeState {
  std::string search;
  std::set<Id> closed;      ///< nodes and joints whose children are folded away
  Id range_anchor = kNoId;  ///< where a Shift+click range begins
  Id hovered = kNoId;       ///< the row under the pointer; the viewport lights it up
  Id menu_for = kNoId;      ///< the row whose menu is open
  bool menu_asked = false;  ///< in this frame
  std::optional<Operation>
      dropped;           ///< what dropping a row on another means, done when all rows are drawn
  Id scroll_to = kNoId;  ///< this row is brought into view, and then this is kNoId again
  Id renaming = kNoId;   ///< node or joint whose row is a text field (F2), until it is named
  std::string rename_buffer;  ///< what is typed meanwhile
  bool rename_began = false;
};

struct InspectorState {
  /// The angles of matrices that stood still, the latest last, at most a few of each node or joint:
  /// after Esc or undo the fields say again what they said of that very matrix.
  struct Settled {
    glm::mat4 matrix{1.0f};
    glm::vec3 euler{0.0f};
  };
  std::map<Id, std::vector<Settled>> settled{};
  std::map<Id, glm::vec3> eulers;  ///< shown last, radians: the next ones of the same node or joint
                                   ///< are the nearest to these
  /// What the fields showed while no field was held: an edit is computed from there, so that it
  /// does not drift.
  struct FieldStart {
    Id of = kNoId;
    glm::mat4 matrix{1.0f};
    glm::vec3 euler{0.0f};
  } field_start;
  std::string
      refusal;  ///< why the last change of a field was refused; said once when the field is let go
  std::string pose_name;       ///< typed for the pose to be stored
  std::string shape_search;    ///< typed to find morph targets
  std::size_t history_at = 0;  ///< the step the history panel scrolled to last
};

struct PanelsState {
  TreeState tree;            ///< what is searched and folded in the scene panel
  InspectorState inspector;  ///< angles shown last, names being typed
  JointDialogsState joints;  ///< find and replace, mirroring
};

/// The tree neither scrolls to a row of the old document nor renames one.
void on_document_replaced(PanelsState& panels);

}  // namespace marrow
