// The scene: a tree of nodes, some with a mesh, some with a skeleton. A plain value that is cheap
// to copy, because meshes and skeletons are shared and immutable. An edit makes a new scene.
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/camera.h"
#include "scene/mesh.h"
#include "scene/motion.h"
#include "scene/skeleton.h"
#include "scene/springs.h"
#include "scene/touch_ups.h"

namespace marrow {

struct Node {
  Id id = kNoId;
  std::string name{};
  int parent = -1;  ///< index into Scene::nodes, smaller than this node's; -1: in the world
  /// For a prop: the joint of the parent node's skeleton that it follows rigidly. Neither a prop
  /// nor a node below it has a skeleton or is bound to one.
  Id joint = kNoId;
  glm::mat4 local{1.0f};  ///< node -> parent node; for a prop -> joint (N); affine, invertible
  std::shared_ptr<const Mesh> mesh{};
  std::shared_ptr<const Skeleton> skeleton{};
  Id bound_to = kNoId;            ///< for a mesh: the node whose skeleton deforms it; kNoId: rigid
  bool explicit_weights = false;  ///< for a bound mesh: use Mesh::weights instead of the capsules
  /// Painted changes of a mesh's weights, and their strength from 0 (no effect) to 1.
  std::shared_ptr<const TouchUps> touch_ups{};  ///< null: nothing is painted
  float touch_up_strength = 1.0f;
  bool visible = true;
  /// One per morph target of the mesh; empty: no target has an effect.
  std::vector<float> morph_weights{};
  std::string carried{};  ///< members of a glTF node: see mesh.h
  bool operator==(const Node&) const = default;
};

struct Scene {
  std::vector<Node> nodes{};  ///< parents before children
  Id next_id = 1;             ///< the id that the next new node or joint gets; ids are never reused
  std::optional<Camera> camera{};           ///< the view saved in the file
  std::optional<CameraMove> camera_move{};  ///< for films
  std::vector<std::shared_ptr<const Motion>> motions{};
  std::shared_ptr<const Springs> springs{};  ///< null: no chain swings
  std::string carried{};  ///< members of a glTF document: lights, cameras, extensions, see mesh.h
  /// Compares meshes, skeletons, touch-ups, motions and springs by identity.
  bool operator==(const Scene&) const = default;
};

/// Index of a node by id; -1 if there is none.
int node_index(const Scene& scene, Id id);
const Node* find_node(const Scene& scene, Id id);

/// Node -> world, one matrix per node. A prop's matrix is S W_j N, which is singular if its joint
/// is scaled to zero.
std::vector<glm::mat4> world_from_nodes(const Scene& scene);
glm::mat4 world_from_node(const Scene& scene, int node);
/// Node -> world in double precision, to be inverted and multiplied. -1: the identity.
glm::dmat4 exact_world_from_node(const Scene& scene, int node);
/// Matrix to the world from the space in which `local` places the node: the world itself, the
/// parent node, or the joint of a prop (S W_j).
glm::dmat4 world_from_parent(const Scene& scene, const Node& node);
/// True if the node is a prop or is below one.
bool hangs_on_joint(const Scene& scene, int node);

/// A joint as the index of its skeleton's node and its index in that skeleton. node -1: none.
struct JointRef {
  int node = -1;
  int joint = -1;
};
JointRef find_joint(const Scene& scene, Id id);
/// The first joint with that name, in the order of nodes.
JointRef find_joint(const Scene& scene, std::string_view name);
/// The joint with this id; null if none.
const Joint* joint_of(const Scene& scene, Id id);
/// The name of a node or a joint; empty if none has this id.
std::string name_of(const Scene& scene, Id id);

/// Replaces the node's skeleton with a copy that may be changed, and returns it. Precondition: the
/// node has a skeleton.
Skeleton& edit_skeleton(Scene& scene, int node);

Id take_id(Scene& scene);

/// Compares two scenes with their meshes and skeletons by value. Loading a saved scene must give
/// the same content.
bool same_content(const Scene& a, const Scene& b);

/// Adds the nodes, motions and springs of `other` with fresh ids, also where they refer to nodes
/// and joints. Ignores `other`'s camera and the carried data of its document.
Scene merged(const Scene& scene, const Scene& other);

/// The first broken rule of this header, in words (a parent after its child, a duplicate id or
/// joint name, a number that is not finite, a singular matrix, an index out of range); empty if
/// valid. Loaders and operations end with this check. It skips meshes and touch-ups that are shared
/// with `known_good`, a valid scene, so that the cost of an edit does not grow with the size of
/// meshes.
std::string why_invalid(const Scene& scene);
std::string why_invalid(const Scene& scene, const Scene* known_good);
std::string why_invalid(const Mesh& mesh);

bool is_finite(const glm::mat4& matrix);
bool is_finite(const glm::vec3& vector);
/// True if the last row is 0 0 0 1.
bool is_affine(const glm::mat4& matrix);
/// True if inverting keeps some precision: compares |det| of the 3x3 with the product of its
/// columns' lengths, and refuses a (nearly) zero column.
bool is_invertible(const glm::mat4& matrix);

}  // namespace marrow
