// Springs in glTF: the extension VRMC_springBone 1.0 (github.com/vrm-c/vrm-specification).
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

/// What the nodes of a file have become.
struct SpringTargets {
  std::function<Id(int)> joint;   ///< of a node; kNoId: it is no joint
  std::function<Id(int)> target;  ///< a joint or a node of the scene; kNoId: neither
  /// The origin of a node in the frame of one above it; none where it is not above.
  std::function<std::optional<glm::dvec3>(int above, int below)> offset;
};

struct ReadSprings {
  std::shared_ptr<const Springs> springs{};  ///< null: none
  std::map<Id, glm::vec3> tips{};  ///< bone ends of last joints whose tail is a node and no joint
};

/// The springs of a document, JSON of checked shape. What is broken or names what is not there is
/// left out, numbers out of range are clamped; both are said in a warning.
ReadSprings read_springs(const std::string& document, const SpringTargets& targets,
                         std::vector<std::string>& warnings);

/// JSON of the extension; empty without a chain. `place`: the node of the file that stands for a
/// joint or a node of the scene, -1: none. Chains that swing the tip of a bone get an end node,
/// which is marked as derived in a scene file.
std::string springs_out(const Scene& scene, const std::function<int(Id)>& place, bool marks_derived,
                        out::File& file);

}  // namespace marrow::io
