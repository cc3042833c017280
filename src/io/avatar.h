// What a VRM 1.0 file states of its figure (github.com/vrm-c/vrm-specification): which joint is
// which part of the body, who made the model, and what its expressions and gaze do.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

inline constexpr const char* kVrm = "VRMC_vrm";

/// Kept with the carried data of the document, and so in the scene file.
struct AvatarMeta {
  std::string name{};                  ///< of the model
  std::vector<std::string> authors{};  ///< VRM requires one
  std::string license{};  ///< address of a license besides VRM's own; empty: VRM's own alone
  bool operator==(const AvatarMeta&) const = default;
};
AvatarMeta avatar_meta(const Scene& scene);
/// Scene::carried with this meta; its other members stay.
std::string with_avatar_meta(const std::string& carried, const AvatarMeta& meta);

/// The skeleton with the most parts of a human body.
struct Humanoid {
  int node = -1;                     ///< index into Scene::nodes; -1: no skeleton
  std::map<std::string, int> bones;  ///< VRM's name ("leftUpperArm") -> index of the joint
};
/// The bones found by body_roles(), eyes and jaw by Joint::human_bone. Bones that are not below the
/// bone that VRM requires above them are left out.
Humanoid humanoid_of(const Scene& scene);

/// Why the scene cannot be a VRM file: a sentence for users that names all missing bones, or the
/// missing author; empty if it can.
std::string why_no_avatar(const Scene& scene);

/// Reads from a document (JSON after check_gltf_shape()) of either version what Scene::carried
/// keeps: meta, expressions, first person and gaze of version 1, name and author of version 0.
/// Refers to nodes by id (`node_id`: of a node with a mesh; kNoId: none) and to materials by name.
/// Returns `carried` with these data added. Warns of data that is left out.
std::string with_carried_avatar(const std::string& carried, const std::string& document,
                                const std::function<Id(int)>& node_id,
                                std::vector<std::string>& warnings);

/// The places of a scene's parts in a file that is written; -1: none.
struct AvatarPlaces {
  std::function<int(Id)> joint, mesh;
  std::function<int(const std::string&)> material;
};
/// The JSON of VRMC_vrm. Precondition: why_no_avatar() is empty.
std::string avatar_out(const Scene& scene, const AvatarPlaces& places);

}  // namespace marrow::io
