// VRM animations (.vrma, VRMC_vrm_animation 1.0) made of a figure and a motion.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/trs.h"
#include "scene/joint_roles.h"
#include "scene/motion.h"
#include "support/gltf_bytes.h"

namespace marrow::test {

/// VRM's bone for a role; empty if there is none.
inline std::string vrm_bone(const JointRole& role) {
  static const std::map<BodyPart, std::string> kSided = {
      {BodyPart::clavicle, "Shoulder"}, {BodyPart::upper_arm, "UpperArm"},
      {BodyPart::forearm, "LowerArm"},  {BodyPart::hand, "Hand"},
      {BodyPart::thigh, "UpperLeg"},    {BodyPart::shin, "LowerLeg"},
      {BodyPart::foot, "Foot"},         {BodyPart::toe, "Toes"}};
  static const std::array<std::string, 3> kSpine = {"spine", "chest", "upperChest"};
  if (role.part == BodyPart::hips) return "hips";
  if (role.part == BodyPart::head) return "head";
  if (role.part == BodyPart::neck && role.rank == 0) return "neck";
  if (role.part == BodyPart::spine && role.rank < 3) return kSpine[std::size_t(role.rank)];
  const auto found = kSided.find(role.part);
  if (found == kSided.end() || role.side == BodySide::none) return {};
  return (role.side == BodySide::left ? "left" : "right") + found->second;
}

/// The file's bytes: nodes with meaningless names, the map, the figure's rest pose, rotations of
/// mapped joints at 30 frames per second, the translation of the hips, an expression and a gaze.
inline std::string vrma(const Skeleton& skeleton, const Motion& motion) {
  GltfBytes file;
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  std::vector<float> times;
  for (int frame = 0; float(frame) / 30.0f <= duration_of(motion) + 1e-4f; ++frame)
    times.push_back(float(frame) / 30.0f);
  const int input = file.add_floats(times, "SCALAR");
  auto& animation = file.json["animations"][0];
  animation["name"] = motion.name;
  const auto channel = [&](std::size_t node, const char* path, const std::vector<float>& values,
                           const char* type) {
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
    animation["samplers"].push_back({{"input", input}, {"output", file.add_floats(values, type)}});
  };
  auto& extension = file.json["extensions"]["VRMC_vrm_animation"];
  const std::size_t count = skeleton.joints.size();
  for (std::size_t j = 0; j < count; ++j) {
    const Joint& joint = skeleton.joints[j];
    const io::Trs rest = io::trs_of(glm::dmat4(joint.bind_local)).upper;
    file.json["nodes"].push_back(
        {{"name", "n" + std::to_string(j)},
         {"translation", {rest.translation.x, rest.translation.y, rest.translation.z}},
         {"rotation", {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w}}});
    if (joint.parent >= 0)
      file.json["nodes"][std::size_t(joint.parent)]["children"].push_back(j);
    else
      file.json["scenes"][0]["nodes"].push_back(j);
    const std::string bone = vrm_bone(roles[j]);
    if (bone.empty()) continue;
    extension["humanoid"]["humanBones"][bone]["node"] = j;
    std::vector<float> turns, places;
    for (const MotionTrack& track : motion.tracks) {
      if (track.target != joint.id) continue;
      for (const float time : times) {
        const io::Trs now = io::trs_of(glm::dmat4(local_at(track, time))).upper;
        for (const double part : {now.rotation.x, now.rotation.y, now.rotation.z, now.rotation.w})
          turns.push_back(float(part));
        for (int axis = 0; axis < 3; ++axis) places.push_back(float(now.translation[axis]));
      }
    }
    if (turns.empty()) continue;
    channel(j, "rotation", turns, "VEC4");
    if (bone == "hips") channel(j, "translation", places, "VEC3");
  }
  for (const char* name : {"happy", "gaze"}) {
    file.json["scenes"][0]["nodes"].push_back(file.json["nodes"].size());
    file.json["nodes"].push_back({{"name", name}});
  }
  channel(count, "translation", std::vector<float>(3 * times.size(), 1.0f), "VEC3");
  extension["specVersion"] = "1.0";
  extension["expressions"]["preset"]["happy"]["node"] = count;
  extension["lookAt"]["node"] = count + 1;
  file.json["extensionsUsed"] = {"VRMC_vrm_animation"};
  return file.glb();
}

}  // namespace marrow::test
