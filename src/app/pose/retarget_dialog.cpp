// The retargeting dialog: which joint follows which, guessed and editable.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/imgui_version.h"
#include "app/pose/retarget_preview.h"
#include "app/pose/transport_view.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/pose/retarget_setup.h"
#include "editor/pose/transport_state.h"

namespace marrow::app {

namespace {

constexpr float kRetargetWidth = 760.0f, kNarrow = 620.0f;  // below: one column
constexpr float kRetargetRow = 26.0f, kMostRetargetRows = 11.5f;
constexpr float kPreviewWidth = 340.0f, kLowPreview = 120.0f;

const Skeleton& actor_of(const RetargetDialog& dialog) {
  return *find_node(dialog.actor, dialog.actor_node)->skeleton;
}

const char* name_of(const Skeleton& skeleton, Id joint) {
  const int index = joint == kNoId ? -1 : joint_index(skeleton, joint);
  return index < 0 ? "(keeps its pose)"
                   : skeleton.joints[static_cast<std::size_t>(index)].name.c_str();
}

void words(const std::string& text, ImU32 tone) {
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(as_shown(text).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void draw_summary(const Session& session, RetargetDialog& dialog) {
  words(retarget_summary(dialog), colors().text_dim);
  for (const std::string& doubt : retarget_doubts(session, dialog)) words(doubt, colors().amber);
  ImGui::Dummy({0.0f, px(4)});
}

/// The choice of a skeleton, where the scene has several.
void draw_onto(Session& session, TransportState& transport, const RetargetDialog& dialog) {
  std::vector<const Node*> nodes;
  for (const Node& node : session.document.scene().nodes)
    if (node.skeleton && !node.skeleton->joints.empty()) nodes.push_back(&node);
  if (nodes.size() < 2) return;
  std::vector<const char*> names;
  int chosen = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    names.push_back(nodes[i]->name.c_str());
    if (nodes[i]->id == dialog.onto) chosen = static_cast<int>(i);
  }
  if (choice_field("Skeleton", chosen, names))
    choose_onto(session, transport, nodes[static_cast<std::size_t>(chosen)]->id);
}

/// True while its list is open.
bool draw_row(RetargetDialog& dialog, const Skeleton& onto, RetargetRow& row, float width) {
  const float from_x = std::floor(width * 0.46f);
  ImGui::PushID(static_cast<int>(row.onto));
  ImGui::AlignTextToFramePadding();
  ImGui::SetCursorPosX(px(8));
  fitting_text(name_of(onto, row.onto), from_x - px(36),
               row.from == kNoId ? colors().text_dim : colors().text);
  ImGui::SameLine(from_x - px(22));
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text_faint);
  ImGui::TextUnformatted("\u2190");
  ImGui::PopStyleColor();
  ImGui::SameLine(from_x);
  const Skeleton& actor = actor_of(dialog);
  const bool is_open = begin_choice("##from", name_of(actor, row.from), width - from_x - px(10));
  if (!is_open) note_spot(std::string("follow ") + name_of(onto, row.onto));
  if (is_open) {
    if (ImGui::Selectable("(keeps its pose)", row.from == kNoId)) row.from = kNoId;
    note_spot("follow nobody");
    for (const Joint& joint : actor.joints) {
      ImGui::PushID(static_cast<int>(joint.id));
      if (ImGui::Selectable(as_shown(joint.name).c_str(), joint.id == row.from))
        row.from = joint.id;
      note_spot("follow joint " + joint.name);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  return is_open;
}

/// True while the list of a row is open.
bool draw_table(RetargetDialog& dialog, const Skeleton& onto, float height) {
  bool has_list = false;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), px(2)));
  if (ImGui::BeginChild("##pairs", {0.0f, height})) {
    ImGui::Dummy({0.0f, px(1)});
    const float width = ImGui::GetContentRegionAvail().x;
    for (RetargetRow& row : dialog.choices.table.rows)
      has_list |= draw_row(dialog, onto, row, width);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  return has_list;
}

/// The preview and the table, side by side or one above the other. True while a list is open.
bool draw_middle(Session& session, RetargetDialog& dialog, const Skeleton& onto) {
  const bool is_narrow = ImGui::GetContentRegionAvail().x < px(kNarrow);
  const float room = ImGui::GetIO().DisplaySize.y - px(is_narrow ? 400.0f : 290.0f);
  const float height =
      std::clamp(room, 2.0f * px(kRetargetRow), kMostRetargetRows * px(kRetargetRow));
  if (is_narrow) {
    draw_retarget_preview(session, dialog, {0.0f, px(kLowPreview)});
    return draw_table(dialog, onto, height);
  }
  draw_retarget_preview(session, dialog, {px(kPreviewWidth), height});
  ImGui::SameLine(0.0f, px(12));
  return draw_table(dialog, onto, height);
}

/// True while the list of axes is open.
bool draw_axis(RetargetDialog& dialog) {
  ActorReading& reading = dialog.choices.reading;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Up in the file");
  ImGui::SameLine(0.0f, px(8));
  const bool is_open = begin_choice("##up", std::string(axis_name(reading.up)).c_str(), px(64));
  note_spot("Up in the file");
  if (!is_open) {
    tooltip("The axis that the figure of the file stands along");
    return false;
  }
  for (std::size_t axis = 0; axis < kUpAxisNames.size(); ++axis) {
    const std::string name(kUpAxisNames[axis]);
    if (ImGui::Selectable(name.c_str(), reading.up == static_cast<UpAxis>(axis)))
      reading.up = static_cast<UpAxis>(axis);
    note_spot("up " + name);
  }
  ImGui::EndCombo();
  return true;
}

/// True while a list is open.
bool draw_choices(RetargetDialog& dialog) {
  RetargetChoices& choices = dialog.choices;
  const float second = std::floor(ImGui::GetContentRegionAvail().x * 0.5f);
  const auto beside = [&] { ImGui::SameLine(second); };
  const bool has_list = draw_axis(dialog);
  beside();
  bool rests_in_motion = choices.reading.rest_at.has_value();
  const float rest_at = choices.reading.rest_at.value_or(dialog.guess.reading.rest_at.value_or(0));
  const std::string rest = rest_at > 0.0f
                               ? fmt::format("Frame at {:.2f} s is the rest pose", rest_at)
                               : std::string("First frame is the rest pose");
  flag(rest.c_str(), rests_in_motion,
       "For files whose own rest pose is no standing figure: the figure is taken to stand at "
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
  return has_list;
}

enum class Choice { none, add, open, cancel };

/// `had_list`: a list was open in the last frame, so it takes Esc and Enter.
Choice draw_footer(const RetargetDialog& dialog, bool had_list) {
  ImGui::Dummy({0.0f, px(6)});
  const bool can_add = paired(dialog.choices.table) > 0;
  const bool open =
      text_button("Open the file instead", false, "Its skeleton takes the place of this scene");
  note_spot("Open the file instead");
  const auto width_of = [](const char* label) { return ImGui::CalcTextSize(label).x + px(28); };
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width_of("Cancel") -
                  width_of("Add motion") - px(8));
  const bool cancel = text_button("Cancel") || (dialog_is_left() && !had_list);
  note_spot("Cancel motion");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width_of("Add motion"));
  ImGui::BeginDisabled(!can_add);
  const bool add = text_button("Add motion", true);
  ImGui::EndDisabled();
  note_spot("Add motion");
  const bool entered =
      key_pressed(ImGuiKey_Enter, false) && !had_list && !ImGui::IsAnyItemFocused();
  return cancel                        ? Choice::cancel
         : open                        ? Choice::open
         : can_add && (add || entered) ? Choice::add
                                       : Choice::none;
}

}  // namespace

void draw_retarget(Editor& editor) {
  if (!editor.transport.retarget || !begin_dialog("###retarget", kRetargetWidth)) return;
  RetargetDialog& dialog = *editor.transport.retarget;
  const Node* onto = find_node(editor.document.scene(), dialog.onto);
  dialog_headline(
      fmt::format("Motion \"{}\" for {}", dialog.name, onto != nullptr ? onto->name : "?").c_str());
  draw_summary(editor, dialog);
  draw_onto(editor, editor.transport, dialog);
  const ImGuiID list = ImGui::GetID("list");
  const bool had_list = ImGui::GetStateStorage()->GetBool(list);
  bool has_list = onto != nullptr && onto->skeleton && draw_middle(editor, dialog, *onto->skeleton);
  ImGui::Dummy({0.0f, px(4)});
  has_list |= draw_choices(dialog);
  ImGui::GetStateStorage()->SetBool(list, has_list);
  if (!dialog.problem.empty()) words(dialog.problem, colors().error);
  const Choice choice = draw_footer(dialog, had_list || has_list);
  const std::string path = dialog.path;
  const bool is_over = choice == Choice::cancel || choice == Choice::open ||
                       (choice == Choice::add && finish_retarget(editor, editor.transport));
  if (is_over) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!is_over) return;
  editor.transport.retarget.reset();
  if (choice == Choice::open) request_open(editor, path);
}

}  // namespace marrow::app
