// The tabs above the viewport and the tools of each.
#pragma once

#include <vector>

#include "editor/editor.h"

namespace marrow {

/// Also picks the tab's usual tool. Does nothing during a drag.
void set_tab(Session& session, ViewportState& viewport, Tab tab);
/// The tools of a tab in the order of the tool strip.
const std::vector<Tool>& tools_of(Tab tab);
Tool usual_tool(Tab tab);
/// Refused during a drag; does nothing if the tab has no such tool.
void set_tool(Session& session, ViewportState& viewport, Tool tool);

void on_document_replaced(ViewportState& viewport, const Session& session, DocumentChange change);

}  // namespace marrow
