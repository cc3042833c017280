#include "edit/figure/own_template.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <utility>

#include "base/index.h"
#include "edit/figure/figure_rig.h"
#include "rig/bones.h"
#include "scene/joint_places.h"

namespace marrow {
namespace {

/// The shortest rotation between two directions of any length; the identity if one is zero.
glm::mat3 shortest_turn(const glm::vec3& from, const glm::vec3& to) {
  if (!(glm::length(from) * glm::length(to) > 0.0f)) return glm::mat3(1.0f);
  return glm::mat3_cast(glm::quat(glm::normalize(from), glm::normalize(to)));
}

/// Columns left, up, front.
glm::mat3 axes_of(const FigureMarkers& markers) {
  return {glm::cross(markers.up, markers.front), markers.up, markers.front};
}

/// Carries points from one figure to another of the same template.
struct FigureCarrier {
  const FigureMarkers &from, &onto;
  std::size_t markers;  ///< number of markers that both have
  glm::mat3 turn;       ///< rotation of the whole figure
  float scale = 1.0f;   ///< change of the whole figure's size

  FigureCarrier(const FigureMarkers& source, const FigureMarkers& target)
      : from(source),
        onto(target),
        markers(std::min(source.places.size(), target.places.size())),
        turn(axes_of(target) * glm::transpose(axes_of(source))) {
    float before = 0.0f, after = 0.0f;
    for (std::size_t m = 0; m < markers; ++m) {
      const auto [one, other] = segments(m);
      before += glm::distance(one.start, one.end);
      after += glm::distance(other.start, other.end);
    }
    if (before > 0.0f) scale = after / before;
  }
  /// The segments from a marker's parent to the marker, on both figures.
  std::pair<Bone, Bone> segments(std::size_t m) const {
    const std::size_t parent = from[m].parent;
    return {{from[parent].position, from[m].position}, {onto[parent].position, onto[m].position}};
  }
  glm::vec3 point(const glm::vec3& place) const {
    constexpr float kBlend = 0.01f;  // share of the figure's size that is added to distances
    const float least = kBlend * size();
    glm::dvec3 sum(0.0);
    double all = 0.0;
    for (std::size_t m = 0; m < markers; ++m) {
      if (from[m].parent == m) continue;
      const auto [one, other] = segments(m);
      const double weight = std::pow(distance_to(one, place) + double(least), -4.0);
      const glm::vec3 off = place - closest_on(one, place);
      const glm::mat3 bend = shortest_turn(turn * (one.end - one.start), other.end - other.start);
      sum += weight * glm::dvec3(glm::mix(other.start, other.end, float(parameter_on(one, place))) +
                                 scale * (bend * (turn * off)));
      all += weight;
    }
    return all > 0.0 ? glm::vec3(sum / all) : place;
  }
  float size() const {
    Bounds box;
    for (const MarkerPlace& place : from.places) box.add(place.position);
    return glm::length(box.high - box.low);
  }
};

/// The node of the largest skeleton that a mesh is bound to; -1: there is none.
int skeleton_with_mesh(const Scene& scene) {
  int best = -1;
  for (const Node& mesh : scene.nodes) {
    const int n = mesh.mesh ? node_index(scene, mesh.bound_to) : -1;
    if (n < 0 || !scene.nodes[at(n)].skeleton) continue;
    if (best < 0 ||
        scene.nodes[at(n)].skeleton->joints.size() > scene.nodes[at(best)].skeleton->joints.size())
      best = n;
  }
  return best;
}

/// The rotation of a frame that may be scaled: its first two axes, made perpendicular.
glm::mat3 rotation_of(const glm::dmat4& place) {
  const glm::dvec3 x = glm::normalize(glm::dvec3(place[0]));
  const glm::dvec3 y = glm::normalize(glm::dvec3(place[1]) - glm::dot(glm::dvec3(place[1]), x) * x);
  return {x, y, glm::cross(x, y)};
}

/// World units per unit of length in a joint's frame.
float unit_of(const glm::dmat4& place) {
  return float(std::cbrt(std::abs(glm::determinant(glm::dmat3(place)))));
}

/// The springs of the joints of a skeleton, in frames without scale.
std::shared_ptr<const Springs> springs_in_world(const Scene& source, const Skeleton& skeleton,
                                                const std::vector<glm::dmat4>& places) {
  if (!source.springs) return nullptr;
  Springs springs = *source.springs;
  for (std::size_t c = springs.colliders.size(); c-- > 0;) {
    SpringCollider& collider = springs.colliders[c];
    const int joint = joint_index(skeleton, collider.target);
    if (joint < 0) {
      remove_collider(springs, c);
      continue;
    }
    const float unit = unit_of(places[at(joint)]);
    collider.offset *= unit;
    collider.radius *= unit;
    if (collider.tail) *collider.tail *= unit;
    if (collider.tail_radius) *collider.tail_radius *= unit;
  }
  for (SpringChain& chain : springs.chains)
    for (SpringJoint& swinging : chain.joints)
      if (const int joint = joint_index(skeleton, swinging.joint); joint >= 0)
        swinging.hit_radius *= unit_of(places[at(joint)]);
  return std::make_shared<const Springs>(std::move(springs));
}

/// The node's skeleton in the world, at the same places at rest, but with joints without scale.
Scene skeleton_in_world(const Scene& source, int node) {
  const Node& from = source.nodes[at(node)];
  const glm::dmat4 world = exact_world_from_node(source, node);
  std::vector<glm::dmat4> places = rest_places(*from.skeleton);
  for (glm::dmat4& place : places) place = world * place;
  Scene rig;
  rig.next_id = source.next_id;
  rig.nodes = {{.id = from.id, .name = from.name}};
  rig.springs = springs_in_world(source, *from.skeleton, places);
  Skeleton skeleton = *from.skeleton;
  skeleton.poses.clear();
  std::vector<glm::mat4> rest;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    glm::mat4 place(rotation_of(places[j]));
    place[3] = glm::vec4(glm::vec3(places[j][3]), 1.0f);
    const glm::vec3 tip(places[j] * glm::dvec4(joint.extent, 1.0));
    joint.extent = glm::transpose(glm::mat3(place)) * (tip - glm::vec3(place[3]));
    joint.bind_local = joint.parent < 0 ? place : glm::inverse(rest[at(joint.parent)]) * place;
    joint.user_local = glm::mat4(1.0f);
    joint.set_radii(joint.radii().scaled(unit_of(world)));
    joint.carried.clear();
    joint.pinned = false;
    rest.push_back(place);
  }
  rig.nodes[0].skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  return rig;
}

/// The meshes that are bound to the node's skeleton, at rest.
std::vector<Shell> shells_of(const Scene& source, int node) {
  Scene own = source;
  for (Node& mesh : own.nodes)
    if (mesh.bound_to != source.nodes[at(node)].id) mesh.mesh.reset();
  return unbound_shells(without_skeletons(own));
}

std::shared_ptr<const Springs> scaled(const Springs& source, const FigureCarrier& carrier) {
  Springs springs = source;
  for (SpringCollider& collider : springs.colliders) {
    collider.offset *= carrier.scale;
    collider.radius *= carrier.scale;
    if (collider.tail) *collider.tail *= carrier.scale;
    if (collider.tail_radius) *collider.tail_radius *= carrier.scale;
  }
  for (SpringChain& chain : springs.chains)
    for (SpringJoint& joint : chain.joints) {
      joint.hit_radius *= carrier.scale;
      joint.stiffness *= carrier.scale;
      joint.gravity_power *= carrier.scale;
      joint.gravity = carrier.turn * joint.gravity;
    }
  return std::make_shared<const Springs>(std::move(springs));
}

}  // namespace

OwnTemplate carried_over(const OwnTemplate& own, const FigureMarkers& onto) {
  const FigureCarrier carrier(own.markers, onto);
  OwnTemplate carried{own.rig, onto};
  Skeleton& skeleton = edit_skeleton(carried.rig, 0);
  const std::vector<glm::dmat4> before = rest_places(*own.rig.nodes[0].skeleton);
  std::vector<glm::mat4> rest;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    const glm::vec3 base(before[j][3]), bone = glm::mat3(before[j]) * joint.extent;
    const glm::vec3 new_base = carrier.point(base),
                    new_bone = carrier.point(base + bone) - new_base;
    glm::mat4 place(shortest_turn(carrier.turn * bone, new_bone) * carrier.turn *
                    glm::mat3(before[j]));
    place[3] = glm::vec4(new_base, 1.0f);
    joint.extent = glm::transpose(glm::mat3(place)) * new_bone;
    joint.bind_local = joint.parent < 0 ? place : glm::inverse(rest[at(joint.parent)]) * place;
    joint.set_radii(joint.radii().scaled(carrier.scale));
    rest.push_back(place);
  }
  if (own.rig.springs) carried.rig.springs = scaled(*own.rig.springs, carrier);
  if (own.markers.places.size() != onto.places.size() && onto.shape == FigureTemplate::quadruped)
    carried.markers[QuadrupedMarker::hips].doubt = "only one of the two figures has a tail";
  return carried;
}

OwnSearch own_template(const Scene& source, const std::vector<Shell>& shells,
                       const ProgressCallback& progress) {
  constexpr int kChainJoints = 16;
  const int node = skeleton_with_mesh(source);
  if (node < 0) return {{}, "it has no skeleton that a mesh follows"};
  const std::vector<Shell> own_shells = shells_of(source, node);
  FigureSearch own = find_markers(own_shells, {.joints = kChainJoints, .fingers = 0}, progress);
  if (!own.markers) own.markers = std::move(own.instead);
  if (!own.markers) return {{}, "its mesh is not a human figure, four-legged animal or chain"};
  const FigureTemplate shape = own.markers->shape;
  const FigureSearch onto = find_markers(shells, {shape, kChainJoints, 0}, progress);
  if (!onto.markers)
    return {
        {},
        fmt::format("it is a {}, but the mesh is not: {}", choice_row(shape).title, onto.refusal)};
  return {carried_over({skeleton_in_world(source, node), *own.markers}, *onto.markers), {}};
}

}  // namespace marrow
