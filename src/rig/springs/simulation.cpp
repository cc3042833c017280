#include "rig/springs/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "rig/joint_pose.h"
#include "scene/joint_places.h"
#include "scene/spring_links.h"

namespace marrow {

namespace {

/// A bone of a chain before it swings, in world space.
struct SwingingBone {
  bool can_swing = false;
  glm::dvec3 head{0.0};
  glm::dvec3 rest{0.0};  ///< unit: direction of the tail at rest
  double length = 0.0;
  double hit_radius = 0.0;
  glm::dvec3 local_rest{0.0};         ///< unit: rest in the joint's frame, before R
  glm::dmat3 turned_from_world{1.0};  ///< from world space to that frame at rest
};

/// A collider at its present place, in world space.
struct PlacedCollider {
  static constexpr double kNone = -std::numeric_limits<double>::infinity();

  glm::dvec3 from{0.0}, to{0.0};
  double radius = kNone, radius_at_end = kNone;  ///< kNone: its target no longer exists
};

/// The point of a collider's axis nearest to a given point, and r(t) there.
struct AxisPoint {
  glm::dvec3 place{0.0};
  double radius = 0.0;
};

struct LocalParts {
  glm::dvec3 translation{0.0}, scale{1.0};
};

/// The parts of a matrix without mirroring.
LocalParts parts_of(const glm::dmat4& local) {
  const glm::dmat3 m(local);
  return {glm::dvec3(local[3]), {glm::length(m[0]), glm::length(m[1]), glm::length(m[2])}};
}

glm::dmat4 matrix_of_parts(const LocalParts& parts, const glm::dquat& rotation) {
  const glm::dmat3 r = glm::mat3_cast(rotation);
  return glm::dmat4(glm::dvec4(r[0] * parts.scale.x, 0.0), glm::dvec4(r[1] * parts.scale.y, 0.0),
                    glm::dvec4(r[2] * parts.scale.z, 0.0), glm::dvec4(parts.translation, 1.0));
}

glm::dmat4 posed_local(const Joint& joint) {
  return glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local);
}

glm::dquat rest_rotation(const Joint& joint) {
  return glm::normalize(glm::dquat(decompose(joint.bind_local).rotation));
}

/// The mean factor by which a matrix scales lengths: the cube root of the factor for volumes.
double scale_of(const glm::dmat3& linear) { return std::cbrt(std::abs(glm::determinant(linear))); }

glm::dvec3 transformed(const glm::dmat4& matrix, const glm::dvec3& point) {
  return glm::dvec3(matrix * glm::dvec4(point, 1.0));
}

/// A unit vector perpendicular to another one.
glm::dvec3 any_normal(const glm::dvec3& unit) {
  const glm::dvec3 axis = std::abs(unit.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(glm::cross(unit, axis));
}

/// The smallest turn from one unit vector to another.
glm::dquat turn_between(const glm::dvec3& from, const glm::dvec3& to) {
  constexpr double kOpposite = 1e-12;
  const double w = 1.0 + glm::dot(from, to);
  if (w < kOpposite) {
    const glm::dvec3 axis = any_normal(from);
    return {0.0, axis.x, axis.y, axis.z};
  }
  const glm::dvec3 axis = glm::cross(from, to);
  return glm::normalize(glm::dquat(w, axis.x, axis.y, axis.z));
}

AxisPoint nearest_on(const PlacedCollider& body, const glm::dvec3& point) {
  const glm::dvec3 along = body.to - body.from;
  const double length_squared = glm::dot(along, along);
  if (!(length_squared > 0.0)) return {body.from, body.radius};
  const double t = std::clamp(glm::dot(point - body.from, along) / length_squared, 0.0, 1.0);
  const bool is_tapered = body.radius != body.radius_at_end;
  return {body.from + along * t,
          is_tapered ? body.radius + t * (body.radius_at_end - body.radius) : body.radius};
}

/// The point in the direction of `towards` from the bone's head, at the bone's length.
glm::dvec3 at_length(const SwingingBone& bone, const glm::dvec3& towards) {
  const glm::dvec3 away = towards - bone.head;
  const double distance = glm::length(away);
  return bone.head + (distance > 0.0 ? away / distance : bone.rest) * bone.length;
}

/// As in the specification: pushes a tail inside a body straight out, then to the bone's length.
glm::dvec3 pushed_out(const SwingingBone& bone, const PlacedCollider& body,
                      const glm::dvec3& tail) {
  const AxisPoint nearest = nearest_on(body, tail);
  const double reach = nearest.radius + bone.hit_radius;
  const glm::dvec3 away = tail - nearest.place;
  const double distance = glm::length(away);
  if (!(distance < reach)) return tail;
  const glm::dvec3 out = distance > 0.0 ? away / distance : bone.rest;
  return at_length(bone, tail + out * (reach - distance));
}

/// Turns the bone about its head, away from the body's nearest point c, until the tail is outside:
/// |tail - c| = reach at |tail - head| = length. Returns `tail` if it is outside already or cannot
/// get out.
glm::dvec3 turned_out(const SwingingBone& bone, const PlacedCollider& body,
                      const glm::dvec3& tail) {
  constexpr double kRounding = 1e-12;
  const AxisPoint nearest = nearest_on(body, tail);
  const double reach = nearest.radius + bone.hit_radius;
  const glm::dvec3& center = nearest.place;
  if (!(glm::distance(tail, center) < reach - kRounding * bone.length)) return tail;
  const double apart = glm::distance(center, bone.head);
  if (!(apart > 0.0)) return tail;
  const double cosine =
      (bone.length * bone.length + apart * apart - reach * reach) / (2.0 * bone.length * apart);
  if (!(cosine > -1.0)) return tail;
  const glm::dvec3 to_center = (center - bone.head) / apart;
  const glm::dvec3 direction = (tail - bone.head) / bone.length;
  const glm::dvec3 beside = direction - to_center * glm::dot(direction, to_center);
  const double sine = glm::length(beside);
  const glm::dvec3 side = sine > 1e-9 ? beside / sine : any_normal(to_center);
  return bone.head + (to_center * cosine + side * std::sqrt(std::max(1.0 - cosine * cosine, 0.0))) *
                         bone.length;
}

/// The tail of a chain's bone between two steps, in the space of the chain's center.
struct SwingingTail {
  glm::dvec3 before{0.0}, now{0.0};
  glm::dvec3 in_world{0.0};  ///< `now` in world space
};

}  // namespace

struct SpringSimulation::Impl {
  struct PosedSkeleton {
    int node = 0;
    std::vector<int> link_of{};       ///< by joint: index into links; -1: not a link
    std::vector<glm::dmat4> world{};  ///< by joint: S W_j
  };

  std::vector<SpringLink> links;
  std::vector<SwungJoint> joints;  ///< parallel to links, as are the next two
  std::vector<glm::dquat> rests;
  std::vector<SwingingTail> tails;
  std::vector<PosedSkeleton> skeletons;
  std::vector<SpringCollider> colliders;
  std::vector<SpringTarget> stands;  ///< parallel to colliders, as is the next one
  std::vector<PlacedCollider> bodies;

  SpringContact contact;

  Impl(const Scene& scene, SpringContact how) : links(spring_links(scene)), contact(how) {
    for (std::size_t l = 0; l < links.size(); ++l) add(scene, l);
    if (links.empty()) return;
    colliders = scene.springs->colliders;
    for (const SpringCollider& collider : colliders)
      stands.push_back(spring_target(scene, collider.target));
    bodies.resize(colliders.size());
    place_joints(scene,
                 [&](std::size_t link, const SwingingBone& bone) { hang(scene, link, bone); });
  }

  void step(const Scene& posed) {
    place_joints(posed, [](std::size_t, const SwingingBone&) {});  // for centers and colliders
    place_bodies(posed);
    std::vector<glm::dmat4> centers;
    for (const SpringLink& link : links) centers.push_back(world_of(posed, link.center));
    place_joints(posed, [&](std::size_t link, const SwingingBone& bone) {
      swing(link, bone, centers[link]);
    });
  }

 private:
  void add(const Scene& scene, std::size_t l) {
    const SpringLink& link = links[l];
    const Skeleton& skeleton = *scene.nodes[at(link.node)].skeleton;
    const Joint& joint = skeleton.joints[at(link.joint)];
    if (skeletons.empty() || skeletons.back().node != link.node)
      skeletons.push_back({link.node, std::vector<int>(skeleton.joints.size(), -1), {}});
    skeletons.back().link_of[at(link.joint)] = int(l);
    rests.push_back(rest_rotation(joint));
    joints.push_back({joint.id, rests.back()});
    tails.emplace_back();
  }

  /// Computes S W_j of all joints, parents first; `visit` may turn a joint that swings.
  template <typename Visit>
  void place_joints(const Scene& posed, const Visit& visit) {
    for (PosedSkeleton& skeleton : skeletons) {
      const std::vector<Joint>& of = posed.nodes[at(skeleton.node)].skeleton->joints;
      const glm::dmat4 world_from_skeleton = exact_world_from_node(posed, skeleton.node);
      skeleton.world.resize(of.size());
      for (std::size_t j = 0; j < of.size(); ++j) {
        const glm::dmat4& parent =
            of[j].parent < 0 ? world_from_skeleton : skeleton.world[at(of[j].parent)];
        glm::dmat4 local = posed_local(of[j]);
        if (const int found = skeleton.link_of[j]; found >= 0) {
          const auto link = std::size_t(found);
          const LocalParts parts = parts_of(local);
          visit(link, bone_of(of, link, parent, parts));
          local = matrix_of_parts(parts, joints[link].rotation);
        }
        skeleton.world[j] = parent * local;
      }
    }
  }

  SwingingBone bone_of(const std::vector<Joint>& of, std::size_t l, const glm::dmat4& parent,
                       const LocalParts& parts) const {
    glm::dmat4 joint_from_tail(1.0);
    for (const int below : links[l].tail_path) joint_from_tail *= posed_local(of[at(below)]);
    const glm::dvec3 tail = links[l].tail_path.empty() ? glm::dvec3(of[at(links[l].joint)].extent)
                                                       : glm::dvec3(joint_from_tail[3]);
    const glm::dmat3 linear = glm::dmat3(parent) * glm::mat3_cast(rests[l]);
    const glm::dvec3 scaled = parts.scale * tail, reach = linear * scaled;
    const double size = scale_of(linear);
    SwingingBone bone{.head = transformed(parent, parts.translation), .length = glm::length(reach)};
    bone.can_swing = std::isfinite(bone.length) && bone.length > 1e-9 * size && size > 1e-30;
    if (!bone.can_swing) return bone;
    bone.rest = reach / bone.length;
    bone.local_rest = glm::normalize(scaled);
    bone.turned_from_world = glm::inverse(linear);
    bone.hit_radius = double(links[l].settings.hit_radius) * size *
                      std::cbrt(parts.scale.x * parts.scale.y * parts.scale.z);
    return bone;
  }

  /// Puts the tail at rest, without velocity.
  void hang(const Scene& scene, std::size_t link, const SwingingBone& bone) {
    const glm::dmat4 center = world_of(scene, links[link].center);
    tails[link].in_world = bone.head + bone.rest * bone.length;
    tails[link].now = tails[link].before = transformed(glm::inverse(center), tails[link].in_world);
  }

  void swing(std::size_t l, const SwingingBone& bone, const glm::dmat4& world_from_center) {
    const SpringJoint& settings = links[l].settings;
    SwingingTail& tail = tails[l];
    joints[l].rotation = rests[l];
    glm::dvec3 next = bone.head;
    if (bone.can_swing) {
      const glm::dvec3 kept = (tail.now - tail.before) * (1.0 - double(settings.drag));
      next = transformed(world_from_center, tail.now + kept) +
             bone.rest * (kSpringStep * double(settings.stiffness)) +
             glm::dvec3(settings.gravity) * (kSpringStep * double(settings.gravity_power));
      next = outside(l, bone, at_length(bone, next));
      const glm::dvec3 turned = bone.turned_from_world * (next - bone.head);
      joints[l].rotation = rests[l] * turn_between(bone.local_rest, glm::normalize(turned));
    }
    tail.before = tail.now;
    tail.now = transformed(glm::inverse(world_from_center), next);
    tail.in_world = next;
  }

  glm::dvec3 outside(std::size_t l, const SwingingBone& bone, glm::dvec3 tail) const {
    constexpr int kMostTurns = 32;
    const std::vector<std::size_t>& met = links[l].colliders;
    for (const std::size_t c : met) tail = pushed_out(bone, bodies[c], tail);
    for (int turn = 0; contact == SpringContact::turned && turn < kMostTurns; ++turn) {
      const glm::dvec3 before = tail;
      for (const std::size_t c : met) tail = turned_out(bone, bodies[c], tail);
      if (tail == before) break;
    }
    return tail;
  }

  void place_bodies(const Scene& posed) {
    for (std::size_t c = 0; c < colliders.size(); ++c) {
      if (stands[c].node < 0) continue;
      const SpringCollider& collider = colliders[c];
      const glm::dmat4 world = world_of(posed, stands[c]);
      const double scale = scale_of(glm::dmat3(world));
      bodies[c] = {transformed(world, glm::dvec3(collider.offset)),
                   transformed(world, glm::dvec3(collider.tail.value_or(collider.offset))),
                   double(collider.radius) * scale,
                   double(collider.tail_radius.value_or(collider.radius)) * scale};
    }
  }

  /// The identity (world space) if there is no center or its matrix is singular.
  glm::dmat4 world_of(const Scene& posed, const SpringTarget& stand) const {
    if (stand.node < 0) return glm::dmat4(1.0);
    const glm::dmat4 world =
        stand.joint < 0 ? exact_world_from_node(posed, stand.node) : world_of_joint(posed, stand);
    return glm::determinant(glm::dmat3(world)) != 0.0 ? world : glm::dmat4(1.0);
  }

  glm::dmat4 world_of_joint(const Scene& posed, const SpringTarget& stand) const {
    for (const PosedSkeleton& skeleton : skeletons)
      if (skeleton.node == stand.node && at(stand.joint) < skeleton.world.size())
        return skeleton.world[at(stand.joint)];
    return exact_world_from_node(posed, stand.node) *
           posed_place(*posed.nodes[at(stand.node)].skeleton, stand.joint);
  }
};

SpringSimulation::SpringSimulation(const Scene& scene, SpringContact contact)
    : impl_(std::make_unique<Impl>(scene, contact)) {}
SpringSimulation::~SpringSimulation() = default;
SpringSimulation::SpringSimulation(SpringSimulation&&) noexcept = default;
SpringSimulation& SpringSimulation::operator=(SpringSimulation&&) noexcept = default;

void SpringSimulation::step(const Scene& posed) { impl_->step(posed); }

const std::vector<SwungJoint>& SpringSimulation::joints() const { return impl_->joints; }

std::vector<glm::dvec3> SpringSimulation::tails() const {
  std::vector<glm::dvec3> tails;
  for (const SwingingTail& tail : impl_->tails) tails.push_back(tail.in_world);
  return tails;
}

}  // namespace marrow
