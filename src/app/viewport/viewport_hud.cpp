
#include <SDL_error.h>
#include <SDL_misc.h>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/viewport/viewport.h"
#include "app/widgets/card.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/compare.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/share.h"
#include "editor/paint/paint.h"
#include "editor/pose/transport.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "platform/browser_files.h"

namespace marrow::app {
namespace {

constexpr double kToastSeconds = 4.0;
constexpr double kErrorSeconds = 8.0;
constexpr double kFileSeconds = 15.0;  // time to reach the button
constexpr double kHintSeconds = 8.0;
constexpr double kSecondsPerLetter = 0.06;
constexpr double kFadeSeconds = 0.3;

ImU32 with_alpha(ImU32 tone, float alpha) {
  const auto old = float((tone >> IM_COL32_A_SHIFT) & 255u);
  return (tone & ~IM_COL32_A_MASK) |
         (static_cast<ImU32>(old * std::clamp(alpha, 0.0f, 1.0f)) << IM_COL32_A_SHIFT);
}

double lifetime(const Toast& toast) {
  return std::max(toast.is_error        ? kErrorSeconds
                  : !toast.file.empty() ? kFileSeconds
                                        : kToastSeconds,
                  kSecondsPerLetter * double(toast.text.size()));
}

/// Centered in the picture if it fits there, else as near as the room allows.
float centered(const Room& room, float width) {
  const float low = room.free.low.x + px(12), high = room.free.high().x - px(12) - width;
  return std::round(std::max(std::min(room.middle - width * 0.5f, high), low));
}

struct Mode {
  const char* word;
  const char* subtitle;
  ImU32 Colors::*tone;  ///< color of the word and of the picture's frame
};
const Mode& mode_of(Tab tab) {  // in the order of Tab
  static constexpr Mode kModes[] = {
      {"Layout", "place meshes and skeletons", &Colors::layout_mode},
      {"Rig", "bones and their radii; the mesh follows as you edit", &Colors::rig_mode},
      {"Pose", "turn the joints; the mesh follows", &Colors::pose_mode}};
  return kModes[std::size_t(tab)];
}

void draw_frame(const Area& area, ImU32 tone) {
  const float half = px(1);
  ImGui::GetWindowDrawList()->AddRect({area.low.x + half * 0.5f, area.low.y + half * 0.5f},
                                      {area.high().x - half * 0.5f, area.high().y - half * 0.5f},
                                      tone, 0.0f, 0, px(2));
}

void text_at(ImFont* font, ImVec2 at, ImU32 tone, const std::string& text) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, tone, text.c_str());
}

/// Words for one and for several handles of a tool's gizmo; empty without a gizmo.
struct HandleWords {
  const char *one, *several;
};
HandleWords handle_words(Tool tool) {
  if (tool == Tool::move) return {"an arrow", "arrows"};
  if (tool == Tool::rotate) return {"a ring", "rings"};
  return tool == Tool::scale ? HandleWords{"a box", "boxes"} : HandleWords{"", ""};
}

std::string pose_hint(const Session& session) {
  const std::string handle = handle_words(session.tool).one, or_else = handle.empty() ? "" : " or ";
  if (active_joint(session) == kNoId)
    return fmt::format("Click a limb, drag {}{}a bone's end \u00b7 Tab: Rig mode", handle, or_else);
  return fmt::format(
      "Drag {}{}a bone's end: its limb follows \u00b7 P pins it \u00b7 Tab: Rig mode", handle,
      handle.empty() ? "" : ", or ");
}

std::string hint_for(const Editor& session, const FilesState& files) {
  const Scene& scene = session.document.scene();
  if (scene.nodes.empty())
    return is_loading(files) ? "A file is being opened; Esc stops it"
                             : "Drop a model here, or open one with Ctrl+O";
  if (shows_markers(session))
    return "Drag a marker \u00b7 Tab: the next one, arrows move it \u00b7 Enter builds \u00b7 Esc: "
           "cancel";
  if (paints(session)) {
    if (std::string why = why_no_paint(session); !why.empty()) return why;
    return "Drag over the mesh \u00b7 Shift smooths \u00b7 Ctrl+click selects a joint \u00b7 Esc: "
           "done";
  }
  if (session.tool != Tool::add_joint && shown_or_first_skeleton(session) == kNoId)
    return session.tab == Tab::layout
               ? "No skeleton yet: Rig > Make a skeleton, or press Tab, N and draw bones"
               : "No skeleton yet: Rig > Make a skeleton, or press N and draw bones";
  switch (session.tab) {
    case Tab::layout:
      if (const std::string handles = handle_words(session.tool).several; !handles.empty())
        return "Click a mesh or a skeleton and drag its " + handles +
               " \u00b7 Tab: Rig or Pose mode";
      return "Click a mesh or a skeleton \u00b7 Tab: Rig or Pose mode";
    case Tab::rig:
      if (session.tool == Tool::add_joint)
        return session.document.active() == kNoId
                   ? "Press inside the mesh and drag to draw the first bone"
                   : "Click: a bone from the tip to here \u00b7 drag: a bone of its own \u00b7 Esc "
                     "starts a new root";
      if (session.tool == Tool::move)
        return "Click a bone and drag the arrows at its end into place \u00b7 Tab: Pose mode";
      return "Drag a capsule's edge to change its radius \u00b7 Tab: Pose mode";
    case Tab::pose:
      break;
  }
  return pose_hint(session);
}

bool meets_none(std::initializer_list<std::string_view> names, ImVec2 low, ImVec2 size) {
  const std::vector<Rect> others = areas_named(names);
  const Rect place{{low.x, low.y}, {size.x, size.y}};
  return std::none_of(others.begin(), others.end(),
                      [&](const Rect& other) { return other.meets(place, px(4)); });
}

bool is_free_of_overlays(ImVec2 low, ImVec2 size) {
  return !is_under_card({{low.x, low.y}, {size.x, size.y}}) &&
         meets_none({"tools", "options", "axes", "heat", "legend", "compare", "plate", "welcome"},
                    low, size);
}

bool offers_file(const Toast& toast) {
  return !toast.file.empty() && !platform::has_private_files();
}

/// Opens the system's file manager; on failure the toast reports that instead.
void show_file(Toast& toast, double now) {
  if (SDL_OpenURL(file_address(toast.file.parent_path()).c_str()) == 0) return;
  toast = {fmt::format("{}: no file manager answers ({})", toast.file.string(), SDL_GetError()),
           true, now};
}

/// In a separate window, because the canvas takes the pointer from items of the picture's window.
bool show_file_button(const Toast& toast, ImVec2 at) {
  ImGui::SetNextWindowPos(at);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
  const std::string id = "##file of toast" + toast.file.string();
  const bool is_clicked = ImGui::Begin(id.c_str(), nullptr, kFlags) && text_button("Show file");
  ImGui::End();
  ImGui::PopStyleVar(2);
  return is_clicked;
}

/// A place for a toast where it covers nothing, else right of the tools. Its lower edge is at
/// `bottom`; `beside` is the size of the buttons to the right of the words.
struct ToastPlace {
  ImVec2 at, size;
  float wrap = 0.0f;
  bool is_free = true;
};
ToastPlace toast_place(const Room& room, const std::string& words, float bottom, ImVec2 beside) {
  const ImFont* font = fonts().regular;
  const ImVec2 pad{px(14), px(8)};
  const std::optional<Rect> tools = area_named("tools");
  ToastPlace place;
  // A toast that would be too high right of the tools covers the tools, which are then not drawn.
  constexpr struct {
    bool is_beside, is_last;
  } kTries[] = {{false, false}, {true, false}, {false, true}};
  for (const auto& [is_beside, is_last] : kTries) {
    const float low = std::max(room.free.low.x + px(12),
                               is_beside && tools ? tools->end().x + px(8) : room.free.low.x);
    const float high = room.free.high().x - px(12);
    place.wrap = std::clamp(high - low - 2.0f * pad.x - beside.x, px(120), px(640));
    const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9f, place.wrap, words.c_str());
    place.size = {extent.x + beside.x + 2.0f * pad.x, std::max(extent.y, beside.y) + 2.0f * pad.y};
    const float middle = std::min(room.middle - place.size.x * 0.5f, high - place.size.x);
    place.at = {std::round(std::max(middle, low)), std::round(bottom - place.size.y)};
    place.is_free = meets_none({"tools", "heat", "compare", "welcome"}, place.at, place.size) &&
                    !lay_under("explain", {{place.at.x, place.at.y}, {place.size.x, place.size.y}});
    if (is_last || (place.is_free && place.at.y >= room.free.low.y + px(44))) break;
  }
  return place;
}

/// True if the toast was drawn. The newest one waits while a card covers its place; older ones are
/// omitted without room. Options, axis balls and legend make room for a toast.
bool draw_toast(const Session& session, const Room& room, Toast& toast, float& bottom) {
  ImFont* font = fonts().regular;
  const std::string words = as_shown(toast.text);
  ImVec2 beside;
  if (offers_file(toast)) beside = {text_button_width("Show file") + px(14), px(28)};
  const auto [at, size, wrap, is_free] = toast_place(room, words, bottom, beside);
  const bool is_newest = &toast == &session.toasts.back(),
             has_room = is_free && at.y >= room.free.low.y + px(44);
  if (!has_room && !is_newest) return false;
  if (lay_under("card", {{at.x, at.y}, {size.x, size.y}})) {
    if (is_newest) toast.born = session.now;  // waits until the card is answered
    return false;
  }
  const auto left = float(lifetime(toast) - (session.now - toast.born));
  const float alpha = std::clamp(left / float(kFadeSeconds), 0.0f, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ground = toast.is_error ? colors().error_ground : colors().plate;
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, with_alpha(ground, alpha), px(6));
  list.AddRect(at, {at.x + size.x, at.y + size.y},
               with_alpha(toast.is_error ? colors().error : colors().line, 0.6f * alpha), px(6));
  list.AddText(font, font->FontSize, {at.x + px(14), at.y + px(8)},
               with_alpha(colors().text, alpha), words.c_str(), nullptr, wrap);
  note_area("toast", {at.x, at.y}, {at.x + size.x, at.y + size.y});
  const bool is_covered = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (beside.x > 0.0f && !is_covered &&
      show_file_button(toast, {at.x + size.x - beside.x, at.y + px(8)}))
    show_file(toast, session.now);
  bottom -= size.y + px(6);
  return true;
}

/// Adds the text in lines that are not wider than `width` pixels; none for an empty text.
void add_folded(PlateLines& lines, const std::string& text, float width, ImU32 tone) {
  const char* from = text.c_str();
  const char* const end = from + text.size();
  while (from < end) {
    const char* to =
        ImGui::GetFont()->CalcWordWrapPositionA(1.0f, from, end, std::max(width, px(80)));
    if (to == from) ++to;
    lines.emplace_back(std::string(from, to), tone);
    for (from = to; from < end && *from == ' ';) ++from;
  }
}

/// A place where a plate with these words covers nothing, as low and as wide as possible; none
/// without room.
struct HintPlace {
  ImVec2 at, size;
  float wrap = 0.0f;
};
std::optional<HintPlace> hint_place(const Area& area, const Room& room, const std::string& text) {
  const ImVec2 pad{px(16), px(8)};
  const float whole = text_width(text);
  const std::optional<Rect> heat = area_named("heat");
  const float above = heat ? heat->corner.y - px(6) : area.high().y - px(16);
  for (const float share : {1.0f, 0.55f, 0.4f, 0.3f}) {
    const float wrap = std::ceil(whole * share) + px(4);
    const ImVec2 words = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
    const ImVec2 size{words.x + 2.0f * pad.x, words.y + 2.0f * pad.y};
    for (const float bottom : {room.free.high().y - px(16), above})
      for (const float x : {centered(room, size.x), std::round(area.high().x - px(12) - size.x)}) {
        const ImVec2 at{x, std::round(bottom - size.y)};
        if (at.x >= area.low.x + px(6) && at.x + size.x <= area.high().x - px(6) &&
            at.y > area.low.y + px(44) && is_free_of_overlays(at, size))
          return HintPlace{at, size, wrap};
      }
  }
  return std::nullopt;
}

}  // namespace

const char* mode_word(Tab tab) { return mode_of(tab).word; }

void draw_mode(const Session& session, const Area& area) {
  const Mode& mode = mode_of(session.tab);
  const bool records = is_auto_key(session) && session.tab != Tab::rig;
  const ImU32 tone = records ? colors().error : colors().*mode.tone;
  draw_frame(area, tone);
  const ImVec2 at{area.low.x + px(14), area.low.y + px(14)};
  ImGui::PushFont(fonts().title);
  const float word = text_width(mode.word);
  ImGui::PopFont();
  text_at(fonts().title, at, tone, mode.word);
  note_area("mode", {at.x, at.y}, {at.x + word, at.y + fonts().title->FontSize});
  const std::string drag = drag_text(session);
  if (!drag.empty()) {
    // Between the tools and the axis balls, which both stay during a drag.
    const std::optional<Rect> tools = area_named("tools"), balls = area_named("axes");
    const float low = std::max(at.x + word + px(14), tools ? tools->end().x + px(8) : 0.0f);
    const float width = (balls ? balls->corner.x : area.high().x - px(4)) - low - px(24);
    PlateLines lines;
    add_folded(lines, drag, width, colors().text);
    add_folded(lines, drag_keys(session), width, colors().text_dim);
    if (session.deformer.measures_straight_meanwhile() && session.deformer.body_requests().empty())
      add_folded(lines, "Distances are straight until you let go", width, colors().text_dim);
    if (session.deformer.blends_linearly_meanwhile())
      add_folded(lines, "Blending is linear until you let go", width, colors().text_dim);
    const ImVec2 size = draw_plate(area, {low, area.low.y + px(10)}, lines);
    const std::string refusal = drag_refusal(session);
    if (!refusal.empty())
      draw_plate(area, {low, area.low.y + px(14) + size.y}, {{refusal, colors().error}});
  } else if (session.tool == Tool::select && !area_named("compare")) {  // the divider would cut it
    const float end =
        at.x + word + px(12) +
        fonts().small->CalcTextSizeA(fonts().small->FontSize, 1e9f, 0.0f, mode.subtitle).x;
    const std::optional<Rect> balls = area_named("axes");
    if (end + px(6) > (balls ? balls->corner.x : area.high().x)) return;
    text_at(fonts().small, {at.x + word + px(12), at.y + px(3)}, colors().text_dim, mode.subtitle);
  }
}

void draw_hint(Editor& editor, const Area& area, const Room& room) {
  const int place = int(editor.tab) * 16 + int(editor.tool);
  if (std::exchange(editor.viewport.hint_place, place) != place)
    editor.viewport.hint_until = std::max(editor.viewport.hint_until, editor.now + kHintSeconds);
  const bool is_lasting = editor.document.scene().nodes.empty() || editor.tool == Tool::add_joint;
  const bool is_explaining = editor.explain.mesh != kNoId;  // the explain card is shown
  const auto left = float(editor.viewport.hint_until - editor.now);
  if ((left <= 0.0f && !is_lasting) || is_explaining || editor.compare.is_on ||
      is_dragging(editor) || !editor.toasts.empty())
    return;
  // In a low picture only the start screen shows the hint.
  if (editor.document.scene().nodes.empty() && area.size.y < px(480)) return;
  const float alpha = is_lasting ? 1.0f : std::clamp(left / float(kFadeSeconds), 0.0f, 1.0f);
  const std::string text = hint_for(editor, editor.files);
  const std::optional<HintPlace> hint = hint_place(area, room, text);
  if (!hint) return;
  const auto [at, size, wrap] = *hint;
  const ImVec2 pad{px(16), px(8)};
  note_area(text, {at.x, at.y}, {at.x + size.x, at.y + size.y});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, with_alpha(colors().plate, alpha),
                     std::min(size.y * 0.5f, px(16)));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + pad.x, at.y + pad.y},
               with_alpha(colors().text, alpha), text.c_str(), nullptr, wrap);
}

void draw_toasts(Session& session, const Room& room) {
  const auto is_over = [&](const Toast& toast) {
    return session.now - toast.born >= lifetime(toast);
  };
  // The next frame draws what the toast hid.
  if (std::erase_if(session.toasts, is_over) > 0) session.wants_redraw = true;
  float bottom = room.free.high().y - px(16);
  for (auto toast = session.toasts.rbegin(); toast != session.toasts.rend(); ++toast)
    if (!draw_toast(session, room, *toast, bottom)) break;
}

double seconds_to_next_change(const Session& session, const CourseState& course,
                              const ViewportState& viewport) {
  double soonest = seconds_to_course(course);
  const auto consider = [&](double end) {
    if (end <= session.now) return;
    soonest = std::min(
        soonest, end - kFadeSeconds > session.now ? end - kFadeSeconds - session.now : 1.0 / 60.0);
  };
  for (const Toast& toast : session.toasts) consider(toast.born + lifetime(toast));
  consider(viewport.hint_until);
  consider(viewport.cycle_until);
  return soonest;
}

}  // namespace marrow::app
