// Shared by the tests of io: random scenes, glTF by the letter of its specification, files.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "io/formats.h"
#include "io/random.h"
#include "platform/processes.h"
#include "scene/scene.h"
#include "support/cases.h"
#include "support/pictures.h"
#include "support/spec_gltf.h"
#include "support/support.h"

namespace marrow::test {

/// A temporary folder that its destructor deletes.
struct Scratch {
  explicit Scratch(const std::string& name = "io") : folder(scratch(name)) {}
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return folder / name; }
  std::filesystem::path folder;
};

/// A case with a fresh folder.
#define FOLDER_CASE(name) GIVEN_CASE(name, const Scratch, folder)

inline std::filesystem::path put(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

/// Makes a FIFO. False if no other process could write into it, for which Node.js would wait.
inline bool make_fifo(const std::filesystem::path& path) {
  if (!platform::has_processes()) return false;
  REQUIRE(std::system(("mkfifo " + path.string()).c_str()) == 0);
  return true;
}

/// The message of Error; empty if `work` throws none. Any other exception fails the test.
template <typename Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const io::Error& error) {
    return error.what();
  }
  return {};
}

inline bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts) {
    if (contains(text, part)) return true;
  }
  return false;
}

// ---- math.md, implemented a second time

inline std::vector<glm::dmat4> posed_joints(const Skeleton& skeleton, bool at_bind) {
  std::vector<glm::dmat4> result;
  for (const Joint& joint : skeleton.joints) {
    const glm::dmat4 above = joint.parent < 0 ? glm::dmat4(1.0) : result[std::size_t(joint.parent)];
    result.push_back(above * glm::dmat4(joint.bind_local) *
                     (at_bind ? glm::dmat4(1.0) : glm::dmat4(joint.user_local)));
  }
  return result;
}

/// S sum w T S^-1 M v for a bound mesh, M v for a rigid mesh or an empty row. `rows` have joint
/// indices.
inline std::vector<glm::dvec3> world_positions(const Scene& scene, std::size_t n,
                                               const Influences* rows) {
  const Node& node = scene.nodes[n];
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  const glm::dmat4 world_from_mesh(world[n]);
  std::vector<glm::dvec3> result;
  std::vector<glm::dmat4> moved;
  if (rows) {
    const auto s = std::size_t(node_index(scene, node.bound_to));
    const std::vector<glm::dmat4> bind = posed_joints(*scene.nodes[s].skeleton, true),
                                  posed = posed_joints(*scene.nodes[s].skeleton, false);
    const glm::dmat4 world_from_skeleton(world[s]);
    for (std::size_t j = 0; j < bind.size(); ++j) {
      moved.push_back(world_from_skeleton * posed[j] * glm::inverse(bind[j]) *
                      glm::inverse(world_from_skeleton) * world_from_mesh);
    }
  }
  for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
    const glm::dvec4 position(node.mesh->positions[v], 1.0);
    glm::dvec4 sum(0.0);
    double total = 0.0;
    for (std::uint32_t e = rows ? rows->row_begin(v) : 0; rows && e < rows->row_end(v); ++e) {
      sum += double(rows->weight[e]) * (moved[rows->joint[e]] * position);
      total += rows->weight[e];
    }
    result.emplace_back(total > 0.0 ? sum / total : world_from_mesh * position);
  }
  return result;
}

inline Influences rows_of(const Scene& scene, const Node& node) {
  const Node* holder = find_node(scene, node.bound_to);
  Influences rows;
  for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
    const ExplicitWeights& weights = *node.mesh->weights;
    for (std::uint32_t e = weights.row_begin[v]; e < weights.row_begin[v + 1]; ++e) {
      rows.joint.push_back(std::uint32_t(joint_index(*holder->skeleton, weights.joint[e])));
      rows.weight.push_back(weights.weight[e]);
    }
    rows.end_row();
  }
  return rows;
}

/// Input of save() as from the editor: influences (a mesh's own, else random) and posed surface.
inline io::Derived random_derived(const Scene& scene, unsigned seed) {
  Random random(seed);
  io::Derived derived;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.bound_to == kNoId) continue;
    const auto joints = int(find_node(scene, node.bound_to)->skeleton->joints.size());
    io::Derived::Skinned skinned;
    if (node.explicit_weights) {
      skinned.influences = rows_of(scene, node);
    } else {
      for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
        const int count = random.whole(0, std::min(joints, 9));
        for (int e = 0; e < count; ++e) {
          skinned.influences.joint.push_back(std::uint32_t(e));
          skinned.influences.weight.push_back(1.0f / float(count));
        }
        skinned.influences.end_row();
      }
    }
    for (const glm::dvec3& position : world_positions(scene, n, &skinned.influences))
      skinned.positions.emplace_back(position);
    skinned.normals.assign(skinned.positions.size(), glm::vec3(0.0f, 1.0f, 0.0f));
    derived.meshes.emplace(node.id, std::move(skinned));
  }
  return derived;
}

// ---- lists of points

/// Largest distance between two lists of points of equal length; NaN in `expected` does not count.
inline double farthest(const std::vector<glm::dvec3>& expected,
                       const std::vector<glm::dvec3>& found) {
  double most = expected.size() == found.size() ? 0.0 : 1e30;
  for (std::size_t i = 0; i < expected.size() && most < 1e30; ++i) {
    if (!std::isnan(expected[i].x)) most = std::max(most, glm::distance(expected[i], found[i]));
  }
  return most;
}

inline double size_of(const std::vector<glm::dvec3>& points) {
  glm::dvec3 low(1e30), high(-1e30);
  for (const glm::dvec3& point : points) {
    if (std::isnan(point.x)) continue;
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  return points.empty() ? 1.0 : glm::length(high - low);
}

/// The first node with a mesh.
inline const Node& mesh_node(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.mesh) return node;
  FAIL("no mesh");
  return scene.nodes.front();
}

inline const Node& node_named(const Scene& scene, const std::string& name) {
  for (const Node& node : scene.nodes)
    if (node.name == name) return node;
  FAIL("no node " << name);
  return scene.nodes[0];
}

/// A triangle bound to a skeleton that shape(joint, index) makes: nodes "rig" and "skin".
inline Scene triangle_on(int joints, void (*shape)(Joint&, int)) {
  Scene scene;
  const Id rig = take_id(scene);
  auto skeleton = std::make_shared<Skeleton>();
  for (int j = 0; j < joints; ++j)
    shape(skeleton->joints.emplace_back(Joint{.id = take_id(scene)}), j);
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->face_begin = {0, 3};
  scene.nodes = {{.id = rig, .name = "rig", .skeleton = skeleton},
                 {.id = take_id(scene), .name = "skin", .mesh = mesh, .bound_to = rig}};
  return scene;
}

}  // namespace marrow::test
