#include "io/gltf/vrm.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "base/index.h"
#include "io/counts.h"
#include "io/editor_data.h"
#include "io/json_members.h"
#include "io/number_text.h"
#include "scene/spring_links.h"

namespace marrow::io {
namespace {

using PlainJson = nlohmann::json;

class SpringReader {
 public:
  SpringReader(const PlainJson& extension, const SpringTargets& targets)
      : extension_(extension), targets_(targets) {}

  ReadSprings read() {
    read_colliders();
    read_groups();
    for (const PlainJson& spring : list_in(extension_, "springs")) read_chain(spring);
    ReadSprings result;
    result.tips = std::move(tips_);
    if (springs_ != Springs{}) result.springs = std::make_shared<const Springs>(springs_);
    return result;
  }

  void report(std::vector<std::string>& warnings) const {
    const std::string& version = version_;
    if (!version.empty() && version != "1.0")
      warnings.push_back(fmt::format("spring bones of version {} are read as 1.0",
                                     in_quotes(clean_name(version))));
    warn_of(
        {{lost_colliders_,
          "not kept of the spring bones: {} collider[|s] without a usable node or shape"},
         {lost_shapes_,
          "not kept of the spring bones: {} extended collider[|s], which [has|have] [its|their] "
          "plain shape[|s]"},
         {lost_joints_,
          "not kept of the spring bones: {} joint[|s] that no skin moves, or that [is|are] in "
          "several chains"},
         {lost_chains_, "not kept of the spring bones: {} chain[|s] without a joint that swings"},
         {clamped_, "spring bones: {} number[|s] [was|were] out of range, now within it"}},
        warnings);
  }

  void see_version() {
    const PlainJson& version = member_of(extension_, "specVersion");
    version_ = version.is_string() ? version.get<std::string>() : std::string();
  }

 private:
  float number(const PlainJson& object, const char* name, float usual, float least, float most) {
    const PlainJson& value = member_of(object, name);
    if (value.is_null()) return usual;
    const double wide = value.is_number() ? value.get<double>() : std::nan("");
    const bool fits = wide >= double(least) && wide <= double(most);
    clamped_ += fits ? 0 : 1;
    if (std::isnan(wide)) return usual;
    return float(std::clamp(wide, double(least), double(most)));
  }

  glm::vec3 vector(const PlainJson& object, const char* name, const glm::vec3& usual) {
    const PlainJson& value = member_of(object, name);
    if (value.is_null()) return usual;
    glm::vec3 result = usual;
    const bool has_three = value.is_array() && value.size() == 3;
    for (int axis = 0; has_three && axis < 3; ++axis) {
      const PlainJson& part = value[std::size_t(axis)];
      const double wide = part.is_number() ? part.get<double>() : std::nan("");
      if (!(std::abs(wide) <= double(kMost))) return ++clamped_, usual;
      result[axis] = float(wide);
    }
    clamped_ += has_three ? 0 : 1;
    return result;
  }

  void read_colliders() {
    for (const PlainJson& collider : list_in(extension_, "colliders")) {
      const std::optional<SpringCollider> made = collider_of(collider);
      lost_colliders_ += made ? 0 : 1;
      lost_shapes_ += member_of(collider, "extensions").is_object() ? 1 : 0;
      collider_places_.push_back(made ? std::optional(springs_.colliders.size()) : std::nullopt);
      if (made) springs_.colliders.push_back(*made);
    }
  }

  std::optional<SpringCollider> collider_of(const PlainJson& from) {
    SpringCollider collider;
    collider.target = target(index_in(from, "node"));
    const PlainJson& shape = member_of(from, "shape");
    const PlainJson &sphere = member_of(shape, "sphere"), &capsule = member_of(shape, "capsule");
    const PlainJson& body = capsule.is_object() ? capsule : sphere;
    if (collider.target == kNoId || !body.is_object()) return std::nullopt;
    collider.offset = vector(body, "offset", glm::vec3(0.0f));
    if (capsule.is_object()) collider.tail = vector(body, "tail", glm::vec3(0.0f));
    collider.radius = number(body, "radius", 0.0f, 0.0f, kMost);
    return collider;
  }

  Id target(int node) const { return node < 0 ? kNoId : targets_.target(node); }
  Id joint(int node) const { return node < 0 ? kNoId : targets_.joint(node); }

  void read_groups() {
    for (const PlainJson& from : list_in(extension_, "colliderGroups")) {
      SpringGroup group{.name = text_in(from, "name")};
      for (const PlainJson& index : list_in(from, "colliders"))
        if (const auto place = place_in(collider_places_, index)) group.colliders.push_back(*place);
      springs_.groups.push_back(std::move(group));
    }
  }

  static std::optional<std::size_t> place_in(const std::vector<std::optional<std::size_t>>& places,
                                             const PlainJson& index) {
    if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= places.size())
      return std::nullopt;
    return places[index.get<std::size_t>()];
  }

  void read_chain(const PlainJson& from) {
    SpringChain chain{.name = text_in(from, "name"), .center = target(index_in(from, "center"))};
    for (const PlainJson& index : list_in(from, "colliderGroups"))
      if (index.is_number_unsigned() && index.get<std::uint64_t>() < springs_.groups.size())
        chain.groups.push_back(index.get<std::size_t>());
    const PlainJson& joints = list_in(from, "joints");
    int last_node = -1;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const int node = index_in(joints[j], "node");
      const Id id = joint(node);
      if (j + 1 == joints.size()) {
        end_chain(chain, last_node, node, id);
      } else if (id == kNoId || !used_.insert(id).second) {
        ++lost_joints_;
      } else {
        last_node = node;
        chain.joints.push_back(spring_of(joints[j], id));
      }
    }
    if (chain.joints.empty()) {
      ++lost_chains_;
    } else {
      springs_.chains.push_back(std::move(chain));
    }
  }

  /// The last node of a chain marks the end of the last bone; it does not swing.
  void end_chain(SpringChain& chain, int last, int node, Id id) {
    chain.end = id;
    if (id != kNoId || last < 0 || node < 0) return;
    if (const auto tip = targets_.offset(last, node))
      tips_[chain.joints.back().joint] = glm::vec3(*tip);
  }

  SpringJoint spring_of(const PlainJson& from, Id id) {
    return {.joint = id,
            .hit_radius = number(from, "hitRadius", 0.0f, 0.0f, kMost),
            .stiffness = number(from, "stiffness", 1.0f, 0.0f, kMost),
            .gravity_power = number(from, "gravityPower", 0.0f, -kMost, kMost),
            .gravity = vector(from, "gravityDir", {0.0f, -1.0f, 0.0f}),
            .drag = number(from, "dragForce", 0.5f, 0.0f, 1.0f)};
  }

  static constexpr float kMost = 1e30f;

  const PlainJson& extension_;
  const SpringTargets& targets_;
  Springs springs_;
  /// Index in springs_ of each collider of the file.
  std::vector<std::optional<std::size_t>> collider_places_;
  std::set<Id> used_;
  std::map<Id, glm::vec3> tips_;
  std::string version_;
  std::size_t lost_colliders_ = 0, lost_shapes_ = 0, lost_joints_ = 0, lost_chains_ = 0;
  std::size_t clamped_ = 0;
};

constexpr const char* kVrmAnimation = "VRMC_vrm_animation";

/// Adds `bone` at the node of a humanoid map's entry, of either version.
void add_human_bone(const PlainJson& entry, const std::string& bone,
                    std::map<int, std::string>& bones) {
  const int node = index_in(entry, "node");
  if (const std::string name = clean_name(bone); node >= 0 && !name.empty())
    bones.emplace(node, name);
}

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
  /// Leaves out colliders whose joint or node no longer exists.
  void write_colliders() {
    for (const SpringCollider& collider : scene_.springs->colliders) {
      const int node = place_(collider.target);
      collider_places_.push_back(node < 0 ? std::nullopt : std::optional(colliders_.size()));
      if (node >= 0) colliders_.push_back({{"node", node}, {"shape", shape_of(collider)}});
    }
  }

  /// The extension allows no group without colliders.
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

ReadSprings read_springs(const std::string& document, const SpringTargets& targets,
                         std::vector<std::string>& warnings) {
  const PlainJson root = PlainJson::parse(document, nullptr, false);
  const PlainJson& extension = member_of(root, "extensions", kSpringBone);
  if (extension.is_null()) return {};
  SpringReader reader(extension, targets);
  reader.see_version();
  ReadSprings result = reader.read();
  reader.report(warnings);
  return result;
}

std::map<int, std::string> read_human_bones(const std::string& document,
                                            std::vector<std::string>& warnings) {
  std::map<int, std::string> bones;
  // most files have no humanoid map and need not be parsed again
  if (document.find("\"humanBones\"") == std::string::npos) return bones;
  const PlainJson root = PlainJson::parse(document, nullptr, false);
  for (const char* extension : {"VRMC_vrm", kVrmAnimation})
    if (const PlainJson& of_1 = member_of(root, "extensions", extension, "humanoid", "humanBones");
        of_1.is_object())
      for (const auto& [bone, entry] : of_1.items()) add_human_bone(entry, bone, bones);
  const PlainJson& animation = member_of(root, "extensions", kVrmAnimation);
  if (animation.contains("expressions") || animation.contains("lookAt"))
    warnings.push_back("not kept: the expressions and the gaze of the VRM animation");
  if (const PlainJson& of_0 = member_of(root, "extensions", "VRM", "humanoid", "humanBones");
      of_0.is_array())
    for (const PlainJson& entry : of_0)
      if (entry.is_object() && entry.contains("bone") && entry["bone"].is_string())
        add_human_bone(entry, entry["bone"].get<std::string>(), bones);
  return bones;
}

std::string springs_out(const Scene& scene, const std::function<int(Id)>& place, bool marks_derived,
                        out::File& file) {
  return scene.springs ? SpringWriter(scene, place, marks_derived, file).write() : std::string();
}

}  // namespace marrow::io
