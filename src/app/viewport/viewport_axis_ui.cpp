// The axis balls at the upper right of the picture: a click looks along an axis, a drag orbits.
#include <algorithm>

#include "app/viewport/viewport.h"
#include "app/widgets/card.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/camera_move.h"
#include "editor/session.h"
#include "editor/viewport/axis_balls.h"
#include "editor/viewport/drag.h"

namespace marrow::app {
namespace {

constexpr float kBallDistance = 30.0f;  // units from the middle to a ball
constexpr float kBall = 9.5f;           // radius of a ball
constexpr float kGround = 44.0f;        // radius of the disk behind them
constexpr float kOrbitPerUnit = 0.012f;

constexpr const char* kLetters[] = {"X", "Y", "Z"};

const char* words_of(AxisView view) {
  constexpr const char* kWords[] = {// in the order of AxisView
                                    "Look from the front (from +Z)",
                                    "Look from the back (from -Z)",
                                    "Look from +X",
                                    "Look from -X",
                                    "Look from the top (from +Y)",
                                    "Look from the bottom (from -Y)"};
  return kWords[std::size_t(view)];
}

void draw_ball(ImDrawList& list, ImVec2 middle, const AxisBall& ball, bool is_hovered) {
  const ImVec2 at{middle.x + ball.offset.x * px(kBallDistance),
                  middle.y + ball.offset.y * px(kBallDistance)};
  // Balls behind are dimmer, never unreadable.
  const auto alpha =
      static_cast<ImU32>(150.0f + 105.0f * std::clamp(ball.depth * 0.5f + 0.5f, 0.0f, 1.0f));
  const ImU32 tone = faded(colors().axis[ball.axis], alpha);
  if (ball.is_positive) {
    list.AddLine(middle, at, tone, px(2));
    list.AddCircleFilled(at, px(kBall), tone);
  } else {
    list.AddCircleFilled(at, px(kBall - 2.0f), colors().plate);
    list.AddCircle(at, px(kBall - 2.0f), tone, 0, px(1.5f));
  }
  if (is_hovered) list.AddCircle(at, px(kBall + 1.5f), colors().text, 0, px(1.5f));
  if (!ball.is_positive && !is_hovered) return;
  ImFont* font = fonts().small;
  const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9f, 0.0f, kLetters[ball.axis]);
  list.AddText(font, font->FontSize,
               {std::round(at.x - extent.x * 0.5f), std::round(at.y - extent.y * 0.5f)},
               ball.is_positive ? colors().on_axis : colors().text, kLetters[ball.axis]);
}

}  // namespace

void draw_axis_balls(Session& session, const Area& area) {
  const float ground = px(kGround);
  const float left = area.high().x - px(14) - 2.0f * ground;
  const std::optional<Rect> options = area_named("options"), tools = area_named("tools");
  const bool is_below = options && options->end().x + px(6) > left;
  const ImVec2 corner{left, is_below ? options->end().y + px(6) : area.low.y + px(14)};
  // In the smallest pictures there is room for the tools only: the View menu has the views, too.
  const bool has_room = corner.y + 2.0f * ground < area.high().y - px(14) - ImGui::GetFrameHeight();
  const bool is_narrow = area.size.x < px(560);
  const bool has_words = !drag_text(session).empty() || session.document.scene().nodes.empty();
  if (is_narrow && has_words) return;  // the drag's text, or the hint how to begin, is there
  if (!has_room || (tools && tools->end().x > left)) return;
  if (is_under_card({{corner.x, corner.y}, {2.0f * ground, 2.0f * ground}})) return;
  const ImVec2 middle{corner.x + ground, corner.y + ground};
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("##axes", {2.0f * ground, 2.0f * ground});
  note_item_area("axes");
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 offset{(io.MousePos.x - middle.x) / px(kBallDistance),
                         (io.MousePos.y - middle.y) / px(kBallDistance)};
  const bool is_hovered = ImGui::IsItemHovered();
  const std::optional<AxisBall> hit =
      is_hovered ? axis_ball_at(session.camera, offset, (kBall + 2.0f) / kBallDistance)
                 : std::optional<AxisBall>();
  if (ImGui::IsItemActive() && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f) &&
      ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    session.camera_move.reset();
    const float turn = kOrbitPerUnit / px(1);
    session.camera = orbited_about(session.camera, -io.MouseDelta.x * turn, io.MouseDelta.y * turn,
                                   orbit_center(session));
  }
  const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
  if (hit && ImGui::IsItemDeactivated() && dragged.x == 0.0f && dragged.y == 0.0f)
    look_along(session, view_after_click(*hit));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled(middle, ground,
                       faded(colors().plate, is_hovered || ImGui::IsItemActive() ? 150 : 70));
  if (hit) tooltip(words_of(view_after_click(*hit)));
  for (const AxisBall& ball : axis_balls(session.camera))
    draw_ball(list, middle, ball, hit && hit->view == ball.view);
}

}  // namespace marrow::app
