// Commands of the View menu that change the mesh's colors.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/viewport/heat_modes.h"

namespace marrow {

namespace {

template <view::MeshColors kColors>
Command heat_command(const char* id) {
  const HeatMode& mode = heat_mode(kColors);
  return {.id = id,
          .label = mode.name,
          .menu = MenuPlace::view,
          .tooltip = mode.meaning,
          .run = [](Editor& editor) { set_heat_mode(editor, kColors); },
          .checked = [](const Editor& editor) { return editor.show.colors == kColors; },
          .submenu = "Heat map"};
}

template <view::Palette kPalette>
Command palette_command(const char* id) {
  return {.id = id,
          .label = view::palette_name(kPalette),
          .menu = MenuPlace::view,
          .tooltip =
              "The colors of heat maps, dark for little and bright for much; evenly spaced for "
              "every eye.",
          .run = [](Editor& editor) { editor.show.palette = kPalette; },
          .checked = [](const Editor& editor) { return editor.show.palette == kPalette; },
          .submenu = "Palette"};
}

template <view::Vision kVision>
Command vision_command(const char* id) {
  return {.id = id,
          .label = view::vision_name(kVision),
          .menu = MenuPlace::view,
          .tooltip =
              "Shows the picture as a person with this color vision sees it: is all that matters "
              "still there?",
          .run = [](Editor& editor) { editor.show.vision = kVision; },
          .checked = [](const Editor& editor) { return editor.show.vision == kVision; },
          .submenu = "Color vision"};
}

}  // namespace

std::vector<Command> color_commands() {
  using view::MeshColors;
  std::vector<Command> commands{
      {.id = "view.heat",
       .label = "Next heat map",
       .menu = MenuPlace::view,
       .shortcuts = {key('w')},
       .tooltip = "One after the other: weights of the selected joint, of all, how many hold a "
                  "vertex, what is uncovered, distance, "
                  "what is off the file's weights, off.",
       .run = [](Editor& editor) { next_heat_mode(editor); },
       .separator_before = true,
       .submenu = "Heat map"},
      heat_command<MeshColors::plain>("view.heat_off"),
      heat_command<MeshColors::joint_weight>("view.heat_joint"),
      heat_command<MeshColors::all_joints>("view.heat_all"),
      heat_command<MeshColors::influence_count>("view.heat_count"),
      heat_command<MeshColors::uncovered>("view.heat_uncovered"),
      heat_command<MeshColors::distance>("view.heat_distance"),
      heat_command<MeshColors::misplaced>("view.heat_misplaced"),
      palette_command<view::Palette::viridis>("view.viridis"),
      palette_command<view::Palette::cividis>("view.cividis"),
      palette_command<view::Palette::magma>("view.magma"),
      vision_command<view::Vision::full>("view.vision_full"),
      vision_command<view::Vision::protan>("view.vision_protan"),
      vision_command<view::Vision::deutan>("view.vision_deutan"),
      vision_command<view::Vision::tritan>("view.vision_tritan"),
      vision_command<view::Vision::gray>("view.vision_grey"),
      {.id = "view.materials",
       .label = "Materials of the file",
       .menu = MenuPlace::view,
       .tooltip = "Base colors and textures that came with the mesh; otherwise clay.",
       .run = [](Editor& editor) { editor.show.materials = !editor.show.materials; },
       .checked = [](const Editor& editor) { return editor.show.materials; }},
  };
  return commands;
}

}  // namespace marrow
