#include "editor/viewport/bone.h"

#include <algorithm>
#include <cmath>

#include "edit/gesture.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "scene/parallel.h"
#include "view/picture/capsule_shape.h"

namespace marrow {
namespace {

constexpr float kRadiusShare = 0.6f;  // share of the thickness: half of it and a little more
// Least share of the parent's radius, because edges of meshes are thin.
constexpr float kParentShare = 0.25f;

float skeleton_scale(const Scene& scene, Id skeleton) {
  if (skeleton == kNoId) return 1.0f;
  const float mean = view::mean_scale(world_from_node(scene, node_index(scene, skeleton)));
  return mean > 1e-9f ? mean : 1.0f;
}

/// A skeleton of one joint, at its bind place.
struct SingleJoint {
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  Bounds capsule;  ///< bounds of its capsule, skeleton space
};

SingleJoint single(const Joint& joint, const glm::mat4& bind) {
  SingleJoint result;
  result.skeleton.joints = {joint};
  result.skeleton.joints[0].parent = -1;
  result.skeleton.joints[0].bind_local = bind;
  result.bind = {bind};
  for (const glm::vec3& end :
       {glm::vec3(bind[3]), glm::vec3(bind * glm::vec4(joint.extent, 1.0f))}) {
    result.capsule.add(end - joint.radius * 1.001f);
    result.capsule.add(end + joint.radius * 1.001f);
  }
  return result;
}

bool is_inside(const Bounds& bounds, const glm::vec3& point) {
  return glm::all(glm::lessThanEqual(bounds.low, point)) &&
         glm::all(glm::lessThanEqual(point, bounds.high));
}

/// Source vertices in the bounds of a capsule, and their positions at bind in skeleton space.
struct NearVertices {
  std::vector<std::uint32_t> vertices;
  std::vector<glm::vec3> positions;
};

NearVertices near_vertices(const DeformedMesh& mesh, const glm::mat4* skeleton_from_mesh,
                           const Bounds& capsule) {
  constexpr std::size_t kGrain = 1 << 15;
  const std::size_t count = std::min(mesh.mesh->positions.size(), mesh.bind_positions.size());
  std::vector<NearVertices> parts(count / kGrain + 1);
  parallel_for(count, kGrain, [&](std::size_t begin, std::size_t end) {
    NearVertices& part = parts[begin / kGrain];
    for (std::size_t vertex = begin; vertex < end; ++vertex) {
      glm::vec3 position = mesh.bind_positions[vertex];
      if (skeleton_from_mesh) position = glm::vec3(*skeleton_from_mesh * glm::vec4(position, 1.0f));
      if (!is_inside(capsule, position)) continue;
      part.vertices.push_back(std::uint32_t(vertex));
      part.positions.push_back(position);
    }
  });
  NearVertices near;
  for (const NearVertices& part : parts) {
    near.vertices.insert(near.vertices.end(), part.vertices.begin(), part.vertices.end());
    near.positions.insert(near.positions.end(), part.positions.begin(), part.positions.end());
  }
  return near;
}

/// `skeleton_from_mesh`: nullptr if the mesh follows the skeleton already; then positions at bind
/// are in skeleton space, and a vertex is uncovered if its row is empty.
void count_in_mesh(const Session& session, const DeformedMesh& mesh,
                   const glm::mat4* skeleton_from_mesh, const SingleJoint& joint, BonePlan& plan) {
  const NearVertices near = near_vertices(mesh, skeleton_from_mesh, joint.capsule);
  const Influences& rows = mesh.influences;
  const JointLists lists =
      session.document.tasks().find_joints(joint.skeleton, joint.bind, near.positions);
  for (std::size_t i = 0; i < std::min(lists.size(), near.vertices.size()); ++i) {
    if (lists[i].empty()) continue;
    ++plan.captured;
    const std::size_t vertex = near.vertices[i];
    const bool is_held =
        !skeleton_from_mesh && vertex < rows.vertex_count() && rows.row_size(vertex) > 0;
    if (!is_held) ++plan.newly_covered;
  }
}

void count_captured(const Session& session, const Scene& after, const Node& skeleton,
                    const glm::mat4& world_from_skeleton, const SingleJoint& joint,
                    BonePlan& plan) {
  const glm::mat4 skeleton_from_world = glm::inverse(world_from_skeleton);
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    const Node& node = after.nodes[n];
    if (!node.mesh || node.bound_to != skeleton.id || (node.explicit_weights && node.mesh->weights))
      continue;
    const DeformedMesh* mesh = session.deformer.mesh(node.id);
    if (!mesh || !mesh->mesh) continue;
    const glm::mat4 skeleton_from_mesh = skeleton_from_world * world_from_node(after, int(n));
    count_in_mesh(session, *mesh, mesh->skeleton == skeleton.id ? nullptr : &skeleton_from_mesh,
                  joint, plan);
  }
}

BonePlan::Capsule capsule_of(const Joint& joint, const glm::mat4& bind,
                             const glm::mat4& world_from_bind) {
  const glm::vec3 base(bind[3]), tip(bind * glm::vec4(joint.extent, 1.0f));
  BonePlan::Capsule capsule;
  capsule.world_from_bone = world_from_bind * view::frame_along(base, tip);
  capsule.length = glm::distance(base, tip);
  capsule.radius = joint.radius;
  capsule.base = glm::vec3(world_from_bind * glm::vec4(base, 1.0f));
  capsule.tip = glm::vec3(world_from_bind * glm::vec4(tip, 1.0f));
  return capsule;
}

}  // namespace

op::AddJoint bone_from(const Session& session, const GhostPoint& ghost) {
  const Scene& scene = session.document.scene();
  op::AddJoint bone;
  bone.skeleton_node = shown_or_first_skeleton(session);
  bone.base = bone.tip = ghost.point;
  const JointRef active = find_joint(scene, session.document.active());
  if (active.node >= 0 && scene.nodes[std::size_t(active.node)].id == bone.skeleton_node)
    if (const std::optional<view::WorldCapsule> parent =
            world_capsule(session, session.document.active())) {
      bone.parent = parent->joint;
      bone.base = parent->tip;
    }
  bone.radius = radius_for_new_joint(session, bone, ghost.thickness);
  return bone;
}

float radius_for_new_joint(const Session& session, const op::AddJoint& bone, float thickness) {
  const Scene& scene = session.document.scene();
  const float scale = skeleton_scale(scene, bone.skeleton_node);
  const Joint* parent = joint_of(scene, bone.parent);
  const float parent_radius = parent ? parent->radii().at_tip : 0.0f;
  if (thickness > 0.0f)
    return std::max(kRadiusShare * thickness / scale, kParentShare * parent_radius);
  if (parent_radius > 0.0f) return parent_radius;
  const float size = world_bounds(session.deformer, scene).diagonal();
  return size > 0.0f ? 0.05f * size / scale : 0.1f;
}

Operation bone_operation(const Session& session, const op::AddJoint& bone) {
  const Document& document = session.document;
  return gesture(document.gesture_start(), bone, {session.is_symmetric, session.whole_body},
                 document.tasks());
}

Id id_of_new_joint(const Session& session, const op::AddJoint& bone) {
  const Id next = session.document.gesture_start().next_id;
  return bone.skeleton_node == kNoId ? next + 1 : next;  // `next` is the new skeleton's node
}

std::optional<BonePlan> planned(const Session& session, const op::AddJoint& bone) {
  const Tasks& tasks = session.document.tasks();
  const Applied applied =
      apply(session.document.gesture_start(), bone_operation(session, bone), tasks);
  if (!applied.scene) return std::nullopt;
  const Scene& after = *applied.scene;
  const JointRef made = find_joint(after, id_of_new_joint(session, bone));
  if (made.node < 0) return std::nullopt;
  const Node& node = after.nodes[std::size_t(made.node)];
  const Skeleton& skeleton = *node.skeleton;
  const std::vector<glm::mat4> bind = tasks.bind_matrices(skeleton),
                               posed = tasks.posed_matrices(skeleton);
  if (bind.size() != skeleton.joints.size() || posed.size() != bind.size()) return std::nullopt;
  const glm::mat4 world_from_skeleton = world_from_node(after, made.node);

  BonePlan plan;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    if (find_joint(session.document.gesture_start(), skeleton.joints[j].id).node >= 0) continue;
    const glm::mat4 world_from_bind = world_from_skeleton * posed[j] * glm::inverse(bind[j]);
    BonePlan::Capsule capsule = capsule_of(skeleton.joints[j], bind[j], world_from_bind);
    const bool is_asked = int(j) == made.joint;
    plan.capsules.insert(is_asked ? plan.capsules.begin() : plan.capsules.end(), capsule);
    if (is_asked)
      count_captured(session, after, node, world_from_skeleton, single(skeleton.joints[j], bind[j]),
                     plan);
  }
  return plan;
}

}  // namespace marrow
