// Motions are added, renamed and deleted as steps; the history counts their bytes.
#include "edit/support.h"
#include "scene/keys.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::shared_ptr<const Motion> motion_of(const std::string& name, Id target, std::size_t keys = 2) {
  MotionTrack track;
  track.target = target;
  MotionChannel channel;
  for (std::size_t key = 0; key < keys; ++key) {
    channel.times.push_back(float(key));
    channel.values.insert(channel.values.end(), {0.0f, float(key), 0.0f});
  }
  track.channels = {channel};
  return std::make_shared<const Motion>(Motion{name, {track}});
}

struct Rigged {
  Random random{1};
  Document document{implementation(), full_scene(random)};
  Id joint = document.scene().nodes[1].skeleton->joints[2].id;

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& motion : document.scene().motions) all.push_back(motion->name);
    return all;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE_FIXTURE(
    Rigged,
    "a motion is added under a name of its own, renamed and deleted, each one step with a name") {
  CHECK(document.perform(op::AddMotion{motion_of("walk", joint)}));
  CHECK(document.perform(op::AddMotion{motion_of("walk", joint)}));
  CHECK(document.perform(op::AddMotion{motion_of("", document.scene().nodes[0].id)}));
  CHECK(names() == Names{"walk", "walk.001", "motion"});
  CHECK(document.perform(op::RenameMotion{1, "run"}));
  CHECK(document.perform(op::DeleteMotion{0}));
  CHECK(names() == Names{"run", "motion"});
  Names labels;
  for (const History::Step& step : document.history().steps()) labels.push_back(step.label);
  CHECK(labels == Names{"New scene", "Add motion walk", "Add motion walk", "Add motion ",
                        "Rename motion walk.001 to run", "Delete motion walk"});
  CHECK(document.undo());
  CHECK(document.undo());
  CHECK(names() == Names{"walk", "walk.001", "motion"});
  CHECK(document.redo());
  CHECK(names() == Names{"walk", "run", "motion"});
}

TEST_CASE_FIXTURE(Rigged, "what cannot be is refused in a sentence and nothing changes") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("run", joint)}));
  const std::string before = bits_of(document.scene());
  const auto refused = [&](const Operation& operation, const std::string& words) {
    CHECK_FALSE(document.perform(operation));
    CHECK(document.reason().find(words) != std::string::npos);
    CHECK(bits_of(document.scene()) == before);
  };
  refused(op::AddMotion{}, "no motion");
  refused(op::AddMotion{motion_of("ghost", 9999)}, "moves nothing");
  auto bad = std::make_shared<Motion>(*motion_of("bad", joint));
  bad->tracks[0].channels[0].times[1] = 0.0f;
  refused(op::AddMotion{bad}, "times that do not rise");
  refused(op::RenameMotion{0, "run"}, "Another motion is called \"run\"");
  refused(op::RenameMotion{0, ""}, "name");
  refused(op::RenameMotion{7, "jump"}, "no such motion");
  refused(op::DeleteMotion{2}, "no such motion");
  CHECK(document.perform(op::RenameMotion{0, "walk"}));  // its own name: nothing to do
  CHECK(bits_of(document.scene()) == before);
}

TEST_CASE_FIXTURE(Rigged, "the history counts a motion once, however many steps share it") {
  const std::size_t empty = document.history().memory();
  REQUIRE(document.perform(op::AddMotion{motion_of("long", joint, 100'000)}));
  const std::size_t with = document.history().memory();
  CHECK(with - empty > 1'600'000);
  CHECK(with - empty < 2'000'000);
  for (int step = 0; step < 5; ++step)
    REQUIRE(document.perform(op::SetRadius{{joint}, {1.0f + float(step)}}));
  CHECK(document.history().memory() - with < 200'000);
}

TEST_CASE_FIXTURE(Rigged, "keys, their timing and the order of motions are steps of their own") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("run", joint)}));
  REQUIRE(document.perform(op::AddMotion{motion_of("jump", joint)}));
  CHECK(document.perform(op::MoveMotion{0, 2}));
  CHECK(names() == Names{"run", "jump", "walk"});
  CHECK(document.perform(op::MoveMotion{2, 1}));
  CHECK(names() == Names{"run", "walk", "jump"});
  const Id other = document.scene().nodes[1].skeleton->joints[0].id;
  Motion changed = *document.scene().motions[1];
  set_key(changed, {.target = other}, MotionProperty::scale, 0.5f, std::vector<float>{1, 2, 3});
  delete_keys(changed, {{joint, MotionProperty::translation, 0.0f},
                        {joint, MotionProperty::translation, 1.0f}});
  const op::SetTracks edit = op::set_tracks(document.scene(), 1, changed, "Key two");
  CHECK(edit.removed == std::vector<Id>{joint});
  const std::string before = bits_of(document.scene());
  CHECK(document.perform(edit));
  CHECK(*document.scene().motions[1] == changed);
  CHECK(document.history().steps().back().label == "Key two");
  CHECK(document.perform(op::SetMotionTiming{1, {.length = 3.0f, .frame_rate = 24.0f}}));
  CHECK(duration_of(*document.scene().motions[1]) == 3.0f);
  CHECK(document.undo());
  CHECK(document.undo());
  CHECK(bits_of(document.scene()) == before);
}

TEST_CASE_FIXTURE(Rigged, "keys that cannot be are refused, and locked joints keep theirs") {
  REQUIRE(document.perform(op::AddMotion{motion_of("walk", joint)}));
  const std::string before = bits_of(document.scene());
  const auto refused = [&](const Operation& operation, const std::string& words) {
    CHECK_FALSE(document.perform(operation));
    CHECK(document.reason().find(words) != std::string::npos);
    CHECK(bits_of(document.scene()) == before);
  };
  const auto with = [&](Id target, float second) {
    Motion motion = *motion_of("x", target);
    motion.tracks[0].channels[0].times[1] = second;
    return op::SetTracks{0, motion.tracks, {}, ""};
  };
  refused(with(joint, 0.0f), "times that do not rise");
  refused(with(9999, 1.0f), "no joint or node with the id 9999");
  refused(op::SetTracks{3, {}, {}, ""}, "no such motion");
  refused(op::MoveMotion{0, 1}, "no such motion");
  refused(op::SetMotionTiming{0, {.length = -1.0f}}, "a length");
  refused(op::SetMotionTiming{0, {.loop_begin = 2.0f, .loop_end = 1.0f}}, "loop");
  REQUIRE(document.perform(op::SetLocked{{joint}, true}));
  CHECK_FALSE(document.perform(with(joint, 2.0f)));
  CHECK(document.reason().find("is locked") != std::string::npos);
}
