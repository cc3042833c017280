#include "rig/skinning/rebound_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <utility>

#include "base/index.h"
#include "rig/polar_parts.h"
#include "scene/normals.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kVertexGrain = 4096;

/// How directions at a vertex turn, mesh space.
struct VertexTurn {
  glm::dmat3 linear{1.0};  ///< of the blended matrix
  glm::dmat3 normal{1.0};  ///< up to its length
};

/// The matrix that takes a source vertex to its pose, skeleton space. Under delta mush that of
/// linear blending.
glm::dmat4 blended_matrix(const DeformedMesh& mesh, const std::vector<PolarParts>& motions,
                          std::size_t vertex) {
  const std::uint32_t begin = mesh.influences.row_begin(vertex),
                      count = mesh.influences.row_size(vertex);
  if (count == 0) return glm::dmat4(1.0);
  const std::uint32_t* const joints = mesh.influences.joint.data() + begin;
  const float* const weights = mesh.influences.weight.data() + begin;
  if (mesh.blend == Blend::dual_quaternion) return blended_motion(motions, joints, weights, count);
  const glm::vec3& rest = mesh.rest_positions()[vertex];
  const glm::vec3 center =
      mesh.blend == Blend::centers ? center_or(mesh.centers[vertex], rest) : rest;
  return blended_about(center, rest, mesh.skinning, motions, joints, weights, count);
}

/// The smallest turn from one unit vector to another, less than half a turn apart.
glm::dmat3 short_turn_between(const glm::dvec3& from, const glm::dvec3& to) {
  const double cosine = glm::dot(from, to);
  if (!(cosine > -0.999)) return glm::dmat3(1.0);
  return glm::mat3_cast(glm::normalize(glm::dquat(1.0 + cosine, glm::cross(from, to))));
}

/// One per source vertex.
std::vector<VertexTurn> turns_of(const DeformedMesh& posed, const glm::dmat4& output_from_mesh) {
  const std::vector<PolarParts> motions = polar_parts(posed.skinning);
  const glm::dmat4 mesh_from_output = glm::inverse(output_from_mesh);
  const glm::dmat3 mesh_normal = normal_matrix_of(glm::mat4(mesh_from_output));
  const bool is_mushed = posed.blend == Blend::delta_mush;
  const std::vector<glm::vec3>* shown = is_mushed ? &posed.normals() : nullptr;
  std::vector<VertexTurn> turns(posed.mesh->positions.size());
  parallel_for(turns.size(), kVertexGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const glm::dmat4 matrix =
          mesh_from_output * blended_matrix(posed, motions, v) * output_from_mesh;
      turns[v] = {glm::dmat3(matrix), normal_matrix_of(glm::mat4(matrix))};
      if (shown == nullptr) continue;
      const auto in_mesh = [&](const glm::vec3& normal) {
        return unit_or_zero(mesh_normal * glm::dvec3(normal));
      };
      const glm::dvec3 blended = unit_or_zero(turns[v].normal * in_mesh(posed.rest_normals()[v]));
      turns[v].normal = short_turn_between(blended, in_mesh((*shown)[v])) * turns[v].normal;
    }
  });
  return turns;
}

/// `vector` where its image has no length.
glm::vec3 unit_image(const glm::dmat3& matrix, const glm::vec3& vector) {
  const glm::dvec3 image = unit_or_zero(matrix * glm::dvec3(vector));
  return image == glm::dvec3(0.0) ? vector : glm::vec3(image);
}

/// A normal that corners of several vertices share is split.
void turn_normals(const std::vector<VertexTurn>& turns, Mesh& mesh) {
  const std::vector<glm::vec3> old = mesh.normals;
  std::vector<std::uint32_t> owner(old.size(), kNoIndex);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> split;
  for (std::size_t c = 0; c < mesh.corner_normal.size(); ++c) {
    std::uint32_t& normal = mesh.corner_normal[c];
    const std::uint32_t vertex = mesh.corner_vertex[c], was = normal;
    if (was == kNoIndex || owner[was] == vertex) continue;
    const glm::vec3 turned = unit_image(turns[vertex].normal, old[was]);
    if (owner[was] == kNoIndex) {
      owner[was] = vertex;
      mesh.normals[was] = turned;
      continue;
    }
    const auto [place, is_new] =
        split.try_emplace({vertex, was}, std::uint32_t(mesh.normals.size()));
    if (is_new) mesh.normals.push_back(turned);
    normal = place->second;
  }
}

/// Normals of a target keep their share of the length of the mesh's normal.
void turn_target(const std::vector<VertexTurn>& turns, const std::vector<glm::vec3>& mesh_normals,
                 MorphTarget& target) {
  for (std::vector<glm::vec3>* directions : {&target.positions, &target.tangents})
    for (std::size_t v = 0; v < directions->size(); ++v)
      (*directions)[v] = glm::vec3(turns[v].linear * glm::dvec3((*directions)[v]));
  for (std::size_t v = 0; v < target.normals.size(); ++v) {
    const double length = glm::length(turns[v].normal * glm::dvec3(mesh_normals[v]));
    if (length > 0.0)
      target.normals[v] = glm::vec3(turns[v].normal * glm::dvec3(target.normals[v]) / length);
  }
}

/// Drops tangents that are not four floats, which no program writes.
void turn_tangents(const std::vector<VertexTurn>& turns, std::vector<VertexAttribute>& attributes) {
  constexpr int kFloats = 5126;
  std::erase_if(attributes, [](const VertexAttribute& attribute) {
    return attribute.name == "TANGENT" &&
           (attribute.width != 4 || attribute.component_type != kFloats);
  });
  for (VertexAttribute& attribute : attributes) {
    if (attribute.name != "TANGENT") continue;
    for (std::size_t v = 0; v < turns.size(); ++v) {
      glm::vec4 tangent;
      std::memcpy(&tangent, attribute.bytes.data() + v * sizeof tangent, sizeof tangent);
      const float side = glm::determinant(turns[v].linear) < 0.0 ? -tangent.w : tangent.w;
      tangent = glm::vec4(unit_image(turns[v].linear, glm::vec3(tangent)), side);
      std::memcpy(attribute.bytes.data() + v * sizeof tangent, &tangent, sizeof tangent);
    }
  }
}

}  // namespace

Mesh rebound_mesh(const DeformedMesh& posed, const glm::dmat4& output_from_mesh,
                  const std::vector<float>& morph_weights) {
  Mesh mesh = *posed.mesh;
  const std::vector<VertexTurn> turns = turns_of(posed, output_from_mesh);
  turn_normals(turns, mesh);
  turn_tangents(turns, mesh.attributes);
  for (MorphTarget& target : mesh.morph_targets) turn_target(turns, posed.surface->normals, target);
  const glm::dmat4 mesh_from_output = glm::inverse(output_from_mesh);
  const std::vector<glm::vec3>& shown = posed.positions();
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    glm::dvec3 place(mesh_from_output * glm::dvec4(glm::dvec3(shown[v]), 1.0));
    for (std::size_t k = 0; k < morph_weights.size(); ++k)
      if (const MorphTarget& target = mesh.morph_targets[k]; !target.positions.empty())
        place -= double(morph_weights[k]) * glm::dvec3(target.positions[v]);
    mesh.positions[v] = glm::vec3(place);
  }
  return mesh;
}

namespace {

constexpr float kSameWeight = 1e-6f;

bool have_same_row(const Influences& a, const Influences& b, std::size_t vertex) {
  float most = 0.0f;
  compare_rows(a, vertex, b, vertex, [&](std::uint32_t, float in_a, float in_b) {
    most = std::max(most, std::abs(in_a - in_b));
  });
  return most <= kSameWeight;
}

/// Ends the row, unless it is empty.
void add_row(std::vector<std::pair<Id, float>> row, std::size_t vertex, TouchUps& layer) {
  if (row.empty()) return;
  std::sort(row.begin(), row.end());
  for (const auto& [joint, difference] : row) {
    layer.joint.push_back(joint);
    layer.difference.push_back(difference);
  }
  layer.end_row(std::uint32_t(vertex));
}

}  // namespace

std::optional<TouchUps> touch_ups_that_keep_rows(const DeformedMesh& before,
                                                 const DeformedMesh& after,
                                                 const Skeleton& skeleton, const TouchUps& painted,
                                                 float strength) {
  const std::size_t vertices = before.mesh->positions.size();
  Influences bare = before.influences;
  for (std::size_t v = 0; v < vertices; ++v)
    bare.rows[v] = before.painted().own_row(before.influences, std::uint32_t(v));
  TouchUps layer;
  bool has_changes = false;
  std::size_t next = 0;  // row of `painted`
  for (std::size_t v = 0; v < vertices; ++v) {
    std::vector<std::pair<Id, float>> row;
    const bool is_painted = next < painted.vertices.size() && painted.vertices[next] == v;
    if (is_painted) ++next;
    if (have_same_row(bare, after.influences, v)) {
      for (std::uint32_t k = is_painted ? painted.row_begin[next - 1] : 0;
           is_painted && k < painted.row_begin[next]; ++k)
        row.emplace_back(painted.joint[k], strength * painted.difference[k]);
    } else if (before.influences.row_size(v) > 0) {
      has_changes = true;
      compare_rows(before.influences, v, after.influences, v,
                   [&](std::uint32_t joint, float was, float is) {
                     if (was != is) row.emplace_back(skeleton.joints[joint].id, was - is);
                   });
    }
    add_row(std::move(row), v, layer);
  }
  return has_changes ? std::optional(std::move(layer)) : std::nullopt;
}

}  // namespace marrow
