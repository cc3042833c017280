// The presets other than the Blender-like one, as what they change: {command, its shortcuts}. Whoever knows the other program finds the
// tools, the camera and undoing under the keys of that program; a command that loses its key to them gets another one here.
#include "app/command_parts.h"

namespace marrow::app {

namespace {

/// W E R are the tools, Q selects, F and A frame, Z takes back; the arrows walk up and down the joints.
std::vector<PresetKeys> maya_keys() {
  return {
      {"tool.select", {key(SDLK_q)}},
      {"tool.move", {key(SDLK_w)}},
      {"tool.rotate", {key(SDLK_e)}},
      {"tool.scale", {key(SDLK_r)}},
      {"view.frame", {key(SDLK_f)}},
      {"view.frame_all", {key(SDLK_a), key(SDLK_HOME)}},
      {"edit.undo", {ctrl(SDLK_z), key(SDLK_z)}},
      {"edit.redo", {ctrl(SDLK_y), ctrl_shift(SDLK_z), shift(SDLK_z)}},
      {"edit.delete", {key(SDLK_DELETE), key(SDLK_BACKSPACE)}},
      {"select.parent", {key(SDLK_UP), key(SDLK_LEFTBRACKET)}},
      {"select.child", {key(SDLK_DOWN), key(SDLK_RIGHTBRACKET)}},
      {"view.heat", {shift(SDLK_w)}},
      {"rig.fit", {alt(SDLK_a)}},
      {"rig.add_joint", {key(SDLK_n)}},
      {"rig.extrude", {ctrl(SDLK_e)}},
  };
}

/// M R S are the tools.
std::vector<PresetKeys> scotty3d_keys() {
  return {
      {"tool.move", {key(SDLK_m)}},
      {"rig.mirror", {alt(SDLK_m)}},
      {"tool.rotate", {key(SDLK_r)}},
      {"tool.scale", {key(SDLK_s)}},
      {"edit.redo", {ctrl(SDLK_y), ctrl_shift(SDLK_z)}},
      {"edit.delete", {key(SDLK_DELETE), key(SDLK_BACKSPACE)}},
  };
}

}  // namespace

const std::vector<PresetKeys>& preset_keys(KeymapPreset preset) {
  static const std::vector<PresetKeys> none, maya = maya_keys(), scotty3d = scotty3d_keys();
  return preset == KeymapPreset::maya ? maya : preset == KeymapPreset::scotty3d ? scotty3d : none;
}

}  // namespace marrow::app
