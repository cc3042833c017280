#include "edit/posed_sources.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "io/error.h"
#include "io/formats.h"
#include "rig/playback.h"
#include "scene/morph.h"

namespace marrow {

namespace {

bool follows_skeleton(const Node& node, Id skeleton) {
  return skeleton != kNoId && node.mesh != nullptr && node.bound_to == skeleton;
}

/// Calls take(channel) for what keys morph weights of the skeleton's meshes.
template <typename Take>
void for_each_shape_channel(const Scene& scene, Id skeleton, const Motion& motion, Take take) {
  for (const MotionTrack& track : motion.tracks) {
    const Node* node = find_node(scene, track.target);
    if (node == nullptr || !follows_skeleton(*node, skeleton)) continue;
    for (const MotionChannel& channel : track.channels)
      if (channel.property == MotionProperty::morph_weights) take(channel);
  }
}

/// Rising times of their keys.
std::vector<float> shape_key_times(const Scene& scene, Id skeleton, const Motion& motion) {
  std::vector<float> times;
  for_each_shape_channel(scene, skeleton, motion, [&](const MotionChannel& channel) {
    times.insert(times.end(), channel.times.begin(), channel.times.end());
  });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Active weights of the skeleton's meshes, one list each.
using ShapeWeights = std::vector<std::vector<float>>;

ShapeWeights shape_weights(const Scene& scene, Id skeleton) {
  ShapeWeights weights;
  for (const Node& node : scene.nodes)
    if (follows_skeleton(node, skeleton)) weights.push_back(active_morph_weights(node));
  return weights;
}

bool is_at_rest(const ShapeWeights& weights) {
  return std::all_of(weights.begin(), weights.end(), [](const auto& of) { return of.empty(); });
}

/// All meshes, the skeleton's in their shape, world space.
std::vector<glm::vec3> shaped_positions(const Scene& scene, Id skeleton,
                                        const ShapeWeights& weights) {
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  std::vector<glm::vec3> places;
  std::size_t next = 0;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    const std::vector<float> none;
    const std::vector<float>& its = follows_skeleton(node, skeleton) ? weights[next++] : none;
    for (const glm::vec3& position : morphed_positions(*node.mesh, its))
      places.push_back(glm::vec3(worlds[n] * glm::vec4(position, 1.0f)));
  }
  return places;
}

PosedSurface surface_of(const std::string& file, const ProgressCallback& progress) {
  const Scene scene = io::load(file, progress).scene;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.bound_to != kNoId)
      throw io::Error(std::filesystem::path(file).filename().string(), node.name,
                      "a posed mesh that follows no skeleton, as an OBJ file has it");
  return {std::filesystem::path(file).stem().string(), shaped_positions(scene, kNoId, {})};
}

struct VertexCounts {
  std::size_t own = 0;  ///< of the skeleton's meshes
  std::size_t all = 0;  ///< of all meshes
  std::string names;    ///< of the skeleton's meshes
};

VertexCounts vertex_counts(const Scene& scene, Id skeleton) {
  VertexCounts counts;
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    counts.all += node.mesh->positions.size();
    if (!follows_skeleton(node, skeleton)) continue;
    counts.own += node.mesh->positions.size();
    counts.names += (counts.names.empty() ? "" : ", ") + node.name;
  }
  return counts;
}

/// Empty: the file's vertices can be those of the scene.
std::string why_other_mesh(const std::string& file, std::size_t vertices,
                           const VertexCounts& counts) {
  if (vertices == counts.own || vertices == counts.all) return {};
  return fmt::format(
      "{}: {} vertices, expected {}, those of {}. Pose that mesh in the other program, and export "
      "it with all its vertices in their order.",
      std::filesystem::path(file).filename().string(), vertices, counts.own, counts.names);
}

}  // namespace

bool moves_shapes(const Scene& scene, Id skeleton, const Motion& motion) {
  bool moves = false;
  for_each_shape_channel(scene, skeleton, motion, [&](const MotionChannel& channel) {
    moves = moves || !channel.times.empty();
  });
  return moves;
}

std::vector<PosedSurface> shape_key_surfaces(const Scene& scene, Id skeleton, const Motion& motion,
                                             std::size_t most) {
  std::vector<std::pair<float, ShapeWeights>> shapes;
  for (const float time : shape_key_times(scene, skeleton, motion)) {
    ShapeWeights weights = shape_weights(at_time(scene, motion, time), skeleton);
    const bool is_known = std::any_of(shapes.begin(), shapes.end(),
                                      [&](const auto& one) { return one.second == weights; });
    if (!is_known && !is_at_rest(weights)) shapes.emplace_back(time, std::move(weights));
  }
  const std::size_t count = std::min(shapes.size(), most);
  std::vector<PosedSurface> surfaces;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t place = count > 1 ? k * (shapes.size() - 1) / (count - 1) : 0;
    surfaces.push_back({fmt::format("{} at {:.2f} s", motion.name, shapes[place].first),
                        shaped_positions(scene, skeleton, shapes[place].second)});
  }
  return surfaces;
}

PosedSurfaces posed_surfaces(const Scene& scene, Id skeleton, const PosedSources& sources,
                             const ProgressCallback& progress) {
  PosedSurfaces found;
  const VertexCounts counts = vertex_counts(scene, skeleton);
  const double parts = double(sources.files.size()) + (sources.shape_keys ? 1.0 : 0.0);
  try {
    for (const std::string& file : sources.files) {
      const double done = double(found.surfaces.size());
      found.surfaces.push_back(surface_of(
          file, [&](double share) { return goes_on(progress, (done + share) / parts); }));
      found.problem = why_other_mesh(file, found.surfaces.back().positions.size(), counts);
      if (!found.problem.empty()) return found;
    }
  } catch (const Stopped&) {
    return {.surfaces = {}, .problem = {}, .is_stopped = true};
  }
  if (!sources.shape_keys) return found;
  std::vector<PosedSurface> shapes = shape_key_surfaces(scene, skeleton, *sources.shape_keys);
  if (shapes.empty())
    found.problem = fmt::format(
        "\"{}\" has no keys that change the shape of a mesh of this skeleton: choose another "
        "motion, or key shapes first.",
        sources.shape_keys->name);
  std::move(shapes.begin(), shapes.end(), std::back_inserter(found.surfaces));
  return found;
}

}  // namespace marrow
