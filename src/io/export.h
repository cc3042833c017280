// The arguments of every saver besides the scene.
#pragma once

#include <map>
#include <vector>

#include "scene/influences.h"
#include "scene/scene.h"

namespace marrow::io {

/// Derived data for a writer, made by the caller with rig's Deformer.
struct Derived {
  struct Skinned {
    Influences influences;             ///< one row per source vertex
    std::vector<glm::vec3> positions;  ///< one per source vertex, posed, world space
    std::vector<glm::vec3> normals;    ///< the same, unit
  };
  /// By mesh node, bound or morphed; a missing node is written at rest.
  std::map<Id, Skinned> meshes;
  /// Of motions with inverse kinematics: what they look like, in keys alone, for programs that do
  /// not know it.
  std::map<const Motion*, Motion> motions{};
};

enum class Purpose {
  scene,     ///< ours: nothing is lost, load() gives the same scene back
  exchange,  ///< for other programs: 4 or 8 influences, no editor data needed to look right
  posed,     ///< the deformed surface only
};

struct SaveOptions {
  Purpose purpose = Purpose::scene;
  int max_influences = 4;  ///< for exchange
  bool motions = true;     ///< for exchange: animations go along
  /// For exchange, done by who calls save(): the scene has with_baked_blend() of edit/motions/.
  bool bakes_blend = false;
  /// An older file of that name stays as .bak.
  bool keep_backup = purpose == Purpose::scene;
};

}  // namespace marrow::io
