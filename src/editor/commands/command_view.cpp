// Commands of the View menu: where the camera stands, what is shown, how large the interface is.
#include <algorithm>
#include <cmath>
#include <optional>

#include "editor/camera_move.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"
#include "editor/shell_state.h"

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

/// The share of its motion at which the time stands; none at its ends or without one.
std::optional<float> share_shown(const Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr || !shows_motion(editor)) return std::nullopt;
  const auto share =
      static_cast<float>(editor.transport.seconds / std::max(double(duration_of(*motion)), 1e-9));
  return share > 0.0f && share < 1.0f ? std::optional(share) : std::nullopt;
}

/// The camera's move goes through the present view at the time shown.
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

/// One end of the camera's move becomes the present view; a new move stands still.
template <Camera CameraMove::*kEnd>
void set_move(Editor& editor) {
  const Camera camera = view_without_following(editor);
  CameraMove move =
      editor.document.committed().camera_move.value_or(CameraMove{camera, camera, {}});
  move.*kEnd = camera;
  perform(editor, op::SetCameraMove{move});
}

/// A switch of what the viewport shows.
template <bool view::Show::*kMember>
void flip(Editor& editor) {
  editor.show.*kMember = !(editor.show.*kMember);
}

template <bool view::Show::*kMember>
bool is_shown(const Editor& editor) {
  return editor.show.*kMember;
}

}  // namespace

std::vector<Command> view_commands() {
  constexpr MenuPlace kMenu = MenuPlace::view;
  return {
      {.id = "view.frame",
       .label = "Frame selected",
       .menu = kMenu,
       .shortcuts = {key('f'), key(keys::kPadPeriod)},
       .tooltip = "Brings what is selected into view, a joint with all that it holds. The quickest "
                  "way back when you are lost.",
       .run = [](Editor& editor) { frame_selected(editor); }},
      {.id = "view.frame_all",
       .label = "Frame all",
       .menu = kMenu,
       .shortcuts = {key(keys::kHome)},
       .tooltip = "Brings the whole scene into view.",
       .run = [](Editor& editor) { frame_all(editor); }},
      {.id = "view.front",
       .label = "Front",
       .menu = kMenu,
       .shortcuts = {key('1'), key(keys::pad(1))},
       .tooltip = "Looks from +Z, with X to the right: left and right of a body are easiest to "
                  "compare from here.",
       .run = look<AxisView::front>,
       .separator_before = true},
      {.id = "view.right",
       .label = "Right",
       .menu = kMenu,
       .shortcuts = {key('3'), key(keys::pad(3))},
       .tooltip = "Looks from +X: from the side, where knees and elbows bend.",
       .run = look<AxisView::right>},
      {.id = "view.top",
       .label = "Top",
       .menu = kMenu,
       .shortcuts = {key('7'), key(keys::pad(7))},
       .tooltip = "Looks from +Y, straight down.",
       .run = look<AxisView::top>},
      {.id = "view.back",
       .label = "Back",
       .menu = kMenu,
       .shortcuts = {ctrl('1'), ctrl(keys::pad(1))},
       .tooltip = "Looks from -Z.",
       .run = look<AxisView::back>},
      {.id = "view.left",
       .label = "Left",
       .menu = kMenu,
       .shortcuts = {ctrl('3'), ctrl(keys::pad(3))},
       .tooltip = "Looks from -X.",
       .run = look<AxisView::left>},
      {.id = "view.bottom",
       .label = "Bottom",
       .menu = kMenu,
       .shortcuts = {ctrl('7'), ctrl(keys::pad(7))},
       .tooltip = "Looks from -Y, straight up.",
       .run = look<AxisView::bottom>},
      {.id = "view.ortho",
       .label = "Orthographic",
       .menu = kMenu,
       .shortcuts = {key('5'), key(keys::pad(5))},
       .tooltip = "Parallel projection: equal lengths look equal.",
       .run = [](Editor& editor) { editor.camera.orthographic = !editor.camera.orthographic; },
       .checked = [](const Editor& editor) { return editor.camera.orthographic; }},
      {.id = "view.begin_move",
       .label = "Begin camera move here",
       .menu = kMenu,
       .tooltip = "In a film whose camera moves, it begins with this view.",
       .run = [](Editor& editor) { set_move<&CameraMove::from>(editor); },
       .separator_before = true},
      {.id = "view.end_move",
       .label = "End camera move here",
       .menu = kMenu,
       .tooltip = "In a film whose camera moves, it ends with this view.",
       .run = [](Editor& editor) { set_move<&CameraMove::to>(editor); }},
      {.id = "view.key_move",
       .label = "Camera move through here",
       .menu = kMenu,
       .tooltip = "In a film whose camera moves, it passes this view at the time shown.",
       .enabled =
           [](const Editor& editor) {
             return editor.document.committed().camera_move.has_value() &&
                    share_shown(editor).has_value();
           },
       .run = key_move,
       .needs = "begin a camera move, then show a time within a motion"},
      {.id = "view.remove_move",
       .label = "Remove camera move",
       .menu = kMenu,
       .tooltip = "Films have no camera move to choose any more.",
       .enabled =
           [](const Editor& editor) { return editor.document.committed().camera_move.has_value(); },
       .run = [](Editor& editor) { perform(editor, op::SetCameraMove{}); },
       .needs = "there is no camera move"},
  };
}

std::vector<Command> show_commands() {
  constexpr MenuPlace kMenu = MenuPlace::view;
  return {
      {.id = "view.capsules",
       .label = "Capsules",
       .menu = kMenu,
       .tooltip = "How far each joint reaches: only vertices inside of some capsule follow a bone.",
       .run = flip<&view::Show::capsules>,
       .checked = is_shown<&view::Show::capsules>,
       .separator_before = true},
      {.id = "view.joints",
       .label = "Joints",
       .menu = kMenu,
       .tooltip = "Balls and bones in front of the mesh, so that they can always be clicked.",
       .run = flip<&view::Show::joints>,
       .checked = is_shown<&view::Show::joints>},
      {.id = "view.uncovered",
       .label = "Uncovered vertices",
       .menu = kMenu,
       .shortcuts = {key('u')},
       .tooltip = "Crosses on the vertices that no capsule holds: they stay where they are when "
                  "the rest moves.",
       .run = flip<&view::Show::uncovered>,
       .checked = is_shown<&view::Show::uncovered>},
      {.id = "view.xray",
       .label = "X-ray",
       .menu = kMenu,
       .shortcuts = {alt('z')},
       .tooltip = "Makes the mesh see-through, to see how bones lie in it.",
       .run = [](Editor& editor) { toggle_xray(editor); },
       .checked = [](const Editor& editor) { return editor.show.mesh_opacity < 1.0f; }},
      {.id = "view.mesh",
       .label = "Mesh",
       .menu = kMenu,
       .tooltip = "The surface as its joints bend it. Hide it to see the skeleton alone.",
       .run = flip<&view::Show::mesh>,
       .checked = is_shown<&view::Show::mesh>},
      {.id = "view.grid",
       .label = "Grid",
       .menu = kMenu,
       .tooltip = "The ground at height 0. Its squares are one unit where you are near, five and "
                  "twenty-five farther off.",
       .run = flip<&view::Show::grid>,
       .checked = is_shown<&view::Show::grid>},
      {.id = "view.scale_up",
       .label = "Larger interface",
       .menu = kMenu,
       .shortcuts = {ctrl('+'), ctrl('='), ctrl_shift('='), ctrl_shift('+'), ctrl(keys::kPadPlus)},
       .tooltip = "Text and controls grow by 10 %.",
       .run = [](Editor& editor) { change_ui_scale(editor, 1); },
       .separator_before = true,
       .repeats = true},
      {.id = "view.scale_down",
       .label = "Smaller interface",
       .menu = kMenu,
       .shortcuts = {ctrl('-'), ctrl(keys::kPadMinus)},
       .tooltip = "Text and controls shrink by 10 %, which leaves more room for the picture.",
       .run = [](Editor& editor) { change_ui_scale(editor, -1); },
       .repeats = true},
      {.id = "view.scale_reset",
       .label = "Interface size of the display",
       .menu = kMenu,
       .shortcuts = {ctrl('0'), ctrl(keys::kPad0)},
       .tooltip = "Returns to the size that fits this display.",
       .run = [](Editor& editor) { change_ui_scale(editor, 0); }},
      {.id = "view.cost",
       .label = "Frame cost",
       .menu = kMenu,
       .tooltip = "Skinning, upload and drawing in milliseconds, in the status bar.",
       .run = [](Editor& editor) { editor.shell.shows_cost = !editor.shell.shows_cost; },
       .checked = [](const Editor& editor) { return editor.shell.shows_cost; },
       .separator_before = true},
  };
}

}  // namespace marrow
