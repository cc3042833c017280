#include "rig/skinning/measured_bodies.h"

#include <algorithm>
#include <utility>

#include "rig/body/body.h"
#include "rig/skinning/capsule_settings.h"

namespace marrow {

namespace {

std::vector<float> largest_of(const std::vector<Radii>& radii) {
  std::vector<float> largest;
  for (const Radii& its : radii) largest.push_back(its.largest());
  return largest;
}

}  // namespace

std::size_t MeasuredBody::part_of(Id mesh) const {
  return std::size_t(std::find(meshes.begin(), meshes.end(), mesh) - meshes.begin());
}

void MeasuredBodies::begin(const Scene& scene) {
  requests_.clear();
  std::erase_if(bodies_, [&](const auto& entry) {
    const Node* node = find_node(scene, entry.first);
    return !node || !node->skeleton || node->skeleton->metric != Metric::body;
  });
}

bool MeasuredBodies::update(const Skeleton& skeleton, const PosedSkeleton& posed,
                            const std::vector<BodyMesh>& parts, std::vector<Id> meshes) {
  if (parts.empty()) {
    bodies_.erase(posed.node);
    return false;
  }
  MeasuredBody& its = bodies_[posed.node];
  std::vector<Bone> bones = bones_of(skeleton, posed.bind);
  std::vector<Radii> radii = capsule_settings_of(skeleton).radii;
  const bool is_other = !its.body || its.body->parts() != parts || its.meshes != meshes,
             has_moved = is_other || its.bones != bones;
  its.is_deferred = has_moved && defers(its, {posed.node, parts, bones, largest_of(radii)});
  if (its.is_deferred || (!has_moved && its.radii == radii)) return false;
  if (is_other) its.body = Body::of(parts);
  its.meshes = std::move(meshes);
  its.before = std::exchange(its.fields, its.body->fields(bones, largest_of(radii)));
  its.bones = std::move(bones);
  its.radii = std::move(radii);
  if (has_moved) its.revision = next_revision();
  return true;
}

void MeasuredBodies::end() {
  delivered_request_.reset();
  delivered_body_.reset();
}

const MeasuredBody* MeasuredBodies::of(Id skeleton) const {
  const auto found = bodies_.find(skeleton);
  return found == bodies_.end() || found->second.is_deferred ? nullptr : &found->second;
}

bool MeasuredBodies::has_deferred() const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [](const auto& entry) { return entry.second.is_deferred; });
}

void MeasuredBodies::deliver(std::shared_ptr<const BodyRequest> request, BodyMeasured measured) {
  delivered_request_ = std::move(request);
  delivered_body_ = std::make_shared<const BodyMeasured>(std::move(measured));
}

/// True if a body that must be measured again is deferred. Appends to requests_, unless only a drag
/// defers it.
bool MeasuredBodies::defers(const MeasuredBody& its, BodyRequest request) {
  if (is_hurried && its.body != nullptr) return true;
  if (request.work() <= synchronous_work_limit) return false;
  if (delivered_request_ && delivered_request_->has_distances_of(request)) return false;
  requests_.push_back(std::make_shared<const BodyRequest>(std::move(request)));
  return true;
}

}  // namespace marrow
