#include <algorithm>

#include "editor/editor.h"
#include "editor/viewport/drag.h"

namespace marrow {

const std::vector<Tool>& tools_of(Tab tab) {
  static const std::vector<Tool> layout{Tool::select, Tool::move, Tool::rotate, Tool::scale};
  static const std::vector<Tool> rig{Tool::select, Tool::move, Tool::radius, Tool::add_joint};
  static const std::vector<Tool> pose{Tool::select, Tool::rotate, Tool::move, Tool::scale};
  switch (tab) {
    case Tab::layout:
      return layout;
    case Tab::rig:
      return rig;
    case Tab::pose:
      break;
  }
  return pose;
}

Tool usual_tool(Tab tab) {
  switch (tab) {
    case Tab::layout:
      return Tool::move;
    case Tab::rig:
      return Tool::radius;
    case Tab::pose:
      break;
  }
  return Tool::rotate;
}

void set_tool(Editor& editor, Tool tool) {
  if (is_dragging(editor))
    return say(editor, "Finish the drag first (Esc cancels it), then change the tool.", true);
  const std::vector<Tool>& tools = tools_of(editor.tab);
  if (std::find(tools.begin(), tools.end(), tool) == tools.end()) return;
  editor.tool = tool;
  editor.viewport.ghost.reset();
  editor.wants_redraw = true;
}

}  // namespace marrow
