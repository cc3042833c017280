// Ghosts, trails and poses dropped on the timeline, without a window.
#include "editor/timeline/ghosts.h"

#include <algorithm>
#include <cmath>

#include "edit/keying.h"
#include "edit/pose_edit.h"
#include "editor/pose/shelf.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport_state.h"
#include "rig/playback.h"
#include "scene/stance.h"
#include "support/timed.h"

using namespace marrow;
using namespace marrow::test;

namespace {

GhostsState& shown_ghosts(Timed& t) {
  update_ghosts(t.editor, t.transport, t.timeline.ghosts);
  return t.timeline.ghosts;
}

/// A joint's origin or tip in the motion, by the evaluator of retargeting.
glm::vec3 place_at(const Timed& t, Id joint, float seconds, bool is_tip) {
  const Skeleton& skeleton = *t.editor.document.scene().nodes.front().skeleton;
  const int index = joint_index(skeleton, joint);
  const glm::dmat4 place = world_at_time(skeleton, t.motion(), seconds)[std::size_t(index)];
  const glm::vec3 extent = is_tip ? skeleton.joints[std::size_t(index)].extent : glm::vec3(0.0f);
  return glm::vec3(place * glm::dvec4(extent, 1.0));
}

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

TEST_CASE("Ghosts stand where the motion has the bones: at keys of the selection, or at frames") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Timed t(two_arms(seed));
    seek(t.editor, t.transport, 1.0);
    CHECK(shown_ghosts(t).ghosts.empty());
    t.editor.document.select({kHandLeft});
    for (const GhostTimes times : {GhostTimes::keys, GhostTimes::frames}) {
      t.timeline.ghosts.times = times;
      const std::vector<Ghost>& ghosts = shown_ghosts(t).ghosts;
      REQUIRE(!ghosts.empty());
      CHECK(ghosts.size() <= 2 * std::size_t(kGhosts));
      for (const Ghost& ghost : ghosts) {
        CHECK((ghost.steps < 0) == (ghost.seconds < 1.0f));
        if (times == GhostTimes::keys)
          CHECK(find_key(t.motion(), {kHandLeft, MotionProperty::rotation, ghost.seconds}));
        else
          CHECK(double(ghost.seconds) == doctest::Approx(1.0 + kGhostStep * ghost.steps));
        const Skeleton& skeleton = *t.editor.document.scene().nodes.front().skeleton;
        REQUIRE(ghost.bones.size() == skeleton.joints.size());
        for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
          const Id id = skeleton.joints[j].id;
          CHECK(glm::distance(ghost.bones[j].base, place_at(t, id, ghost.seconds, false)) < 1e-5f);
          CHECK(glm::distance(ghost.bones[j].tip, place_at(t, id, ghost.seconds, true)) < 1e-5f);
        }
      }
    }
    stop_motion(t.editor, t.transport);
    CHECK(shown_ghosts(t).ghosts.empty());
  }
}

TEST_CASE("A trail runs through the tip's places; its keys are those that move the tip") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Timed t(two_arms(seed));
    seek(t.editor, t.transport, 0.2);
    t.editor.document.select({kHandLeft});
    t.timeline.ghosts.has_trail = true;
    const std::vector<TrailPoint>& trail = shown_ghosts(t).trail;
    REQUIRE(trail.size() > 50);
    std::set<float> keys;
    for (const KeyPlace& key : all_keys(t.motion()))
      if (key.target != kArmRight && key.target != kHandRight) keys.insert(key.seconds);
    std::set<float> found;
    for (const TrailPoint& point : trail) {
      CHECK(glm::distance(point.place, place_at(t, kHandLeft, point.seconds, true)) < 1e-5f);
      if (point.is_key) found.insert(point.seconds);
    }
    CHECK(found == keys);
    // A changed key changes the trail, and undo returns it.
    const glm::vec3 end = trail.back().place;
    choose_keys(t.timeline, all_keys(t.motion()), Choosing::replace);
    delete_keys(t.editor, t.transport, t.timeline);
    CHECK(shown_ghosts(t).trail.empty());
    t.editor.document.undo();
    CHECK(shown_ghosts(t).trail.back().place == end);
  }
}

TEST_CASE("What is kept while the time goes on is what would be made anew") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Timed t(two_arms(seed));
    t.timeline.ghosts.has_trail = true;
    for (int i = 0; i < 40; ++i) {
      seek(t.editor, t.transport, double(random.uniform(0.0f, 2.0f)));
      if (random.chance(0.3f))
        t.editor.document.select({random.chance(0.5f) ? kHandLeft : kArmRight});
      if (random.chance(0.1f)) t.editor.document.undo();
      if (random.chance(0.1f))
        t.choose_some(random), delete_keys(t.editor, t.transport, t.timeline);
      t.timeline.ghosts.times = random.chance(0.8f) ? GhostTimes::keys : GhostTimes::frames;
      const GhostsState& kept = shown_ghosts(t);
      GhostsState fresh;
      fresh.times = kept.times;
      fresh.has_trail = true;
      update_ghosts(t.editor, t.transport, fresh);
      REQUIRE(kept.ghosts.size() == fresh.ghosts.size());
      for (std::size_t g = 0; g < fresh.ghosts.size(); ++g) {
        CHECK(kept.ghosts[g].seconds == fresh.ghosts[g].seconds);
        CHECK(kept.ghosts[g].steps == fresh.ghosts[g].steps);
        CHECK(kept.ghosts[g].bones.back().tip == fresh.ghosts[g].bones.back().tip);
      }
      REQUIRE(kept.trail.size() == fresh.trail.size());
      for (std::size_t k = 0; k < fresh.trail.size(); ++k)
        CHECK(kept.trail[k].place == fresh.trail[k].place);
    }
  }
}

TEST_CASE("The trail of a limb that the motion draws is where it is shown") {
  Timed t(two_arms(2));
  const Scene own = t.editor.document.committed();
  REQUIRE(t.editor.document.perform(pin_edit(own, {0, 0.5f}, {kHandLeft}, true, "Pin")));
  t.timeline.ghosts.has_trail = true;
  t.editor.document.select({kArmLeft});
  seek(t.editor, t.transport, 1.0);
  const GhostsState& ghosts = shown_ghosts(t);
  REQUIRE(ghosts.trail.size() > 50);
  const Scene& scene = t.editor.document.committed();
  double by_keys = 0.0;
  for (const TrailPoint& point : ghosts.trail) {
    const glm::dvec3 shown = *world_tip(at_time(scene, t.motion(), point.seconds), kArmLeft);
    CHECK(glm::distance(glm::dvec3(point.place), shown) < 1e-5);
    by_keys = std::max(
        by_keys, glm::distance(shown, glm::dvec3(place_at(t, kArmLeft, point.seconds, true))));
  }
  CHECK(by_keys > 1e-3);
}

SOLVED_CASE("A key dragged on the trail: the tip goes there at its time, other times keep theirs") {
  Timed t(two_arms(3));
  Editor& editor = t.editor;
  editor.picture_size = {800, 600};
  editor.camera.target = {0.0f, 1.5f, 0.0f};
  editor.camera.distance = 6.0f;
  seek(editor, t.transport, 0.2);
  editor.document.select({kHandLeft});
  t.timeline.ghosts.has_trail = true;
  const std::vector<TrailPoint> trail = shown_ghosts(t).trail;
  const Motion before = t.motion();
  // A key that no other one covers on the screen.
  for (const TrailPoint& point : trail) {
    const glm::vec2 pixel = project(editor.camera, point.place, editor.picture_size).pixel;
    if (!point.is_key || point.seconds < 0.3f) continue;
    if (trail_key_at(editor, t.timeline.ghosts, pixel)->seconds != point.seconds) continue;
    const glm::vec3 tip = place_at(t, kHandLeft, point.seconds, true);
    REQUIRE(begin_trail_drag(editor, {.pixel = pixel}));
    CHECK(t.transport.seconds == doctest::Approx(double(point.seconds)));
    update_drag(editor, {.pixel = pixel + glm::vec2(12.0f, 9.0f)});
    end_drag(editor);
    CHECK(t.steps() == 2);
    const glm::vec3 now = place_at(t, kHandLeft, point.seconds, true);
    CHECK(glm::distance(now, tip) > 0.02f);
    const glm::vec2 seen = project(editor.camera, now, editor.picture_size).pixel;
    CHECK(glm::distance(seen, pixel + glm::vec2(12.0f, 9.0f)) < 2.0f);
    for (const MotionTrack& track : before.tracks)
      for (const MotionChannel& channel : track.channels)
        for (const Key& key : keys_of(channel)) {
          if (std::abs(key.seconds - point.seconds) < 2e-3f) continue;
          const auto kept = find_key(t.motion(), {track.target, channel.property, key.seconds});
          REQUIRE(kept);
          CHECK(kept->value == key.value);
        }
    REQUIRE(editor.document.undo());
    CHECK(t.motion() == before);
    return;
  }
  FAIL("no key of the trail could be clicked");
}

SOLVED_CASE("A stored pose dropped on a time becomes keys of all that it names; one step, undone") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Timed t(two_arms(seed));
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
