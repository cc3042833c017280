#include "app/figure/figure_card.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/keymap.h"
#include "editor/figure/figure_markers.h"
#include "editor/figure/figure_state.h"

namespace marrow::app {

namespace {

void job_card(Editor& editor, const Rect& viewport, float& y, const char* heading,
              const Progress& progress) {
  bool is_canceled = false;
  draw_card(
      editor, "##figure_job", viewport, y,
      [&] {
        card_heading(heading);
        ImGui::Dummy({0.0f, px(3)});
        progress_bar(progress.share());
        ImGui::Dummy({0.0f, px(3)});
      },
      [&] { is_canceled = phase_and_cancel(progress.text(), "Esc. Nothing is changed then."); });
  if (is_canceled) close_figure(editor);
}

void marker_words(const FigureState& figure) {
  int doubtful = 0;
  for (const MarkerPlace& place : figure.markers->places) doubtful += !place.doubt.empty();
  card_heading(doubtful == 0 ? "Is each marker in its place?"
                             : fmt::format("{} of {} markers are in doubt", doubtful, kMarkers));
  card_words("Drag markers into the middle of the body; Enter builds the skeleton.");
  if (!figure.markers->front_doubt.empty()) card_words(figure.markers->front_doubt);
  ImGui::Dummy({0.0f, px(3)});
  paragraph(marker_text(figure), colors().text);
  ImGui::Dummy({0.0f, px(4)});
}

void marker_buttons(Editor& editor) {
  const auto button = [&](const char* id, const char* words, bool is_primary) {
    if (text_button(words, is_primary, command_tooltip(editor, command(id)).c_str()))
      run_command(editor, id);
  };
  bool is_symmetric = editor.figure.is_symmetric;
  if (ImGui::Checkbox("Both sides together", &is_symmetric))
    run_command(editor, "figure.symmetric");
  button("edit.cancel", "Cancel", false);
  beside_or_below("Front is behind");
  button("figure.turn", "Front is behind", false);
  beside_or_below("Build the skeleton");
  button("figure.build", "Build the skeleton", true);
}

}  // namespace

void draw_figure_card(Editor& editor, const Rect& viewport, float& y) {
  const FigureState& figure = editor.figure;
  const bool is_late = editor.now - figure.began >= kCardAfter;
  if (figure.search.has_begun()) {
    if (is_late)
      job_card(editor, viewport, y, "Looking for the figure's joints", figure.search.progress());
  } else if (figure.build.has_begun()) {
    if (is_late) job_card(editor, viewport, y, "Building the skeleton", figure.build.progress());
  } else if (figure.markers) {
    draw_card(
        editor, "##markers", viewport, y, [&] { marker_words(editor.figure); },
        [&] { marker_buttons(editor); });
  }
}

}  // namespace marrow::app
