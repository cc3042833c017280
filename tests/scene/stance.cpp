// How a figure stands: laws of axes and turns, and which poses are a standing body.
#include "scene/stance.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr UpAxis kAxes[] = {UpAxis::x,       UpAxis::y,       UpAxis::z,
                            UpAxis::minus_x, UpAxis::minus_y, UpAxis::minus_z};

/// A standing body, y up, arms out, 1.7 high.
Skeleton body() {
  Skeleton skeleton;
  const auto add = [&](const char* name, int parent, const glm::vec3& place) {
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1),
                               .name = name,
                               .parent = parent,
                               .bind_local = glm::translate(glm::mat4(1.0f), place)});
  };
  add("Hips", -1, {0, 0.9f, 0});
  add("Head", 0, {0, 0.7f, 0});
  add("LeftUpLeg", 0, {0.1f, 0, 0});
  add("LeftLeg", 2, {0, -0.45f, 0});
  add("LeftFoot", 3, {0, -0.4f, 0});
  add("RightUpLeg", 0, {-0.1f, 0, 0});
  add("RightLeg", 5, {0, -0.45f, 0});
  add("RightFoot", 6, {0, -0.4f, 0});
  add("LeftArm", 0, {0.2f, 0.5f, 0});
  add("LeftForeArm", 8, {0.3f, 0, 0});
  add("LeftHand", 9, {0.25f, 0, 0});
  add("RightArm", 0, {-0.2f, 0.5f, 0});
  add("RightForeArm", 11, {-0.3f, 0, 0});
  add("RightHand", 12, {-0.25f, 0, 0});
  return skeleton;
}

/// A motion of one second with the hips at a fixed place and rotation.
Motion holding(const Skeleton& skeleton, const glm::vec3& place, const glm::mat3& turn) {
  const glm::quat q = glm::quat_cast(turn);
  MotionTrack track{.target = skeleton.joints[0].id,
                    .channels = {{MotionProperty::translation,
                                  Interpolation::linear,
                                  {0.0f, 1.0f},
                                  {place.x, place.y, place.z, place.x, place.y, place.z}},
                                 {MotionProperty::rotation,
                                  Interpolation::linear,
                                  {0.0f, 1.0f},
                                  {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w}}}};
  return {"hold", {track}};
}

}  // namespace

TEST_CASE("turns between axes are exact rotations that do what they say") {
  for (const UpAxis from : kAxes) {
    CHECK(nearest_axis(direction_of(from)) == from);
    for (const UpAxis to : kAxes) {
      const glm::dmat3 turn = turn_of(from, to);
      CHECK(turn * direction_of(from) == direction_of(to));
      CHECK(glm::determinant(turn) == 1.0);
      CHECK(turn * glm::transpose(turn) == glm::dmat3(1.0));
    }
  }
}

TEST_CASE("a body is known to stand whichever way is up, at rest and in motion") {
  const Skeleton standing = body();
  CHECK(up_at_rest(standing) == UpAxis::y);
  for (const UpAxis up : kAxes) {
    const glm::dmat3 turn = turn_of(UpAxis::y, up);
    const Skeleton turned = with_rest_turned(standing, turn);
    CHECK(up_at_rest(turned) == up);
    CHECK(up_in_motion(turned, {}) == up);
    const glm::vec3 place(turn * glm::dvec3(3.0, 0.9, -2.0));
    const Motion motion = holding(standing, place, glm::mat3(turn));
    CHECK(up_in_motion(standing, motion) == up);
    CHECK(up_in_motion(turned, motion) == up);
    CHECK(standing_score(body_joints(turned), world_at_rest(turned), direction_of(up)) ==
          doctest::Approx(1.0));
  }
}

TEST_CASE("a figure that lies on the floor is not taken for one that stands") {
  const Skeleton standing = body();
  const glm::mat3 lying(turn_of(UpAxis::y, UpAxis::z));
  // the head points along z, 0.1 above the floor; with z up it would be far from the floor
  CHECK(up_in_motion(standing, holding(standing, {0, 0.1f, 3}, lying)) == UpAxis::y);
  CHECK(up_in_motion(standing, holding(standing, {0, 0, 0.85f}, lying)) == UpAxis::z);
}

TEST_CASE("what is no body is none: bones in one direction, legs crossed up, no names") {
  Skeleton along = body();
  for (Joint& joint : along.joints)
    joint.bind_local =
        glm::translate(glm::mat4(1.0f), {glm::length(glm::vec3(joint.bind_local[3])), 0.0f, 0.0f});
  CHECK_FALSE(up_at_rest(along));
  Skeleton raised = body();  // arms straight up
  for (Joint& joint : raised.joints)
    if (joint.name.find("ForeArm") != std::string::npos ||
        joint.name.find("Hand") != std::string::npos)
      joint.bind_local = glm::translate(glm::mat4(1.0f), {0.0f, 0.3f, 0.0f});
  CHECK_FALSE(up_at_rest(raised));
  Skeleton unnamed = body();
  for (Joint& joint : unnamed.joints) joint.name = "j" + std::to_string(joint.id);
  CHECK_FALSE(up_at_rest(unnamed));
  CHECK_FALSE(up_in_motion(unnamed, holding(unnamed, {}, glm::mat3(1.0f))));
  Random random(3);
  for (int round = 0; round < 20; ++round)
    CHECK(glm::length(upwards(body_joints(along),
                              world_at_rest(random_skeleton(
                                  random, {.joints = int(along.joints.size())})))) <= 1.0 + 1e-12);
}
