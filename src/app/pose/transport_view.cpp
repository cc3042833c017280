// The transport strip below the picture.
#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

#include "app/imgui_version.h"
#include "app/pose/pose_panels.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/panels/tree_rows.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/timeline/timeline_state.h"

namespace marrow::app {

namespace {

constexpr float kChooserWidth = 148.0f, kTransportGap = 6.0f, kLeastSlider = 40.0f,
                kTightRow = 286.0f;
constexpr std::size_t kSearchFrom = 8;  // a longer list of motions can be searched

void draw_empty_transport(Editor& editor) {
  if (text_button("New motion", false, command_tooltip(editor, command("motion.new")).c_str()))
    run_command(editor, "motion.new");
  ImGui::SameLine(0.0f, px(6));
  constexpr const char *kOfPoses = "Of stored poses", *kImport = "Import motion";
  const float end = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x,
              both = text_button_width(kOfPoses) + px(6) + text_button_width(kImport);
  if (const Command& of_poses = command("motion.of_poses");
      is_enabled(editor, of_poses) && ImGui::GetCursorScreenPos().x + both <= end) {
    if (text_button(kOfPoses, false, command_tooltip(editor, of_poses).c_str()))
      run_command(editor, of_poses.id);
    ImGui::SameLine(0.0f, px(6));
  }
  if (text_button(kImport, false,
                  "Motions of any rigged file, put on this skeleton joint by joint"))
    run_command(editor, "file.import_motion");
  const float room = end - ImGui::GetItemRectMax().x - px(20);
  for (const char* words :
       {"No motion yet: make one by posing, or drop a .bvh or .vrma file on the window.",
        "No motion yet: pose one, or drop a .bvh file.", "Or drop a .bvh file"}) {
    if (text_width(words) > room) continue;
    ImGui::SameLine(0.0f, px(12));
    ImGui::AlignTextToFramePadding();
    return dim_text(words);
  }
}

void draw_name_field(Session& session, TransportState& transport, float width) {
  ImGui::SetNextItemWidth(width);
  bool is_canceled = false;
  if (!rename_field("##motion_name", transport.rename_buffer, transport.rename_began, is_canceled))
    return;
  transport.is_renaming = false;
  if (!is_canceled) rename_motion(session, transport, transport.rename_buffer);
}

/// The name if it fits, else the part of it that distinguishes it from other motions.
std::string chooser_name(const Scene& scene, std::size_t motion, float width) {
  const std::string& name = scene.motions[motion]->name;
  if (name.empty()) return "(no name)";
  const bool fits = text_width(as_shown(name)) <= choice_room(width);
  return fits ? name : distinct_name(scene, motion);
}

/// The next pop-up keeps its size while the search shortens its list: a shrinking one would move
/// away from the pointer.
void fix_size_of_list(const std::vector<std::shared_ptr<const Motion>>& motions, float width) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float widest = width;
  for (const auto& motion : motions)
    widest = std::max(widest, text_width(as_shown(motion->name)) + 2.0f * style.WindowPadding.x +
                                  style.ScrollbarSize);
  const float rows = ImGui::GetTextLineHeightWithSpacing() * float(kSearchFrom),
              height = rows + ImGui::GetFrameHeightWithSpacing() + 2.0f * style.WindowPadding.y;
  const ImVec2 size{std::min(widest, ImGui::GetIO().DisplaySize.x - px(16)),
                    std::min(height, ImGui::GetIO().DisplaySize.y * 0.5f)};
  ImGui::SetNextWindowSizeConstraints(size, size);
}

/// The search box of the motions. True when Enter chooses the first motion found.
bool draw_motion_search(TransportState& transport) {
  if (ImGui::IsWindowAppearing()) {
    transport.search.clear();
    focus_next_item();
  }
  const bool types = ImGui::GetIO().WantTextInput;  // else Enter presses the focused row
  search_box("##motion_search", transport.search, "Search motions");
  note_spot("Search motions");
  return types && !transport.search.empty() && key_answers(ImGuiKey_Enter);
}

void draw_chooser(Session& session, TransportState& transport, const Motion& chosen, float width) {
  if (transport.is_renaming) return draw_name_field(session, transport, width);
  // Kept alive, because a choice may replace the scene.
  const auto motions = session.document.scene().motions;
  const std::size_t present = std::min(transport.motion, motions.size() - 1);
  const bool is_long = motions.size() > kSearchFrom;
  if (is_long) fix_size_of_list(motions, width);
  const std::string name = chooser_name(session.document.scene(), present, width);
  if (!begin_choice("##motion", name.c_str(), width)) {
    note_spot("motion");
    return tooltip(fmt::format("{}: {} of {} motions", chosen.name, present + 1, motions.size()));
  }
  bool takes_first = is_long && draw_motion_search(transport), any = false;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (is_long && !holds_in_any_case(motions[i]->name, transport.search)) continue;
    any = true;
    const IdScope id{int(i)};
    const std::string words = motions[i]->name + "###motion";
    const bool is_clicked = ImGui::Selectable(as_shown(words).c_str(), i == transport.motion);
    if (is_clicked || std::exchange(takes_first, false)) {
      choose_motion(session, transport, i);
      ImGui::CloseCurrentPopup();
    }
    note_spot("motion " + motions[i]->name);
  }
  if (!any) dim_text("No motion has this in its name.");
  ImGui::EndCombo();
}

/// Lets a pose's card be dropped on the slider, at the time that a click there would show.
void take_card_on_slider(ShelfState& shelf, float duration) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float margin = 0.5f * ImGui::GetStyle().GrabMinSize + 2.0f;  // as in Dear ImGui's slider
  const float x = std::clamp(ImGui::GetIO().MousePos.x, low.x + margin, high.x - margin);
  take_card(shelf, low, high, x,
            duration * (x - low.x - margin) / (high.x - low.x - 2.0f * margin));
}

/// A slider that leaves `right` pixels of the row free; `words` are drawn on it.
void draw_slider(Editor& editor, const Motion& chosen, float right, const char* words) {
  TransportState& transport = editor.transport;
  auto seconds = float(transport.seconds);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - right, px(kLeastSlider)));
  const bool moved =
      ImGui::SliderFloat("##time", &seconds, 0.0f, std::max(duration_of(chosen), 1e-3f), words,
                         ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp);
  note_spot("time");
  tooltip("Drag to a time of the motion; Esc returns to the scene");
  transport.is_scrubbed = ImGui::IsItemActive();
  if (moved) seek(editor, transport, double(seconds));
  take_card_on_slider(editor.shelf, duration_of(chosen));
}

void menu_entry(Editor& editor, const char* label, void (*run)(Editor&)) {
  if (ImGui::MenuItem(label)) run(editor);
  note_spot(label);
}

void begin_rename(Editor& editor) {
  editor.transport.is_renaming = true;
  editor.transport.rename_began = false;
  editor.transport.rename_buffer = chosen_motion(editor, editor.transport)->name;
}

/// A menu. It begins with the buttons that a narrow row omits: Keep this pose if `keeps_pose`;
/// timeline, looping and following if `plays_on`.
void draw_more(Editor& editor, bool keeps_pose, bool plays_on) {
  if (icon_button("##more", icon::kSliders, "More about this motion"))
    ImGui::OpenPopup("##motion_menu");
  note_spot("More about this motion");
  if (!ImGui::BeginPopup("##motion_menu")) return;
  if (plays_on) command_entries(editor, {"timeline.open", "motion.loop", "motion.follow"});
  if (keeps_pose) command_entry(editor, "motion.keep_pose");
  if (keeps_pose || plays_on) ImGui::Separator();
  command_entries(editor,
                  {"motion.new", "motion.duplicate", "motion.rework", "motion.up", "motion.down"});
  menu_entry(editor, "Rename motion", begin_rename);
  menu_entry(editor, "Delete motion", delete_motion);
  ImGui::Separator();
  menu_entry(editor, "Import another motion",
             [](Editor& one) { run_command(one, "file.import_motion"); });
  ImGui::EndPopup();
}

void draw_time_and_keep(Editor& editor, const std::string& time) {
  ImGui::SameLine(0.0f, px(kTransportGap));
  ImGui::AlignTextToFramePadding();
  colored_text(time, shows_motion(editor) ? colors().text : colors().text_dim);
  ImGui::SameLine(0.0f, px(2.0f * kTransportGap));
  ImGui::BeginDisabled(!shows_motion(editor));
  // Not text_button(), which is higher than the row.
  if (ImGui::Button("Keep this pose")) run_command(editor, "motion.keep_pose");
  note_spot("Keep this pose");
  tooltip(command_tooltip(editor, command("motion.keep_pose")));
  ImGui::EndDisabled();
}

}  // namespace

void draw_transport(Editor& editor) {
  const auto motions = editor.document.scene().motions;  // kept alive, as above
  const Motion* chosen = chosen_motion(editor, editor.transport);
  if (chosen == nullptr) return draw_empty_transport(editor);
  TransportState& transport = editor.transport;
  command_button(editor, "##play", transport.is_playing ? icon::kPause : icon::kPlay, "motion.play",
                 transport.is_playing);
  command_button(editor, "##stop", icon::kStop, "motion.stop");
  command_button(editor, "##auto_key", icon::kAutoKey, "motion.auto_key", is_auto_key(editor));
  const bool is_tight = ImGui::GetContentRegionAvail().x < px(kTightRow);
  if (!is_tight) {
    command_button(editor, "##timeline", icon::kKeys, "timeline.open", editor.timeline.is_open);
    command_button(editor, "##loop", icon::kLoop, "motion.loop", transport.loops);
    command_button(editor, "##follow", icon::kFollow, "motion.follow", transport.follows);
  }
  ImGui::SameLine(0.0f, px(kTransportGap));
  const std::string time =
      time_text(transport.seconds) + " / " + time_text(double(duration_of(*chosen)));
  const float room = ImGui::GetContentRegionAvail().x, more = px(24 + kTransportGap);
  const float keep = text_width("Keep this pose") + 2.0f * ImGui::GetStyle().FramePadding.x;
  const float right = text_width(time) + keep + px(4 * kTransportGap);
  // A narrow row has the time on the slider, and Keep this pose in the menu.
  const bool is_narrow = room < px(kChooserWidth + kLeastSlider) + right + more;
  const std::string short_time = is_narrow ? time_text(transport.seconds) : "";
  const float least =
      std::max(px(kLeastSlider), text_width(short_time) + 2.0f * ImGui::GetStyle().FramePadding.x);
  const float chooser = is_narrow ? std::min(px(kChooserWidth), room - more - px(kTransportGap) -
                                                                    std::max(least, room * 0.36f))
                                  : px(kChooserWidth);
  draw_chooser(editor, editor.transport, *chosen, chooser);
  ImGui::SameLine(0.0f, px(kTransportGap));
  draw_slider(editor, *chosen, (is_narrow ? 0.0f : right) + more, short_time.c_str());
  if (!is_narrow) draw_time_and_keep(editor, time);
  ImGui::SameLine(0.0f, px(kTransportGap));
  draw_more(editor, is_narrow, is_tight);
}

}  // namespace marrow::app
