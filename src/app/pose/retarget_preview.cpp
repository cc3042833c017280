#include "app/pose/retarget_preview.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/pose/retarget_setup.h"

namespace marrow::app {

namespace {

constexpr float kSlider = 22.0f, kCaption = 20.0f, kSpace = 6.0f;
constexpr float kYaw = 0.45f, kPitch = 0.18f;  // of the view, radians
constexpr float kTall = 1.45f;                 // heights of a figure that a box shows
constexpr float kGround = 0.14f;               // of the box's height: from its bottom to the floor
constexpr float kGridStep = 0.5f;              // heights of a figure
constexpr float kPlays = 3.0f;                 // seconds
constexpr int kGridLines = 3;                  // to each side of the hips

/// A box on the screen in which a figure stands.
struct Stage {
  ImVec2 low, size;

  /// Pixels; seen from the front, a little from its left and from above.
  ImVec2 pixel(const glm::vec3& point) const {
    const float right = std::cos(kYaw) * point.x - std::sin(kYaw) * point.z,
                nearer = std::sin(kYaw) * point.x + std::cos(kYaw) * point.z;
    const float up = std::cos(kPitch) * point.y - std::sin(kPitch) * nearer;
    const float scale = std::min(size.y / kTall, size.x / 1.1f);
    return {low.x + 0.5f * size.x + scale * right, low.y + (1.0f - kGround) * size.y - scale * up};
  }
};

/// Lines on the floor that stay fixed while the figure travels.
void draw_floor(ImDrawList& list, const Stage& stage, const glm::vec2& travel) {
  const glm::vec2 first(std::fmod(travel.x, kGridStep), std::fmod(travel.y, kGridStep));
  constexpr float kReach = kGridStep * kGridLines;
  for (int line = -kGridLines; line <= kGridLines; ++line) {
    const float at_x = kGridStep * static_cast<float>(line) - first.x,
                at_z = kGridStep * static_cast<float>(line) - first.y;
    if (std::abs(at_x) <= kReach)
      list.AddLine(stage.pixel({at_x, 0.0f, -kReach}), stage.pixel({at_x, 0.0f, kReach}),
                   colors().line, px(1));
    if (std::abs(at_z) <= kReach)
      list.AddLine(stage.pixel({-kReach, 0.0f, at_z}), stage.pixel({kReach, 0.0f, at_z}),
                   colors().line, px(1));
  }
}

ImU32 tone_of(BodySide side) {
  return side == BodySide::left    ? colors().accent_text
         : side == BodySide::right ? colors().amber
                                   : colors().text;
}

void draw_figure(const Preview& preview, const char* caption, const Stage& stage) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high(stage.low.x + stage.size.x, stage.low.y + stage.size.y);
  list.AddRectFilled(stage.low, high, colors().well, px(4));
  list.PushClipRect(stage.low, high, true);
  draw_floor(list, stage, preview.travel);
  for (const PreviewBone& bone : preview.bones) {
    const ImVec2 from = stage.pixel(bone.from), to = stage.pixel(bone.to);
    list.AddLine(from, to, tone_of(bone.side), px(2.5f));
    list.AddCircleFilled(from, px(2.5f), tone_of(bone.side));
    list.AddCircleFilled(to, px(1.25f), tone_of(bone.side));
  }
  list.PopClipRect();
  ImGui::SetCursorScreenPos({stage.low.x + px(8), stage.low.y + px(4)});
  fitting_text(caption, stage.size.x - px(16), colors().text_dim);
}

/// True for kPlays after the dialog opened, an item was used or the pointer moved over the preview;
/// then it stops, because an idle window draws no frames.
bool plays_now(const Session& session, ImVec2 low, ImVec2 size) {
  float& until = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("##preview_until"));
  const auto now = static_cast<float>(session.now);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool is_pointed_at =
      (moved.x != 0.0f || moved.y != 0.0f) &&
      ImGui::IsMouseHoveringRect(low, {low.x + size.x, low.y + size.y - px(kSlider)});
  if (ImGui::IsWindowAppearing() || ImGui::IsAnyItemActive() || is_pointed_at) until = now + kPlays;
  return now < until;
}

}  // namespace

void draw_retarget_preview(Session& session, RetargetDialog& dialog, ImVec2 size) {
  if (size.x <= 0.0f) size.x = ImGui::GetContentRegionAvail().x;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const bool is_held = dialog.preview_is_held, plays = !is_held && plays_now(session, low, size);
  dialog.preview_is_held = !plays;
  advance_preview(session, dialog);
  session.wants_redraw |= plays;
  const ImVec2 box(std::floor((size.x - px(kSpace)) * 0.5f), size.y - px(kSlider + 4.0f));
  ImGui::BeginGroup();
  draw_figure(preview_of_file(session, dialog), "The file", {low, box});
  const Node* onto = find_node(session.document.scene(), dialog.onto);
  draw_figure(preview_of_figure(session, dialog), onto != nullptr ? onto->name.c_str() : "",
              {{low.x + box.x + px(kSpace), low.y}, box});
  ImGui::SetCursorScreenPos({low.x, low.y + box.y + px(4)});
  auto seconds = static_cast<float>(dialog.preview_seconds);
  ImGui::SetNextItemWidth(size.x);
  if (ImGui::SliderFloat("##preview_time", &seconds, 0.0f,
                         std::max(duration_of(*dialog.actor.motions.front()), 1e-3f), "%.2f s",
                         ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp))
    dialog.preview_seconds = static_cast<double>(seconds);
  dialog.preview_is_held = ImGui::IsItemActive();
  note_spot("preview time");
  ImGui::EndGroup();
}

}  // namespace marrow::app
