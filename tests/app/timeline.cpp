// The timeline without a window: keys are selected, moved, copied, shaped; each is one step.
#include "editor/timeline/timeline.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "edit/keying.h"
#include "edit/mirror.h"
#include "editor/commands/command_registry.h"
#include "editor/pose/transport.h"
#include "editor/timeline/curves.h"
#include "editor/timeline/rows.h"
#include "rig/joint_pose.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"
#include "support/app_scene.h"
#include "support/timed.h"

using namespace marrow;
using namespace marrow::test;

namespace {

bool is_on_frame(float seconds) {
  return std::abs(seconds * 30.0f - std::round(seconds * 30.0f)) < 1e-3f;
}

}  // namespace

TEST_CASE(
    "A drag of keys moves them as one step; undone the motion is the one before, to the bit") {
  for (auto& random : seeds<Random>(1u, 31u)) {
    Timed t(two_arms(random.seed));
    const Motion before = t.motion();
    t.choose_some(random);
    const KeyPlaces chosen = t.timeline.selected;
    const float grabbed = chosen.front().seconds;
    REQUIRE(begin_key_drag(t.editor, t.transport, t.timeline, grabbed, KeyDrag::move));
    for (int i = 0; i < 5; ++i)
      drag_keys(t.editor, t.transport, t.timeline,
                double(grabbed) + double(random.uniform(-1.0f, 2.0f)));
    const double to = double(grabbed) + 0.5;
    drag_keys(t.editor, t.transport, t.timeline, to);
    end_key_drag(t.editor, t.timeline);
    CHECK(t.steps() == 2);
    CHECK(why_invalid(t.motion()).empty());
    for (const KeyPlace& key : t.timeline.selected) {
      CHECK(find_key(t.motion(), key));
      CHECK(is_on_frame(key.seconds));
    }
    CHECK(t.timeline.selected.front().seconds == doctest::Approx(double(grabbed) + 0.5));
    REQUIRE(t.editor.document.undo());
    CHECK(t.motion() == before);
  }
}

TEST_CASE("Esc during a drag returns keys and selection; no step is made") {
  Random random(3);
  Timed t(two_arms(3));
  const Motion before = t.motion();
  t.choose_some(random);
  const KeyPlaces chosen = t.timeline.selected;
  REQUIRE(begin_key_drag(t.editor, t.transport, t.timeline, 0.0f, KeyDrag::move));
  drag_keys(t.editor, t.transport, t.timeline, 0.7);
  CHECK_FALSE(t.motion() == before);
  t.editor.document.cancel();
  drag_keys(t.editor, t.transport, t.timeline, 0.9);
  CHECK_FALSE(t.timeline.drag);
  CHECK(t.motion() == before);
  CHECK(t.timeline.selected == chosen);
  CHECK(t.steps() == 1);
}

TEST_CASE("Keys do not go before 0, and what they meet gives way") {
  Timed t(two_arms(4));
  const KeyPlaces all = all_keys(t.motion());
  choose_keys(t.timeline, all, Choosing::replace);
  REQUIRE(begin_key_drag(t.editor, t.transport, t.timeline, 1.0f, KeyDrag::move));
  drag_keys(t.editor, t.transport, t.timeline, -5.0);
  end_key_drag(t.editor, t.timeline);
  CHECK(all_keys(t.motion()) == all);  // the first is at 0 already
  CHECK(t.steps() == 1);
}

TEST_CASE("With ripple later keys come along, of everything") {
  Timed t(two_arms(5));
  const Motion before = t.motion();
  const MotionChannel& channel = before.tracks.front().channels.front();
  const KeyPlace second{before.tracks.front().target, MotionProperty::rotation, channel.times[1]};
  choose_keys(t.timeline, {second}, Choosing::replace);
  t.timeline.ripples = true;
  nudge_keys(t.editor, t.transport, t.timeline, 6);
  for (std::size_t i = 0; i < before.tracks.size(); ++i) {
    const std::vector<float>&was = before.tracks[i].channels.front().times,
          &is = t.motion().tracks[i].channels.front().times;
    REQUIRE(was.size() == is.size());
    for (std::size_t k = 0; k < was.size(); ++k)
      CHECK(is[k] == doctest::Approx(was[k] + (was[k] < second.seconds ? 0.0f : 0.2f)));
  }
  CHECK(t.timeline.selected.front().seconds == doctest::Approx(second.seconds + 0.2f));
}

namespace {

/// Two arms, and keys of the left one at 2 and 3 seconds of a motion that ends at `length`.
Scene arms_until(float length) {
  Scene scene = two_arms(5);
  Motion motion = *scene.motions.front();
  const MotionTrack track = *find_track(motion, kArmLeft);
  for (const float seconds : {2.0f, 3.0f})
    put_key(motion, track, MotionProperty::rotation,
            turn_key(seconds, glm::quat(1.0f, 0.0f, 0.0f, 0.0f)));
  motion.timing.length = length;
  scene.motions = {std::make_shared<const Motion>(motion)};
  return scene;
}

}  // namespace

TEST_CASE("A motion grows with keys that ripple past its end; undo shortens it") {
  Timed t(arms_until(3.0f));
  const Motion before = t.motion();
  const KeyPlaces at_two = {{kArmLeft, MotionProperty::rotation, 2.0f}};
  choose_keys(t.timeline, at_two, Choosing::replace);
  t.timeline.ripples = true;
  REQUIRE(begin_key_drag(t.editor, t.transport, t.timeline, 2.0f, KeyDrag::move));
  for (const double to : {2.6, 2.23}) drag_keys(t.editor, t.transport, t.timeline, to);
  end_key_drag(t.editor, t.timeline);
  CHECK(t.steps() == 2);
  const float end = t.motion().timing.length;
  CHECK(end == doctest::Approx(3.0 + 7.0 / 30.0));
  CHECK(find_key(t.motion(), {kArmLeft, MotionProperty::rotation, end}));
  REQUIRE_FALSE(t.editor.toasts.empty());
  CHECK(t.editor.toasts.back().text == "The motion is 3.23 s long now.");
  REQUIRE(t.editor.document.undo());
  CHECK(t.motion() == before);
  choose_keys(t.timeline, at_two, Choosing::replace);
  nudge_keys(t.editor, t.transport, t.timeline, 3);
  CHECK(t.motion().timing.length == doctest::Approx(3.1));
  CHECK(t.editor.toasts.back().text == "The motion is 3.10 s long now.");
}

TEST_CASE("Keys that were beyond the end of a motion do not lengthen it") {
  Timed t(arms_until(2.5f));
  choose_keys(t.timeline, {{kArmLeft, MotionProperty::rotation, 2.0f}}, Choosing::replace);
  t.timeline.ripples = true;
  nudge_keys(t.editor, t.transport, t.timeline, 3);
  CHECK(t.motion().timing.length == 2.5f);
  CHECK(t.editor.toasts.empty());
}

SOLVED_CASE("A motion grows with keys that are pasted past its end") {
  Timed t(arms_until(3.0f));
  choose_keys(
      t.timeline,
      {{kArmLeft, MotionProperty::rotation, 2.0f}, {kArmLeft, MotionProperty::rotation, 3.0f}},
      Choosing::replace);
  copy_keys(t.editor, t.transport, t.timeline);
  seek(t.editor, t.transport, 2.8);
  paste_keys(t.editor, t.transport, t.timeline, false);
  CHECK(t.motion().timing.length == doctest::Approx(3.8));
  CHECK(t.editor.toasts.back().text == "The motion is 3.80 s long now.");
}

TEST_CASE("Scaling keeps the time that is shown and stretches the rest; twice back is the same") {
  Timed t(two_arms(6));
  t.timeline.snaps = false;
  const Motion before = t.motion();
  choose_keys(t.timeline, all_keys(before), Choosing::replace);
  seek(t.editor, t.transport, 0.0);
  const auto scale = [&](float grabbed, double to) {
    REQUIRE(begin_key_drag(t.editor, t.transport, t.timeline, grabbed, KeyDrag::scale));
    drag_keys(t.editor, t.transport, t.timeline, to);
    end_key_drag(t.editor, t.timeline);
  };
  scale(1.0f, 2.0);
  for (std::size_t i = 0; i < before.tracks.size(); ++i)
    for (std::size_t k = 0; k < before.tracks[i].channels.front().times.size(); ++k)
      CHECK(t.motion().tracks[i].channels.front().times[k] ==
            doctest::Approx(2.0f * before.tracks[i].channels.front().times[k]));
  // The motion is the same one, slower: smooth keys follow their neighbors.
  for (const float time : {0.1f, 0.77f, 1.4f})
    for (std::size_t i = 0; i < before.tracks.size(); ++i)
      CHECK(largest_difference(local_at(before.tracks[i], time),
                               local_at(t.motion().tracks[i], 2.0f * time)) < 1e-5f);
  scale(2.0f, 1.0);
  CHECK(all_keys(t.motion()) == all_keys(before));
}

SOLVED_CASE(
    "Copied keys are pasted at the time shown, at their distances, with values and shapes") {
  Random random(7);
  Timed t(two_arms(7));
  t.choose_some(random);
  shape_keys(t.editor, t.transport, t.timeline, KeyShape::flat);
  const KeyPlaces chosen = t.timeline.selected;
  const Motion before = t.motion();
  copy_keys(t.editor, t.transport, t.timeline);
  seek(t.editor, t.transport, 1.7);
  paste_keys(t.editor, t.transport, t.timeline, false);
  REQUIRE(t.timeline.selected.size() == chosen.size());
  float first = 1e9f;
  for (const KeyPlace& key : chosen) first = std::min(first, key.seconds);
  for (const KeyPlace& key : chosen) {
    const Key was = *find_key(before, key);
    const auto pasted = std::find_if(
        t.timeline.selected.begin(), t.timeline.selected.end(), [&](const KeyPlace& one) {
          return one.target == key.target &&
                 std::abs(one.seconds - (key.seconds - first + 1.7f)) < 1e-4f;
        });
    REQUIRE(pasted != t.timeline.selected.end());
    const Key is = *find_key(t.motion(), *pasted);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(std::abs(is.value[i]) == doctest::Approx(std::abs(was.value[i])).epsilon(1e-5));
    CHECK(is.shape == KeyShape::flat);
  }
}

SOLVED_CASE(
    "Pasted flipped, the other side does the same in the mirror; flipped twice it is as it was") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Timed t(two_arms(seed));
    const Motion before = t.motion();
    const auto keys_at = [&](Id target) {
      KeyPlaces keys = all_keys(t.motion());
      std::erase_if(keys, [&](const KeyPlace& key) { return key.target != target; });
      return keys;
    };
    const KeyPlace source = keys_at(kArmLeft)[1];
    choose_keys(t.timeline, {source}, Choosing::replace);
    copy_keys(t.editor, t.transport, t.timeline);
    seek(t.editor, t.transport, double(source.seconds));
    paste_keys(t.editor, t.transport, t.timeline, true);
    REQUIRE(t.timeline.selected.size() == 1);
    CHECK(t.timeline.selected.front().target == kArmRight);
    // By hand, the mirror being x -> -x and the axes of both those of the skeleton: (x, -y, -z, w).
    const std::vector<float> left = find_key(before, source)->value,
                             right = find_key(t.motion(), t.timeline.selected.front())->value;
    const float sign = left[3] * right[3] < 0.0f ? -1.0f : 1.0f;
    const float expected[] = {left[0], -left[1], -left[2], left[3]};
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(right[i] == doctest::Approx(sign * expected[i]).epsilon(1e-4));
    copy_keys(t.editor, t.transport, t.timeline);
    paste_keys(t.editor, t.transport, t.timeline, true);
    const std::vector<float> again = find_key(t.motion(), source)->value;
    const float same = left[3] * again[3] < 0.0f ? -1.0f : 1.0f;
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(again[i] == doctest::Approx(same * left[i]).epsilon(1e-4));
  }
}

SOLVED_CASE("Pins pasted flipped draw the other side to the mirror image of the place") {
  Timed t(two_arms(1));
  REQUIRE(t.editor.document.perform(
      pin_edit(t.editor.document.committed(), {0, 0.5f}, {kArmLeft}, true, "Pin")));
  const KeyPlace target{kArmLeft, MotionProperty::ik_target, 0.5f},
      pin{kArmLeft, MotionProperty::pin, 0.5f};
  const std::vector<float> place = find_key(t.motion(), target)->value;
  choose_keys(t.timeline, {target, pin}, Choosing::replace);
  copy_keys(t.editor, t.transport, t.timeline);
  seek(t.editor, t.transport, 1.0);
  paste_keys(t.editor, t.transport, t.timeline, true);
  const auto other = find_key(t.motion(), {kArmRight, MotionProperty::ik_target, 1.0f});
  REQUIRE(other);
  CHECK(find_key(t.motion(), {kArmRight, MotionProperty::pin, 1.0f})->value[0] == 1.0f);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(other->value[i] == doctest::Approx(i == 0 ? -place[0] : place[i]).epsilon(1e-4));
  const std::vector<TimelineRow> rows = timeline_rows(t.editor, t.motion(), t.timeline);
  CHECK(rows.size() > 2);
  t.editor.document.select({kArmLeft});
  std::vector<std::string> problems;
  std::vector<std::string> names;
  for (const Curve& curve : curves_of(t.editor, t.motion(), t.timeline, {0.0, 2.0, 0.1}, problems))
    names.push_back(curve.part);
  for (const char* name : {"IK target x", "IK target z", "pin"}) CHECK(list_has(names, name));
}

TEST_CASE("Deleted keys go; channels without keys too; a refusal leaves everything") {
  Timed t(two_arms(8));
  const Motion before = t.motion();
  choose_keys(t.timeline, all_keys(before), Choosing::replace);
  delete_keys(t.editor, t.transport, t.timeline);
  CHECK(t.motion().tracks.empty());
  CHECK(t.timeline.selected.empty());
  REQUIRE(t.editor.document.undo());
  CHECK(t.motion() == before);
  perform(t.editor, op::SetLocked{{kArmLeft}, true});
  choose_keys(t.timeline, all_keys(before), Choosing::replace);
  const std::size_t steps = t.steps();
  delete_keys(t.editor, t.transport, t.timeline);
  CHECK(t.steps() == steps);
  CHECK(t.motion() == before);
  CHECK(t.editor.toasts.back().is_error);
}

TEST_CASE("The time goes frame by frame, and from key to key of what is selected") {
  Timed t(two_arms(9));
  seek(t.editor, t.transport, 0.51);
  step_frame(t.editor, t.transport, 1);
  CHECK(t.transport.seconds == doctest::Approx(16.0 / 30.0));
  step_frame(t.editor, t.transport, 1);
  CHECK(t.transport.seconds == doctest::Approx(17.0 / 30.0));
  seek(t.editor, t.transport, 0.51);
  step_frame(t.editor, t.transport, -1);
  CHECK(t.transport.seconds == doctest::Approx(15.0 / 30.0));
  t.editor.document.select({kHandLeft});
  const std::vector<float> times =
      find_channel(t.motion(), kHandLeft, MotionProperty::rotation)->times;
  seek(t.editor, t.transport, 0.0);
  for (std::size_t k = 1; k < times.size(); ++k) {
    step_key(t.editor, t.transport, 1);
    CHECK(t.transport.seconds == doctest::Approx(double(times[k])));
  }
  step_key(t.editor, t.transport, 1);
  CHECK(t.transport.seconds == doctest::Approx(double(times.back())));
  step_key(t.editor, t.transport, -1);
  CHECK(t.transport.seconds == doctest::Approx(double(times[times.size() - 2])));
}

TEST_CASE("Rows: limbs begin where the body forks; a row has the keys of all it stands for") {
  Timed t(two_arms(10));
  const Skeleton& skeleton = *t.editor.document.scene().nodes.front().skeleton;
  const std::vector<std::vector<int>> limbs = limbs_of(skeleton);
  REQUIRE(limbs.size() == 3);
  CHECK(limbs[0] == std::vector<int>{0});
  CHECK(limbs[1] == std::vector<int>{1, 3});
  CHECK(limbs[2] == std::vector<int>{2, 4});
  const std::vector<TimelineRow> rows = shown_rows(t.editor, t.transport, t.timeline);
  CHECK(keys_between(t.motion(), rows.front(), 0.0f, HUGE_VALF) == all_keys(t.motion()));
  std::size_t keys = 0;
  for (const TimelineRow& row : rows)
    if (row.kind == TimelineRow::Kind::target) keys += row.marks.size();
  CHECK(keys == all_keys(t.motion()).size());
  for (const TimelineRow& row : rows)
    CHECK(std::is_sorted(row.marks.begin(), row.marks.end(),
                         [](const auto& a, const auto& b) { return a.seconds <= b.seconds; }));
  t.editor.document.select({kHandLeft});
  t.timeline.only_selected = true;
  const std::vector<TimelineRow>& few = shown_rows(t.editor, t.transport, t.timeline);
  REQUIRE(few.size() == 2);
  CHECK(few[1].name == "hand.L");
}

SOLVED_CASE("Curves go through their keys; plain numbers run on the course's catmull_rom()") {
  for (auto& random : seeds<Random>(1u, 11u)) {
    Scene scene = two_arms(random.seed);
    Motion moved = *scene.motions.front();
    const MotionTrack track = *find_track(moved, kHandLeft);
    for (int k = 0; k < 5; ++k)
      put_key(moved, track, MotionProperty::translation,
              {.seconds = 0.4f * float(k),
               .value = {random.uniform(), random.uniform(), random.uniform()},
               .in = {},
               .out = {}});
    scene.motions = {std::make_shared<const Motion>(moved)};
    Timed t(scene);
    std::vector<std::string> problems;
    CHECK(curves_of(t.editor, t.motion(), t.timeline, {0.0, 2.0, 0.01}, problems).empty());
    t.editor.document.select({kHandLeft});
    const std::vector<Curve> curves =
        curves_of(t.editor, t.motion(), t.timeline, {0.0, 2.0, 0.01}, problems);
    REQUIRE(curves.size() == 6);
    CHECK(problems.empty());
    for (const Curve& curve : curves) {
      for (const CurveKey& key : curve.keys) {
        const auto point =
            std::find_if(curve.points.begin(), curve.points.end(),
                         [&](const glm::dvec2& one) { return one.x == double(key.place.seconds); });
        REQUIRE(point != curve.points.end());
        CHECK(point->y == double(key.value));
      }
      if (curve.name.find("translation") == std::string::npos) continue;
      const MotionChannel& channel =
          *find_channel(t.motion(), kHandLeft, MotionProperty::translation);
      for (const glm::dvec2& point : curve.points)
        CHECK(
            point.y ==
            doctest::Approx(double(value_at(channel, float(point.x))[std::size_t(curve.component)]))
                .epsilon(1e-4));
    }
    // Rotations in degrees, each near to the one before: the picture never jumps.
    for (const Curve& curve : curves)
      if (curve.name.find("rotation") != std::string::npos)
        for (std::size_t i = 1; i < curve.points.size(); ++i)
          CHECK(std::abs(curve.points[i].y - curve.points[i - 1].y) < 181.0);
  }
}

TEST_CASE(
    "A key dragged on its curve gets that value, a free one's tangent that slope: a step each") {
  for (auto& random : seeds<Random>(1u, 21u)) {
    Timed t(two_arms(random.seed));
    t.editor.document.select({kArmRight});
    std::vector<std::string> problems;
    const auto curve = [&](int component) {
      return curves_of(t.editor, t.motion(), t.timeline, {0.0, 2.0, 0.01},
                       problems)[std::size_t(component)];
    };
    const Motion before = t.motion();
    const int component = random.below(3);
    const std::size_t index = 1 + std::size_t(random.below(2));
    const CurveKey key = curve(component).keys[index];
    choose_keys(t.timeline, {key.place}, Choosing::replace);
    REQUIRE(begin_value_drag(t.editor, t.transport, t.timeline, curve(component), key));
    drag_value(t.editor, t.transport, t.timeline, key.value - 40.0f);
    drag_value(t.editor, t.transport, t.timeline, key.value + 2.0f);
    end_value_drag(t.editor, t.timeline);
    CHECK(t.steps() == 2);
    CHECK(curve(component).keys[index].value == doctest::Approx(key.value + 2.0f).epsilon(1e-3));
    REQUIRE(t.editor.document.undo());
    CHECK(t.motion() == before);
    shape_keys(t.editor, t.transport, t.timeline, KeyShape::free);
    const CurveKey free_key = curve(component).keys[index];
    REQUIRE(begin_value_drag(t.editor, t.transport, t.timeline, curve(component), free_key));
    const float wanted = free_key.out + 10.0f;
    drag_slope(t.editor, t.transport, t.timeline, wanted);
    end_value_drag(t.editor, t.timeline);
    CHECK(t.steps() == 3);
    const CurveKey turned = curve(component).keys[index];
    const double near = 0.05 * std::max(std::abs(double(wanted)), 10.0) + 1.0;
    CHECK(std::abs(double(turned.out) - double(wanted)) < near);
    CHECK(std::abs(double(turned.in) - double(wanted)) < near);
    CHECK(turned.value == doctest::Approx(free_key.value).epsilon(1e-3));
    REQUIRE(begin_value_drag(t.editor, t.transport, t.timeline, curve(component), turned));
    drag_value(t.editor, t.transport, t.timeline, turned.value + 5.0f);
    t.editor.document.cancel();
    drag_value(t.editor, t.transport, t.timeline, turned.value + 9.0f);
    CHECK_FALSE(t.timeline.value_drag);
    CHECK(t.steps() == 3);
  }
}

TEST_CASE("Of no motion, no keys, another document: nothing to do, and nothing breaks") {
  Timed t(arm_scene());
  CHECK(shown_rows(t.editor, t.transport, t.timeline).empty());
  for (const char* id : {"keys.delete", "keys.copy", "motion.key_after", "motion.frame_after",
                         "keys.smooth", "keys.later", "motion.up"})
    CHECK_FALSE(run_command(t.editor, id));
  choose_all_keys(t.editor, t.transport, t.timeline);
  CHECK(t.timeline.selected.empty());
  CHECK_FALSE(begin_key_drag(t.editor, t.transport, t.timeline, 0.0f, KeyDrag::move));
  replace_document(t.editor, Document(t.editor.document.tasks(), two_arms(1)));
  choose_all_keys(t.editor, t.transport, t.timeline);
  CHECK_FALSE(t.timeline.selected.empty());
  replace_document(t.editor, Document(t.editor.document.tasks(), two_arms(2)));
  CHECK(t.timeline.selected.empty());
}

TEST_CASE("Motions change places in the list; what is shown goes along") {
  Scene scene = two_arms(11);
  Motion second = *scene.motions.front();
  second.name = "run";
  scene.motions.push_back(std::make_shared<const Motion>(second));
  Timed t(scene);
  seek(t.editor, t.transport, 0.4);
  move_motion(t.editor, t.transport, 1);
  CHECK(t.editor.document.scene().motions[1]->name == "walk");
  CHECK(chosen_motion(t.editor, t.transport)->name == "walk");
  REQUIRE(t.editor.document.shown_time());
  CHECK(t.editor.document.shown_time()->motion == 1);
  move_motion(t.editor, t.transport, 1);
  CHECK(t.editor.document.scene().motions[1]->name == "walk");
}
