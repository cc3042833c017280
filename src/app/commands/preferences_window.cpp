#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/commands/command_windows.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/commands/help_state.h"
#include "editor/files/preferences.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/preferences_state.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "editor/viewport/gizmo_target.h"
#include "platform/folders.h"

namespace marrow::app {

namespace {

constexpr float kLabels = 150.0f;

void heading(Session& session, const char* title, PreferenceSection part) {
  ImGui::Dummy({0.0f, px(2)});
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, px(22)};
  ImGui::Dummy(size);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(fonts().semibold);
  draw_text({corner.x, corner.y + std::floor((size.y - ImGui::GetFontSize()) * 0.5f)},
            colors().text, title);
  ImGui::PopFont();
  if (!is_default(session.preferences, part)) {
    ImGui::SetCursorScreenPos({corner.x + size.x - text_width("Reset"), corner.y});
    if (link(fmt::format("Reset##{}", title).c_str(), "Resets this section to its defaults"))
      reset_section(session, part);
    ImGui::SetCursorScreenPos(after);
  }
  list.AddLine({corner.x, after.y - px(2)}, {corner.x + size.x, after.y - px(2)}, colors().line);
  ImGui::Dummy({0.0f, px(1)});
}

void label(const char* words, const char* tip) {
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  dim_text(words);
  tooltip(tip);
  ImGui::SameLine(start + px(kLabels), 0.0f);
}

template <typename Entries, typename Value, typename Member>
void choice(const char* words, const char* id, const char* tip, const Entries& entries,
            Value& value, Member member) {
  label(words, tip);
  const auto shown = std::find_if(std::begin(entries), std::end(entries),
                                  [&](const auto& entry) { return entry.*member == value; });
  const float width = std::min(ImGui::GetContentRegionAvail().x, px(220));
  if (begin_choice((std::string("##") + id).c_str(), shown->name, width)) {
    for (const auto& entry : entries)
      if (ImGui::Selectable(entry.name, entry.*member == value)) value = entry.*member;
    ImGui::EndCombo();
  } else {
    tooltip(tip);
  }
  note_spot(id);
}

void keys_section(Session& session) {
  Preferences& preferences = session.preferences;
  heading(session, "Keys and mouse", PreferenceSection::keys);
  choice("Keymap", "keymap",
         "Which program's keys and mouse the editor follows. Everything that shows a key changes "
         "with it.",
         kPresetNames, preferences.keymap, &PresetName::preset);
  std::string cameras;
  for (const MouseBinding& binding : mouse_table(preferences.keymap)) {
    const char* word = binding.drag == DragAction::orbit ? "orbit"
                       : binding.drag == DragAction::pan ? "pan"
                                                         : nullptr;
    if (word != nullptr && binding.button != kLeft)
      cameras += fmt::format("{} {} \u00b7 ", mouse_text(binding), word);
  }
  const std::string keys =
      fmt::format("{} move \u00b7 {} rotate \u00b7 {} scale", key_text(session, "tool.move"),
                  key_text(session, "tool.rotate"), key_text(session, "tool.scale"));
  for (const std::string& words : {keys, cameras + "Alt+left orbit"}) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabels));
    small_note(words);
  }
}

void scale_row(Session& session) {
  label("Size of the interface",
        "Size of text and controls. Ctrl+Plus and Ctrl+Minus change it too.");
  ImGui::PushButtonRepeat(true);
  if (small_button(" \u2212 ##smaller")) change_ui_scale(session, -1);
  ImGui::SameLine(0.0f, px(8));
  const std::string percent = fmt::format("{:.0f} %", session.ui_scale * 100.0f);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(percent.c_str());
  ImGui::SameLine(0.0f, px(8));
  if (small_button(" + ##larger")) change_ui_scale(session, 1);
  ImGui::PopButtonRepeat();
  if (session.preferences.ui_scale <= 0.0f) return;
  ImGui::SameLine(0.0f, px(12));
  if (link("match the display")) change_ui_scale(session, 0);
}

void look_section(Session& session) {
  heading(session, "Look", PreferenceSection::look);
  choice("Theme", "theme",
         "Dark is quiet, light is for bright rooms and projectors, high contrast for tired eyes.",
         kThemeNames, session.preferences.theme, &ThemeName::theme);
  scale_row(session);
}

/// A step of drags: automatic, or a number.
void step_row(const char* words, const char* id, const char* tip, float& value, float automatic) {
  const IdScope id_scope(id);
  label(words, tip);
  bool is_automatic = value <= 0.0f;
  if (ImGui::Checkbox("automatic", &is_automatic)) value = is_automatic ? 0.0f : automatic;
  note_spot(id);
  ImGui::SameLine(0.0f, px(12));
  if (is_automatic) {
    ImGui::AlignTextToFramePadding();
    dim_text(fmt::format("now {:g}", automatic));
  } else {
    ImGui::SetNextItemWidth(px(96));
    float typed = value;
    if (ImGui::DragFloat("##step", &typed, value * 0.02f, 1e-5f, kLargestStep, "%.4g",
                         ImGuiSliderFlags_AlwaysClamp) &&
        typed > 0.0f)
      value = typed;
  }
}

void snapping_section(Session& session, ViewportState& viewport) {
  Preferences& preferences = session.preferences;
  heading(session, "Snapping", PreferenceSection::snapping);
  step_row("Step of moves", "move step",
           "Ctrl rounds moves to it. Automatic: by the size of the scene.", preferences.move_step,
           move_step(session, viewport));
  label("Step of rotations", "Ctrl rounds angles to it.");
  ImGui::SetNextItemWidth(px(96));
  constexpr auto kTurns = preference_range(&Preferences::rotate_step);
  float degrees = preferences.rotate_step;
  if (ImGui::DragFloat("##rotate_step", &degrees, 0.1f, kTurns.low, kTurns.high, "%.4g\u00b0",
                       ImGuiSliderFlags_AlwaysClamp))
    preferences.rotate_step = std::isfinite(degrees) ? degrees : preferences.rotate_step;
  step_row("Step of radii", "radius step",
           "Ctrl rounds radii to it. Automatic: a tenth of the step of moves.",
           preferences.radius_step, radius_step(session, viewport));
  label("Without Ctrl", "Every drag snaps to steps; holding Ctrl turns that off.");
  ImGui::Checkbox("always snap; hold Ctrl to move freely", &preferences.snaps_always);
}

void other_sections(Session& session) {
  Preferences& preferences = session.preferences;
  heading(session, "Picture and panels", PreferenceSection::view);
  label("Orbit", "The point the camera turns about.");
  ImGui::Checkbox("about what is selected", &preferences.orbits_about_selection);
  heading(session, "Files", PreferenceSection::files);
  label("Autosave",
        "Keeps a copy while you work, not in your file: after a crash the next start offers it.");
  ImGui::Checkbox("every 30 seconds or 20 edits", &preferences.autosaves);
  label("First start", "The card with places to start, shown with the sample scene.");
  bool greets = !preferences.welcome_is_dismissed;
  if (ImGui::Checkbox("show the welcome card", &greets)) preferences.welcome_is_dismissed = !greets;
  heading(session, "Screenshots", PreferenceSection::pictures);
  label("Size", "Times the width and height of the picture in the window.");
  constexpr auto kScales = preference_range(&Preferences::shot_scale);
  for (int scale = kScales.low; scale <= kScales.high; ++scale) {
    if (scale > kScales.low) ImGui::SameLine(0.0f, px(12));
    if (ImGui::RadioButton(fmt::format("{}\u00d7", scale).c_str(), preferences.shot_scale == scale))
      preferences.shot_scale = scale;
  }
  label("Background", "For slides and papers: a picture without the background.");
  ImGui::Checkbox("transparent", &preferences.shot_is_transparent);
}

}  // namespace

void draw_preferences(Session& session, HelpState& help, ViewportState& viewport) {
  constexpr const char* kPreferencesTitle = "###preferences";
  if (!help.shows_preferences || !begin_dialog(kPreferencesTitle, 560.0f)) return;
  dialog_headline("Preferences");
  const float height = std::min(px(600), ImGui::GetIO().DisplaySize.y - px(112));
  ImGui::BeginChild("##sections", {0.0f, height}, false, ImGuiWindowFlags_NavFlattened);
  keys_section(session);
  look_section(session);
  snapping_section(session, viewport);
  other_sections(session);
  ImGui::EndChild();
  ImGui::Dummy({0.0f, px(8)});
  const std::string file = (platform::config_folder() / "preferences.json").string();
  ImGui::PushFont(fonts().small);
  fitting_text("Kept in " + file, ImGui::GetContentRegionAvail().x - px(110), colors().text_dim);
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - text_width("Close") - px(28));
  if (text_button("Close", true) || dialog_is_left()) {
    help.shows_preferences = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace marrow::app
