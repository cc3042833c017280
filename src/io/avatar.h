// What a VRM 1.0 file states about its figure (github.com/vrm-c/vrm-specification): which joint is
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
  std::string name{};                  ///< the model's name
  std::vector<std::string> authors{};  ///< VRM requires one
  std::string license{};               ///< address of a second license; empty: VRM's license alone
  bool operator==(const AvatarMeta&) const = default;
};
AvatarMeta avatar_meta(const Scene& scene);
/// Returns `carried` (Scene::carried) with this meta; its other members stay.
std::string with_avatar_meta(const std::string& carried, const AvatarMeta& meta);

/// The skeleton with the most parts of a human body.
struct Humanoid {
  int node = -1;                     ///< index into Scene::nodes; -1: no skeleton
  std::map<std::string, int> bones;  ///< VRM's name ("leftUpperArm") -> index of the joint
};
/// Finds bones by body_roles(), eyes and jaw by Joint::human_bone. Leaves out bones whose joints
/// contradict VRM's hierarchy.
Humanoid humanoid_of(const Scene& scene);

/// Why the scene cannot be a VRM file: a sentence for users that names all missing bones, or the
/// missing author; empty if it can.
std::string why_no_avatar(const Scene& scene);

/// Returns `carried` with the VRM data of a document (JSON after check_gltf_shape()) that a scene
/// keeps: meta, expressions, first person and gaze of version 1; name, author and license address
/// of version 0. Refers to nodes by id (`node_id`: glTF node -> id of the scene node with its mesh;
/// kNoId: none) and to materials by name. Warns if the thumbnail is left out.
std::string with_carried_avatar(const std::string& carried, const std::string& document,
                                const std::function<Id(int)>& node_id,
                                std::vector<std::string>& warnings);

/// Indices of a scene's parts in the written file; -1: none.
struct AvatarPlaces {
  std::function<int(Id)> joint, mesh;
  std::function<int(const std::string&)> material;
};
/// The JSON of VRMC_vrm. Precondition: why_no_avatar() is empty.
std::string avatar_out(const Scene& scene, const AvatarPlaces& places);

}  // namespace marrow::io
