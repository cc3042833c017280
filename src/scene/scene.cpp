#include "scene/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "base/index.h"
#include "scene/joint_places.h"

namespace marrow {

int node_index(const Scene& scene, Id id) {
  const auto found = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                  [&](const Node& node) { return node.id == id; });
  return found == scene.nodes.end() ? -1 : int(found - scene.nodes.begin());
}

const Node* find_node(const Scene& scene, Id id) {
  const int index = node_index(scene, id);
  return index < 0 ? nullptr : &scene.nodes[std::size_t(index)];
}

std::vector<glm::mat4> world_from_nodes(const Scene& scene) {
  std::vector<glm::mat4> world;
  world.reserve(scene.nodes.size());
  JointPlaces places(JointPlaces::Where::posed);
  for (const Node& node : scene.nodes) {
    glm::mat4 local = node.local;
    if (node.joint != kNoId)
      local = glm::mat4(*places.find(*scene.nodes[at(node.parent)].skeleton, node.joint) *
                        glm::dmat4(node.local));
    world.push_back(node.parent < 0 ? local : world[at(node.parent)] * local);
  }
  return world;
}

/// Node -> parent node; for a prop W_j N.
static glm::dmat4 parent_node_from_node(const Scene& scene, const Node& node) {
  if (node.joint == kNoId) return glm::dmat4(node.local);
  const Skeleton& skeleton = *scene.nodes[at(node.parent)].skeleton;
  return posed_place(skeleton, joint_index(skeleton, node.joint)) * glm::dmat4(node.local);
}

glm::mat4 world_from_node(const Scene& scene, int node) {
  // Multiplies from the root down, as world_from_nodes() does, to get the same bits.
  std::vector<const Node*> chain;
  for (int above = node; above >= 0; above = scene.nodes[at(above)].parent)
    chain.push_back(&scene.nodes[at(above)]);
  glm::mat4 world(1.0f);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    const glm::mat4 local(parent_node_from_node(scene, **link));
    world = link == chain.rbegin() ? local : world * local;
  }
  return world;
}

glm::dmat4 exact_world_from_node(const Scene& scene, int node) {
  glm::dmat4 world(1.0);
  for (; node >= 0; node = scene.nodes[at(node)].parent)
    world = parent_node_from_node(scene, scene.nodes[at(node)]) * world;
  return world;
}

glm::dmat4 world_from_parent(const Scene& scene, const Node& node) {
  const glm::dmat4 world = exact_world_from_node(scene, node.parent);
  if (node.joint == kNoId) return world;
  const Skeleton& skeleton = *scene.nodes[at(node.parent)].skeleton;
  return world * posed_place(skeleton, joint_index(skeleton, node.joint));
}

bool hangs_on_joint(const Scene& scene, int node) {
  for (; node >= 0; node = scene.nodes[at(node)].parent)
    if (scene.nodes[at(node)].joint != kNoId) return true;
  return false;
}

/// `key`: an id or a name.
template <typename Key>
static JointRef first_joint(const Scene& scene, const Key& key) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const int joint = joint_index(*scene.nodes[n].skeleton, key);
    if (joint >= 0) return {int(n), joint};
  }
  return {};
}

JointRef find_joint(const Scene& scene, Id id) { return first_joint(scene, id); }
JointRef find_joint(const Scene& scene, std::string_view name) { return first_joint(scene, name); }

Skeleton& edit_skeleton(Scene& scene, int node) {
  Node& holder = scene.nodes[std::size_t(node)];
  auto copy = std::make_shared<Skeleton>(*holder.skeleton);
  Skeleton& result = *copy;
  holder.skeleton = std::move(copy);
  return result;
}

Id take_id(Scene& scene) { return scene.next_id++; }

template <typename T>
static bool same_pointee(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
  return a == b || (a && b && *a == *b);
}

template <typename T>
static bool same_pointees(const std::vector<std::shared_ptr<const T>>& a,
                          const std::vector<std::shared_ptr<const T>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_pointee<T>);
}

bool Material::operator==(const Material& other) const {
  return name == other.name && base_color == other.base_color && carried == other.carried &&
         same_pointee(base_color_texture, other.base_color_texture) &&
         same_pointees(textures, other.textures);
}

static bool same_node(const Node& a, const Node& b) {
  if (a == b) return true;
  if (!same_pointee(a.touch_ups, b.touch_ups) || !same_pointee(a.mesh, b.mesh) ||
      !same_pointee(a.skeleton, b.skeleton))
    return false;
  Node other = a;  // with the members of b that Node compares by identity
  other.touch_ups = b.touch_ups, other.mesh = b.mesh, other.skeleton = b.skeleton;
  return other == b;
}

bool same_content(const Scene& a, const Scene& b) {
  return a.next_id == b.next_id && a.camera == b.camera && a.camera_move == b.camera_move &&
         a.carried == b.carried && same_pointee(a.springs, b.springs) &&
         same_pointees(a.motions, b.motions) &&
         std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same_node);
}

namespace {

using NewIds = std::unordered_map<Id, Id>;

Id renamed(const NewIds& ids, Id id) {
  const auto found = ids.find(id);
  return found == ids.end() ? kNoId : found->second;
}

std::shared_ptr<const Skeleton> with_new_ids(const Skeleton& skeleton, const NewIds& ids) {
  auto copy = std::make_shared<Skeleton>(skeleton);
  for (Joint& joint : copy->joints) joint.id = renamed(ids, joint.id);
  for (Pose& pose : copy->poses) {
    for (Pose::Entry& entry : pose.entries) entry.joint = renamed(ids, entry.joint);
  }
  return copy;
}

std::shared_ptr<const Mesh> with_new_ids(const std::shared_ptr<const Mesh>& mesh,
                                         const NewIds& ids) {
  if (!mesh || !mesh->weights) return mesh;
  auto copy = std::make_shared<Mesh>(*mesh);
  for (Id& joint : copy->weights->joint) joint = renamed(ids, joint);
  return copy;
}

/// Sorts rows again, because fresh ids may be in another order. Drops joints without a new id.
std::shared_ptr<const TouchUps> with_new_ids(const std::shared_ptr<const TouchUps>& touch_ups,
                                             const NewIds& ids) {
  if (!touch_ups) return touch_ups;
  auto copy = std::make_shared<TouchUps>();
  std::vector<std::pair<Id, float>> row;
  for (std::size_t n = 0; n < touch_ups->vertices.size(); ++n) {
    row.clear();
    for (std::uint32_t k = touch_ups->row_begin[n]; k < touch_ups->row_begin[n + 1]; ++k)
      if (const Id joint = renamed(ids, touch_ups->joint[k]); joint != kNoId)
        row.emplace_back(joint, touch_ups->difference[k]);
    std::sort(row.begin(), row.end());
    for (const auto& [joint, difference] : row) {
      copy->joint.push_back(joint);
      copy->difference.push_back(difference);
    }
    if (!row.empty()) copy->end_row(touch_ups->vertices[n]);
  }
  return copy->vertices.empty() ? nullptr : copy;
}

std::shared_ptr<const Motion> with_new_ids(const Motion& motion, const NewIds& ids) {
  auto copy = std::make_shared<Motion>(motion);
  for (MotionTrack& track : copy->tracks) track.target = renamed(ids, track.target);
  return copy;
}

/// Drops joints without a new id.
Springs with_new_ids(Springs springs, const NewIds& ids) {
  for (SpringCollider& collider : springs.colliders)
    collider.target = renamed(ids, collider.target);
  for (SpringChain& chain : springs.chains) {
    for (SpringJoint& joint : chain.joints) joint.joint = renamed(ids, joint.joint);
    std::erase_if(chain.joints, [](const SpringJoint& joint) { return joint.joint == kNoId; });
    chain.end = renamed(ids, chain.end);
    chain.center = renamed(ids, chain.center);
  }
  std::erase_if(springs.chains, [](const SpringChain& chain) { return chain.joints.empty(); });
  return springs;
}

/// Appends the second springs to the first.
Springs joined(const Springs& first, Springs second) {
  Springs all = first;
  for (SpringCollider& collider : second.colliders) all.colliders.push_back(collider);
  for (SpringGroup& group : second.groups) {
    for (std::size_t& collider : group.colliders) collider += first.colliders.size();
    all.groups.push_back(std::move(group));
  }
  for (SpringChain& chain : second.chains) {
    for (std::size_t& group : chain.groups) group += first.groups.size();
    all.chains.push_back(std::move(chain));
  }
  return all;
}

}  // namespace

Scene merged(const Scene& scene, const Scene& other) {
  Scene result = scene;
  NewIds ids;
  for (const Node& node : other.nodes) {
    ids[node.id] = take_id(result);
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) ids[joint.id] = take_id(result);
  }
  const int first = int(scene.nodes.size());
  for (Node node : other.nodes) {
    node.id = renamed(ids, node.id);
    if (node.parent >= 0) node.parent += first;
    node.joint = renamed(ids, node.joint);
    node.bound_to = renamed(ids, node.bound_to);
    node.mesh = with_new_ids(node.mesh, ids);
    node.touch_ups = with_new_ids(node.touch_ups, ids);
    if (node.skeleton) node.skeleton = with_new_ids(*node.skeleton, ids);
    result.nodes.push_back(std::move(node));
  }
  for (const std::shared_ptr<const Motion>& motion : other.motions)
    result.motions.push_back(with_new_ids(*motion, ids));
  if (other.springs)
    result.springs = std::make_shared<const Springs>(
        joined(scene.springs ? *scene.springs : Springs{}, with_new_ids(*other.springs, ids)));
  return result;
}

bool is_finite(const glm::vec3& vector) {
  return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

/// Tests the exponent's bits, which are all set in numbers that are not finite; the compiler does
/// that for four numbers at a time.
bool is_finite(const glm::mat4& matrix) {
  constexpr std::uint32_t kExponent = 0x7f800000u;
  std::array<std::uint32_t, 16> numbers;
  std::memcpy(numbers.data(), &matrix[0][0], sizeof numbers);
  std::uint32_t not_finite = 0;
  for (const std::uint32_t bits : numbers)
    not_finite |= std::uint32_t((bits & kExponent) == kExponent);
  return not_finite == 0;
}

bool is_affine(const glm::mat4& m) {
  return m[0].w == 0.0f && m[1].w == 0.0f && m[2].w == 0.0f && m[3].w == 1.0f;
}

bool is_invertible(const glm::mat4& matrix) {
  const glm::dmat3 linear(matrix);
  const double x = glm::length(linear[0]), y = glm::length(linear[1]), z = glm::length(linear[2]);
  const double lengths = x * y * z, longest = std::max({x, y, z}), shortest = std::min({x, y, z});
  return std::isfinite(lengths) && shortest > 1e-6 * longest &&
         std::abs(glm::determinant(linear)) > 1e-6 * lengths && longest > 1e-12;
}

const Joint* joint_of(const Scene& scene, Id id) {
  const JointRef ref = find_joint(scene, id);
  return ref.node < 0 ? nullptr : &scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)];
}

std::string name_of(const Scene& scene, Id id) {
  if (const Node* node = find_node(scene, id)) return node->name;
  const Joint* joint = joint_of(scene, id);
  return joint ? joint->name : std::string();
}

}  // namespace marrow
