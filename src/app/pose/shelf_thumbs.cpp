#include "app/pose/shelf_thumbs.h"

#include <cstring>

#include "base/hash.h"
#include "editor/editor.h"
#include "editor/pose/shelf.h"
#include "rig/contract.h"
#include "view/export/small_pictures.h"

namespace marrow::app {

namespace {

/// 64-bit FNV-1a hash of a picture's inputs.
class Fingerprint {
 public:
  template <typename T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0);
    std::uint32_t words[sizeof(T) / sizeof(std::uint32_t)];
    std::memcpy(words, &value, sizeof value);
    for (const std::uint32_t word : words) hash_.add(word);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  Fnv1a hash_;
};

std::uint64_t fingerprint_of(const Tasks& implementation) {
  Fingerprint print;
  for_each_function([&](const auto& body) { print.add(implementation.*body.in_tasks); });
  return print.value();
}

/// Hash of the skeleton at rest, its place, and its meshes.
Fingerprint fingerprint_of(const Scene& scene, const Node& skeleton, glm::ivec2 size) {
  Fingerprint print;
  print.add(size);
  print.add(skeleton.id);
  for_each_choice([&](auto in_skeleton, auto) { print.add((*skeleton.skeleton).*in_skeleton); });
  for (const Joint& joint : skeleton.skeleton->joints) {
    print.add(joint.id);
    print.add(joint.parent);
    print.add(joint.bind_local);
    print.add(joint.extent);
    print.add(joint.radius);
  }
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.id != skeleton.id && (!node.mesh || node.bound_to != skeleton.id)) continue;
    print.add(node.id);
    print.add(worlds[n]);
    print.add(node.mesh.get());
    print.add(std::uint32_t(node.explicit_weights));
  }
  return print;
}

}  // namespace

unsigned ShelfThumbs::texture(const std::string& pose) const {
  const auto found = thumbs_.find(pose);
  return found == thumbs_.end() ? 0 : found->second.texture.name();
}

/// Does nothing while scene, size, skeleton and functions are unchanged.
void ShelfThumbs::update_wanted(Editor& editor, const Node& node, glm::ivec2 size) {
  const Scene& scene = editor.document.scene();
  const std::uint64_t implementation = fingerprint_of(editor.deformer.tasks());
  if (wanted_scene_ == scene && wanted_size_ == size && wanted_skeleton_ == node.id &&
      wanted_implementation_ == implementation)
    return;
  wanted_scene_ = scene;
  wanted_size_ = size;
  wanted_skeleton_ = node.id;
  wanted_implementation_ = implementation;
  wanted_keys_.clear();
  if (node.skeleton->poses.empty()) return thumbs_.clear();
  const Scene at_rest = view::scene_of_pose(scene, node.id, {});
  editor.deformer.update(at_rest);
  camera_ =
      view::camera_for_poses(at_rest, editor.deformer, node.id, float(size.x) / float(size.y));
  Fingerprint rest = fingerprint_of(scene, node, size);
  rest.add(implementation);
  rest.add(camera_.target);
  rest.add(camera_.distance);
  for (const Pose& pose : node.skeleton->poses) {
    Fingerprint print = rest;
    for (const Pose::Entry& entry : pose.entries) {
      print.add(entry.joint);
      print.add(entry.user_local);
    }
    wanted_keys_[pose.name] = print.value();
  }
  std::erase_if(thumbs_, [&](const auto& thumb) { return wanted_keys_.count(thumb.first) == 0; });
}

void ShelfThumbs::draw(Editor& editor, view::Renderer& renderer, Id skeleton, const Pose& pose,
                       glm::ivec2 size) {
  const Scene posed = view::scene_of_pose(editor.document.scene(), skeleton, pose.entries);
  editor.deformer.update(posed);
  renderer.draw(view::picture_of_pose(posed, editor.deformer, skeleton, camera_), size.x, size.y,
                4);
  Thumb& thumb = thumbs_[pose.name];
  thumb.key = wanted_keys_[pose.name];
  const view::Image image = renderer.read();
  view::gl::upload(thumb.texture, image.width, image.height, image.rgba.data());
}

bool ShelfThumbs::advance(Editor& editor, view::Renderer& renderer, glm::ivec2 size) {
  const Node* node = find_node(editor.document.scene(), editor.shelf.skeleton);
  if (node == nullptr || !node->skeleton || size.x < 1 || size.y < 1) {
    thumbs_.clear();
    wanted_scene_ = {};
    return false;
  }
  // A dragged radius would redraw all pictures in each frame.
  if (is_dragging(editor)) return false;
  if (editor.deformer.measures_straight_meanwhile()) return false;
  update_wanted(editor, *node, size);
  bool has_drawn = false;
  const std::shared_ptr<const Skeleton> skeleton = node->skeleton;
  for (const Pose& pose : skeleton->poses) {
    const auto found = thumbs_.find(pose.name);
    if (found != thumbs_.end() && found->second.key == wanted_keys_[pose.name]) continue;
    if (has_drawn) {
      editor.wants_redraw = true;
      break;
    }
    draw(editor, renderer, node->id, pose, size);
    has_drawn = true;
    editor.wants_redraw = true;  // this frame's panels are drawn already
  }
  return has_drawn;
}

}  // namespace marrow::app
