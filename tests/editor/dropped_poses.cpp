// Poses dropped on the timeline, without a window.
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/viewport_state.h"
#include "rig/playback.h"
#include "support/timed.h"

using namespace marrow;
using namespace marrow::test;

namespace {

void store_turned(Timed& t, const char* name, Random& random) {
  const Skeleton& skeleton = *t.editor.document.scene().nodes.front().skeleton;
  Skeleton changed = skeleton;
  Pose pose{name, {}};
  for (const Joint& joint : skeleton.joints)
    pose.entries.push_back({joint.id, glm::mat4(random.rotation())});
  changed.poses.push_back(pose);
  Scene scene = t.editor.document.scene();
  scene.nodes.front().skeleton = std::make_shared<const Skeleton>(changed);
  t.editor.document = Document(t.editor.document.tasks(), scene);
}

}  // namespace

SOLVED_CASE("A stored pose dropped on a time becomes keys of all that it names; one step, undone") {
  for (auto& random : seeds<Random>(1u, 11u)) {
    Timed t(two_arms(random.seed));
    store_turned(t, "Wave", random);
    const Motion before = t.motion();
    const Scene own = t.editor.document.committed();
    const auto seconds = float(random.below(60)) / 30.0f;
    REQUIRE(begin_blend(t.editor, t.editor.shelf, "Wave"));
    update_blend(t.editor, t.editor.shelf, 0.4f);  // on its way
    update_blend(t.editor, t.editor.shelf, 0.0f);
    drop_pose(t.editor, t.editor.shelf, t.transport, seconds);
    CHECK_FALSE(t.editor.document.in_gesture());
    CHECK(t.steps() == 2);
    CHECK(t.transport.seconds == doctest::Approx(double(seconds)));
    const Skeleton& skeleton = *own.nodes.front().skeleton;
    const Scene then = at_time(own, t.motion(), seconds);
    for (const Pose::Entry& entry : skeleton.poses.front().entries) {
      CHECK(largest_difference(joint_of(then, entry.joint)->user_local, entry.user_local) < 1e-5f);
      CHECK(find_channel(t.motion(), entry.joint, MotionProperty::rotation)->times.size() >=
            find_channel(before, entry.joint, MotionProperty::rotation)->times.size());
    }
    REQUIRE(t.editor.document.undo());
    CHECK(t.motion() == before);
    // Locked joints get no keys; a time beyond the end is the end.
    REQUIRE(t.editor.document.perform(op::SetLocked{{kArmLeft}, true}));
    key_stored_pose(t.editor, t.editor.shelf, t.transport, "Wave", 100.0);
    CHECK(t.transport.seconds == doctest::Approx(2.0));
    CHECK(*find_track(t.motion(), kArmLeft) == *find_track(before, kArmLeft));
    CHECK(find_key(t.motion(), {kArmRight, MotionProperty::rotation, 2.0f}));
  }
}

SOLVED_CASE("Esc while a pose is carried to a time: no step, and dropping does nothing") {
  Random random(5);
  Timed t(two_arms(5));
  store_turned(t, "Wave", random);
  const Motion before = t.motion();
  REQUIRE(begin_blend(t.editor, t.editor.shelf, "Wave"));
  t.editor.document.cancel();
  drop_pose(t.editor, t.editor.shelf, t.transport, 1.0f);
  CHECK(t.steps() == 1);
  CHECK(t.motion() == before);
  CHECK_FALSE(t.editor.shelf.blend);
}
