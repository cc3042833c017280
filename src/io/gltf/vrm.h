// What VRM files add to glTF (github.com/vrm-c/vrm-specification): the humanoid map, and springs as
// the extension VRMC_springBone 1.0.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/gltf/out.h"
#include "scene/scene.h"

namespace marrow::io {

inline constexpr const char* kSpringBone = "VRMC_springBone";

/// Maps nodes of a file to the scene.
struct SpringTargets {
  std::function<Id(int)> joint;   ///< id of the node's joint; kNoId: none
  std::function<Id(int)> target;  ///< id of the node's joint or scene node; kNoId: none
  /// The origin of node `below` in the frame of node `above`; none if `above` is not its ancestor.
  std::function<std::optional<glm::dvec3>(int above, int below)> offset;
};

struct ReadSprings {
  std::shared_ptr<const Springs> springs{};  ///< null: none
  std::map<Id, glm::vec3> tips{};  ///< by last joint of a chain: bone end, if a plain node marks it
};

/// Reads the springs of a document (JSON after check_gltf_shape()). Broken parts and parts that
/// refer to missing ones are left out, numbers out of range are clamped; both with a warning.
ReadSprings read_springs(const std::string& document, const SpringTargets& targets,
                         std::vector<std::string>& warnings);

/// Writes the JSON of the extension; empty if there is no chain. `place`: the file's node for a
/// joint or a node of the scene, -1: none. Chains that swing the tip of a bone get an end node,
/// marked as derived if `marks_derived`.
std::string springs_out(const Scene& scene, const std::function<int(Id)>& place, bool marks_derived,
                        out::File& file);

/// Reads the humanoid map of a document (JSON after check_gltf_shape()): node -> name of the part,
/// such as "leftUpperArm". Entries of a wrong type are left out. Empty if the file has no map.
/// Warns if a VRM animation moves more than the body.
std::map<int, std::string> read_human_bones(const std::string& document,
                                            std::vector<std::string>& warnings);

}  // namespace marrow::io
