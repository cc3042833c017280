// The scene: a tree of nodes, some with a mesh, some with a skeleton. A plain value, cheap to copy:
// meshes and skeletons are shared and immutable; an edit makes a new scene.
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
  int parent = -1;  ///< index into Scene::nodes, always smaller than this node's; -1: in the world
  Id joint =
      kNoId;  ///< a prop: the joint of the parent node's skeleton that it hangs on and follows
              ///< rigidly; neither it nor a node below has a skeleton or is bound to one
  glm::mat4 local{1.0f};  ///< node -> parent node, of a prop -> joint (N); affine, invertible
  std::shared_ptr<const Mesh> mesh{};
  std::shared_ptr<const Skeleton> skeleton{};
  Id bound_to = kNoId;            ///< for a mesh: the node whose skeleton deforms it; kNoId: rigid
  bool explicit_weights = false;  ///< for a bound mesh: use Mesh::weights instead of the capsules
  /// Painted changes of a mesh's weights, and how much of them counts: 0 (none) to 1.
  std::shared_ptr<const TouchUps> touch_ups{};  ///< none where nothing is painted
  float touch_up_strength = 1.0f;
  bool visible = true;
  std::vector<float>
      morph_weights{};    ///< one per morph target of the mesh, or empty: none has a say
  std::string carried{};  ///< of a glTF node: see mesh.h
  bool operator==(const Node&) const = default;
};

struct Scene {
  std::vector<Node> nodes{};       ///< parents before children
  Id next_id = 1;                  ///< the next id of a node or a joint; ids are never reused
  std::optional<Camera> camera{};  ///< the view that was saved with the file
  std::optional<CameraMove> camera_move{};  ///< of films
  std::vector<std::shared_ptr<const Motion>> motions{};
  std::shared_ptr<const Springs> springs{};  ///< none: no chain swings
  std::string carried{};  ///< of a glTF document: lights, cameras, extensions, see mesh.h
  bool operator==(const Scene&) const =
      default;  ///< meshes, skeletons, touch-ups, motions and springs compare by identity
};

/// Index of a node by id; -1 when there is none.
int node_index(const Scene& scene, Id id);
const Node* find_node(const Scene& scene, Id id);

/// Node -> world, parents included, one matrix per node. A prop stands at S W_j N: singular where
/// its joint is scaled to nothing.
std::vector<glm::mat4> world_from_nodes(const Scene& scene);
glm::mat4 world_from_node(const Scene& scene, int node);
/// The same in double precision, to be inverted and multiplied; -1: the world.
glm::dmat4 exact_world_from_node(const Scene& scene, int node);
/// The space of a node's `local`: the world, its parent node, or S W_j of the joint it hangs on.
glm::dmat4 world_from_parent(const Scene& scene, const Node& node);
/// True when the node is a prop or stands below one.
bool hangs_on_joint(const Scene& scene, int node);

/// The place of a joint: its skeleton's node, and its index there. Node -1: no such joint.
struct JointRef {
  int node = -1;
  int joint = -1;
};
JointRef find_joint(const Scene& scene, Id id);
/// The first joint of that name, skeletons in node order.
JointRef find_joint(const Scene& scene, std::string_view name);
/// The joint with this id; nullptr when there is none.
const Joint* joint_of(const Scene& scene, Id id);
/// The name of a node or a joint; empty when nothing has this id.
std::string name_of(const Scene& scene, Id id);

/// Copies the node's skeleton for a change; the node then has the copy. Precondition: it has a
/// skeleton.
Skeleton& edit_skeleton(Scene& scene, int node);

/// Gives out a fresh id.
Id take_id(Scene& scene);

/// The same content, meshes and skeletons compared by value: what loading a saved scene must give.
bool same_content(const Scene& a, const Scene& b);

/// Adds the nodes, motions and springs of `other` under fresh ids (nodes, joints, bindings, poses,
/// explicit weights, touch-ups follow). Ignores `other`'s camera and its document's carried data.
Scene merged(const Scene& scene, const Scene& other);

/// The first broken rule of this header, in words (a parent after its child, a duplicate id or
/// joint name, a number that is not finite, a singular matrix, an index out of range); empty when
/// valid. Loaders and operations end with it. Meshes and touch-ups shared with `known_good`, a
/// valid scene, are not checked again: an edit's cost does not grow with its meshes.
std::string why_invalid(const Scene& scene);
std::string why_invalid(const Scene& scene, const Scene* known_good);
std::string why_invalid(const Mesh& mesh);

/// True when every element is finite.
bool is_finite(const glm::mat4& matrix);
bool is_finite(const glm::vec3& vector);
/// True when inverting keeps some precision: |det| of the 3x3 against the product of its columns'
/// lengths, and no (nearly) zero column.
bool is_invertible(const glm::mat4& matrix);

}  // namespace marrow
