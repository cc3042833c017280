// Writes springs as VRMC_springBone 1.0.
#include <nlohmann/json.hpp>
#include <optional>

#include "base/index.h"
#include "io/editor_data.h"
#include "io/gltf/spring_bones.h"
#include "scene/spring_links.h"

namespace marrow::io {

namespace {

using Json = nlohmann::ordered_json;

Json json_vector(const glm::vec3& v) {
  return Json::array({json_number(v.x), json_number(v.y), json_number(v.z)});
}

/// The extension has only one radius, so a tapered capsule gets the mean.
Json shape_of(const SpringCollider& collider) {
  const float radius =
      collider.tail_radius ? 0.5f * (collider.radius + *collider.tail_radius) : collider.radius;
  Json body = {{"offset", json_vector(collider.offset)}, {"radius", json_number(radius)}};
  if (!collider.tail) return {{"sphere", std::move(body)}};
  body["tail"] = json_vector(*collider.tail);
  return {{"capsule", std::move(body)}};
}

class SpringWriter {
 public:
  SpringWriter(const Scene& scene, const std::function<int(Id)>& place, bool marks_derived,
               out::File& file)
      : scene_(scene), place_(place), marks_derived_(marks_derived), file_(file) {}

  std::string write() {
    write_colliders();
    write_groups();
    Json chains = Json::array();
    for (const SpringChain& chain : scene_.springs->chains)
      if (Json json = chain_of(chain); !json.is_null()) chains.push_back(std::move(json));
    if (chains.empty()) return {};
    Json extension = {{"specVersion", "1.0"}};
    if (!colliders_.empty()) extension["colliders"] = std::move(colliders_);
    if (!groups_.empty()) extension["colliderGroups"] = std::move(groups_);
    extension["springs"] = std::move(chains);
    return extension.dump();
  }

 private:
  /// Leaves out those whose joint or node no longer exists.
  void write_colliders() {
    for (const SpringCollider& collider : scene_.springs->colliders) {
      const int node = place_(collider.target);
      collider_places_.push_back(node < 0 ? std::nullopt : std::optional(colliders_.size()));
      if (node >= 0) colliders_.push_back({{"node", node}, {"shape", shape_of(collider)}});
    }
  }

  /// The extension has no group without colliders.
  void write_groups() {
    for (const SpringGroup& group : scene_.springs->groups) {
      Json members = Json::array();
      for (const std::size_t collider : group.colliders)
        if (collider_places_[collider]) members.push_back(*collider_places_[collider]);
      group_places_.push_back(members.empty() ? std::nullopt : std::optional(groups_.size()));
      if (members.empty()) continue;
      Json json = Json::object();
      if (!group.name.empty()) json["name"] = group.name;
      json["colliders"] = std::move(members);
      groups_.push_back(std::move(json));
    }
  }

  Json chain_of(const SpringChain& chain) {
    const PresentChain found = present_chain(scene_, chain);
    if (found.node < 0) return nullptr;
    const Skeleton& skeleton = *scene_.nodes[at(found.node)].skeleton;
    Json joints = Json::array();
    for (std::size_t j = 0; j < found.joints.size(); ++j) {
      const int node = place_(skeleton.joints[at(found.joints[j])].id);
      if (node < 0) return nullptr;
      joints.push_back(joint_of(*found.settings[j], node));
    }
    joints.push_back({{"node", end_of(skeleton, found)}});
    Json json = Json::object();
    if (!chain.name.empty()) json["name"] = chain.name;
    json["joints"] = std::move(joints);
    Json groups = Json::array();
    for (const std::size_t group : chain.groups)
      if (group_places_[group]) groups.push_back(*group_places_[group]);
    if (!groups.empty()) json["colliderGroups"] = std::move(groups);
    if (const int center = place_(chain.center); center >= 0) json["center"] = center;
    return json;
  }

  static Json joint_of(const SpringJoint& joint, int node) {
    return {{"node", node},
            {"hitRadius", json_number(joint.hit_radius)},
            {"stiffness", json_number(joint.stiffness)},
            {"gravityPower", json_number(joint.gravity_power)},
            {"gravityDir", json_vector(joint.gravity)},
            {"dragForce", json_number(joint.drag)}};
  }

  int end_of(const Skeleton& skeleton, const PresentChain& chain) {
    if (chain.end >= 0) return place_(skeleton.joints[at(chain.end)].id);
    const Joint& last = skeleton.joints[at(chain.joints.back())];
    const int index = int(file_.nodes.size());
    Trs local;
    local.translation = glm::dvec3(last.extent);
    file_.nodes.push_back({.name = last.name + " end", .local = local});
    file_.nodes.back().is_derived = marks_derived_;
    file_.nodes[at(place_(last.id))].children.push_back(index);
    return index;
  }

  const Scene& scene_;
  const std::function<int(Id)>& place_;
  bool marks_derived_;
  out::File& file_;
  Json colliders_ = Json::array(), groups_ = Json::array();
  std::vector<std::optional<std::size_t>> collider_places_, group_places_;
};

}  // namespace

std::string springs_out(const Scene& scene, const std::function<int(Id)>& place, bool marks_derived,
                        out::File& file) {
  return scene.springs ? SpringWriter(scene, place, marks_derived, file).write() : std::string();
}

}  // namespace marrow::io
