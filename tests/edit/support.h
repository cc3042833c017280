// Scenes and checks shared by the tests of edit/.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "edit/document.h"
#include "rig/figure/search.h"
#include "rig/implementations.h"
#include "rig/skinning/deformer.h"
#include "support/cases.h"
#include "support/joints.h"
#include "support/random_edits.h"

namespace marrow::test {

inline const Tasks& implementation() { return tasks_of(Backend::textbook); }

/// S W of every joint of the scene, by id.
inline std::map<Id, glm::mat4> world_from_joints(const Scene& scene) {
  std::map<Id, glm::mat4> world;
  const std::vector<glm::mat4> world_from_node = world_from_nodes(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    const std::vector<glm::mat4> posed = implementation().posed_matrices(skeleton);
    for (std::size_t j = 0; j < posed.size(); ++j)
      world[skeleton.joints[j].id] = world_from_node[n] * posed[j];
  }
  return world;
}

/// S B of every joint of the scene, by id.
inline std::map<Id, glm::mat4> world_from_bind(Scene scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    for (Joint& joint : edit_skeleton(scene, int(n)).joints) joint.user_local = glm::mat4(1.0f);
  }
  return world_from_joints(scene);
}

inline float largest(const glm::mat4& matrix) {
  float size = 0.0f;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) size = std::max(size, std::abs(matrix[column][row]));
  return size;
}

/// Largest difference of two matrices, as a share of the larger one.
inline float difference(const glm::mat4& a, const glm::mat4& b) {
  return largest(a - b) / std::max({largest(a), largest(b), 1.0f});
}

/// Applies an operation that must be possible.
inline Scene applied_to(const Scene& scene, const Operation& operation) {
  Applied applied = apply(scene, operation, implementation());
  REQUIRE_MESSAGE(applied.scene.has_value(), applied.reason);
  REQUIRE(applied.reason.empty());
  REQUIRE(why_invalid(*applied.scene) == "");
  return std::move(*applied.scene);
}

/// Why an operation is refused; fails if it is not, or if asking changes the scene.
inline std::string refusal(const Scene& scene, const Operation& operation) {
  const Scene before = scene;
  Applied applied = apply(scene, operation, implementation());
  CHECK_FALSE(applied.scene.has_value());
  CHECK(scene == before);
  CHECK_FALSE(applied.reason.empty());
  return applied.reason;
}

/// Checks that an operation is refused, with these words in the reason.
inline void check_refused(const Scene& scene, const Operation& operation,
                          const std::string& words) {
  const std::string reason = refusal(scene, operation);
  CHECK_MESSAGE(contains(reason, words), reason);
}

/// Checks that no vertex of a bound mesh is uncovered.
inline void check_covered(const Scene& scene) {
  Deformer deformer = Deformer::with(implementation());
  deformer.update(scene);
  for (const DeformedMesh& mesh : deformer.meshes()) CHECK(mesh.coverage.uncovered == 0);
}

/// A closed tube through these points, with these radii.
inline Shell tube_shell(const std::vector<glm::vec3>& points, const std::vector<float>& radii) {
  constexpr std::uint32_t kAround = 16;
  Shell shell;
  const auto size = std::uint32_t(points.size());
  for (std::uint32_t p = 0; p < size; ++p) {
    const glm::vec3 along =
        glm::normalize(points[std::min(p + 1, size - 1)] - points[p > 0 ? p - 1 : 0]);
    const glm::vec3 other = std::abs(along.y) < 0.7f ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, 1);
    const glm::vec3 u = glm::normalize(glm::cross(along, other)), v = glm::cross(along, u);
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const float angle = 2.0f * std::numbers::pi_v<float> * float(k) / float(kAround);
      shell.positions.push_back(points[p] + radii[p] * (std::cos(angle) * u + std::sin(angle) * v));
    }
  }
  const std::uint32_t first = size * kAround;
  shell.positions.insert(shell.positions.end(), {points.front(), points.back()});
  for (std::uint32_t k = 0; k < kAround; ++k) {
    const std::uint32_t next = (k + 1) % kAround, last = (size - 1) * kAround;
    for (std::uint32_t p = 0; p + 1 < size; ++p) {
      const std::uint32_t a = p * kAround + k, b = p * kAround + next;
      shell.triangles.insert(shell.triangles.end(),
                             {a, b, a + kAround, b, b + kAround, a + kAround});
    }
    shell.triangles.insert(shell.triangles.end(),
                           {first, next, k, first + 1, last + k, last + next});
  }
  return shell;
}

inline std::vector<Shell> moved_shells(std::vector<Shell> shells, const glm::mat4& by) {
  for (Shell& shell : shells)
    for (glm::vec3& point : shell.positions) point = glm::vec3(by * glm::vec4(point, 1.0f));
  return shells;
}

inline FigureMarkers found(const std::vector<Shell>& shells, const FigureWish& wish) {
  FigureSearch search = find_markers(shells, wish);
  REQUIRE_MESSAGE(search.markers, search.refusal);
  return *search.markers;
}

}  // namespace marrow::test
