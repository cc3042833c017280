// Shortcuts of the Maya and Scotty3D presets where they differ from the Blender-like one, which is
// in the rows of command_*.cpp. Commands that lose a key get another one.
#include "editor/commands/command_parts.h"
#include "editor/preferences_state.h"

namespace marrow {

namespace {

/// W E R: tools; Q: select; F, A: frame; Z: undo; arrows: parent and child joint.
std::vector<PresetKeys> maya_keys() {
  return {
      {"tool.select", {key('q')}},
      {"tool.move", {key('w')}},
      {"tool.rotate", {key('e')}},
      {"tool.scale", {key('r')}},
      {"view.frame", {key('f')}},
      {"view.frame_all", {key('a'), key(keys::kHome)}},
      {"edit.undo", {ctrl('z'), key('z')}},
      {"edit.redo", {ctrl('y'), ctrl_shift('z'), shift('z')}},
      {"select.parent", {key(keys::kUp), key('[')}},
      {"select.child", {key(keys::kDown), key(']')}},
      {"view.heat", {shift('w')}},
      {"rig.fit", {alt('a')}},
      {"rig.add_joint", {key('n')}},
      {"rig.extrude", {ctrl('e')}},
  };
}

/// M R S: tools.
std::vector<PresetKeys> scotty3d_keys() {
  return {
      {"tool.move", {key('m')}},
      {"rig.mirror", {alt('m')}},
      {"tool.rotate", {key('r')}},
      {"tool.scale", {key('s')}},
      {"edit.redo", {ctrl('y'), ctrl_shift('z')}},
  };
}

}  // namespace

const std::vector<PresetKeys>& preset_keys(KeymapPreset preset) {
  static const std::vector<PresetKeys> none, maya = maya_keys(), scotty3d = scotty3d_keys();
  return preset == KeymapPreset::maya ? maya : preset == KeymapPreset::scotty3d ? scotty3d : none;
}

}  // namespace marrow
