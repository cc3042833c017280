#include "app/viewport_hud.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/theme.h"
#include "app/viewport_drag.h"
#include "app/viewport_gizmo.h"
#include "app/widgets.h"

namespace marrow::app {
namespace {

constexpr double kToastSeconds = 4.0;
constexpr double kErrorSeconds = 8.0;
constexpr double kHintSeconds = 8.0;
constexpr double kFadeSeconds = 0.3;
constexpr float kPlatePadX = 9.0f, kPlatePadY = 6.0f, kPlateGap = 3.0f;
constexpr ImU32 kPlate = color::rgb(0x1a1d20, 225);

ImU32 with_alpha(ImU32 tone, float alpha) {
  const auto old = static_cast<float>((tone >> IM_COL32_A_SHIFT) & 255u);
  return (tone & ~IM_COL32_A_MASK) | (static_cast<ImU32>(old * std::clamp(alpha, 0.0f, 1.0f)) << IM_COL32_A_SHIFT);
}

double lifetime(const Toast& toast) { return toast.is_error ? kErrorSeconds : kToastSeconds; }

const char* mode_subtitle(Tab tab) {
  switch (tab) {
    case Tab::layout:
      return "place meshes and skeletons";
    case Tab::rig:
      return "bones and their reach; the mesh follows as you edit";
    case Tab::pose:
      break;
  }
  return "turn the joints; the mesh follows";
}

ImVec2 plate_size(const PlateLines& lines) {
  ImVec2 size{0.0f, (ImGui::GetTextLineHeight() + px(kPlateGap)) * static_cast<float>(lines.size()) - px(kPlateGap)};
  for (const auto& [text, tone] : lines) size.x = std::max(size.x, ImGui::CalcTextSize(text.c_str()).x);
  return {size.x + 2.0f * px(kPlatePadX), size.y + 2.0f * px(kPlatePadY)};
}

void draw_frame(const Area& area, ImU32 tone) {
  const float half = px(1);
  ImGui::GetWindowDrawList()->AddRect({area.low.x + half * 0.5f, area.low.y + half * 0.5f},
                                      {area.high().x - half * 0.5f, area.high().y - half * 0.5f}, tone, 0.0f, 0, px(2));
}

void text_at(ImFont* font, ImVec2 at, ImU32 tone, const std::string& text) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, tone, text.c_str());
}

/// Where a world point is on the screen.
std::optional<ImVec2> screen_point(const Editor& editor, const Area& area, const glm::vec3& world) {
  const Projected at = project(editor.camera, world, editor.viewport.size);
  if (!at.visible) return std::nullopt;
  const ImVec2 scale{area.size.x / editor.viewport.size.x, area.size.y / editor.viewport.size.y};
  return ImVec2{area.low.x + at.pixel.x * scale.x, area.low.y + at.pixel.y * scale.y};
}

std::string hint_for(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  if (scene.nodes.empty()) return "Drop a model here, or open one with Ctrl+O";
  switch (editor.tab) {
    case Tab::layout:
      return "Click a mesh or a skeleton and drag its arrows \u00b7 Tab Rig/Pose";
    case Tab::rig:
      if (editor.tool == Tool::add_joint)
        return editor.document.active() == kNoId ? "Press inside the mesh and drag to draw the first bone"
                                                 : "Click inside the mesh for the tip of a child bone \u00b7 Esc starts a new root";
      return "Drag a capsule's edge to change its reach \u00b7 Tab Pose";
    case Tab::pose:
      break;
  }
  if (active_joint(editor) == kNoId) return "Click a limb, then drag a ring to pose it \u00b7 Tab Rig";
  return "Drag a ring to pose \u00b7 Ctrl snaps \u00b7 Tab Rig, there a capsule's edge changes its reach";
}

/// A radius and what it captures: beside a rim, beside a bone being drawn.
PlateLines rim_lines(const Editor& editor, Id joint) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return {};
  const Node& node = scene.nodes[static_cast<std::size_t>(ref.node)];
  const Joint& shown = node.skeleton->joints[static_cast<std::size_t>(ref.joint)];
  const PosedSkeleton* posed = editor.deformer.skeleton(node.id);
  const auto index = static_cast<std::size_t>(ref.joint);
  const std::uint32_t captured = posed && index < posed->captured.size() ? posed->captured[index] : 0;
  const std::string counts =
      fmt::format("captures {} \u00b7 {} uncovered", with_separators(captured), with_separators(coverage(editor).uncovered));
  PlateLines lines{{fmt::format("{}   r {:.3f}", shown.name, shown.radius), color::kAmber}, {counts, color::kText}};
  if (!meshes_with_file_weights(scene, node.id).empty()) lines.emplace_back("the mesh uses its file's weights", color::kTextDim);
  return lines;
}

/// On the side away from the bone, so that it does not cover what changes.
void draw_rim_label(const Editor& editor, const Area& area) {
  Id joint = kNoId;
  if (const auto* session = std::get_if<RadiusSession>(&editor.viewport.session))
    joint = session->joint;
  else if (const auto* drawn = std::get_if<AddJointSession>(&editor.viewport.session))
    joint = drawn->joint;
  else if (!is_dragging(editor) && editor.viewport.hovered.kind == view::PickKind::rim)
    joint = editor.viewport.hovered.id;
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, joint);
  if (!capsule) return;
  const PlateLines lines = rim_lines(editor, joint);
  const glm::vec2 at = editor.viewport.pointer.pixel;
  const Projected middle = project(editor.camera, (capsule->base + capsule->tip) * 0.5f, editor.viewport.size);
  const bool is_left = middle.visible && at.x < middle.pixel.x;
  const float x = is_left ? at.x - px(18) - plate_size(lines).x : at.x + px(18);
  draw_plate(area, {area.low.x + x, area.low.y + at.y - px(20)}, lines);
}

void draw_value_label(const Editor& editor, const Area& area) {
  const auto* session = std::get_if<GizmoSession>(&editor.viewport.session);
  if (!session) return;
  const Gizmo& gizmo = session->drag.gizmo();
  glm::vec3 anchor = gizmo.origin;
  if (session->target.mode == GizmoMode::translate) anchor = glm::vec3(session->drag.increment() * glm::vec4(anchor, 1.0f));
  const std::optional<ImVec2> at = screen_point(editor, area, anchor);
  if (!at) return;
  // Beside the ring: within it the pie shows the same.
  const bool turns = session->target.mode == GizmoMode::rotate;
  const ImVec2 beside = turns ? ImVec2{px(1.2f * kGizmoPixels + 8.0f), -px(14)} : ImVec2{px(18), px(14)};
  draw_plate(area, {at->x + beside.x, at->y + beside.y}, {{session->drag.text(), color::kText}});
}

void draw_box(const Editor& editor, const Area& area) {
  const auto* box = std::get_if<BoxSession>(&editor.viewport.session);
  if (!box) return;
  const glm::vec2 low = glm::min(box->from, box->to), high = glm::max(box->from, box->to);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 a{area.low.x + low.x, area.low.y + low.y}, b{area.low.x + high.x, area.low.y + high.y};
  list.AddRectFilled(a, b, color::rgb(0xffb340, 26));
  list.AddRect(a, b, color::rgb(0xffb340, 200), 0.0f, 0, px(1));
}

/// The name of what the pointer is over, so that a click holds no surprise.
void draw_hover_label(const Editor& editor, const Area& area) {
  const view::Pick& hovered = editor.viewport.hovered;
  if (is_dragging(editor) || hovered.kind == view::PickKind::rim || hovered.id == kNoId) return;
  if (editor.document.is_selected(hovered.id)) return;
  const Scene& scene = editor.document.scene();
  std::string name;
  if (const Node* node = find_node(scene, hovered.id)) name = node->name;
  if (const JointRef ref = find_joint(scene, hovered.id); ref.node >= 0)
    name = scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)].name;
  const glm::vec2 at = editor.viewport.pointer.pixel;
  draw_plate(area, {area.low.x + at.x + px(16), area.low.y + at.y + px(10)}, {{name, color::kText}});
}

void draw_toast(const Editor& editor, const Area& area, const Toast& toast, float& bottom) {
  ImFont* font = fonts().regular;
  const float width = std::min(area.size.x - px(160), px(640));
  const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9f, width, toast.text.c_str());
  const ImVec2 pad{px(14), px(8)};
  const auto left = static_cast<float>(lifetime(toast) - (editor.now - toast.born));
  const float alpha = std::clamp(left / static_cast<float>(kFadeSeconds), 0.0f, 1.0f);
  const ImVec2 size{extent.x + 2.0f * pad.x, extent.y + 2.0f * pad.y};
  const ImVec2 at{std::round(area.low.x + (area.size.x - size.x) * 0.5f), bottom - size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ground = toast.is_error ? color::kErrorGround : kPlate;
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, with_alpha(ground, alpha), px(6));
  list.AddRect(at, {at.x + size.x, at.y + size.y}, with_alpha(toast.is_error ? color::kError : color::kLine, 0.6f * alpha), px(6));
  list.AddText(font, font->FontSize, {at.x + pad.x, at.y + pad.y}, with_alpha(color::kText, alpha), toast.text.c_str(), nullptr, width);
  bottom -= size.y + px(6);
}

}  // namespace

ImU32 mode_color(Tab tab) {
  switch (tab) {
    case Tab::layout:
      return color::rgb(0x8b949c);
    case Tab::rig:
      return color::rgb(0x3fa7c0);
    case Tab::pose:
      break;
  }
  return color::rgb(0xa58ae0);
}

const char* mode_word(Tab tab) {
  switch (tab) {
    case Tab::layout:
      return "Layout";
    case Tab::rig:
      return "Rig";
    case Tab::pose:
      break;
  }
  return "Pose";
}

ImVec2 draw_plate(const Area& area, ImVec2 at, const PlateLines& lines) {
  if (lines.empty()) return {};
  const ImVec2 size = plate_size(lines);
  at.x = std::round(std::clamp(at.x, area.low.x + px(4), std::max(area.low.x + px(4), area.high().x - size.x - px(4))));
  at.y = std::round(std::clamp(at.y, area.low.y + px(4), std::max(area.low.y + px(4), area.high().y - size.y - px(4))));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, kPlate, px(5));
  float y = at.y + px(kPlatePadY);
  for (const auto& [text, tone] : lines) {
    list.AddText({at.x + px(kPlatePadX), y}, tone, text.c_str());
    y += ImGui::GetTextLineHeight() + px(kPlateGap);
  }
  return size;
}

void draw_mode(const Editor& editor, const Area& area) {
  draw_frame(area, mode_color(editor.tab));
  const ImVec2 at{area.low.x + px(14), area.low.y + px(14)};
  ImGui::PushFont(fonts().title);
  const float word = ImGui::CalcTextSize(mode_word(editor.tab)).x;
  ImGui::PopFont();
  text_at(fonts().title, at, mode_color(editor.tab), mode_word(editor.tab));
  const std::string drag = drag_text(editor);
  if (!drag.empty()) {
    const ImVec2 size = draw_plate(area, {at.x + word + px(14), area.low.y + px(10)}, {{drag, color::kText}});
    const std::string refusal = drag_refusal(editor);
    if (!refusal.empty()) draw_plate(area, {at.x + word + px(14), area.low.y + px(14) + size.y}, {{refusal, color::kError}});
  } else if (editor.tool == Tool::select || editor.tool == Tool::radius || editor.tool == Tool::add_joint) {
    text_at(fonts().small, {at.x + word + px(12), at.y + px(3)}, color::kTextDim, mode_subtitle(editor.tab));
  }
}

void draw_legend(const Editor& editor, const Area& area) {
  const Id joint = active_joint(editor);
  if (editor.show.colors != view::MeshColors::joint_weight) return;
  const JointRef ref = find_joint(editor.document.scene(), joint);
  std::string title = "Weight: select a joint";
  if (ref.node >= 0)
    title = "Weight of " +
            editor.document.scene().nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)].name;
  const float bar_width = px(14), bar_height = px(112), pad = px(10), line = ImGui::GetTextLineHeight();
  const float width = std::max(px(118), ImGui::CalcTextSize(title.c_str()).x + 2.0f * pad);
  const float height = 2.0f * pad + line + px(8) + bar_height + px(8) + line;
  const ImVec2 at{area.low.x + px(14), area.high().y - height - px(14)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, kPlate, px(6));
  list.AddText({at.x + pad, at.y + pad}, color::kText, title.c_str());
  const ImVec2 top{at.x + pad, at.y + pad + line + px(8)};
  constexpr int kSteps = 32;
  const auto tone = [](int step) {
    const view::Color c = view::palette_color(view::Palette::viridis, 1.0f - static_cast<float>(step) / kSteps);
    return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1.0f});
  };
  for (int i = 0; i < kSteps; ++i) {
    const float y0 = top.y + bar_height * static_cast<float>(i) / kSteps, y1 = top.y + bar_height * static_cast<float>(i + 1) / kSteps;
    list.AddRectFilledMultiColor({top.x, y0}, {top.x + bar_width, y1}, tone(i), tone(i), tone(i + 1), tone(i + 1));
  }
  const char* const words[] = {"1.0", "0.5", "0.0+"};
  for (int i = 0; i < 3; ++i) {
    const float y = top.y + bar_height * static_cast<float>(i) * 0.5f - line * static_cast<float>(i) * 0.5f;
    list.AddText({top.x + bar_width + px(8), y}, color::kTextDim, words[i]);
  }
  const float y = top.y + bar_height + px(8);
  const view::Color none = view::kNeutral;
  list.AddRectFilled({top.x, y + px(2)}, {top.x + bar_width, y + line - px(2)},
                     ImGui::ColorConvertFloat4ToU32({none.r, none.g, none.b, 1.0f}));
  list.AddText({top.x + bar_width + px(8), y}, color::kTextDim, "none");
}

void draw_hint(Editor& editor, const Area& area) {
  const int place = static_cast<int>(editor.tab) * 16 + static_cast<int>(editor.tool);
  if (std::exchange(editor.viewport.hint_place, place) != place)
    editor.viewport.hint_until = std::max(editor.viewport.hint_until, editor.now + kHintSeconds);
  const bool is_lasting = editor.document.scene().nodes.empty() || editor.tool == Tool::add_joint;
  const auto left = static_cast<float>(editor.viewport.hint_until - editor.now);
  if ((left <= 0.0f && !is_lasting) || is_dragging(editor) || !editor.toasts.empty()) return;
  const float alpha = is_lasting ? 1.0f : std::clamp(left / static_cast<float>(kFadeSeconds), 0.0f, 1.0f);
  const std::string text = hint_for(editor);
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 pad{px(16), px(8)};
  const ImVec2 size{extent.x + 2.0f * pad.x, extent.y + 2.0f * pad.y};
  const ImVec2 at{std::round(area.low.x + (area.size.x - size.x) * 0.5f), std::round(area.high().y - size.y - px(16))};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, with_alpha(kPlate, alpha), size.y * 0.5f);
  list.AddText({at.x + pad.x, at.y + pad.y}, with_alpha(color::kText, alpha), text.c_str());
}

void draw_toasts(Editor& editor, const Area& area) {
  std::erase_if(editor.toasts, [&](const Toast& toast) { return editor.now - toast.born >= lifetime(toast); });
  float bottom = area.high().y - px(16);
  for (auto toast = editor.toasts.rbegin(); toast != editor.toasts.rend(); ++toast) draw_toast(editor, area, *toast, bottom);
}

void draw_labels(const Editor& editor, const Area& area) {
  draw_box(editor, area);
  draw_rim_label(editor, area);
  draw_value_label(editor, area);
  draw_hover_label(editor, area);
}

double seconds_to_next_change(const Editor& editor) {
  double soonest = 1e9;
  const auto consider = [&](double end) {
    if (end <= editor.now) return;
    soonest = std::min(soonest, end - kFadeSeconds > editor.now ? end - kFadeSeconds - editor.now : 1.0 / 60.0);
  };
  for (const Toast& toast : editor.toasts) consider(toast.born + lifetime(toast));
  consider(editor.viewport.hint_until);
  return soonest;
}

}  // namespace marrow::app
