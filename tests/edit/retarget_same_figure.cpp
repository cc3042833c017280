// Motions of the figure that they were made for, from files that state another rest pose or scale:
// they play as they were.
#include <glm/gtc/quaternion.hpp>
#include <random>

#include "edit/retarget/retarget_check.h"
#include "io/formats.h"
#include "support/cases.h"
#include "support/joints.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Skeleton sample_figure() { return first_skeleton(io::load(media() / "human.glb").scene); }

glm::quat random_turn(std::mt19937& random, float most) {
  std::uniform_real_distribution<float> number(-1.0f, 1.0f);
  const glm::vec3 axis(number(random), number(random), number(random) + 2.0f);
  return glm::angleAxis(most * number(random), glm::normalize(axis));
}

/// Two keys for each joint, off its rest by at most `most` radians; the first joint moves by `way`.
Motion keyed(const Skeleton& skeleton, std::mt19937& random, float most, const glm::vec3& way) {
  Motion motion{"keys", {}};
  for (const Joint& joint : skeleton.joints) {
    const glm::quat rest = glm::quat_cast(glm::mat3(joint.bind_local));
    MotionTrack track{joint.id, glm::vec3(joint.bind_local[3]), rest, glm::vec3(1.0f), {}};
    MotionChannel turns{MotionProperty::rotation, Interpolation::linear, {0.0f, 1.0f}, {}};
    for (int key = 0; key < 2; ++key) {
      const glm::quat q = joint.parent < 0 ? rest : rest * random_turn(random, most);
      turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
    }
    track.channels.push_back(turns);
    if (joint.parent < 0) {
      const glm::vec3 first = track.translation, last = first + way;
      track.channels.push_back({MotionProperty::translation,
                                Interpolation::linear,
                                {0.0f, 1.0f},
                                {first.x, first.y, first.z, last.x, last.y, last.z}});
    }
    motion.tracks.push_back(track);
  }
  return motion;
}

/// The skeleton and its motion as a file has them that was written in a pose, in another unit.
struct File {
  Skeleton skeleton;
  Motion motion;
};
File written_in_a_pose(const Skeleton& figure, const Motion& motion, std::mt19937& random,
                       float unit) {
  File file{figure, motion};
  for (std::size_t j = 0; j < file.skeleton.joints.size(); ++j) {
    Joint& joint = file.skeleton.joints[j];
    joint.id += 1000;
    joint.bind_local = joint.bind_local * glm::mat4_cast(random_turn(random, 0.5f));
    joint.bind_local[3] *= glm::vec4(glm::vec3(unit), 1.0f);
    joint.extent *= unit;
  }
  for (MotionTrack& track : file.motion.tracks) {
    track.target += 1000;
    track.translation *= unit;
    for (MotionChannel& channel : track.channels)
      if (channel.property == MotionProperty::translation)
        for (float& value : channel.values) value *= unit;
  }
  return file;
}

double farthest(const Skeleton& skeleton, const Motion& one, const Motion& other) {
  double most = 0.0;
  for (const float time : {0.0f, 0.4f, 1.0f}) {
    const std::vector<glm::dmat4> a = world_at_time(skeleton, one, time),
                                  b = world_at_time(skeleton, other, time);
    for (std::size_t j = 0; j < a.size(); ++j)
      for (int column = 0; column < 4; ++column)
        most = std::max(most, glm::distance(a[j][column], b[j][column]));
  }
  return most;
}

Motion put_on(const Skeleton& onto, const File& file) {
  return try_retarget(file.motion, file.skeleton, {}, onto, guessed_table(file.skeleton, onto),
                      {.up = {0.0f, 1.0f, 0.0f}, .begins_here = true})
      .motion;
}

}  // namespace

TEST_CASE("a motion alone, written in any pose and unit, plays on its figure as it was made") {
  const Skeleton figure = sample_figure();
  std::mt19937 random(31);
  for (const float unit : {1.0f, 100.0f, 0.01f}) {
    CAPTURE(unit);
    const Motion motion = keyed(figure, random, 0.6f, {0.3f, -0.05f, 0.8f});
    const File file = written_in_a_pose(figure, motion, random, unit);
    CHECK(farthest(figure, put_on(figure, file), motion) < 1e-4);
  }
}

TEST_CASE("the rest pose of a figure with other bones is its own") {
  const Skeleton figure = sample_figure();
  std::mt19937 random(32);
  File file = written_in_a_pose(figure, keyed(figure, random, 0.6f, {}), random, 1.0f);
  for (Joint& joint : file.skeleton.joints)
    if (joint.name.starts_with("shin")) joint.bind_local[3] *= glm::vec4(1.1f, 1.1f, 1.1f, 1.0f);
  const Skeleton read = as_read_for(file.skeleton, file.motion, {}, figure,
                                    guessed_table(file.skeleton, figure), {0.0f, 1.0f, 0.0f});
  for (std::size_t j = 0; j < read.joints.size(); ++j)
    CHECK(read.joints[j].bind_local == file.skeleton.joints[j].bind_local);
}

TEST_CASE(
    "hips that begin turned by a few degrees do not lead a walk astray; a whole figure is turned") {
  const Skeleton figure = sample_figure();
  std::mt19937 random(33);
  for (const float degrees : {12.0f, 80.0f}) {
    CAPTURE(degrees);
    Motion motion = keyed(figure, random, 0.3f, {0.0f, 0.0f, 2.0f});
    const glm::quat turn = glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 1.0f, 0.0f));
    MotionTrack& hips = motion.tracks.front();
    for (MotionChannel& channel : hips.channels) {
      if (channel.property != MotionProperty::rotation) continue;
      const glm::quat q = turn * hips.rotation;
      channel.values = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w};
    }
    const Motion got = put_on(figure, written_in_a_pose(figure, motion, random, 1.0f));
    const glm::dvec3 way =
        glm::dvec3(world_at_time(figure, got, 1.0f)[0][3] - world_at_time(figure, got, 0.0f)[0][3]);
    const double angle = std::atan2(-way.x, way.z);
    CHECK(glm::length(way) == doctest::Approx(2.0).epsilon(1e-3));
    CHECK(angle ==
          doctest::Approx(degrees < 30.0f ? 0.0 : glm::radians(double(degrees))).epsilon(1e-3));
  }
}
