#include <fmt/format.h>
#include <imgui.h>

#include "app/capture/capture_windows.h"
#include "app/widgets/dialog.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/preferences_state.h"

namespace marrow::app {

namespace {

void draw_settings(Session& session, ShotState& shots) {
  Preferences& preferences = session.preferences;
  int choice = preferences.shot_scale - 1;
  if (segments("Size", choice, {"1\u00d7", "2\u00d7", "3\u00d7", "4\u00d7"},
               "Times the viewport; rendered at that size, not stretched."))
    preferences.shot_scale = choice + 1;
  const glm::ivec2 size = shot_size(session, preferences.shot_scale);
  value_row("", fmt::format("{} \u00d7 {} pixels", size.x, size.y));
  section("Show");
  look_fields(shots.look,
              "A PNG with alpha, for slides and papers. F12 does the same from now on.");
  preferences.shot_is_transparent = shots.look.transparent;
  section("Save to");
  folder_field(preferences);
  value_row("Name",
            free_name(folder_from_text(preferences.picture_folder), picture_stem(session), "png")
                .filename()
                .string(),
            "Numbered: no picture replaces another.");
}

}  // namespace

void ShotWindow::draw_content(Editor& editor) {
  ShotState& shots = editor.shots;
  const bool is_left = dialog_is_left();
  deformed(editor);
  const glm::vec2 room = preview_room(kShotSettings);
  preview_.draw(editor, shot_picture(editor, shots.look, 1.0f), shots.look.staging.caption,
                shot_size(editor, 1), room);
  ImGui::SameLine(0.0f, px(20));
  if (ImGui::BeginChild("##settings", {0.0f, room.y})) draw_settings(editor, editor.shots);
  ImGui::EndChild();
  ImGui::Dummy({0.0f, px(4)});
  problem_line(shots.problem);
  const float left = ImGui::GetCursorPosX(), row = ImGui::GetCursorPosY();
  align_buttons({"Close", "Save picture"});
  const float room_left = ImGui::GetCursorPosX() - left - px(16);
  if (text_button("Close", false, "Esc") || is_left) shots.shows_options = false;
  ImGui::SameLine();
  if (text_button("Save picture", true) && !shots.wanted) save_shot(editor);
  if (!editor.toasts.empty() && !editor.toasts.back().is_error &&
      editor.toasts.back().text.starts_with("Screenshot")) {
    ImGui::SetCursorPos({left, row + px(5)});
    fitting_text(editor.toasts.back().text, room_left, colors().text_dim);
  }
}

void ShotWindow::draw(Editor& editor) {
  constexpr const char* kId = "###shot";
  if (!editor.shots.shows_options) {
    close_shot_window(kId);
    return preview_.reset();
  }
  if (asks_something_else(editor.files) || !begin_shot_window(kId, "Screenshot")) return;
  draw_content(editor);
  if (!editor.shots.shows_options) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace marrow::app
