#include "bench/accuracy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "bench/memory.h"
#include "rig/implementations.h"
#include "rig/skinning/weights.h"
#include "support/random_rig.h"

namespace marrow::bench {

namespace {

constexpr double kAgreement = 1e-5;

glm::dmat4 blended_matrix(const Influences& rows, const std::vector<glm::mat4>& skinning,
                          std::size_t vertex) {
  if (rows.row_size(vertex) == 0) return glm::dmat4(1.0);
  glm::dmat4 blended(0.0);
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
    blended += double(rows.weight[k]) * glm::dmat4(skinning[rows.joint[k]]);
  }
  return blended;
}

/// Zero where the direction is not defined.
glm::dvec3 turned_normal(const glm::dmat3& m, const glm::dvec3& normal) {
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const glm::dvec3 turned = (glm::dot(m[0], cofactor[0]) < 0.0 ? -1.0 : 1.0) * (cofactor * normal);
  const double size =
      glm::length(cofactor[0]) + glm::length(cofactor[1]) + glm::length(cofactor[2]);
  return glm::length(turned) > 1e-2 * size ? glm::normalize(turned) : glm::dvec3(0.0);
}

double diagonal_of(const BoundMesh& mesh, const std::vector<glm::vec3>& skinned) {
  return std::max(bounds_of(mesh.bind_positions).diagonal(), bounds_of(skinned).diagonal());
}

bool same_lists(const Influences& a, const Influences& b, std::size_t vertex) {
  return a.row_size(vertex) == b.row_size(vertex) &&
         std::equal(a.joint.begin() + a.row_begin(vertex), a.joint.begin() + a.row_end(vertex),
                    b.joint.begin() + b.row_begin(vertex));
}

[[noreturn]] void disagree(const std::string& what, const std::string& why) {
  throw std::runtime_error(fmt::format("{}: the engine and the textbook disagree: {}", what, why));
}

/// What an engine wrote, back in the order of the shading vertices.
struct Skinned {
  std::vector<glm::vec3> positions, normals;
};

Skinned skin_in_order(const Engine& engine, const BoundMesh& mesh,
                      const std::vector<glm::mat4>& skinning) {
  const std::size_t vertices = mesh.bind_positions.size();
  const TargetMemory memory(vertices);
  const VertexTarget target = memory.target();
  engine.skin(mesh, skinning, target);
  Skinned skinned{std::vector<glm::vec3>(vertices), std::vector<glm::vec3>(vertices)};
  for (std::size_t n = 0; n < vertices; ++n) {
    const std::uint32_t vertex = engine.order()[n];
    skinned.positions[vertex] = {target.positions[3 * n], target.positions[3 * n + 1],
                                 target.positions[3 * n + 2]};
    skinned.normals[vertex] = {target.normals[3 * n], target.normals[3 * n + 1],
                               target.normals[3 * n + 2]};
  }
  return skinned;
}

Errors errors_of(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                 const Skinned& skinned) {
  const double diagonal = diagonal_of(mesh, skinned.positions);
  Errors worst;
  for (std::size_t i = 0; i < mesh.bind_positions.size(); ++i) {
    const glm::dmat4 blended = blended_matrix(mesh.influences, skinning, i);
    const glm::dvec3 exact(blended * glm::dvec4(glm::dvec3(mesh.bind_positions[i]), 1.0));
    const double apart = glm::distance(exact, glm::dvec3(skinned.positions[i]));
    const glm::dvec3 normal = turned_normal(glm::dmat3(blended), glm::dvec3(mesh.bind_normals[i]));
    const bool is_defined = normal != glm::dvec3(0.0);
    worst.add({apart / diagonal,
               is_defined ? glm::distance(normal, glm::dvec3(skinned.normals[i])) : 0.0});
    if (!(apart >= 0.0))
      throw std::runtime_error(fmt::format("the engine's vertex {} is not a number", i));
  }
  return worst;
}

void check_rows(const std::string& what, const BoundMesh& mesh, const Influences& textbook) {
  const Influences& engine = mesh.influences;
  for (std::size_t i = 0; i < textbook.vertex_count(); ++i) {
    if (!same_lists(engine, textbook, i))
      disagree(what, fmt::format("find_joints of vertex {}", i));
    for (std::uint32_t k = 0; k < engine.row_size(i); ++k) {
      const double apart = std::abs(double(engine.weight[engine.row_begin(i) + k]) -
                                    double(textbook.weight[textbook.row_begin(i) + k]));
      if (!(apart <= kAgreement))
        disagree(what, fmt::format("weights of vertex {} by {:.2g}", i, apart));
    }
  }
}

void check_skin(const std::string& what, const BoundMesh& mesh, const Skinned& engine,
                const Skinned& textbook) {
  const double diagonal = diagonal_of(mesh, textbook.positions);
  for (std::size_t i = 0; i < engine.positions.size(); ++i) {
    const double apart =
        glm::distance(glm::dvec3(engine.positions[i]), glm::dvec3(textbook.positions[i])) /
        diagonal;
    if (!(apart <= kAgreement))
      disagree(what, fmt::format("skin() of vertex {} by {:.2g} of the model's size", i, apart));
  }
}

/// Points without faces around a random skeleton.
BoundMesh random_points(test::Random& random) {
  Mesh mesh;
  Surface surface;
  for (int i = 1 + random.below(700); i > 0; --i) {
    surface.source.push_back(std::uint32_t(mesh.positions.size()));
    surface.normals.push_back(random.direction());
    mesh.positions.push_back(random.vec3(1.2f));
  }
  return bound_mesh(std::make_shared<Mesh>(std::move(mesh)),
                    std::make_shared<Surface>(std::move(surface)));
}

Skeleton random_skeleton(test::Random& random, int seed) {
  const int joints = 1 + random.below(24);
  Skeleton skeleton = test::random_skeleton(
      random, {joints, 1 + random.below(std::min(joints, 3)), true, seed % 2 == 1});
  skeleton.falloff =
      std::array{Falloff::inverse, Falloff::linear, Falloff::smooth}[std::size_t(seed % 3)];
  return skeleton;
}

Errors errors_of_rig(int seed) {
  test::Random random{std::uint64_t(seed)};
  const Skeleton skeleton = random_skeleton(random, seed);
  BoundMesh mesh = random_points(random);
  const Tasks& textbook = tasks_of(Backend::textbook);
  const std::vector<glm::mat4> bind = textbook.bind_matrices(skeleton);
  const std::unique_ptr<Engine> engine = make_engine();
  engine->take_vertices(mesh);
  RowsWritten written;
  engine->bind_capsules(skeleton, bind, mesh, written);
  const JointLists lists = textbook.find_joints(skeleton, bind, mesh.bind_positions);
  const Influences rows = capsule_influences(skeleton, bind, mesh.bind_positions, lists, textbook);
  return checked_errors("random rig " + std::to_string(seed), *engine, mesh,
                        textbook.skinning_matrices(textbook.posed_matrices(skeleton), bind), rows);
}

}  // namespace

void Errors::add(const Errors& other) {
  position = std::max(position, other.position);
  normal = std::max(normal, other.normal);
}

BoundMesh bound_mesh(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface) {
  BoundMesh bound;
  for (const std::uint32_t vertex : surface->source)
    bound.bind_positions.push_back(mesh->positions[vertex]);
  bound.bind_normals = surface->normals;
  bound.mesh = std::move(mesh);
  bound.surface = std::move(surface);
  return bound;
}

Errors checked_errors(const std::string& what, const Engine& engine, const BoundMesh& mesh,
                      const std::vector<glm::mat4>& skinning, const Influences& textbook_rows) {
  check_rows(what, mesh, textbook_rows);
  const Skinned skinned = skin_in_order(engine, mesh, skinning);
  Skinned expected;
  tasks_of(Backend::textbook)
      .skin(skinning, textbook_rows, mesh.bind_positions, mesh.bind_normals, expected.positions,
            expected.normals);
  check_skin(what, mesh, skinned, expected);
  return errors_of(mesh, skinning, skinned);
}

Errors errors_of_random_rigs(int count) {
  Errors worst;
  for (int seed = 0; seed < count; ++seed) worst.add(errors_of_rig(seed));
  return worst;
}

}  // namespace marrow::bench
