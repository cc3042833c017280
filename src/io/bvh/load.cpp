#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string_view>

#include "base/names.h"
#include "base/text.h"
#include "io/bvh/bvh.h"
#include "io/bvh/text.h"
#include "io/file.h"
#include "io/guess.h"
#include "io/text.h"

namespace marrow::io {

namespace {

constexpr double kRead = 0.2, kParsed = 0.9;

/// Bones whose end the file knows: those with one child, and those with none but an End Site.
void tell_guesses(const BvhText& bvh, Skeleton& skeleton) {
  std::vector<int> children(bvh.joints.size(), 0);
  for (const BvhJoint& joint : bvh.joints)
    if (joint.parent >= 0) ++children[static_cast<std::size_t>(joint.parent)];
  for (std::size_t j = 0; j < bvh.joints.size(); ++j)
    skeleton.joints[j].extent_guessed =
        !(children[j] == 1 || (children[j] == 0 && bvh.joints[j].tip));
}

std::shared_ptr<const Skeleton> skeleton_of(const BvhText& bvh, Scene& scene,
                                            std::vector<std::string>& warnings) {
  auto skeleton = std::make_shared<Skeleton>();
  UniqueNames names;
  std::size_t changed = 0;
  std::vector<std::optional<glm::vec3>> tips;
  for (const BvhJoint& from : bvh.joints) {
    Joint joint;
    joint.id = take_id(scene);
    joint.name = names.take(from.name.empty() ? "joint" : from.name);
    if (joint.name != from.name) ++changed;
    joint.parent = from.parent;
    joint.bind_local = glm::translate(glm::mat4(1.0f), from.offset);
    skeleton->joints.push_back(std::move(joint));
    tips.push_back(from.tip);
  }
  if (changed > 0)
    warnings.push_back(fmt::format(
        "{} joints had no name or that of another; they got one of their own", changed));
  guess_bones(*skeleton, tips, {});
  tell_guesses(bvh, *skeleton);
  return skeleton;
}

/// Stands a lying figure upright: one whose first "head" or "neck" joint is above the root along z
/// rather than y.
glm::mat4 upright(const BvhText& bvh) {
  const auto is_head = [](const std::string& any_case) {
    const std::string name = lower(any_case);
    return name.find("head") != std::string::npos || name.find("neck") != std::string::npos;
  };
  std::vector<glm::vec3> from_root;
  for (const BvhJoint& joint : bvh.joints) {
    from_root.push_back(joint.parent < 0
                            ? glm::vec3(0.0f)
                            : from_root[static_cast<std::size_t>(joint.parent)] + joint.offset);
    if (!is_head(joint.name)) continue;
    const glm::vec3& head = from_root.back();
    if (!(std::abs(head.z) > 2.0f * std::max(std::abs(head.x), std::abs(head.y)))) break;
    glm::mat4 turn(1.0f);  // exactly a quarter turn about x
    turn[1] = {0.0f, 0.0f, head.z > 0.0f ? -1.0f : 1.0f, 0.0f};
    turn[2] = {0.0f, head.z > 0.0f ? 1.0f : -1.0f, 0.0f, 0.0f};
    return turn;
  }
  return glm::mat4(1.0f);
}

const float* numbers_of(const BvhText& bvh, const BvhJoint& joint, std::size_t frame) {
  return bvh.numbers.data() + frame * bvh.channels + joint.first_channel;
}

glm::dquat rotation_at(const BvhText& bvh, const BvhJoint& joint, std::size_t frame) {
  const float* numbers = numbers_of(bvh, joint, frame);
  glm::dquat rotation(1.0, 0.0, 0.0, 0.0);
  for (std::size_t c = 0; c < joint.channels.size(); ++c) {
    if (!joint.channels[c].is_rotation) continue;
    glm::dvec3 axis(0.0);
    axis[joint.channels[c].axis] = 1.0;
    rotation =
        rotation *
        glm::angleAxis(glm::radians(std::fmod(static_cast<double>(numbers[c]), 720.0)), axis);
  }
  return glm::normalize(rotation);
}

/// Axes without a channel stay at the OFFSET.
glm::vec3 position_at(const BvhText& bvh, const BvhJoint& joint, std::size_t frame,
                      bool is_relative) {
  const float* numbers = numbers_of(bvh, joint, frame);
  glm::vec3 position = joint.offset;
  for (std::size_t c = 0; c < joint.channels.size(); ++c) {
    if (joint.channels[c].is_rotation) continue;
    float& value = position[joint.channels[c].axis];
    value = is_relative ? value + numbers[c] : numbers[c];
  }
  return position;
}

bool has_channel(const BvhJoint& joint, bool is_rotation) {
  for (const BvhChannel& channel : joint.channels)
    if (channel.is_rotation == is_rotation) return true;
  return false;
}

/// Whether positions of joints other than roots are relative to their OFFSET.
bool are_relative(const BvhText& bvh) {
  double absolute = 0.0, relative = 0.0;  // distances from rest, squared
  for (const BvhJoint& joint : bvh.joints) {
    if (joint.parent < 0) continue;
    for (const bool is_relative : {false, true}) {
      const glm::dvec3 way =
          glm::dvec3(position_at(bvh, joint, 0, is_relative)) - glm::dvec3(joint.offset);
      (is_relative ? relative : absolute) += glm::dot(way, way);
    }
  }
  return relative < absolute;
}

MotionChannel rotations_of(const BvhText& bvh, const BvhJoint& joint,
                           const std::vector<float>& times) {
  MotionChannel channel{MotionProperty::rotation, Interpolation::linear, times, {}};
  channel.values.reserve(4 * bvh.frames);
  glm::dquat before(1.0, 0.0, 0.0, 0.0);
  for (std::size_t frame = 0; frame < bvh.frames; ++frame) {
    glm::dquat rotation = rotation_at(bvh, joint, frame);
    if (glm::dot(rotation, before) < 0.0)
      rotation = -rotation;  // of the two signs the one that needs no detour
    for (const double number : {rotation.x, rotation.y, rotation.z, rotation.w})
      channel.values.push_back(static_cast<float>(number));
    before = rotation;
  }
  return channel;
}

/// Without keys when the joint never leaves its OFFSET.
MotionChannel positions_of(const BvhText& bvh, const BvhJoint& joint,
                           const std::vector<float>& times, bool is_relative) {
  MotionChannel channel{MotionProperty::translation, Interpolation::linear, {}, {}};
  bool moves = false;
  channel.values.reserve(3 * bvh.frames);
  for (std::size_t frame = 0; frame < bvh.frames; ++frame) {
    const glm::vec3 position = position_at(bvh, joint, frame, is_relative);
    for (int axis = 0; axis < 3; ++axis) channel.values.push_back(position[axis]);
    moves |= position != joint.offset;
  }
  if (moves)
    channel.times = times;
  else
    channel.values = {};
  return channel;
}

Motion motion_of(const BvhText& bvh, const Skeleton& skeleton) {
  std::vector<float> times(bvh.frames);
  for (std::size_t frame = 0; frame < bvh.frames; ++frame)
    times[frame] = static_cast<float>(static_cast<double>(frame) * bvh.frame_time);
  const bool is_relative = are_relative(bvh);
  Motion motion;
  for (std::size_t j = 0; j < bvh.joints.size(); ++j) {
    const BvhJoint& joint = bvh.joints[j];
    MotionTrack track;
    track.target = skeleton.joints[j].id;
    track.translation = joint.offset;
    if (has_channel(joint, false)) {
      MotionChannel positions = positions_of(bvh, joint, times, is_relative && joint.parent >= 0);
      if (!positions.times.empty()) track.channels.push_back(std::move(positions));
    }
    if (has_channel(joint, true)) track.channels.push_back(rotations_of(bvh, joint, times));
    if (!track.channels.empty()) motion.tracks.push_back(std::move(track));
  }
  return motion;
}

std::string name_of(const std::filesystem::path& path) {
  std::string name = clean_name(path.stem().string());
  return name.empty() ? "motion" : name;
}

}  // namespace

Loaded load_bvh(const std::filesystem::path& path, Progress& progress) {
  BvhText bvh;
  {
    const FileBytes bytes = read_big_file(path, progress, kRead);
    bvh = read_bvh_text(path.string(), bytes.view(), progress, kParsed);
  }
  Loaded loaded;
  loaded.warnings = std::move(bvh.warnings);
  Node node;
  node.id = take_id(loaded.scene);
  node.name = name_of(path);
  node.local = upright(bvh);
  const std::shared_ptr<const Skeleton> skeleton = skeleton_of(bvh, loaded.scene, loaded.warnings);
  node.skeleton = skeleton;
  if (node.local != glm::mat4(1.0f))
    loaded.warnings.push_back("the figure lies along z; its node stands it upright");
  loaded.scene.nodes.push_back(std::move(node));
  if (bvh.frames == 0) return loaded;
  Motion motion = motion_of(bvh, *skeleton);
  motion.name = name_of(path);
  loaded.scene.motions.push_back(std::make_shared<const Motion>(std::move(motion)));
  return loaded;
}

}  // namespace marrow::io
