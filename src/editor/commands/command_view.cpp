// Commands of the View menu: camera, visible parts, colors, size of the interface.
#include <algorithm>
#include <cmath>
#include <optional>

#include "editor/camera_move.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/shell_state.h"
#include "editor/viewport/heat_modes.h"

namespace marrow {

namespace {

template <AxisView kView>
void look(Editor& editor) {
  look_along(editor, kView);
}

Camera view_without_following(const Editor& editor) {
  Camera camera = editor.camera;
  camera.target -= editor.transport.followed_by;
  return camera;
}

/// The shown time as a share of the motion, between 0 and 1; none at its ends or without a motion.
std::optional<float> share_shown(const Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr || !shows_motion(editor)) return std::nullopt;
  const auto share = float(editor.transport.seconds / std::max(double(duration_of(*motion)), 1e-9));
  return share > 0.0f && share < 1.0f ? std::optional(share) : std::nullopt;
}

/// Makes the camera move pass through the present view at the time shown.
void key_move(Editor& editor) {
  constexpr float kSameShare = 1e-3f;
  const std::optional<float> share = share_shown(editor);
  if (!share || !editor.document.committed().camera_move) return;
  CameraMove move = *editor.document.committed().camera_move;
  std::erase_if(move.between,
                [&](const CameraKey& key) { return std::abs(key.share - *share) < kSameShare; });
  const auto after = std::find_if(move.between.begin(), move.between.end(),
                                  [&](const CameraKey& key) { return key.share > *share; });
  move.between.insert(after, {*share, view_without_following(editor)});
  perform(editor, op::SetCameraMove{move});
}

/// Makes the present view one end of the camera move, or both ends of a new one.
template <Camera CameraMove::*kEnd>
void set_move(Editor& editor) {
  const Camera camera = view_without_following(editor);
  CameraMove move =
      editor.document.committed().camera_move.value_or(CameraMove{camera, camera, {}});
  move.*kEnd = camera;
  perform(editor, op::SetCameraMove{move});
}

template <bool view::Show::*kMember>
void flip(Editor& editor) {
  editor.show.*kMember = !(editor.show.*kMember);
}

template <bool view::Show::*kMember>
bool is_shown(const Editor& editor) {
  return editor.show.*kMember;
}

template <view::MeshColors kColors>
Command heat_command(const char* id) {
  const HeatMode& mode = heat_mode(kColors);
  return {.id = id,
          .label = mode.name,
          .tooltip = mode.meaning,
          .run = [](Editor& editor) { set_heat_mode(editor, kColors); },
          .checked = [](const Editor& editor) { return editor.show.colors == kColors; },
          .submenu = "Heat map"};
}

template <view::Palette kPalette>
Command palette_command(const char* id) {
  return {.id = id,
          .label = view::palette_name(kPalette),
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
          .tooltip =
              "Shows the picture as a person with this color vision sees it: is all that matters "
              "still there?",
          .run = [](Editor& editor) { editor.show.vision = kVision; },
          .checked = [](const Editor& editor) { return editor.show.vision == kVision; },
          .submenu = "Color vision"};
}

}  // namespace

std::vector<Command> view_commands() {
  return {
      {.id = "view.frame",
       .label = "Frame selected",
       .shortcuts = {key('f'), key(keys::kPadPeriod)},
       .tooltip = "Brings the selection into view, a joint with all that it holds. The quickest "
                  "way back when you are lost.",
       .run = [](Editor& editor) { frame_selected(editor); }},
      {.id = "view.frame_all",
       .label = "Frame all",
       .shortcuts = {key(keys::kHome)},
       .tooltip = "Brings the whole scene into view.",
       .run = [](Editor& editor) { frame_all(editor); }},
      {.id = "view.front",
       .label = "Front",
       .shortcuts = {key('1'), key(keys::pad(1))},
       .tooltip = "Looks from +Z, with X to the right: left and right of a body are easiest to "
                  "compare from here.",
       .run = look<AxisView::front>,
       .separator_before = true},
      {.id = "view.right",
       .label = "Right",
       .shortcuts = {key('3'), key(keys::pad(3))},
       .tooltip = "Looks from +X: from the side, where knees and elbows bend.",
       .run = look<AxisView::right>},
      {.id = "view.top",
       .label = "Top",
       .shortcuts = {key('7'), key(keys::pad(7))},
       .tooltip = "Looks from +Y, straight down.",
       .run = look<AxisView::top>},
      {.id = "view.back",
       .label = "Back",
       .shortcuts = {ctrl('1'), ctrl(keys::pad(1))},
       .tooltip = "Looks from -Z.",
       .run = look<AxisView::back>},
      {.id = "view.left",
       .label = "Left",
       .shortcuts = {ctrl('3'), ctrl(keys::pad(3))},
       .tooltip = "Looks from -X.",
       .run = look<AxisView::left>},
      {.id = "view.bottom",
       .label = "Bottom",
       .shortcuts = {ctrl('7'), ctrl(keys::pad(7))},
       .tooltip = "Looks from -Y, straight up.",
       .run = look<AxisView::bottom>},
      {.id = "view.ortho",
       .label = "Orthographic",
       .shortcuts = {key('5'), key(keys::pad(5))},
       .tooltip = "Parallel projection: equal lengths look equal.",
       .run = [](Editor& editor) { editor.camera.orthographic = !editor.camera.orthographic; },
       .checked = [](const Editor& editor) { return editor.camera.orthographic; }},
      {.id = "view.begin_move",
       .label = "Begin camera move here",
       .tooltip = "The camera move of films begins with this view.",
       .run = [](Editor& editor) { set_move<&CameraMove::from>(editor); },
       .separator_before = true},
      {.id = "view.end_move",
       .label = "End camera move here",
       .tooltip = "The camera move of films ends with this view.",
       .run = [](Editor& editor) { set_move<&CameraMove::to>(editor); }},
      {.id = "view.key_move",
       .label = "Camera move through here",
       .tooltip = "The camera move of films passes this view at the time shown.",
       .enabled =
           [](const Editor& editor) {
             return editor.document.committed().camera_move.has_value() &&
                    share_shown(editor).has_value();
           },
       .run = key_move,
       .needs = "begin a camera move, then show a time within a motion"},
      {.id = "view.remove_move",
       .label = "Remove camera move",
       .tooltip = "Films no longer offer a camera move.",
       .enabled =
           [](const Editor& editor) { return editor.document.committed().camera_move.has_value(); },
       .run = [](Editor& editor) { perform(editor, op::SetCameraMove{}); },
       .needs = "there is no camera move"},
  };
}

std::vector<Command> show_commands() {
  return {
      {.id = "view.capsules",
       .label = "Capsules",
       .tooltip = "How far each joint reaches: only vertices inside of some capsule follow a bone.",
       .run = flip<&view::Show::capsules>,
       .checked = is_shown<&view::Show::capsules>,
       .separator_before = true},
      {.id = "view.joints",
       .label = "Joints",
       .tooltip = "Balls and bones in front of the mesh, so that you can always click them.",
       .run = flip<&view::Show::joints>,
       .checked = is_shown<&view::Show::joints>},
      {.id = "view.uncovered",
       .label = "Uncovered vertices",
       .shortcuts = {key('u')},
       .tooltip = "Crosses on the vertices that no capsule holds: they stay where they are when "
                  "the rest moves.",
       .run = flip<&view::Show::uncovered>,
       .checked = is_shown<&view::Show::uncovered>},
      {.id = "view.xray",
       .label = "X-ray",
       .shortcuts = {alt('z')},
       .tooltip = "Makes the mesh see-through, to see how bones lie in it.",
       .run = [](Editor& editor) { toggle_xray(editor); },
       .checked = [](const Editor& editor) { return editor.show.mesh_opacity < 1.0f; }},
      {.id = "view.mesh",
       .label = "Mesh",
       .tooltip = "The surface as its joints bend it. Hide it to see the skeleton alone.",
       .run = flip<&view::Show::mesh>,
       .checked = is_shown<&view::Show::mesh>},
      {.id = "view.grid",
       .label = "Grid",
       .tooltip = "The ground at height 0. Its squares are one unit where you are near, five and "
                  "twenty-five farther off.",
       .run = flip<&view::Show::grid>,
       .checked = is_shown<&view::Show::grid>},
      {.id = "view.scale_up",
       .label = "Larger interface",
       .shortcuts = {ctrl('+'), ctrl('='), ctrl_shift('='), ctrl_shift('+'), ctrl(keys::kPadPlus)},
       .tooltip = "Text and controls grow by 10 %.",
       .run = [](Editor& editor) { change_ui_scale(editor, 1); },
       .separator_before = true,
       .repeats = true},
      {.id = "view.scale_down",
       .label = "Smaller interface",
       .shortcuts = {ctrl('-'), ctrl(keys::kPadMinus)},
       .tooltip = "Text and controls shrink by 10 %, which leaves more room for the picture.",
       .run = [](Editor& editor) { change_ui_scale(editor, -1); },
       .repeats = true},
      {.id = "view.scale_reset",
       .label = "Interface size of the display",
       .shortcuts = {ctrl('0'), ctrl(keys::kPad0)},
       .tooltip = "Returns to the size that fits this display.",
       .run = [](Editor& editor) { change_ui_scale(editor, 0); }},
      {.id = "view.cost",
       .label = "Frame cost",
       .tooltip = "Skinning, upload and drawing in milliseconds, in the status bar.",
       .run = [](Editor& editor) { editor.shell.shows_cost = !editor.shell.shows_cost; },
       .checked = [](const Editor& editor) { return editor.shell.shows_cost; },
       .separator_before = true},
  };
}

std::vector<Command> color_commands() {
  using view::MeshColors;
  std::vector<Command> commands{
      {.id = "view.heat",
       .label = "Next heat map",
       .shortcuts = {key('w')},
       .tooltip = "Cycles through weights of the selected joint, weights of all joints, joints per "
                  "vertex, uncovered vertices, distance, difference from the file's weights, off.",
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
       .tooltip = "Base colors and textures that came with the mesh; otherwise clay.",
       .run = [](Editor& editor) { editor.show.materials = !editor.show.materials; },
       .checked = [](const Editor& editor) { return editor.show.materials; }},
  };
  return commands;
}

}  // namespace marrow
