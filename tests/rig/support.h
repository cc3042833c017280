// Random rigs, small meshes and comparisons shared by the tests of rig/.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <random>

#include "rig/implementations.h"
#include "rig/skinning/deformer.h"
#include "support/cases.h"
#include "support/random_rig.h"

namespace marrow::test {

/// The backends with correct results.
inline std::vector<Backend> correct_backends() {
  std::vector<Backend> all{Backend::textbook};
  if (has_engine()) all.push_back(Backend::fast);
  return all;
}

/// The functions under test; nullptr, with a skip, if there are only stubs.
inline const Tasks* correct_implementation() {
  if (has_solution()) return &tasks_of(Backend::textbook);
  skip("laws of the functions: rig/solution is not here");
  return nullptr;
}

/// A case for a law of the functions, which it gets as `tasks`.
#define LAW_CASE(name) LAW_CASE_(DOCTEST_ANONYMOUS(law_case_), name)
#define LAW_CASE_(function, name)                                  \
  MARROW_CASE(function, name, [[maybe_unused]] const Tasks& tasks, \
              if (const Tasks* given = correct_implementation()) function(*given);)

inline float random_number(std::mt19937& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

inline int random_index(std::mt19937& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

inline glm::vec3 random_vector(std::mt19937& random, float size) {
  const float x = random_number(random, -size, size), y = random_number(random, -size, size),
              z = random_number(random, -size, size);
  return {x, y, z};
}

inline glm::mat4 translation(const glm::vec3& by) { return glm::translate(glm::mat4(1.0f), by); }
inline glm::mat4 scaling(const glm::vec3& by) { return glm::scale(glm::mat4(1.0f), by); }
inline glm::mat4 rotation(float degrees, const glm::vec3& axis) {
  return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), axis);
}

inline glm::mat4 random_rotation(std::mt19937& random) {
  glm::vec3 axis = random_vector(random, 1.0f);
  if (glm::length(axis) < 0.1f) axis = {0.0f, 1.0f, 0.0f};
  return rotation(random_number(random, -180.0f, 180.0f), axis);
}

inline glm::mat4 random_rigid(std::mt19937& random) {
  const glm::mat4 moved = translation(random_vector(random, 1.0f));
  return moved * random_rotation(random);
}

/// A matrix that turns, moves, scales unevenly and shears.
inline glm::mat4 random_affine(std::mt19937& random) {
  const glm::mat4 first = random_rigid(random);
  const glm::vec3 scale = glm::vec3(1.0f) + random_vector(random, 0.4f);
  return first * scaling(scale) * random_rotation(random);
}

/// `count` joints, about a fifth of them roots; ids from 100. L and Ul are affine and invertible.
inline Skeleton random_skeleton(std::mt19937& random, int count) {
  Skeleton skeleton;
  for (int j = 0; j < count; ++j) {
    Joint joint{.id = Id(100 + j), .name = "joint " + std::to_string(j)};
    const bool is_root = j == 0 || random_index(random, 0, 4) == 0;
    joint.parent = is_root ? -1 : random_index(random, std::max(0, j - 4), j - 1);
    joint.bind_local = random_affine(random);
    joint.user_local = random_affine(random);
    joint.extent = random_vector(random, 0.8f);
    joint.radius = random_number(random, 0.1f, 0.8f);
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

inline glm::mat4 parent_matrix(const std::vector<glm::mat4>& matrices, int parent) {
  return parent < 0 ? glm::mat4(1.0f) : matrices[std::size_t(parent)];
}

/// B or W of a joint, multiplied from the joint up to its root, in double precision.
inline glm::dmat4 walked_to_root(const Skeleton& skeleton, int joint, bool posed) {
  glm::dmat4 global(1.0);
  for (int at = joint; at >= 0; at = skeleton.joints[std::size_t(at)].parent) {
    const Joint& here = skeleton.joints[std::size_t(at)];
    global = glm::dmat4(here.bind_local) * (posed ? glm::dmat4(here.user_local) : glm::dmat4(1.0)) *
             global;
  }
  return global;
}

inline float largest_element(const glm::mat4& m) {
  float largest = 0.0f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) largest = std::max(largest, std::abs(m[c][r]));
  }
  return largest;
}

/// `tolerance` is relative to the larger of b and 1. False for matrices that are not finite.
inline bool is_near(const glm::mat4& a, const glm::mat4& b, float tolerance = 1e-5f) {
  return is_finite(a) && largest_element(a - b) <= tolerance * std::max(1.0f, largest_element(b));
}
inline bool is_near(const glm::vec3& a, const glm::vec3& b, float tolerance = 1e-5f) {
  return is_finite(a) && glm::distance(a, b) <= tolerance * std::max(1.0f, glm::length(b));
}

inline glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) {
  return glm::vec3(matrix * glm::vec4(point, 1.0f));
}

/// A cloud of vertices, with a triangle for every three consecutive ones.
inline std::shared_ptr<Mesh> random_mesh(std::mt19937& random, int vertices, float size) {
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < vertices; ++i) mesh->positions.push_back(random_vector(random, size));
  for (int i = 0; i + 2 < vertices; ++i) {
    for (int corner = 0; corner < 3; ++corner)
      mesh->corner_vertex.push_back(std::uint32_t(i + corner));
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  return mesh;
}

/// "joint 0", "joint 1", ..., ids from 100: roots at the origin.
inline Skeleton plain_joints(int count) {
  Skeleton skeleton;
  for (int j = 0; j < count; ++j) {
    skeleton.joints.push_back({.id = Id(100 + j), .name = "joint " + std::to_string(j)});
  }
  return skeleton;
}

/// A bound scene whose mesh has its own weights.
inline Scene weighted_scene(Skeleton skeleton, std::shared_ptr<Mesh> mesh,
                            ExplicitWeights weights) {
  mesh->weights = std::move(weights);
  Scene scene = bound_scene(std::move(skeleton), std::move(mesh));
  scene.nodes[1].explicit_weights = true;
  return scene;
}

inline void end_row(ExplicitWeights& weights) {
  weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
}

/// A mesh with its own weights: some vertices follow no joint, some several joints and, with
/// `has_single`, some one.
inline Scene blended_scene(std::mt19937& random, Blend blend, int joints, int vertices,
                           bool is_rigid, bool has_single = true) {
  Skeleton skeleton = plain_joints(joints);
  for (Joint& joint : skeleton.joints) {
    joint.bind_local = random_rigid(random);
    joint.user_local = is_rigid ? random_rigid(random) : random_affine(random);
  }
  skeleton.blend = blend;
  std::shared_ptr<Mesh> mesh = random_mesh(random, vertices, 1.2f);
  ExplicitWeights weights{{0}, {}, {}};
  for (int v = 0; v < vertices; ++v) {
    float left = 1.0f;
    for (int j = random_index(random, 0, joints - 1); j < joints && v % 7 != 0; ++j) {
      const bool is_last = j + 1 == joints || (has_single && v % 5 == 0);
      const float weight = is_last ? left : left * random_number(random, 0.1f, 0.9f);
      weights.joint.push_back(Id(100 + j));
      weights.weight.push_back(weight);
      left -= weight;
      if (is_last) break;
    }
    end_row(weights);
  }
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

/// exact_of(vertex) moves each vertex and its normal, also if only some vertices are requested.
template <typename Exact>
void check_blended(const DeformedMesh& mesh, const Exact& exact_of) {
  std::vector<std::uint32_t> some;
  for (std::uint32_t v = 0; v < mesh.bind_positions.size(); v += 3) some.push_back(v);
  const std::vector<glm::vec3> asked = mesh.positions_of(some);
  for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
    CAPTURE(v);
    const glm::dmat4 exact = exact_of(v);
    const glm::vec3 moved(exact * glm::dvec4(mesh.bind_positions[v], 1.0));
    REQUIRE(is_near(mesh.positions()[v], moved));
    if (v % 3 == 0) REQUIRE(is_near(asked[v / 3], moved));
    const glm::dvec3 normal = normal_matrix_of(glm::mat4(exact)) * glm::dvec3(mesh.bind_normals[v]);
    if (glm::length(normal) > 0.01)
      REQUIRE(glm::distance(mesh.normals()[v], glm::vec3(glm::normalize(normal))) < 1e-4f);
  }
}

/// Checks that all positions are finite and that vertices that no joint holds do not move.
inline void check_harmless(const DeformedMesh& mesh) {
  for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
    REQUIRE(is_finite(mesh.positions()[v]));
    REQUIRE(is_finite(mesh.normals()[v]));
    if (mesh.influences.row_size(v) == 0) REQUIRE(mesh.positions()[v] == mesh.bind_positions[v]);
  }
}

/// One row per vertex: {joint, weight} pairs.
inline Influences influences_of(const std::vector<std::vector<std::pair<int, float>>>& rows) {
  Influences influences;
  for (const auto& row : rows) {
    for (const auto& [joint, weight] : row) {
      influences.joint.push_back(std::uint32_t(joint));
      influences.weight.push_back(weight);
    }
    influences.end_row();
  }
  return influences;
}

/// A deformer with these functions or this backend, updated for the scene.
template <typename Functions = Backend>
Deformer deformed(const Scene& scene, const Functions& functions = Backend::fast) {
  Deformer deformer(functions);
  deformer.update(scene);
  return deformer;
}

inline double row_sum(const Influences& influences, std::size_t vertex) {
  double sum = 0.0;
  for (std::uint32_t k = influences.row_begin(vertex); k < influences.row_end(vertex); ++k)
    sum += double(influences.weight[k]);
  return sum;
}

}  // namespace marrow::test
