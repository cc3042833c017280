#include "edit/history.h"

#include <utility>

#include "edit/operations/line.h"
#include "rig/rig_check.h"

namespace marrow {
namespace {

using marrow::bytes_of;

std::size_t bytes_of(const Mesh& mesh) {
  std::size_t bytes =
      sizeof mesh + bytes_of(mesh.positions) + bytes_of(mesh.face_begin) +
      bytes_of(mesh.corner_vertex) + bytes_of(mesh.normals) + bytes_of(mesh.corner_normal) +
      bytes_of(mesh.uvs) + bytes_of(mesh.corner_uv) + bytes_of(mesh.materials) +
      bytes_of(mesh.face_material) + bytes_of(mesh.groups) + bytes_of(mesh.face_group) +
      bytes_of(mesh.attributes) + bytes_of(mesh.morph_targets) + bytes_of(mesh.carried);
  for (const Material& material : mesh.materials)
    bytes += bytes_of(material.name) + bytes_of(material.carried) + bytes_of(material.textures);
  for (const std::string& group : mesh.groups) bytes += bytes_of(group);
  for (const VertexAttribute& attribute : mesh.attributes)
    bytes += bytes_of(attribute.name) + bytes_of(attribute.bytes);
  for (const MorphTarget& target : mesh.morph_targets)
    bytes += bytes_of(target.name) + bytes_of(target.positions) + bytes_of(target.normals) +
             bytes_of(target.tangents);
  if (mesh.weights)
    bytes += bytes_of(mesh.weights->row_begin) + bytes_of(mesh.weights->joint) +
             bytes_of(mesh.weights->weight);
  return bytes;
}

std::size_t bytes_of(const Texture& texture) {
  return sizeof texture + bytes_of(texture.name) + bytes_of(texture.mime) + bytes_of(texture.file) +
         bytes_of(texture.rgba) + bytes_of(texture.sampler);
}

std::size_t bytes_of(const Skeleton& skeleton) {
  std::size_t bytes = sizeof skeleton + bytes_of(skeleton.joints) + bytes_of(skeleton.poses);
  for (const Joint& joint : skeleton.joints)
    bytes += bytes_of(joint.name) + bytes_of(joint.human_bone) + bytes_of(joint.carried);
  for (const Pose& pose : skeleton.poses) bytes += bytes_of(pose.name) + bytes_of(pose.entries);
  return bytes;
}

std::size_t bytes_of(const Motion& motion) {
  std::size_t bytes = sizeof motion + bytes_of(motion.name) + bytes_of(motion.tracks);
  for (const MotionTrack& track : motion.tracks) {
    bytes += bytes_of(track.channels);
    for (const MotionChannel& channel : track.channels)
      bytes += bytes_of(channel.times) + bytes_of(channel.values) + bytes_of(channel.shapes);
  }
  return bytes;
}

std::size_t bytes_of(const Springs& springs) {
  std::size_t bytes = sizeof springs + bytes_of(springs.colliders) + bytes_of(springs.groups) +
                      bytes_of(springs.chains);
  for (const SpringGroup& group : springs.groups)
    bytes += bytes_of(group.name) + bytes_of(group.colliders);
  for (const SpringChain& chain : springs.chains)
    bytes += bytes_of(chain.name) + bytes_of(chain.joints) + bytes_of(chain.groups);
  return bytes;
}

std::size_t bytes_of(const TouchUps& touch_ups) {
  return sizeof touch_ups + bytes_of(touch_ups.vertices) + bytes_of(touch_ups.row_begin) +
         bytes_of(touch_ups.joint) + bytes_of(touch_ups.difference);
}

/// Bytes of a scene without its shared meshes, skeletons, touch-ups, motions and springs.
std::size_t bytes_of(const Scene& scene) {
  std::size_t bytes = bytes_of(scene.nodes) + bytes_of(scene.motions) + bytes_of(scene.carried);
  for (const Node& node : scene.nodes)
    bytes += bytes_of(node.name) + bytes_of(node.carried) + bytes_of(node.morph_weights);
  return bytes;
}

std::size_t owned_bytes(const History::Step& step) {
  std::size_t bytes = sizeof step + bytes_of(step.label) + bytes_of(step.scene);
  if (!step.operation) return bytes;
  const Holdings held = holdings_of(*step.operation);
  bytes += held.bytes;
  for (const Scene* scene : held.scenes) bytes += bytes_of(*scene);
  return bytes;
}

/// Visits all shared parts: meshes, the textures of their materials, skeletons, touch-ups, motions,
/// springs.
template <typename Visit>
void for_each_part(const Scene& scene, const Visit& visit) {
  for (const Node& node : scene.nodes) {
    visit(node.mesh);
    visit(node.skeleton);
    visit(node.touch_ups);
    if (!node.mesh) continue;
    for (const Material& material : node.mesh->materials) {
      visit(material.base_color_texture);
      for (const std::shared_ptr<const Texture>& texture : material.textures) visit(texture);
    }
  }
  for (const std::shared_ptr<const Motion>& motion : scene.motions) visit(motion);
  visit(scene.springs);
}

/// Visits the shared parts of the scene after the step, and of the step's operation.
template <typename Visit>
void for_each_part(const History::Step& step, const Visit& visit) {
  for_each_part(step.scene, visit);
  if (!step.operation) return;
  const Holdings held = holdings_of(*step.operation);
  for (const Scene* scene : held.scenes) for_each_part(*scene, visit);
  for (const std::shared_ptr<const Motion>& motion : held.motions) visit(motion);
}

}  // namespace

History::History(std::string label, Scene scene, std::size_t memory_cap) : memory_cap_(memory_cap) {
  steps_.push_back({std::move(label), std::nullopt, std::move(scene), true});
  count_in(steps_.back());
}

void History::push(std::string label, Operation operation, Scene scene) {
  drop(current_ + 1, steps_.size());
  steps_.push_back({std::move(label), std::move(operation), std::move(scene), false});
  count_in(steps_.back());
  current_ = steps_.size() - 1;
  drop_oldest();
}

void History::annotate(std::string_view note) {
  Step& step = steps_[current_];
  memory_ -= owned_bytes(step);
  if (!note.empty()) step.label.append(", ").append(note);
  step.is_noted = true;
  memory_ += owned_bytes(step);
}

const History::Step& History::travel(std::size_t index) {
  RIG_CHECK(index < steps_.size());
  current_ = index;
  return steps_[index];
}

void History::count_in(const Step& step) {
  memory_ += owned_bytes(step);
  for_each_part(step, [&](const auto& part) { take_hold(part); });
}

void History::count_out(const Step& step) {
  memory_ -= owned_bytes(step);
  for_each_part(step, [&](const auto& part) { release(part.get()); });
}

template <typename T>
void History::take_hold(const std::shared_ptr<const T>& part) {
  if (!part) return;
  Shared& shared = shared_[part.get()];
  if (shared.holders++ > 0) return;
  shared.bytes = bytes_of(*part);
  memory_ += shared.bytes;
}

void History::release(const void* part) {
  const auto found = shared_.find(part);
  if (found == shared_.end() || --found->second.holders > 0) return;
  memory_ -= found->second.bytes;
  shared_.erase(found);
}

void History::drop(std::size_t begin, std::size_t end) {
  const auto first = steps_.begin() + std::ptrdiff_t(begin);
  const auto last = steps_.begin() + std::ptrdiff_t(end);
  for (auto step = first; step != last; ++step) count_out(*step);
  steps_.erase(first, last);
}

void History::drop_oldest() {
  if (memory_ <= memory_cap_) return;
  const std::size_t low_water = memory_cap_ - memory_cap_ / 16;
  std::size_t gone = 0;
  for (; gone < current_ && memory_ > low_water; ++gone) count_out(steps_[gone]);
  steps_.erase(steps_.begin(), steps_.begin() + std::ptrdiff_t(gone));
  current_ -= gone;
  dropped_ += gone;
}

}  // namespace marrow
