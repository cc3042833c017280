// Commands of Rig > Make a skeleton, and of its markers.
#include "editor/commands/command_parts.h"
#include "editor/figure/figure_markers.h"

namespace marrow {

namespace {

bool has_markers(const Editor& editor) { return shows_markers(editor); }

template <int kX, int kY>
Command nudge_command(const char* id, const char* label, KeyCode code) {
  return {.id = id,
          .label = label,
          .shortcuts = {key(code)},
          .tooltip = "Moves the chosen marker across the view, by half a percent of the height.",
          .enabled = has_markers,
          .run =
              [](Editor& editor) {
                nudge_marker(editor, {5.0f * kX, 5.0f * kY});
              },
          .submenu = "Markers",
          .repeats = true};
}

}  // namespace

std::vector<Command> figure_commands() {
  return {
      {.id = "rig.make_skeleton",
       .label = "Make a skeleton",
       .tooltip = "Finds the joints of a human figure, an animal or a chain and shows them as "
                  "markers, to be dragged; Enter builds the skeleton and fits its radii.",
       .enabled =
           [](const Editor& editor) {
             return has_mesh(editor) && (!has_figure(editor) || !editor.figure.refusal.empty());
           },
       .run = [](Editor& editor) { begin_figure(editor); },
       .needs = "there is no mesh, or markers are shown"},
      {.id = "figure.build",
       .label = "Build the skeleton",
       .shortcuts = {key(keys::kReturn), key(keys::kPadEnter)},
       .tooltip = "Builds the skeleton at the markers and fits its radii, as one step.",
       .enabled = has_markers,
       .run = build_figure,
       .submenu = "Markers"},
      {.id = "figure.next",
       .label = "Next marker",
       .shortcuts = {key(keys::kTab)},
       .tooltip = "Chooses the next marker, which the arrow keys move.",
       .enabled = has_markers,
       .run = [](Editor& editor) { step_marker(editor.figure, 1); },
       .submenu = "Markers",
       .repeats = true},
      {.id = "figure.previous",
       .label = "Previous marker",
       .shortcuts = {shift(keys::kTab)},
       .tooltip = "Chooses the marker before.",
       .enabled = has_markers,
       .run = [](Editor& editor) { step_marker(editor.figure, -1); },
       .submenu = "Markers",
       .repeats = true},
      nudge_command<-1, 0>("figure.left", "Move left", keys::kLeft),
      nudge_command<1, 0>("figure.right", "Move right", keys::kRight),
      nudge_command<0, 1>("figure.up", "Move up", keys::kUp),
      nudge_command<0, -1>("figure.down", "Move down", keys::kDown),
      {.id = "figure.turn",
       .label = "Front is behind",
       .tooltip = "Exchanges front and back, thus left and right.",
       .enabled = has_markers,
       .run = [](Editor& editor) { turn_figure(editor.figure); },
       .submenu = "Markers"},
      {.id = "figure.symmetric",
       .label = "Symmetric markers",
       .tooltip = "Also moves a marker's partner on the other side.",
       .enabled = has_markers,
       .run = [](Editor& editor) { editor.figure.is_symmetric = !editor.figure.is_symmetric; },
       .checked = [](const Editor& editor) { return editor.figure.is_symmetric; },
       .submenu = "Markers"},
  };
}

}  // namespace marrow
