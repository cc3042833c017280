#include "editor/camera_move.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "editor/session.h"
#include "view/picture/picking.h"

namespace marrow {
namespace {

constexpr double kCameraMoveSeconds = 0.15;

void add_mesh(Bounds& bounds, const DeformedMesh& mesh) {
  const Bounds added = world_bounds(mesh);
  if (added.empty()) return;
  bounds.add(added.low);
  bounds.add(added.high);
}

void add_capsule(Bounds& bounds, const view::WorldCapsule& capsule) {
  for (const auto& [end, radius] : {std::pair(capsule.base, capsule.radii.at_origin),
                                    std::pair(capsule.tip, capsule.radii.at_tip)}) {
    bounds.add(end - radius);
    bounds.add(end + radius);
  }
}

/// Adds the deformed positions of the source vertices that the joint influences.
void add_captured(Bounds& bounds, const DeformedMesh& mesh, int joint) {
  const Influences& influences = mesh.influences;
  const std::size_t source_vertices = mesh.mesh ? mesh.mesh->positions.size() : 0;
  std::vector<std::uint32_t> captured;
  for (std::size_t vertex = 0; vertex < std::min(source_vertices, influences.vertex_count());
       ++vertex)
    for (std::uint32_t entry = influences.row_begin(vertex); entry < influences.row_end(vertex);
         ++entry)
      if (int(influences.joint[entry]) == joint) captured.push_back(std::uint32_t(vertex));
  for (const glm::vec3& position : mesh.positions_of(captured))
    bounds.add(glm::vec3(mesh.world_from_output * glm::vec4(position, 1.0f)));
}

void add_joint(Bounds& bounds, const Session& session, Id id, const JointRef& ref) {
  const Id skeleton = session.document.scene().nodes[std::size_t(ref.node)].id;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    if (capsule.joint == id) add_capsule(bounds, capsule);
  for (const DeformedMesh& mesh : session.deformer.meshes())
    if (mesh.skeleton == skeleton) add_captured(bounds, mesh, ref.joint);
}

bool is_below(const Scene& scene, int node, int ancestor) {
  while (node > ancestor) node = scene.nodes[std::size_t(node)].parent;
  return node == ancestor;
}

/// Adds a node and its descendants: deformed meshes, capsules of skeletons, origins of empty nodes.
void add_node(Bounds& bounds, const Session& session, int ancestor) {
  const Scene& scene = session.document.scene();
  const std::vector<view::WorldCapsule> capsules = view::world_capsules(scene, session.deformer);
  for (int index = ancestor; index < int(scene.nodes.size()); ++index) {
    if (!is_below(scene, index, ancestor)) continue;
    const Node& node = scene.nodes[std::size_t(index)];
    bounds.add(glm::vec3(world_from_node(scene, index)[3]));
    if (const DeformedMesh* mesh = session.deformer.mesh(node.id)) add_mesh(bounds, *mesh);
    if (!node.skeleton) continue;
    for (const view::WorldCapsule& capsule : capsules)
      if (joint_index(*node.skeleton, capsule.joint) >= 0) add_capsule(bounds, capsule);
  }
}

}  // namespace

float picture_aspect(const Session& session) {
  return session.picture_size.x / std::max(session.picture_size.y, 1.0f);
}

void move_camera(Session& session, const Camera& to) {
  session.camera_move = {{session.camera, to}, session.now};
}

void move_camera(Session& session, const Bounds& bounds) {
  move_camera(session, framed(session.camera, bounds, picture_aspect(session)));
}

void advance_camera(Session& session) {
  if (!session.camera_move) return;
  const double share = (session.now - session.camera_move->start) / kCameraMoveSeconds;
  if (share >= 1.0) {
    session.camera = session.camera_move->to;
    session.camera_move.reset();
    return;
  }
  const float t = float(std::max(share, 0.0));
  session.camera = eased(*session.camera_move, t);
}

void frame_selected(Session& session) {
  deformed(session);
  Bounds bounds;
  for (Id id : session.document.selection()) {
    const JointRef ref = find_joint(session.document.scene(), id);
    if (ref.node >= 0)
      add_joint(bounds, session, id, ref);
    else if (const int node = node_index(session.document.scene(), id); node >= 0)
      add_node(bounds, session, node);
  }
  if (bounds.empty()) return frame_all(session);
  move_camera(session, bounds);
}

void frame_all(Session& session) {
  deformed(session);
  Bounds bounds = world_bounds(session.deformer, session.document.scene());
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer))
    add_capsule(bounds, capsule);
  move_camera(session, bounds);
}

void show_all_at_once(Session& session) {
  frame_all(session);
  session.camera = session.camera_move->to;
  session.camera_move.reset();
  session.first_view = session.camera;
}

void look_along(Session& session, AxisView view) {
  move_camera(session, looking_along(session.camera, view));
}

}  // namespace marrow
