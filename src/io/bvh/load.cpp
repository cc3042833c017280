#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <utility>

#include "base/names.h"
#include "base/text.h"
#include "io/bvh/bvh.h"
#include "io/bvh/bvh_parser.h"
#include "io/file.h"
#include "io/guess.h"
#include "io/number_text.h"
#include "scene/stance.h"

namespace marrow::io {

namespace {

constexpr double kBvhRead = 0.2, kBvhParsed = 0.9;

/// Marks bone ends as guessed, except of bones with one child, or with only an End Site.
void tell_guesses(const BvhText& bvh, Skeleton& skeleton) {
  std::vector<int> children(bvh.joints.size(), 0);
  for (const BvhJoint& joint : bvh.joints)
    if (joint.parent >= 0) ++children[std::size_t(joint.parent)];
  for (std::size_t j = 0; j < bvh.joints.size(); ++j)
    skeleton.joints[j].extent_guessed =
        !(children[j] == 1 || (children[j] == 0 && bvh.joints[j].tip));
}

Skeleton skeleton_of(const BvhText& bvh, Scene& scene, std::vector<std::string>& warnings) {
  Skeleton skeleton;
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
    skeleton.joints.push_back(std::move(joint));
    tips.push_back(from.tip);
  }
  if (changed > 0)
    warnings.push_back(counted(
        "{} joint[|s] had no name, or another joint's; [it|they] got [a new name|new names]",
        changed));
  guess_bones(skeleton, tips, {});
  tell_guesses(bvh, skeleton);
  return skeleton;
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
    rotation = rotation * glm::angleAxis(glm::radians(std::fmod(double(numbers[c]), 720.0)), axis);
  }
  return glm::normalize(rotation);
}

/// Axes without a channel keep the OFFSET.
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

/// Decides whether positions of joints other than roots are added to their OFFSET. A program treats
/// all joints alike, so each joint votes for the way that keeps it nearer to rest, in frames from
/// the whole motion.
bool are_relative(const BvhText& bvh) {
  constexpr std::size_t kFrames = 5;
  int votes = 0;  // votes for adding minus votes for replacing
  for (const BvhJoint& joint : bvh.joints) {
    if (joint.parent < 0 || !has_channel(joint, false)) continue;
    double absolute = 0.0, relative = 0.0;  // distances from rest
    for (std::size_t i = 0; i < kFrames; ++i) {
      const std::size_t frame = i * (bvh.frames - 1) / (kFrames - 1);
      absolute += glm::distance(position_at(bvh, joint, frame, false), joint.offset);
      relative += glm::distance(position_at(bvh, joint, frame, true), joint.offset);
    }
    votes += relative < absolute ? 1 : absolute < relative ? -1 : 0;
  }
  return votes > 0;
}

MotionChannel rotations_of(const BvhText& bvh, const BvhJoint& joint,
                           const std::vector<float>& times) {
  MotionChannel channel{MotionProperty::rotation, Interpolation::linear, times, {}};
  channel.values.reserve(4 * bvh.frames);
  glm::dquat before(1.0, 0.0, 0.0, 0.0);
  for (std::size_t frame = 0; frame < bvh.frames; ++frame) {
    glm::dquat rotation = rotation_at(bvh, joint, frame);
    // of the two signs of a rotation, the one nearer to the previous key
    if (glm::dot(rotation, before) < 0.0) rotation = -rotation;
    for (const double number : {rotation.x, rotation.y, rotation.z, rotation.w})
      channel.values.push_back(float(number));
    before = rotation;
  }
  return channel;
}

/// Has no keys if the joint never leaves its OFFSET.
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
    times[frame] = float(double(frame) * bvh.frame_time);
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

/// Turns the figure upright: the node turns the motion's up axis to y, and a rest pose that is
/// upright along another axis is turned as well.
void stand_upright(Node& node, Skeleton& skeleton, const Motion& motion,
                   std::vector<std::string>& warnings) {
  const std::optional<UpAxis> at_rest = up_at_rest(skeleton),
                              up = motion.tracks.empty() ? at_rest : up_in_motion(skeleton, motion);
  if (!up) return;
  if (at_rest && at_rest != up) {
    skeleton = with_rest_turned(std::move(skeleton), turn_of(*at_rest, *up));
    warnings.push_back(fmt::format(
        "the figure is upright along {} in the rest pose but along {} in the motion; the rest pose "
        "was turned",
        axis_name(*at_rest), axis_name(*up)));
  }
  if (*up == UpAxis::y) return;
  node.local = glm::mat4(glm::dmat4(turn_of(*up, UpAxis::y)));
  warnings.push_back(
      fmt::format("{} is up in the file; the node turns the figure upright", axis_name(*up)));
}

std::string motion_name(const std::filesystem::path& path) {
  std::string name = clean_name(path.stem().string());
  return name.empty() ? "motion" : name;
}

}  // namespace

Loaded load_bvh(const std::filesystem::path& path, LoadProgress& progress) {
  BvhText bvh;
  {
    const FileBytes bytes = read_big_file(path, progress, kBvhRead);
    bvh = read_bvh_text(path.string(), bytes.view(), progress, kBvhParsed);
  }
  Loaded loaded;
  loaded.warnings = std::move(bvh.warnings);
  Node node;
  node.id = take_id(loaded.scene);
  node.name = motion_name(path);
  Skeleton skeleton = skeleton_of(bvh, loaded.scene, loaded.warnings);
  Motion motion;
  if (bvh.frames > 0) motion = motion_of(bvh, skeleton);
  motion.name = motion_name(path);
  stand_upright(node, skeleton, motion, loaded.warnings);
  node.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  loaded.scene.nodes.push_back(std::move(node));
  if (bvh.frames > 0)
    loaded.scene.motions.push_back(std::make_shared<const Motion>(std::move(motion)));
  return loaded;
}

}  // namespace marrow::io
