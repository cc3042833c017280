// Prepares a scene for export to another program: the steps between the scene and the file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/joint_names.h"
#include "io/export.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

struct ExportPreset {
  std::string_view name;        ///< "blender": for convert --for
  std::string_view label;       ///< "Blender"
  std::string_view extensions;  ///< ".glb .gltf": the first is suggested; others are refused
  std::string_view way;         ///< name of one of io::export_ways()
  int influences = 4;           ///< influences per vertex that the program reads
  std::optional<NameConvention> names{};  ///< none: names stay
  /// Characters in names that the program replaces; here each becomes "_".
  std::string_view reserved{};
  bool bakes_springs = false;  ///< springs become keys of every motion
  bool samples_keys = false;   ///< curves become straight lines from frame to frame
  bool stands = false;         ///< at rest in a T-pose, facing +z, with y up
  std::string_view says;       ///< a sentence for users: what the preset changes
};
/// For Blender, Godot, Unity, three.js, Mixamo, and VRM for avatars.
std::span<const ExportPreset> export_presets();
const ExportPreset* find_export_preset(std::string_view name);  ///< nullptr: unknown name
/// True if the preset's program reads files with this path's extension.
bool fits(const ExportPreset& preset, std::string_view path);

struct ExportChoice {
  const ExportPreset* preset = nullptr;  ///< null: only names change
  /// One of kNameConventions, or "as-they-are"; empty: the preset's.
  std::string names{};
};

struct PreparedExport {
  Scene scene;
  std::vector<std::string> notes;  ///< what changed, one sentence each
};
/// Applies a choice to a scene. `tasks` computes the rest pose.
PreparedExport prepared_export(Scene scene, const ExportChoice& choice, const Tasks& tasks);

}  // namespace marrow
