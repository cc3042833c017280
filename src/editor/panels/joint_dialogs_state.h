// The windows about joints while they are open: find and replace, mirroring. No ImGui.
#pragma once

#include <optional>

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

/// Both float beside the viewport, which stays usable; their lists follow the scene.
struct JointDialogsState {
  std::optional<FindDialog> find;
  std::optional<MirrorDialog> mirror;
  Id hovered = kNoId;  ///< the joint whose row is under the pointer; the viewport lights it up
  FindReplace last;    ///< what was looked for before: offered again
};

}  // namespace marrow
