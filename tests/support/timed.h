// An editor with a figure of two arms that a motion turns, for tests of the timeline.
#pragma once

#include <algorithm>
#include <memory>

#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/timeline/timeline.h"
#include "rig/joint_pose.h"
#include "scene/keys.h"
#include "support/app_scene.h"
#include "support/matrices.h"
#include "support/support.h"

namespace marrow::test {

inline constexpr Id kArmLeft = 31, kArmRight = 32, kHandLeft = 33, kHandRight = 34;

inline Key turn_key(float seconds, const glm::quat& turn, KeyShape shape = KeyShape::smooth) {
  return {.seconds = seconds,
          .value = {turn.x, turn.y, turn.z, turn.w},
          .in = {},
          .out = {},
          .shape = shape};
}

inline glm::quat random_turn(Random& random) {
  return glm::quat_cast(glm::mat3(random.rotation()));
}

/// A spine with an arm on each side, and a motion that turns all joints at whole frames.
inline Scene two_arms(std::uint64_t seed) {
  Random random(seed);
  Skeleton skeleton;
  const auto add = [&](Id id, const char* name, int parent, const glm::vec3& place) {
    skeleton.joints.push_back({.id = id,
                               .name = name,
                               .parent = parent,
                               .bind_local = glm::translate(glm::mat4(1.0f), place),
                               .extent = {0.0f, 0.5f, 0.0f},
                               .radius = 0.2f});
  };
  add(30, "spine", -1, {0.0f, 1.0f, 0.0f});
  add(kArmLeft, "arm.L", 0, {0.3f, 0.5f, 0.0f});
  add(kArmRight, "arm.R", 0, {-0.3f, 0.5f, 0.0f});
  add(kHandLeft, "hand.L", 1, {0.5f, 0.0f, 0.0f});
  add(kHandRight, "hand.R", 2, {-0.5f, 0.0f, 0.0f});
  Scene scene;
  Motion motion{"walk", {}, {}};
  for (const Joint& joint : skeleton.joints) {
    const JointPose rest = decompose(joint.bind_local);
    const MotionTrack track{joint.id, rest.translation, rest.rotation, rest.scale, {}};
    for (int frame = 0; frame <= 60; frame += 10 + random.below(10))
      put_key(motion, track, MotionProperty::rotation,
              turn_key(float(frame) / 30.0f, random_turn(random)));
  }
  motion.timing.length = 2.0f;
  scene.nodes = {{.id = 20, .name = "Skeleton", .skeleton = std::make_shared<Skeleton>(skeleton)}};
  scene.next_id = 100;
  scene.motions = {std::make_shared<const Motion>(motion)};
  return scene;
}

struct Timed {
  Editor editor;
  TransportState& transport = editor.transport;
  TimelineState& timeline = editor.timeline;

  explicit Timed(const Scene& scene) : editor(editor_with(scene)) {
    editor.tab = Tab::pose;
    timeline.is_open = true;
  }
  const Motion& motion() const { return *editor.document.scene().motions.front(); }
  std::size_t steps() const { return editor.document.history().steps().size(); }
  /// Selects random keys, at least one.
  void choose_some(Random& random) {
    KeyPlaces some = all_keys(motion());
    const KeyPlace one = some[std::size_t(random.below(int(some.size())))];
    std::erase_if(some, [&](const KeyPlace& key) { return !(key == one) && random.chance(0.7f); });
    choose_keys(timeline, some, Choosing::replace);
  }
};

}  // namespace marrow::test
