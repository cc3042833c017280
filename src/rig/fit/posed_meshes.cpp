#include "rig/fit/posed_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "rig/implementations.h"
#include "rig/polar_parts.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kNearbyBones = 8;  // that may move a vertex
constexpr int kTurns = 8;                // weights, motions, weights, ...
constexpr float kNoWeight = 0.002f;      // what is less is none
constexpr std::size_t kPosedGrain = 256;

glm::dvec3 image_of(const glm::mat4& matrix, const glm::vec3& point) {
  return glm::dvec3(glm::dmat4(matrix) * glm::dvec4(glm::dvec3(point), 1.0));
}

/// The rigid motion that brings weighted points nearest to others (Horn 1987, by the polar parts of
/// their correlation). None where the points say too little.
class RigidMotion {
 public:
  void add(const glm::dvec3& from, const glm::dvec3& to, double weight) {
    weight_ += weight;
    from_ += weight * from;
    to_ += weight * to;
    correlation_ += weight * glm::outerProduct(to, from);
    ++count_;
  }
  std::optional<glm::mat4> motion() const {
    if (count_ < 4 || !(weight_ > 0.0)) return std::nullopt;
    const glm::dvec3 from = from_ / weight_, to = to_ / weight_;
    const glm::dmat3 about_means = correlation_ / weight_ - glm::outerProduct(to, from);
    const double size =
        std::abs(about_means[0][0]) + std::abs(about_means[1][1]) + std::abs(about_means[2][2]);
    if (!(size > 0.0)) return std::nullopt;
    const glm::dmat3 rotation =
        glm::mat3_cast(polar_parts(glm::mat4(glm::mat3(about_means / size))).rotation);
    glm::dmat4 motion(rotation);
    motion[3] = glm::dvec4(to - rotation * from, 1.0);
    return glm::mat4(motion);
  }

 private:
  double weight_ = 0.0;
  glm::dvec3 from_{0.0}, to_{0.0};
  glm::dmat3 correlation_{0.0};
  std::size_t count_ = 0;
};

/// The bones that are nearest to each vertex.
std::vector<std::array<std::uint32_t, kNearbyBones>> nearby_bones(const FitRig& rig) {
  std::vector<std::array<std::uint32_t, kNearbyBones>> nearby(rig.positions.size());
  const std::size_t count = std::min(kNearbyBones, rig.bones.size());
  parallel_for(nearby.size(), kPosedGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<double, std::uint32_t>> all(rig.bones.size());
    for (std::size_t v = begin; v < end; ++v) {
      for (std::uint32_t j = 0; j < all.size(); ++j)
        all[j] = {distance_to(rig.bones[j], rig.positions[v]), j};
      std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(count), all.end());
      nearby[v].fill(all.front().second);
      for (std::size_t k = 0; k < count; ++k) nearby[v][k] = all[k].second;
      std::sort(nearby[v].begin(), nearby[v].begin() + std::ptrdiff_t(count));
    }
  });
  return nearby;
}

/// Weights >= 0 with the sum 1 that make w^T G w least: Frank and Wolfe's steps with exact lengths
/// and steps away (G is small).
void least_weights(const std::vector<double>& products, std::size_t count,
                   std::vector<double>& weights) {
  constexpr int kSteps = 200;
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> slope(count, 0.0);
    double now = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < count; ++k) slope[i] += products[i * count + k] * weights[k];
      now += slope[i] * weights[i];
    }
    std::size_t to = 0, from = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (slope[i] < slope[to]) to = i;
      if (weights[i] > 0.0 && (from == count || slope[i] > slope[from])) from = i;
    }
    if (from == count || from == to || slope[from] - slope[to] <= 1e-9 * (now + 1e-30)) return;
    const double curve = products[to * count + to] + products[from * count + from] -
                         2.0 * products[to * count + from];
    const double wanted = curve > 0.0 ? (slope[from] - slope[to]) / curve : weights[from];
    const double by = std::min(wanted, weights[from]);
    weights[to] += by;
    weights[from] = by == weights[from] ? 0.0 : weights[from] - by;
  }
}

/// The best weights of each vertex over its nearby bones.
Influences best_weights(const PosedTargets& targets,
                        const std::vector<std::array<std::uint32_t, kNearbyBones>>& nearby) {
  const PosedTarget target(targets);
  const std::size_t count = std::min(kNearbyBones, targets.joints);
  std::vector<std::array<double, kNearbyBones>> found(targets.vertices);
  parallel_for(targets.vertices, kPosedGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<double> products(count * count), weights(count);
    for (std::size_t v = begin; v < end; ++v) {
      target.products(std::uint32_t(v), {nearby[v].data(), nullptr, count}, products.data());
      std::size_t least = 0;
      for (std::size_t k = 1; k < count; ++k)
        if (products[k * count + k] < products[least * count + least]) least = k;
      std::fill(weights.begin(), weights.end(), 0.0);
      weights[least] = 1.0;
      least_weights(products, count, weights);
      std::copy(weights.begin(), weights.end(), found[v].begin());
    }
  });
  Influences rows;
  for (std::size_t v = 0; v < targets.vertices; ++v) {
    double sum = 0.0;
    for (std::size_t k = 0; k < count; ++k)
      if (found[v][k] > double(kNoWeight)) sum += found[v][k];
    for (std::size_t k = 0; k < count; ++k) {
      if (!(found[v][k] > double(kNoWeight))) continue;
      rows.joint.push_back(nearby[v][k]);
      rows.weight.push_back(float(found[v][k] / sum));
    }
    rows.end_row();
  }
  return rows;
}

/// The motions of bones that the skin nearest to each tells; a bone that has too little goes with
/// its parent.
void first_motions(const FitRig& rig, const std::vector<char>& is_known, PosedTargets& targets) {
  const NearestBones nearest = nearest_bones(rig.bones, rig.positions, rig.positions.size());
  for (std::size_t m = 0; m < targets.surfaces; ++m) {
    if (is_known[m]) continue;
    std::vector<RigidMotion> motions(targets.joints);
    for (std::size_t v = 0; v < targets.vertices; ++v)
      if (nearest.joint[v] >= 0)
        motions[std::size_t(nearest.joint[v])].add(glm::dvec3(targets.bind[v]),
                                                   glm::dvec3(targets.at(m, v)), 1.0);
    for (std::size_t j = 0; j < targets.joints; ++j) {
      const int parent = rig.skeleton->joints[j].parent;
      const glm::mat4 of_parent =
          parent >= 0 ? targets.of(m, std::size_t(parent)) : glm::mat4(1.0f);
      targets.skinning[m * targets.joints + j] = motions[j].motion().value_or(of_parent);
    }
  }
}

/// Each bone's motion, the others as they are: where its share of each vertex has to go.
void better_motions(const std::vector<char>& is_known, PosedTargets& targets) {
  const Influences& rows = targets.best;
  std::vector<std::vector<std::pair<std::uint32_t, float>>> held(targets.joints);
  for (std::uint32_t v = 0; v < targets.vertices; ++v)
    for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k)
      held[rows.joint[k]].emplace_back(v, rows.weight[k]);
  parallel_for(targets.surfaces, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t m = begin; m < end; ++m) {
      for (std::size_t j = 0; !is_known[m] && j < targets.joints; ++j) {
        RigidMotion motion;
        for (const auto& [v, weight] : held[j]) {
          glm::dvec3 left(targets.at(m, v));
          for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k)
            if (rows.joint[k] != j)
              left -=
                  double(rows.weight[k]) * image_of(targets.of(m, rows.joint[k]), targets.bind[v]);
          motion.add(glm::dvec3(targets.bind[v]), left / double(weight),
                     double(weight) * double(weight));
        }
        if (const auto found = motion.motion()) targets.skinning[m * targets.joints + j] = *found;
      }
    }
  });
}

/// T of a stored pose of this name, if there is one.
bool take_stored_pose(const FitRig& rig, const std::string& name, glm::mat4* skinning) {
  const Skeleton& skeleton = *rig.skeleton;
  const auto pose = std::find_if(skeleton.poses.begin(), skeleton.poses.end(),
                                 [&](const Pose& one) { return one.name == name; });
  if (pose == skeleton.poses.end()) return false;
  Skeleton posed = skeleton;
  for (Joint& joint : posed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose->entries)
    if (const int j = joint_index(posed, entry.joint); j >= 0)
      posed.joints[std::size_t(j)].user_local = entry.user_local;
  for (int j = 0; j < int(posed.joints.size()); ++j)
    skinning[j] = glm::mat4(posed_place(posed, j) * glm::inverse(rest_place(posed, j)));
  return true;
}

/// The places of the rig's vertices among those of a surface; empty: it has another number.
std::vector<glm::vec3> places_in(const Scene& scene, const FitRig& rig,
                                 const PosedSurface& surface) {
  if (surface.positions.size() == rig.positions.size()) return surface.positions;
  std::vector<glm::vec3> places;
  std::size_t next = 0;
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    const std::size_t count = node.mesh->positions.size();
    if (next + count > surface.positions.size()) return {};
    if (std::find(rig.meshes.begin(), rig.meshes.end(), node.id) != rig.meshes.end())
      places.insert(places.end(), surface.positions.begin() + std::ptrdiff_t(next),
                    surface.positions.begin() + std::ptrdiff_t(next + count));
    next += count;
  }
  return next == surface.positions.size() && places.size() == rig.positions.size()
             ? places
             : std::vector<glm::vec3>{};
}

}  // namespace

std::optional<PosedTargets> posed_targets(const Scene& scene, const FitRig& rig,
                                          const std::vector<PosedSurface>& surfaces,
                                          const FitProgress& progress, std::string& problem) {
  PosedTargets targets{.surfaces = surfaces.size(),
                       .joints = rig.bones.size(),
                       .vertices = rig.positions.size(),
                       .skinning = {},
                       .positions = {},
                       .bind = rig.positions,
                       .best = {}};
  targets.skinning.assign(targets.surfaces * targets.joints, glm::mat4(1.0f));
  const glm::mat4 to_skeleton(
      glm::inverse(exact_world_from_node(scene, node_index(scene, rig.node))));
  std::vector<char> is_known(targets.surfaces, 0);
  for (std::size_t m = 0; m < surfaces.size(); ++m) {
    const std::vector<glm::vec3> places = places_in(scene, rig, surfaces[m]);
    if (places.empty()) {
      problem = fmt::format(
          "{} has {} vertices, expected the {} of this skeleton's meshes in "
          "their order",
          surfaces[m].name, surfaces[m].positions.size(), rig.positions.size());
      return std::nullopt;
    }
    for (const glm::vec3& place : places)
      targets.positions.push_back(glm::vec3(to_skeleton * glm::vec4(place, 1.0f)));
    is_known[m] = take_stored_pose(rig, surfaces[m].name, &targets.skinning[m * targets.joints]);
  }
  first_motions(rig, is_known, targets);
  const auto nearby = nearby_bones(rig);
  for (int turn = 0; turn < kTurns; ++turn) {
    if (progress && !progress({0.2 * double(turn) / kTurns, 0.0, "finding poses"}))
      return std::nullopt;
    targets.best = best_weights(targets, nearby);
    if (turn + 1 < kTurns) better_motions(is_known, targets);
  }
  return targets;
}

double posed_error(const PosedTargets& targets, const Influences& rows,
                   std::vector<float>* of_vertex) {
  double sum = 0.0;
  if (of_vertex) of_vertex->assign(targets.vertices, 0.0f);
  for (std::size_t v = 0; v < targets.vertices; ++v) {
    double off = 0.0;
    for (std::size_t m = 0; m < targets.surfaces; ++m) {
      glm::dvec3 place(rows.row_size(v) == 0 ? targets.bind[v] : glm::vec3(0.0f));
      for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k)
        place += double(rows.weight[k]) * image_of(targets.of(m, rows.joint[k]), targets.bind[v]);
      off += glm::length(place - glm::dvec3(targets.at(m, v)));
    }
    off /= double(std::max<std::size_t>(targets.surfaces, 1));
    if (of_vertex) (*of_vertex)[v] = float(off);
    sum += off;
  }
  return targets.vertices > 0 ? sum / double(targets.vertices) : 0.0;
}

double PosedTarget::error(std::uint32_t vertex, const FitRow& row) const {
  double sum = 0.0;
  const glm::vec3& v = targets_.bind[vertex];
  for (std::size_t m = 0; m < targets_.surfaces; ++m) {
    glm::dvec3 place(row.size == 0 ? v : glm::vec3(0.0f));
    for (std::size_t k = 0; k < row.size; ++k)
      place += row.weights[k] * image_of(targets_.of(m, row.joints[k]), v);
    const glm::dvec3 off = place - glm::dvec3(targets_.at(m, vertex));
    sum += glm::dot(off, off);
  }
  return sum / double(std::max<std::size_t>(targets_.surfaces, 1));
}

void PosedTarget::products(std::uint32_t vertex, const FitRow& row, double* products) const {
  std::fill(products, products + row.size * row.size, 0.0);
  std::vector<glm::dvec3> off(row.size);
  for (std::size_t m = 0; m < targets_.surfaces; ++m) {
    for (std::size_t k = 0; k < row.size; ++k)
      off[k] = image_of(targets_.of(m, row.joints[k]), targets_.bind[vertex]) -
               glm::dvec3(targets_.at(m, vertex));
    for (std::size_t i = 0; i < row.size; ++i)
      for (std::size_t k = 0; k < row.size; ++k)
        products[i * row.size + k] +=
            glm::dot(off[i], off[k]) / double(std::max<std::size_t>(targets_.surfaces, 1));
  }
}

}  // namespace marrow
