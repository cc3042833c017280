// The tabs above the viewport and the tools of each.
#pragma once

#include <vector>

#include "editor/session.h"

namespace marrow {

struct ViewportState;

void set_tab(Session& session, ViewportState& viewport,
             Tab tab);  ///< also picks the tab's usual tool; refused mid-gesture
/// The tools of a tab, in the order of the tool strip, its usual one first after `select`

const std::vector<Tool>& tools_of(Tab tab);
Tool usual_tool(Tab tab);
/// Refused mid-gesture, and when the tab has no such tool.
void set_tool(Session& session, ViewportState& viewport, Tool tool);

void on_document_replaced(ViewportState& viewport, const Session& session, DocumentChange change);

}  // namespace marrow
