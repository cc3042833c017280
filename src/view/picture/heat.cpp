#include "view/picture/heat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rig/fit/weight_target.h"
#include "rig/skinning/weights.h"
#include "scene/parallel.h"
#include "view/picture/strokes.h"

namespace marrow::view {

namespace {
/// Rounding makes equal positions differ by less than this, relative to their coordinates.
constexpr float kRounding = 4e-6f;

/// Index of the heat map's joint in the mesh's skeleton; -1: it does not affect this mesh.
int heat_index_of(const Picture& picture, const DeformedMesh& mesh) {
  const Node* node = find_node(*picture.scene, mesh.skeleton);
  return node && node->skeleton ? joint_index(*node->skeleton, picture.show.heat_joint) : -1;
}

std::size_t most_influences(const Picture& picture) {
  std::size_t most = 0;
  for (const DeformedMesh& mesh : picture.deformed->meshes())
    most = std::max(most, mesh.coverage.histogram.size());
  return most > 0 ? most - 1 : 0;
}

/// The mesh in the picture's reference; nullptr if they cannot be compared.
const DeformedMesh* counterpart_of(const Picture& picture, const DeformedMesh& mesh) {
  const DeformedMesh* other = picture.reference->mesh(mesh.node);
  const bool is_comparable = other && other->bind_positions.size() == mesh.bind_positions.size() &&
                             is_finite(mesh.world_from_output) &&
                             is_finite(other->world_from_output);
  return is_comparable ? other : nullptr;
}

/// World positions of a vertex in a mesh and in its counterpart.
struct Pair {
  const DeformedMesh& mesh;
  const DeformedMesh& other;
  const std::vector<glm::vec3>& mesh_positions = mesh.positions();
  const std::vector<glm::vec3>& other_positions = other.positions();
  glm::vec3 here(std::size_t v) const {
    return glm::vec3(mesh.world_from_output * glm::vec4(mesh_positions[v], 1.0f));
  }
  glm::vec3 there(std::size_t v) const {
    return glm::vec3(other.world_from_output * glm::vec4(other_positions[v], 1.0f));
  }
};

constexpr std::size_t kHeatGrain = 1 << 14;  ///< vertices per chunk of a thread

/// The largest distance of all vertices, 0 if it is only rounding. NaN counts as no difference.
HeatScale difference_scale(const Picture& picture) {
  float farthest = 0.0f, size = 0.0f;  // squares
  for (const DeformedMesh& mesh : picture.deformed->meshes()) {
    const DeformedMesh* other = counterpart_of(picture, mesh);
    if (!other) continue;
    const Pair pair{mesh, *other};
    // One entry per chunk.
    std::vector<glm::vec2> most(mesh.bind_positions.size() / kHeatGrain + 1, glm::vec2(0.0f));
    parallel_for(mesh.bind_positions.size(), kHeatGrain, [&](std::size_t begin, std::size_t end) {
      glm::vec2 squares(0.0f);
      for (std::size_t v = begin; v < end; ++v) {
        const glm::vec3 here = pair.here(v), apart = here - pair.there(v);
        const glm::vec2 now(glm::dot(apart, apart), glm::dot(here, here));
        squares = {now.x > squares.x ? now.x : squares.x, now.y > squares.y ? now.y : squares.y};
      }
      most[begin / kHeatGrain] = squares;
    });
    for (const glm::vec2& squares : most) {
      farthest = std::max(farthest, squares.x);
      size = std::max(size, squares.y);
    }
  }
  const float zero = kRounding * std::min(std::sqrt(size), std::numeric_limits<float>::max());
  const float high = std::min(std::sqrt(farthest), std::numeric_limits<float>::max());
  return {high > zero ? high : 0.0f, zero};
}

using Colors = std::vector<glm::u8vec4>;

/// A palette as a table of bytes.
class Ramp {
 public:
  explicit Ramp(Palette palette) {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      bytes_[i] = to_bytes(palette_color(palette, float(i) / 255.0f));
  }
  glm::u8vec4 at(float t) const {
    return bytes_[std::size_t((t > 0.0f ? std::min(t, 1.0f) : 0.0f) * 255.0f + 0.5f)];
  }

 private:
  std::array<glm::u8vec4, 256> bytes_;
};

/// Calls paint(v) for all vertices, from several threads.
template <typename Paint>
void for_each_vertex(std::size_t vertices, Paint paint) {
  parallel_for(vertices, kHeatGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) paint(v);
  });
}

/// Calls paint(v, entry) for each vertex of the heat map's joint, where `entry` is an index into
/// the influences.
template <typename Paint>
void for_each_held(const Picture& picture, const DeformedMesh& mesh, std::size_t vertices,
                   Paint paint) {
  const int joint = heat_index_of(picture, mesh);
  const Influences& influences = mesh.influences;
  if (joint < 0) return;
  for_each_vertex(vertices, [&](std::size_t v) {
    for (std::uint32_t i = influences.row_begin(v); i < influences.row_end(v); ++i)
      if (influences.joint[i] == std::uint32_t(joint) && influences.weight[i] > 0.0f) paint(v, i);
  });
}

void color_all_joints(const DeformedMesh& mesh, std::size_t vertices, Colors& colors) {
  const Influences& influences = mesh.influences;
  std::vector<glm::vec4> of_joint;
  for (std::size_t joint = 0; joint < mesh.captured.size(); ++joint)
    of_joint.push_back(255.0f * joint_color(joint));
  for_each_vertex(vertices, [&](std::size_t v) {
    if (influences.row_size(v) == 0) return;
    glm::vec4 mean(0.5f);  // the conversion to an integer truncates, so 0.5 rounds
    for (std::uint32_t i = influences.row_begin(v); i < influences.row_end(v); ++i)
      mean += influences.weight[i] * of_joint[influences.joint[i]];
    colors[v] = glm::u8vec4(glm::clamp(mean, 0.0f, 255.0f));
  });
}

void color_misplaced(const Picture& picture, const DeformedMesh& mesh, std::size_t vertices,
                     const Ramp& ramp, Colors& colors) {
  constexpr float kNothing = 1e-4f;
  const Node* node = find_node(*picture.scene, mesh.skeleton);
  if (!node || !node->skeleton || !mesh.mesh->weights) return;
  const Influences wanted = explicit_influences(*node->skeleton, *mesh.mesh->weights);
  for_each_vertex(vertices, [&](std::size_t v) {
    const auto misplaced =
        float(misplaced_weight(mesh.influences, std::uint32_t(v), wanted, mesh.surface->source[v]));
    if (misplaced > kNothing) colors[v] = ramp.at(misplaced);
  });
}

void color_difference(const Picture& picture, const DeformedMesh& mesh, const HeatScale& scale,
                      const Ramp& ramp, Colors& colors) {
  const DeformedMesh* other = counterpart_of(picture, mesh);
  if (!other || scale.high <= 0.0f) return;
  const Pair pair{mesh, *other};
  for_each_vertex(colors.size(), [&](std::size_t v) {
    const float distance = glm::distance(pair.here(v), pair.there(v));
    if (distance > scale.zero) colors[v] = ramp.at(distance / scale.high);
  });
}

std::uint64_t bits_of(float value) { return glm::floatBitsToUint(value); }
}  // namespace

void add_pose(std::vector<std::uint64_t>& key, const DeformedMesh& mesh) {
  key.insert(key.end(), {mesh.shape_revision, mesh.pose_revision});
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) key.push_back(bits_of(mesh.world_from_output[column][row]));
}

bool is_mostly_uncovered(const DeformedMesh& mesh) {
  return mesh.skeleton != kNoId && mesh.mesh &&
         2 * std::size_t{mesh.coverage.uncovered} > mesh.mesh->positions.size();
}

bool tints_uncovered(const Picture& picture, const DeformedMesh& mesh) {
  return picture.show.uncovered && picture.show.colors != MeshColors::uncovered &&
         is_mostly_uncovered(mesh);
}

bool has_heat_map(const Picture& picture) {
  switch (picture.show.colors) {
    case MeshColors::joint_weight:
    case MeshColors::distance:
      return find_joint(*picture.scene, picture.show.heat_joint).joint >= 0;
    case MeshColors::difference:
      return picture.reference != nullptr;
    case MeshColors::all_joints:
    case MeshColors::influence_count:
    case MeshColors::uncovered:
    case MeshColors::misplaced:
      return true;
    case MeshColors::plain:
      break;
  }
  return false;
}

HeatScale heat_scale(const Picture& picture) {
  if (!has_heat_map(picture)) return {};
  switch (picture.show.colors) {
    case MeshColors::influence_count:
      return {float(std::max(most_influences(picture), std::size_t{2})), 0.0f};
    case MeshColors::distance:
      return {joint_of(*picture.scene, picture.show.heat_joint)->radii().largest(), 0.0f};
    case MeshColors::difference:
      return difference_scale(picture);
    default:
      return {};
  }
}

HeatRange heat_range(const Picture& picture) {
  if (!has_heat_map(picture)) return {};
  const float high = heat_scale(picture).high;
  switch (picture.show.colors) {
    case MeshColors::joint_weight:
    case MeshColors::misplaced:
      return {0.0f, 1.0f, "weight"};
    case MeshColors::influence_count:
      return {1.0f, high, "joints"};
    case MeshColors::distance:
    case MeshColors::difference:
      return {0.0f, high, "units"};
    default:
      return {};
  }
}

std::vector<glm::u8vec4> heat_colors(const Picture& picture, const DeformedMesh& mesh,
                                     const HeatScale& scale) {
  Colors colors(mesh.bind_positions.size(), to_bytes(kNeutral));
  const Influences& influences = mesh.influences;
  const std::size_t vertices = std::min(colors.size(), influences.vertex_count());
  const Ramp ramp(picture.show.palette);
  switch (picture.show.colors) {
    case MeshColors::joint_weight:
      for_each_held(picture, mesh, vertices, [&](std::size_t v, std::uint32_t i) {
        colors[v] = ramp.at(influences.weight[i]);
      });
      break;
    case MeshColors::distance:
      if (!influences.distance.empty() && scale.high > 0.0f)
        for_each_held(picture, mesh, vertices, [&](std::size_t v, std::uint32_t i) {
          colors[v] = ramp.at(influences.distance[i] / scale.high);
        });
      break;
    case MeshColors::all_joints:
      color_all_joints(mesh, vertices, colors);
      break;
    case MeshColors::influence_count:
      for_each_vertex(vertices, [&](std::size_t v) {
        if (const std::uint32_t count = influences.row_size(v))
          colors[v] = ramp.at(float(count - 1) / (scale.high - 1.0f));
      });
      break;
    case MeshColors::uncovered:
      if (mesh.skeleton == kNoId) break;
      for_each_vertex(vertices, [&](std::size_t v) {
        if (influences.row_size(v) == 0) colors[v] = to_bytes(kUncovered);
      });
      break;
    case MeshColors::misplaced:
      color_misplaced(picture, mesh, vertices, ramp, colors);
      break;
    case MeshColors::difference:
      color_difference(picture, mesh, scale, ramp, colors);
      break;
    case MeshColors::plain:
      break;
  }
  return colors;
}

std::vector<std::uint64_t> heat_key(const Picture& picture, const DeformedMesh& mesh) {
  if (!has_heat_map(picture)) return {};
  const Show& show = picture.show;
  std::vector<std::uint64_t> key{std::uint64_t(show.colors), std::uint64_t(show.palette)};
  switch (show.colors) {
    case MeshColors::joint_weight:
    case MeshColors::distance:
      key.insert(key.end(), {show.heat_joint, std::uint64_t(heat_index_of(picture, mesh)),
                             bits_of(heat_scale(picture).high)});
      break;
    case MeshColors::influence_count:
      key.push_back(bits_of(heat_scale(picture).high));
      break;
    case MeshColors::difference:  // the farthest vertex of any mesh scales all of them
      for (const DeformedMesh& any : picture.deformed->meshes()) {
        const DeformedMesh* other = counterpart_of(picture, any);
        if (!other) continue;
        add_pose(key, any);
        add_pose(key, *other);
      }
      break;
    default:
      break;
  }
  return key;
}

}  // namespace marrow::view
