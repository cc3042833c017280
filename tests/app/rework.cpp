// The window "Change motion": results are made in the background and put in as one step; refusals
// have a sentence.
#include "editor/pose/rework.h"

#include <cmath>

#include "edit/keying.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/viewport/drag.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Keys at each frame of two seconds: the shoulder goes along x, the elbow bends.
Motion dense_motion(const std::string& name, float size) {
  Motion motion{name, {}, {}};
  const Scene scene = arm_scene();
  const Skeleton& skeleton = *find_node(scene, kArmSkeleton)->skeleton;
  for (int frame = 0; frame <= 60; ++frame) {
    const float t = float(frame) / 30.0f, half = size * std::sin(t) * 0.5f;
    put_key(motion, {kElbow, glm::vec3(skeleton.joints[1].bind_local[3])}, MotionProperty::rotation,
            {t, {0.0f, 0.0f, std::sin(half), std::cos(half)}, {}, {}, KeyShape::linear});
    put_key(motion, {kShoulder, glm::vec3(0.0f)}, MotionProperty::translation,
            {t, {t * t, 0.0f, 0.0f}, {}, {}, KeyShape::linear});
  }
  return motion;
}

struct Reworking {
  Editor editor =
      editor_with(arm_with({std::make_shared<const Motion>(dense_motion("bend", 1.0f)),
                            std::make_shared<const Motion>(dense_motion("shake", 0.3f))}));
  ReworkDialog& open() {
    open_rework(editor, editor.transport);
    REQUIRE(editor.transport.rework);
    return *editor.transport.rework;
  }
  /// Waits until what is chosen now is made.
  const ReworkResult& finish() {
    update_rework(editor, editor.transport);
    editor.now += 1.0;
    update_rework(editor, editor.transport);
    REQUIRE(editor.transport.rework);
    REQUIRE(editor.transport.rework->job.has_begun());
    REQUIRE(editor.transport.rework->job.wait(1e9));
    return *editor.transport.rework->result();
  }
  const Motion& motion(std::size_t index = 0) { return *editor.document.scene().motions[index]; }
};

}  // namespace

TEST_CASE("each choice changes the motion in one step, and undo brings it back to the bit") {
  for (const Rework what : {Rework::simplify, Rework::retime, Rework::travel, Rework::mix}) {
    CAPTURE(int(what));
    Reworking r;
    const auto before = r.editor.document.scene().motions[0];
    const std::size_t steps = r.editor.document.history().steps().size();
    ReworkDialog& dialog = r.open();
    dialog.choices.what = what;
    dialog.choices.curve = {{3.0, 2.0}};
    choose_mix(r.editor, r.editor.transport, MixKind::add);
    const ReworkResult result = r.finish();
    REQUIRE(result.motion);
    CHECK(!result.words.empty());
    CHECK(apply_rework(r.editor, r.editor.transport));
    CHECK(r.editor.document.history().steps().size() == steps + 1);
    CHECK(!(r.motion() == *before));
    CHECK(r.motion().tracks == result.motion->tracks);
    CHECK(r.motion().timing == result.motion->timing);
    CHECK(r.motion().name == "bend");
    CHECK(r.editor.document.undo());
    CHECK(r.motion() == *before);
  }
}

TEST_CASE("pins become keys when asked, and where other work would pull them from their places") {
  Reworking r;
  Editor& editor = r.editor;
  REQUIRE(editor.document.perform(
      pin_edit(editor.document.committed(), {0, 0.5f}, {kWrist}, true, "Pin the wrist")));
  const Scene pinned = editor.document.committed();
  REQUIRE(has_ik(pinned, *pinned.motions[0]));
  ReworkDialog& dialog = r.open();
  dialog.choices.what = Rework::retime;
  dialog.choices.curve = {{4.0, 2.0}};
  CHECK(has_ik(pinned, *r.finish().motion));  // they go along
  dialog.choices.what = Rework::pins;
  const ReworkResult keys = r.finish();
  REQUIRE(keys.motion);
  CHECK_FALSE(has_ik(pinned, *keys.motion));
  dialog.choices.what = Rework::mix;
  choose_mix(editor, editor.transport, MixKind::add);
  const ReworkResult mixed = r.finish();
  REQUIRE(mixed.motion);
  CHECK_FALSE(has_ik(pinned, *mixed.motion));
  CHECK(contains(mixed.words, "pins become keys"));
}

TEST_CASE("the picture shows what would be made, to its end, and the scene stays as it is") {
  Reworking r;
  Editor& editor = r.editor;
  const Scene before = editor.document.committed();
  ReworkDialog& dialog = r.open();
  CHECK(shows_motion(editor));
  dialog.choices.what = Rework::retime;
  dialog.choices.curve = {{4.0, 2.0}};
  const Motion slow = *r.finish().motion;
  const auto shown_at = [&](double seconds) {
    seek(editor, editor.transport, seconds);
    update_shown(editor, editor.shelf, editor.transport);
    return shown_scene(editor, editor.shelf);
  };
  CHECK(same_content(shown_at(1.0), at_time(before, slow, 1.0f)));
  CHECK(same_content(shown_at(3.5), at_time(before, slow, 3.5f)));  // longer than it is now
  CHECK(same_content(editor.document.scene(), at_time(before, *before.motions[0], 3.5f)));
  CHECK(editor.document.committed() == before);
  dialog.choices.curve = {{5.0, 2.0}};  // shows the last result until the next one is ready
  update_rework(editor, editor.transport);
  CHECK(same_content(shown_at(1.0), at_time(before, slow, 1.0f)));
  const Motion slower = *r.finish().motion;
  CHECK(same_content(shown_at(1.0), at_time(before, slower, 1.0f)));
  dialog.is_shown = false;
  CHECK(same_content(shown_at(1.0), editor.document.scene()));
  dialog.is_shown = true;
  CHECK_FALSE(same_content(shown_at(1.0), editor.document.scene()));
  close_rework(editor, editor.transport);
  CHECK(same_content(shown_at(3.5), editor.document.scene()));
  CHECK(editor.transport.seconds == 2.0);
}

TEST_CASE("a new motion stands beside the old one, under a name of its own, and is shown") {
  Reworking r;
  const auto before = r.editor.document.scene().motions[0];
  ReworkDialog& dialog = r.open();
  dialog.as_new = true;
  CHECK(r.finish().motion);
  CHECK(apply_rework(r.editor, r.editor.transport));
  REQUIRE(r.editor.document.scene().motions.size() == 3);
  CHECK(r.motion(2).name == "bend simplified");
  CHECK(r.editor.document.scene().motions[0] == before);
  CHECK(r.editor.transport.motion == 2);
}

TEST_CASE("what cannot be is said, and nothing changes") {
  Reworking r;
  ReworkDialog& dialog = r.open();
  const auto refuses = [&](const char* words) {
    const ReworkResult result = r.finish();
    CHECK(result.motion == nullptr);
    CHECK(contains(result.problem, words));
    CHECK(!apply_rework(r.editor, r.editor.transport));
  };
  dialog.choices.tolerance = 0.0f;
  refuses("keys are needed");
  dialog.choices.what = Rework::retime;
  refuses("at this speed already");
  dialog.choices.what = Rework::feet;
  refuses(has_engine() ? "thigh" : "handout");
  dialog.choices.what = Rework::pins;
  refuses("pins no joint");
  dialog.choices.what = Rework::mix;
  choose_mix(r.editor, r.editor.transport, MixKind::replace);
  dialog.only_limb = true;
  r.editor.document.select({kWrist});
  refuses("moves nothing there");
  CHECK(r.editor.document.scene().motions.size() == 2);
}

TEST_CASE("a result of other choices is not applied, and Esc closes the window") {
  Reworking r;
  ReworkDialog& dialog = r.open();
  CHECK(r.finish().motion);
  dialog.choices.tolerance *= 2.0f;
  CHECK(!apply_rework(r.editor, r.editor.transport));
  CHECK(r.finish().motion);
  CHECK(r.editor.document.perform(op::RenameMotion{0, "other"}));
  CHECK(!apply_rework(r.editor, r.editor.transport));
  cancel_or_clear(r.editor);
  CHECK(!r.editor.transport.rework);
  CHECK(!close_rework(r.editor, r.editor.transport));
}

TEST_CASE("the limb follows the active joint, and the window a motion that goes") {
  Reworking r;
  ReworkDialog& dialog = r.open();
  dialog.choices.what = Rework::mix;
  choose_mix(r.editor, r.editor.transport, MixKind::replace);
  dialog.only_limb = true;
  r.editor.document.select({kElbow});
  const ReworkResult result = r.finish();
  REQUIRE(result.motion);
  CHECK(*find_track(*result.motion, kShoulder) == *find_track(r.motion(), kShoulder));
  CHECK(!(*find_track(*result.motion, kElbow) == *find_track(r.motion(), kElbow)));
  CHECK(r.editor.document.perform(op::DeleteMotion{1}));
  CHECK(r.editor.document.perform(op::DeleteMotion{0}));
  update_rework(r.editor, r.editor.transport);
  CHECK(!r.editor.transport.rework);
}
