#include "io/gltf/skin_out.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include "base/index.h"
#include "scene/joint_places.h"
#include "scene/morph.h"

namespace marrow::io {
namespace {

struct Entry {
  std::uint32_t slot;
  double weight;
};

/// Rounds a row's weights to floats whose sum is nearly 1; the largest absorbs the rounding error.
void append_normalized(SkinRows& rows, const std::vector<Entry>& row) {
  const double sum =
      std::accumulate(row.begin(), row.end(), 0.0,
                      [](double total, const Entry& entry) { return total + entry.weight; });
  const std::size_t first = rows.weight.size();
  double rounded_sum = 0.0;
  std::size_t largest = first;
  for (const Entry& entry : row) {
    const auto weight = float(entry.weight / sum);
    if (!(weight > 0.0f)) continue;
    rows.slot.push_back(entry.slot);
    rows.weight.push_back(weight);
    rounded_sum += weight;
    if (weight > rows.weight[largest]) largest = rows.weight.size() - 1;
  }
  rows.weight[largest] = float(rows.weight[largest] + (1.0 - rounded_sum));
}

/// Merges repeated entries of a joint in a row.
void merge_twins(std::vector<Entry>& row) {
  std::stable_sort(row.begin(), row.end(),
                   [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (kept > 0 && row[kept - 1].slot == row[i].slot) {
      row[kept - 1].weight += row[i].weight;
    } else {
      row[kept++] = row[i];
    }
  }
  row.resize(kept);
}

/// Keeps the `most` largest entries, in order; returns the sum of the others.
double keep_largest(std::vector<Entry>& row, std::size_t most) {
  if (most == 0 || row.size() <= most) return 0.0;
  std::stable_sort(row.begin(), row.end(),
                   [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
  double dropped = 0.0;
  for (std::size_t i = most; i < row.size(); ++i) dropped += row[i].weight;
  row.resize(most);
  std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
  return dropped;
}

/// Adds a corner's contribution to its vertex's tangent: the bind tangent is a combination of the
/// corner's two edges at bind; the same combination of the posed edges is added. Larger corners
/// count more.
void add_bent_tangents(const Mesh& bind, const std::vector<glm::vec3>& posed,
                       const std::vector<glm::vec4>& tangents, std::vector<glm::dvec3>& sums) {
  for (std::size_t face = 0; face < bind.face_count(); ++face) {
    const std::uint32_t begin = bind.face_begin[face], count = bind.face_begin[face + 1] - begin;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t at = bind.corner_vertex[begin + k],
                          next = bind.corner_vertex[begin + (k + 1) % count],
                          last = bind.corner_vertex[begin + (k + count - 1) % count];
      const glm::dvec3 a(bind.positions[next] - bind.positions[at]),
          b(bind.positions[last] - bind.positions[at]);
      const double aa = glm::dot(a, a), ab = glm::dot(a, b), bb = glm::dot(b, b),
                   area_squared = aa * bb - ab * ab;
      if (!(area_squared > 1e-12 * aa * bb)) continue;
      const glm::dvec3 tangent{glm::vec3(tangents[at])};
      const double ta = glm::dot(tangent, a), tb = glm::dot(tangent, b);
      const double along_a = (ta * bb - tb * ab) / area_squared,
                   along_b = (tb * aa - ta * ab) / area_squared;
      const glm::dvec3 bent = along_a * glm::dvec3(posed[next] - posed[at]) +
                              along_b * glm::dvec3(posed[last] - posed[at]);
      sums[at] += std::sqrt(area_squared) * bent;
    }
  }
}

/// Unit tangents perpendicular to the posed normals; the bind tangent where undefined.
void bend_tangents(const Mesh& bind, const Derived::Skinned& skinned, VertexAttribute& attribute) {
  const std::size_t vertices = bind.positions.size();
  std::vector<glm::vec4> tangents(vertices);
  std::memcpy(tangents.data(), attribute.bytes.data(), attribute.bytes.size());
  std::vector<glm::dvec3> sums(vertices, glm::dvec3(0.0));
  add_bent_tangents(bind, skinned.positions, tangents, sums);
  for (std::size_t v = 0; v < vertices; ++v) {
    glm::dvec3 bent = sums[v];
    if (skinned.normals.size() == vertices)
      bent -= glm::dot(bent, glm::dvec3(skinned.normals[v])) * glm::dvec3(skinned.normals[v]);
    const double length = glm::length(bent);
    if (length > 0.0 && std::isfinite(length))
      tangents[v] = glm::vec4(glm::vec3(bent / length), tangents[v].w);
  }
  std::memcpy(attribute.bytes.data(), tangents.data(), attribute.bytes.size());
}

/// Turns tangents with the surface. Drops tangents of another type and all morph targets.
void bend_directions(const Mesh& bind, const Derived::Skinned& skinned, Mesh& mesh) {
  constexpr int kFloatType = 5126;
  const auto is_tangent = [](const VertexAttribute& attribute) {
    return attribute.name == "TANGENT";
  };
  std::erase_if(mesh.attributes, [&](const VertexAttribute& attribute) {
    return is_tangent(attribute) &&
           (attribute.width != 4 || attribute.component_type != kFloatType);
  });
  for (VertexAttribute& attribute : mesh.attributes) {
    if (is_tangent(attribute)) bend_tangents(bind, skinned, attribute);
  }
  mesh.morph_targets.clear();
}

std::shared_ptr<const Mesh> posed_mesh(const Mesh& mesh, const Derived::Skinned& skinned) {
  auto posed = std::make_shared<Mesh>(mesh);
  posed->positions = skinned.positions;
  posed->weights.reset();
  bend_directions(mesh, skinned, *posed);
  if (skinned.normals.size() != mesh.positions.size()) return posed;
  posed->normals = skinned.normals;
  posed->corner_normal = mesh.corner_vertex;
  return posed;
}

/// The morphed surface in the node's own space, which may be mirrored.
Derived::Skinned morphed(const Node& node) {
  const std::vector<float> weights = active_morph_weights(node);
  Derived::Skinned surface;
  surface.positions = morphed_positions(*node.mesh, weights);
  surface.normals =
      morphed_normals(*node.mesh, make_surface(*node.mesh), weights, surface.positions);
  surface.normals.resize(surface.positions.size());  // the source vertices come first
  return surface;
}

}  // namespace

SkinRows skin_rows(const Influences& influences, std::uint32_t joint_count,
                   std::uint32_t max_influences) {
  SkinRows rows;
  std::vector<Entry> row;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    row.clear();
    for (std::uint32_t e = influences.row_begin(v); e < influences.row_end(v); ++e) {
      if (influences.weight[e] > 0.0f) row.push_back({influences.joint[e], influences.weight[e]});
    }
    merge_twins(row);
    const double dropped = keep_largest(row, max_influences);
    rows.largest_dropped_weight = std::max(rows.largest_dropped_weight, float(dropped));
    if (row.empty()) {
      row.push_back({joint_count, 1.0});
      rows.uses_static_joint = true;
    }
    append_normalized(rows, row);
    rows.longest_row =
        std::max(rows.longest_row, std::uint32_t(rows.slot.size()) - rows.row_begin.back());
    rows.row_begin.push_back(std::uint32_t(rows.slot.size()));
  }
  return rows;
}

Influences influences_from(const ExplicitWeights& weights, const Skeleton& skeleton) {
  std::unordered_map<Id, std::uint32_t> index_of;
  for (const Joint& joint : skeleton.joints)
    index_of.emplace(joint.id, std::uint32_t(index_of.size()));
  Influences influences;
  for (std::size_t v = 0; v + 1 < weights.row_begin.size(); ++v) {
    for (std::uint32_t e = weights.row_begin[v]; e < weights.row_begin[v + 1]; ++e) {
      const auto found = index_of.find(weights.joint[e]);
      if (found == index_of.end()) continue;
      influences.joint.push_back(found->second);
      influences.weight.push_back(weights.weight[e]);
    }
    influences.end_row();
  }
  return influences;
}

Scene posed_scene(const Scene& scene, const Derived& derived) {
  Scene posed = scene;
  posed.motions.clear();
  posed.springs.reset();
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = posed.nodes[n];
    const bool is_rigid = node.bound_to == kNoId;
    if (node.joint != kNoId) {  // its skeleton is removed
      const Skeleton& skeleton = *scene.nodes[at(node.parent)].skeleton;
      node.local = glm::mat4(posed_place(skeleton, joint_index(skeleton, node.joint)) *
                             glm::dmat4(node.local));
      node.joint = kNoId;
    }
    node.skeleton.reset();
    node.bound_to = kNoId;
    node.explicit_weights = false;
    const Derived::Skinned* skinned = derived.posed(node);
    if (!skinned) continue;
    if (is_rigid) {
      node.mesh = posed_mesh(*node.mesh, morphed(node));
      node.morph_weights.clear();
      continue;
    }
    Node surface = node;  // in world space; the node keeps its transform for its children
    surface.id = take_id(posed);
    surface.parent = -1;
    surface.local = glm::mat4(1.0f);
    surface.mesh = posed_mesh(*node.mesh, *skinned);
    surface.morph_weights.clear();
    node.mesh.reset();
    node.carried.clear();
    node.morph_weights.clear();
    posed.nodes.push_back(std::move(surface));
  }
  return posed;
}

}  // namespace marrow::io
