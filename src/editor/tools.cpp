#include "editor/tools.h"

#include <utility>

#include "base/index.h"
#include "editor/session.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

constexpr double kHintSeconds = 12.0;  // for the hint line after a document was opened

/// The paint tool colors the mesh by the active joint's weight, so that painting is visible.
void show_paint_colors(Session& session, ViewportState& viewport, bool paints) {
  view::MeshColors& colors = session.show.colors;
  if (paints && colors == view::MeshColors::plain) {
    colors = view::MeshColors::joint_weight;
    viewport.colors_by_paint = true;
  } else if (!paints && std::exchange(viewport.colors_by_paint, false) &&
             colors == view::MeshColors::joint_weight) {
    colors = view::MeshColors::plain;
  }
}

}  // namespace

const std::vector<Tool>& tools_of(Tab tab) {
  using enum Tool;
  static const std::vector<Tool> tools[] = {{select, move, rotate, scale},
                                            {select, move, radius, add_joint, paint},
                                            {select, rotate, move, scale, paint}};
  return tools[std::size_t(tab)];
}

Tool usual_tool(Tab tab) {
  if (tab == Tab::layout) return Tool::move;
  return tab == Tab::rig ? Tool::radius : Tool::rotate;
}

void set_tool(Session& session, ViewportState& viewport, Tool tool) {
  if (is_dragging(session))
    return say(session, "Finish the drag first (Esc cancels it), then change the tool.", true);
  const std::vector<Tool>& tools = tools_of(session.tab);
  if (!list_has(tools, tool)) return;
  show_paint_colors(session, viewport, tool == Tool::paint);
  session.tool = tool;
  viewport.ghost.reset();
  viewport.brush.reset();
}

void set_tab(Session& session, ViewportState& viewport, Tab tab) {
  if (is_dragging(session)) return;
  session.tab = tab;
  set_tool(session, viewport, usual_tool(tab));
}

void on_document_replaced(ViewportState& viewport, const Session& session, DocumentChange change) {
  ViewportState fresh;
  const bool is_opened = change == DocumentChange::opened;
  fresh.hint_until = is_opened ? session.now + kHintSeconds : viewport.hint_until;
  if (!is_opened) fresh.hint_place = viewport.hint_place;
  viewport = std::move(fresh);
}

}  // namespace marrow
