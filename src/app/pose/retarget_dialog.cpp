// The retargeting dialog: which joint follows which, guessed and editable, with a preview.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/imgui_version.h"
#include "app/pose/pose_panels.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/pose/retarget_setup.h"
#include "editor/pose/retarget_state.h"
#include "editor/pose/transport.h"

namespace marrow::app {

namespace {

constexpr float kRetargetWidth = 760.0f, kNarrow = 620.0f;  // if narrower: one column
constexpr float kRetargetRow = 26.0f, kMostRetargetRows = 11.5f;
constexpr float kPreviewWidth = 340.0f, kLowPreview = 120.0f;

const Skeleton& actor_of(const RetargetDialog& dialog) {
  return *find_node(dialog.actor, dialog.actor_node)->skeleton;
}

const char* name_of(const Skeleton& skeleton, Id joint) {
  const int index = joint == kNoId ? -1 : joint_index(skeleton, joint);
  return index < 0 ? "(keeps its pose)" : skeleton.joints[std::size_t(index)].name.c_str();
}

void draw_summary(const Session& session, RetargetDialog& dialog) {
  paragraph(retarget_summary(dialog), colors().text_dim);
  for (const std::string& doubt : retarget_doubts(session, dialog))
    paragraph(doubt, colors().amber);
  if (dialog.trial)
    for (const RetargetCure& cure : dialog.trial->result.cures) {
      if (text_button(cure.label.c_str())) apply_cure(dialog, cure);
      note_spot("cure motion");
    }
  ImGui::Dummy({0.0f, px(4)});
}

/// The choice of a skeleton, where the scene has several.
void draw_onto(Session& session, TransportState& transport, const RetargetDialog& dialog) {
  std::vector<const Node*> nodes;
  for (const Node& node : session.document.scene().nodes)
    if (node.skeleton && !node.skeleton->joints.empty()) nodes.push_back(&node);
  if (nodes.size() < 2) return;
  std::vector<std::string> names;
  int chosen = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    names.push_back(nodes[i]->name);
    if (nodes[i]->id == dialog.onto) chosen = int(i);
  }
  if (choice_field("Skeleton", chosen, names))
    choose_onto(session, transport, nodes[std::size_t(chosen)]->id);
}

void draw_row(RetargetDialog& dialog, const Skeleton& onto, RetargetRow& row, float width) {
  const float from_x = std::floor(width * 0.46f);
  ImGui::PushID(int(row.onto));
  ImGui::AlignTextToFramePadding();
  ImGui::SetCursorPosX(px(8));
  fitting_text(name_of(onto, row.onto), from_x - px(36),
               row.from == kNoId ? colors().text_dim : colors().text);
  ImGui::SameLine(from_x - px(22));
  colored_text("\u2190", colors().text_faint);
  ImGui::SameLine(from_x);
  const Skeleton& actor = actor_of(dialog);
  const bool is_open = begin_choice("##from", name_of(actor, row.from), width - from_x - px(10));
  if (!is_open) note_spot(std::string("follow ") + name_of(onto, row.onto));
  if (is_open) {
    if (ImGui::Selectable("(keeps its pose)", row.from == kNoId)) row.from = kNoId;
    note_spot("follow nobody");
    for (const Joint& joint : actor.joints) {
      const IdScope id_scope{int(joint.id)};
      if (ImGui::Selectable(as_shown(joint.name).c_str(), joint.id == row.from))
        row.from = joint.id;
      note_spot("follow joint " + joint.name);
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

void draw_table(RetargetDialog& dialog, const Skeleton& onto, float height) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), px(2)));
  if (ImGui::BeginChild("##pairs", {0.0f, height})) {
    ImGui::Dummy({0.0f, px(1)});
    const float width = ImGui::GetContentRegionAvail().x;
    for (RetargetRow& row : dialog.choices.table.rows) draw_row(dialog, onto, row, width);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

// ---- The list of clips

constexpr float kMostClipRows = 5.0f;

/// A box to choose the clip, its name, seconds and joints; a click on the name plays it below.
void draw_clip(const Session& session, RetargetDialog& dialog, std::size_t index) {
  const IdScope id{int(index)};
  Clip& clip = dialog.clips[index];
  ImGui::SetCursorPosX(px(8));
  ImGui::Checkbox("##chosen", &clip.is_chosen);
  note_spot("clip " + clip.motion->name);
  ImGui::SameLine(0.0f, px(8));
  const float right = ImGui::GetWindowContentRegionMax().x - px(8);
  const std::string facts =
      fmt::format("{:.2f} s   {} of {} joints", duration_of(*clip.motion),
                  followed(*clip.motion, dialog.choices.table), dialog.choices.table.rows.size());
  const float facts_at = right - text_width(facts), name_at = ImGui::GetCursorPosX();
  if (ImGui::Selectable("##show", index == dialog.shown, 0,
                        {facts_at - name_at - px(8), ImGui::GetFrameHeight()}))
    show_clip(session, dialog, index);
  note_spot("show clip " + clip.motion->name);
  tooltip("Plays it in the preview");
  ImGui::SameLine(name_at);
  fitting_text(clip.motion->name.empty() ? "(no name)" : clip.motion->name.c_str(),
               facts_at - name_at - px(12), colors().text);
  ImGui::SameLine(facts_at);
  colored_text(facts, colors().text_dim);
}

void draw_clips(Session& session, RetargetDialog& dialog) {
  ImGui::AlignTextToFramePadding();
  dim_text("Motions to add; a click on a name plays it below.");
  const float width = text_button_width("All") + text_button_width("None") + px(6);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  if (text_button("All")) choose_all_clips(dialog, true);
  note_spot("All clips");
  ImGui::SameLine(0.0f, px(6));
  if (text_button("None")) choose_all_clips(dialog, false);
  note_spot("No clips");
  const bool is_low = ImGui::GetIO().DisplaySize.y < px(720.0f);
  const float rows = std::min(float(dialog.clips.size()), is_low ? 2.5f : kMostClipRows);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), px(2)));
  if (ImGui::BeginChild("##clips", {0.0f, rows * (ImGui::GetFrameHeight() + px(2)) + px(4)})) {
    ImGui::Dummy({0.0f, px(1)});
    for_visible_rows(dialog.clips.size(), ImGui::GetFrameHeight() + px(2),
                     [&](std::size_t i) { draw_clip(session, dialog, i); });
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  ImGui::Dummy({0.0f, px(4)});
}

// ---- The preview

constexpr float kSlider = 22.0f, kSpace = 6.0f;
constexpr float kYaw = 0.45f, kPitch = 0.18f;  // angles of the view, radians
constexpr float kTall = 1.45f;                 // height of a box, in heights of the figure
constexpr float kFloorHeight = 0.14f;          // from the box's bottom, share of its height
constexpr float kGridStep = 0.5f;              // in heights of the figure
constexpr float kPlays = 3.0f;                 // seconds
constexpr int kGridLines = 3;                  // to each side of the hips

/// The box around a figure on the screen.
struct Stage {
  ImVec2 low, size;

  /// Screen pixels. The view is from the front, a little from the figure's left and from above.
  ImVec2 pixel(const glm::vec3& point) const {
    const float right = std::cos(kYaw) * point.x - std::sin(kYaw) * point.z,
                nearer = std::sin(kYaw) * point.x + std::cos(kYaw) * point.z;
    const float up = std::cos(kPitch) * point.y - std::sin(kPitch) * nearer;
    const float scale = std::min(size.y / kTall, size.x / 1.1f);
    return {low.x + 0.5f * size.x + scale * right,
            low.y + (1.0f - kFloorHeight) * size.y - scale * up};
  }
};

/// Lines on the floor that stay fixed while the figure travels.
void draw_floor(ImDrawList& list, const Stage& stage, const glm::vec2& travel) {
  const glm::vec2 first(std::fmod(travel.x, kGridStep), std::fmod(travel.y, kGridStep));
  constexpr float kReach = kGridStep * kGridLines;
  for (int line = -kGridLines; line <= kGridLines; ++line) {
    const float at_x = kGridStep * float(line) - first.x, at_z = kGridStep * float(line) - first.y;
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
/// then playing stops, because an idle window draws no frames.
bool plays_now(const Session& session, ImVec2 low, ImVec2 size) {
  float& until = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("##preview_until"));
  const auto now = float(session.now);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool is_pointed_at =
      (moved.x != 0.0f || moved.y != 0.0f) &&
      ImGui::IsMouseHoveringRect(low, {low.x + size.x, low.y + size.y - px(kSlider)});
  if (ImGui::IsWindowAppearing() || ImGui::IsAnyItemActive() || is_pointed_at) until = now + kPlays;
  return now < until;
}

/// The figures of the file and of the scene side by side. They play for kPlays after a choice or a
/// pointer movement over them. `size`: pixels, with the time slider; a width of 0 fills the row.
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
  auto seconds = float(dialog.preview_seconds);
  ImGui::SetNextItemWidth(size.x);
  if (ImGui::SliderFloat("##preview_time", &seconds, 0.0f,
                         std::max(duration_of(dialog.motion()), 1e-3f), "%.2f s",
                         ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp))
    dialog.preview_seconds = double(seconds);
  dialog.preview_is_held = ImGui::IsItemActive();
  note_spot("preview time");
  ImGui::EndGroup();
}

// ---- The dialog

/// The preview and the table, side by side or one above the other.
void draw_middle(Session& session, RetargetDialog& dialog, const Skeleton& onto) {
  const bool is_narrow = ImGui::GetContentRegionAvail().x < px(kNarrow);
  const float clips = dialog.clips.size() > 1 ? 190.0f : 0.0f;
  const float room = ImGui::GetIO().DisplaySize.y - px((is_narrow ? 400.0f : 290.0f) + clips);
  const float height =
      std::clamp(room, 2.0f * px(kRetargetRow), kMostRetargetRows * px(kRetargetRow));
  if (is_narrow) {
    draw_retarget_preview(session, dialog, {0.0f, px(kLowPreview)});
    draw_table(dialog, onto, height);
    return;
  }
  draw_retarget_preview(session, dialog, {px(kPreviewWidth), height});
  ImGui::SameLine(0.0f, px(12));
  draw_table(dialog, onto, height);
}

void draw_axis(RetargetDialog& dialog) {
  ActorReading& reading = dialog.choices.reading;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Up in the file");
  ImGui::SameLine(0.0f, px(8));
  const bool is_open = begin_choice("##up", std::string(axis_name(reading.up)).c_str(), px(64));
  note_spot("Up in the file");
  if (!is_open) return tooltip("The axis that the figure of the file stands along");
  for (std::size_t axis = 0; axis < kUpAxisNames.size(); ++axis) {
    const std::string name(kUpAxisNames[axis]);
    if (ImGui::Selectable(name.c_str(), reading.up == static_cast<UpAxis>(axis)))
      reading.up = static_cast<UpAxis>(axis);
    note_spot("up " + name);
  }
  ImGui::EndCombo();
}

void draw_choices(RetargetDialog& dialog) {
  RetargetChoices& choices = dialog.choices;
  const float second = std::floor(ImGui::GetContentRegionAvail().x * 0.5f);
  const auto beside = [&] { ImGui::SameLine(second); };
  draw_axis(dialog);
  beside();
  bool rests_in_motion = choices.reading.rest_at.has_value();
  const float rest_at = choices.reading.rest_at.value_or(dialog.guess.reading.rest_at.value_or(0));
  const std::string rest = rest_at > 0.0f
                               ? fmt::format("Frame at {:.2f} s is the rest pose", rest_at)
                               : std::string("First frame is the rest pose");
  flag(rest.c_str(), rests_in_motion,
       "For files whose own rest pose is not a standing figure: the figure is assumed to stand at "
       "ease, or with its arms out, in this frame");
  if (rests_in_motion != choices.reading.rest_at.has_value())
    choices.reading.rest_at = rests_in_motion ? std::optional(rest_at) : std::nullopt;
  flag("Match arms and legs", choices.matches_rest,
       "Bones of arms and legs are first laid along those of the file: needed where one figure "
       "rests with its arms out and the other does not");
  beside();
  flag("Begin where the figure stands", choices.begins_here,
       "Otherwise at the place where it was recorded");
  flag("In place", choices.in_place, "The figure moves up and down, but does not travel");
  beside();
  flag("On the floor", choices.on_floor,
       "Lifts the figure where a joint would sink below the floor at rest; lowers it if no joint "
       "reaches the floor");
}

enum class DialogAnswer { none, add, open, cancel };

DialogAnswer draw_footer(const RetargetDialog& dialog) {
  ImGui::Dummy({0.0f, px(6)});
  const std::size_t chosen = chosen_clips(dialog);
  const bool can_add = paired(dialog.choices.table) > 0 && chosen > 0;
  const char* const add_words = chosen > 1 ? "Add motions" : "Add motion";
  const bool open = text_button("Open the file instead", false, "Its skeleton replaces this scene");
  const float right = ImGui::GetWindowContentRegionMax().x,
              add_width = text_button_width(add_words);
  ImGui::SameLine(right - text_button_width("Cancel") - add_width - px(8));
  const bool cancel = text_button("Cancel") || dialog_is_left();
  note_spot("Cancel motion");
  ImGui::SameLine(right - add_width);
  const bool add = text_button_if(can_add, add_words, true);
  const bool entered = !ImGui::IsAnyItemFocused() && key_answers(ImGuiKey_Enter);
  return cancel                        ? DialogAnswer::cancel
         : open                        ? DialogAnswer::open
         : can_add && (add || entered) ? DialogAnswer::add
                                       : DialogAnswer::none;
}

}  // namespace

void draw_retarget(Editor& editor) {
  if (!editor.transport.retarget || !begin_dialog("###retarget", kRetargetWidth)) return;
  RetargetDialog& dialog = *editor.transport.retarget;
  const Node* onto = find_node(editor.document.scene(), dialog.onto);
  dialog_headline(
      fmt::format("{} for {}", clips_title(dialog), onto != nullptr ? onto->name : "?").c_str());
  draw_summary(editor, dialog);
  draw_onto(editor, editor.transport, dialog);
  if (dialog.clips.size() > 1) draw_clips(editor, dialog);
  if (onto != nullptr && onto->skeleton) draw_middle(editor, dialog, *onto->skeleton);
  ImGui::Dummy({0.0f, px(4)});
  draw_choices(dialog);
  if (!dialog.problem.empty()) paragraph(dialog.problem, colors().error);
  const DialogAnswer choice = draw_footer(dialog);
  const std::string path = dialog.path;
  const bool is_over = choice == DialogAnswer::cancel || choice == DialogAnswer::open ||
                       (choice == DialogAnswer::add && finish_retarget(editor));
  if (is_over) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!is_over) return;
  editor.transport.retarget.reset();
  if (choice == DialogAnswer::open) request_open(editor, path);
}

}  // namespace marrow::app
