// The arguments of every saver, in addition to the scene.
#pragma once

#include <map>
#include <vector>

#include "scene/influences.h"
#include "scene/scene.h"

namespace marrow::io {

/// Derived data for a writer. The caller computes it with rig's Deformer.
struct Derived {
  struct Skinned {
    Influences influences;             ///< one row per source vertex
    std::vector<glm::vec3> positions;  ///< one per source vertex, posed, world space
    std::vector<glm::vec3> normals;    ///< one per source vertex, posed, world space, unit length
  };
  /// Posed vertices of bound or morphed meshes, by the id of the mesh node. A node that is missing
  /// here is written at rest.
  std::map<Id, Skinned> meshes;
  /// Motions with inverse kinematics, baked to plain keys for programs without it.
  std::map<const Motion*, Motion> motions{};

  /// The posed vertices of a mesh node; nullptr: none that fit the mesh, which is written at rest.
  const Skinned* posed(const Node& node) const {
    const auto found = meshes.find(node.id);
    const bool fits =
        found != meshes.end() && found->second.positions.size() == node.mesh->positions.size();
    return fits ? &found->second : nullptr;
  }
};

enum class Purpose {
  scene,     ///< Marrow's own file: nothing is lost, load() restores the scene
  exchange,  ///< for other programs: 4 or 8 influences, no editor data needed to look right
  posed,     ///< the deformed surface only
  avatar,    ///< like exchange, as VRM 1.0; requires an empty why_no_avatar()
};

/// How meshes of a .glb are compressed, for purposes other than `scene`.
enum class Compression { none, draco, meshopt };

struct SaveOptions {
  Purpose purpose = Purpose::scene;
  int max_influences = 4;  ///< for exchange
  bool motions = true;     ///< for exchange: write animations
  /// For exchange: the caller of save() has applied with_baked_blend() (edit/motions/) to the
  /// scene.
  bool bakes_blend = false;
  Compression compression = Compression::none;
  /// Keep an older file of that name as .bak.
  bool keep_backup = purpose == Purpose::scene;
};

}  // namespace marrow::io
