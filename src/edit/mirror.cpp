#include "edit/mirror.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "scene/joint_words.h"

namespace marrow {
namespace {

constexpr double kLopsided = 5e-4;     // mean cube of the distance from the middle, in widths
constexpr double kEven = 0.1;          // share of the other axis's lopsidedness
constexpr float kAboutMiddle = 0.05f;  // share of the width

glm::vec3 origin_of(const std::vector<glm::mat4>& bind, std::size_t joint) {
  return glm::vec3(bind[joint][3]);
}

glm::vec3 tip_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, std::size_t joint) {
  return glm::vec3(bind[joint] * glm::vec4(skeleton.joints[joint].extent, 1.0f));
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) * 0.5;
}

std::vector<int> partners_by_name(const Skeleton& skeleton) {
  std::unordered_map<std::string_view, int> by_name;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
    by_name.emplace(skeleton.joints[j].name, int(j));
  std::vector<int> other(skeleton.joints.size());
  for (std::size_t j = 0; j < other.size(); ++j) {
    const std::optional<std::string> name = mirrored_name(skeleton.joints[j].name);
    const auto found = name ? by_name.find(*name) : by_name.end();
    other[j] = !name ? int(j) : found == by_name.end() ? -1 : found->second;
  }
  return other;
}

glm::vec3 reflected(const MirrorPairs& plane, glm::vec3 point) {
  point[plane.axis] = 2.0f * plane.offset - point[plane.axis];
  return point;
}

/// Diagonal of the bind bounds of bones and bound meshes, in skeleton units.
float model_size(const Deformer& deformer, const Skeleton& skeleton, const PosedSkeleton& posed) {
  Bounds bounds;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    bounds.add(origin_of(posed.bind, j));
    bounds.add(tip_of(skeleton, posed.bind, j));
  }
  for (const DeformedMesh& mesh : deformer.meshes())
    if (mesh.skeleton == posed.node)
      for (const glm::vec3& point : mesh.bind_positions) bounds.add(point);
  return bounds.diagonal();
}

std::uint32_t captured_by(const PosedSkeleton& posed, std::size_t joint) {
  return joint < posed.captured.size() ? posed.captured[joint] : 0;
}

SideRow compared(const Skeleton& skeleton, const PosedSkeleton& posed, const MirrorPairs& pairs,
                 std::size_t left, std::size_t right) {
  const std::vector<glm::mat4>& bind = posed.bind;
  const auto length = [&](std::size_t j) {
    return glm::distance(origin_of(bind, j), tip_of(skeleton, bind, j));
  };
  SideRow row;
  row.left = skeleton.joints[left].id;
  row.right = skeleton.joints[right].id;
  row.position = glm::distance(origin_of(bind, left), reflected(pairs, origin_of(bind, right)));
  row.tip =
      glm::distance(tip_of(skeleton, bind, left), reflected(pairs, tip_of(skeleton, bind, right)));
  row.length = length(right) - length(left);
  const Radii on_left = skeleton.joints[left].radii(), on_right = skeleton.joints[right].radii();
  const float at_origin = on_right.at_origin - on_left.at_origin,
              at_tip = on_right.at_tip - on_left.at_tip;
  row.radius = std::abs(at_tip) > std::abs(at_origin) ? at_tip : at_origin;
  row.left_captured = captured_by(posed, left);
  row.right_captured = captured_by(posed, right);
  return row;
}

/// The largest ratio of a difference in the row to the allowed difference.
double unevenness(const SideRow& row, float size) {
  const double allowed_length = std::max(1e-3 * double(size), 1e-12);
  const double most = std::max({row.position, row.tip, std::abs(row.length), std::abs(row.radius)});
  const double captured = std::max(row.left_captured, row.right_captured);
  const double apart = std::abs(double(row.left_captured) - double(row.right_captured));
  return std::max(most / allowed_length, captured > 0.0 ? apart / (0.02 * captured) : 0.0);
}

SideRow alone(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint) {
  SideRow row;
  row.left = skeleton.joints[joint].id;
  row.left_captured = captured_by(posed, joint);
  row.is_even = false;
  return row;
}

}  // namespace

std::optional<std::string> mirrored_name(std::string_view name) {
  const std::optional<SideMark> mark = side_mark(name);
  if (!mark) return std::nullopt;
  const auto is_upper = [&](std::size_t i) { return name[i] >= 'A' && name[i] <= 'Z'; };
  std::string opposite(mark->opposite);  // "Left", "LEFT" or "left"
  for (std::size_t i = 0; i < opposite.size(); ++i)
    if (is_upper(mark->begin + (i > 0 ? 1 : 0))) opposite[i] -= 'a' - 'A';
  std::string other(name);
  return other.replace(mark->begin, mark->size, opposite);
}

std::optional<bool> is_left_name(std::string_view name) {
  const std::optional<SideMark> mark = side_mark(name);
  return mark ? std::optional(mark->side == BodySide::left) : std::nullopt;
}

Id mirror_partner(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return kNoId;
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  const Joint& named = skeleton.joints[std::size_t(ref.joint)];
  const std::optional<std::string> name = mirrored_name(named.name);
  const int partner = name ? joint_index(skeleton, *name) : -1;
  return partner < 0 ? kNoId : skeleton.joints[std::size_t(partner)].id;
}

MirrorPairs mirror_pairs(const Skeleton& skeleton, const std::vector<glm::mat4>& bind) {
  MirrorPairs pairs{.other = partners_by_name(skeleton)};
  if (bind.size() != skeleton.joints.size()) return pairs;
  glm::dvec3 apart(0.0);
  std::array<std::vector<double>, 3> middles;
  const auto take = [&](const glm::dvec3& a, const glm::dvec3& b) {
    apart += glm::abs(a - b);
    for (int axis = 0; axis < 3; ++axis)
      middles[std::size_t(axis)].push_back((a[axis] + b[axis]) * 0.5);
  };
  for (std::size_t j = 0; j < bind.size(); ++j) {
    if (pairs.other[j] <= int(j)) continue;
    const auto k = std::size_t(pairs.other[j]);
    take(origin_of(bind, j), origin_of(bind, k));
    take(tip_of(skeleton, bind, j), tip_of(skeleton, bind, k));
  }
  for (int axis : {1, 2})
    if (apart[axis] > apart[pairs.axis]) pairs.axis = axis;
  pairs.offset = float(median(std::move(middles[std::size_t(pairs.axis)])));
  return pairs;
}

MirrorPairs sides_of_body(const Scene& scene, int node, const std::vector<glm::mat4>& bind) {
  const Node& rig = scene.nodes[std::size_t(node)];
  MirrorPairs pairs = mirror_pairs(*rig.skeleton, bind);
  for (std::size_t j = 0; j < pairs.other.size(); ++j)
    if (pairs.other[j] >= 0 && pairs.other[j] != int(j)) return pairs;
  const glm::mat4 skeleton_from_world = glm::inverse(world_from_node(scene, node));
  Bounds bounds;
  glm::dvec3 lopsided(0.0);
  std::size_t count = 0;
  for (const bool finds_bounds : {true, false})
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (!scene.nodes[n].mesh || scene.nodes[n].bound_to != rig.id) continue;
      const glm::mat4 skeleton_from_mesh = skeleton_from_world * world_from_node(scene, int(n));
      for (const glm::vec3& position : scene.nodes[n].mesh->positions) {
        const glm::vec3 point(skeleton_from_mesh * glm::vec4(position, 1.0f));
        if (finds_bounds) {
          bounds.add(point);
          continue;
        }
        const glm::dvec3 side = glm::dvec3(point - bounds.center()) /
                                glm::max(glm::dvec3(bounds.high - bounds.low), 1e-12);
        lopsided += side * side * side;
        ++count;
      }
    }
  if (bounds.empty()) return pairs;
  lopsided = glm::abs(lopsided) / double(std::max(count, std::size_t{1}));
  if (lopsided.x > kLopsided && lopsided.z < kEven * lopsided.x) pairs.axis = 2;
  const float middle = bounds.center()[pairs.axis],
              width = bounds.high[pairs.axis] - bounds.low[pairs.axis];
  pairs.offset = std::abs(middle) <= kAboutMiddle * width ? 0.0f : middle;
  return pairs;
}

std::vector<SideRow> side_report(const Scene& scene, const Deformer& deformer, Id skeleton_node) {
  const Node* node = find_node(scene, skeleton_node);
  const PosedSkeleton* posed = deformer.skeleton(skeleton_node);
  if (!node || !node->skeleton || !posed || posed->bind.size() != node->skeleton->joints.size())
    return {};
  const Skeleton& skeleton = *node->skeleton;
  const MirrorPairs pairs = mirror_pairs(skeleton, posed->bind);
  const float size = model_size(deformer, skeleton, *posed);
  std::vector<SideRow> rows, without_partner;
  for (std::size_t j = 0; j < pairs.other.size(); ++j) {
    const std::optional<SideMark> mark = side_mark(skeleton.joints[j].name);
    if (!mark) continue;
    if (pairs.other[j] < 0) without_partner.push_back(alone(skeleton, *posed, j));
    if (pairs.other[j] < 0 || mark->side != BodySide::left) continue;
    rows.push_back(compared(skeleton, *posed, pairs, j, std::size_t(pairs.other[j])));
    rows.back().is_even = unevenness(rows.back(), size) <= 1.0;
  }
  std::stable_sort(rows.begin(), rows.end(), [size](const SideRow& a, const SideRow& b) {
    return unevenness(a, size) > unevenness(b, size);
  });
  rows.insert(rows.end(), without_partner.begin(), without_partner.end());
  return rows;
}

}  // namespace marrow
