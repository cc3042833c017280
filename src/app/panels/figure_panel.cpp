// The inspector while a skeleton is made: the search, the markers in doubt, what to do.
#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "edit/figure/figure_bones.h"
#include "editor/commands/command_registry.h"
#include "editor/figure/figure_markers.h"

namespace marrow::app {

namespace {

void search_part(Editor& editor, const Progress& progress) {
  card_heading("Looking for the figure's joints");
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(progress.share());
  ImGui::Dummy({0.0f, px(3)});
  if (phase_and_cancel(progress.text(), "Nothing is changed (Esc)")) close_figure(editor);
}

/// Each marker in doubt with its reason; a click chooses it.
void doubts_part(FigureState& figure) {
  const FigureMarkers& markers = *figure.markers;
  int count = 0;
  for (const MarkerPlace& place : markers.places) count += !place.doubt.empty();
  card_heading(count == 0   ? "Is each marker in its place?"
               : count == 1 ? "1 marker is in doubt"
                            : fmt::format("{} markers are in doubt", count));
  card_words("Drag markers into the middle of the body, then build the skeleton.");
  ImGui::Dummy({0.0f, px(6)});
  if (!markers.front_doubt.empty()) paragraph("Front: " + markers.front_doubt, colors().amber);
  for (std::size_t m = 0; m < markers.places.size(); ++m) {
    if (markers.places[m].doubt.empty()) continue;
    if (link(marker_title(markers[m]).c_str(), "Chooses it; the arrow keys move it"))
      figure.active = m;
    card_words(markers.places[m].doubt);
  }
  value_row("Chosen", marker_title(markers[figure.active]));
}

void count_field(Editor& editor) {
  std::vector<std::string> counts;
  for (int count = 1; count <= kMostChainJoints; ++count) counts.push_back(std::to_string(count));
  int choice = int(figure_bones(*editor.figure.markers).size()) - 1;
  if (choice_field("Joints", choice, counts, "At equal distances along the body's middle"))
    begin_figure(editor, {.shape = FigureTemplate::chain, .joints = choice + 1});
}

void fingers_field(Editor& editor) {
  const std::vector<std::string> counts = {"as the mesh has them", "none", "1", "2", "3", "4", "5"};
  FigureWish wish = editor.figure.wish;
  int choice = wish.fingers - kAutoFingers;
  if (!choice_field("Fingers", choice, counts, "Of each hand")) return;
  wish.fingers = choice + kAutoFingers;
  begin_figure(editor, wish);
}

/// The choice of the template; a new choice starts the search again.
void template_part(Editor& editor) {
  FigureTemplate shape = editor.figure.wish.shape;
  std::vector<std::string> titles;
  for (const auto& row : kTemplates) titles.emplace_back(row.title);
  if (choice_field(ChoiceTable<FigureTemplate>::label, shape, titles, choice_row(shape).help))
    begin_figure(editor, {.shape = shape});
  if (shape == FigureTemplate::chain && editor.figure.markers) count_field(editor);
  if (has_hands(shape)) fingers_field(editor);
  ImGui::Dummy({0.0f, px(6)});
}

}  // namespace

void draw_figure_panel(Editor& editor) {
  FigureState& figure = editor.figure;
  if (figure.search.has_begun()) return search_part(editor, figure.search.progress());
  template_part(editor);
  if (!figure.markers) {
    card_words(figure.refusal);
    ImGui::Dummy({0.0f, px(6)});
    if (text_button("Cancel", false, "Esc")) run_command(editor, "edit.cancel");
    return;
  }
  doubts_part(figure);
  if (figure.markers->shape == FigureTemplate::humanoid) {
    if (ImGui::Checkbox("Twist joints", &figure.wish.has_twists))
      figure.markers->has_twists = figure.wish.has_twists;
    tooltip("In forearms and shins: one that turns half as far as the hand keeps the wrist thick");
  }
  bool is_symmetric = figure.is_symmetric;
  if (has_sides(figure.markers->shape) && ImGui::Checkbox("Both sides together", &is_symmetric))
    run_command(editor, "figure.symmetric");
  ImGui::Dummy({0.0f, px(6)});
  for (const char* id : {"figure.build", "figure.turn", "edit.cancel"}) {
    const bool is_cancel = std::string_view(id) == "edit.cancel";
    if (text_button(is_cancel ? "Cancel" : command(id).label,
                    id == std::string_view("figure.build"),
                    is_cancel ? "Esc" : command_tooltip(editor, command(id)).c_str()))
      return void(run_command(editor, id));
  }
}

}  // namespace marrow::app
