// Poses as text and as edits: copies come back, two flips are none, blends end exactly at their
// ends.
#include <cstring>

#include "edit/mirror.h"
#include "edit/pose_edit.h"
#include "edit/support.h"
#include "io/pose_text.h"
#include "rig/joint_pose.h"
#include "support/comma_locales.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Every Ul is the identity.
std::vector<Pose::Entry> rest_pose(const Skeleton& skeleton) {
  std::vector<Pose::Entry> entries;
  for (const Joint& joint : skeleton.joints) entries.push_back({joint.id, glm::mat4(1.0f)});
  return entries;
}

const Skeleton& skeleton_of(const Scene& scene, std::size_t node = 1) {
  return *scene.nodes[node].skeleton;
}

bool same_bits(const glm::mat4& a, const glm::mat4& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The header's promise about translation, rotation and scale in text.
bool is_as_promised(const glm::mat4& read, const glm::mat4& written) {
  for (int column = 0; column < 4; ++column) {
    const float size = std::max(
        {std::abs(written[column].x), std::abs(written[column].y), std::abs(written[column].z)});
    const float ulp = std::nextafter(size, 1e30f) - size;
    for (int row = 0; row < 4; ++row)
      if (!(std::abs(read[column][row] - written[column][row]) <=
            (column == 3 ? 0.0f : io::kPoseTextUlps * ulp)))
        return false;
  }
  return true;
}

/// A skeleton of two mirrored sides with random frames: hips and spine, arms and legs of two
/// joints.
Skeleton two_sided(Random& random, bool posed) {
  Skeleton skeleton;
  const auto add = [&](const char* name, int parent, const glm::mat4& local) {
    Joint joint{.id = Id(100 + skeleton.joints.size()),
                .name = name,
                .parent = parent,
                .bind_local = local,
                .extent = {0.0f, 0.3f, 0.0f}};
    if (posed) joint.user_local = random.rotation();
    skeleton.joints.push_back(joint);
  };
  const glm::mat4 flip = glm::scale(glm::mat4(1.0f), {-1.0f, 1.0f, 1.0f});
  const auto at = [](float x, float y) { return glm::translate(glm::mat4(1.0f), {x, y, 0.1f}); };
  add("hips", -1, at(0.0f, 1.0f));
  add("spine", 0, at(0.0f, 0.3f));
  for (const auto& [upper, lower, side, y] :
       {std::tuple{"arm", "forearm", 0.3f, 0.3f}, std::tuple{"leg", "shin", 0.2f, -0.1f}}) {
    const glm::mat4 first = at(side, y) * random.rotation(),
                    second = at(0.05f, 0.4f) * random.rotation();
    const int parent = std::string(upper) == "arm" ? 1 : 0, left = int(skeleton.joints.size());
    add((std::string(upper) + ".L").c_str(), parent, first);
    add((std::string(lower) + ".L").c_str(), left, second);
    add((std::string(upper) + ".R").c_str(), parent, flip * first * flip);
    add((std::string(lower) + ".R").c_str(), left + 2, flip * second * flip);
  }
  return skeleton;
}

Scene scene_around(Skeleton skeleton) {
  Scene scene;
  scene.nodes.push_back(
      {.id = 1, .name = "Rig", .skeleton = std::make_shared<const Skeleton>(std::move(skeleton))});
  scene.next_id = 1000;
  return scene;
}

Scene posed_with(const Scene& scene, const op::SetUserLocal& operation) {
  return applied_to(scene, operation);
}

std::string text_with(const std::string& joints) {
  return "{\"marrow_pose\": 1, \"joints\": [" + joints + "]}";
}

std::string refused_text(std::string_view text, const Skeleton& skeleton) {
  const PastedPose pose = pasted_pose(text, skeleton);
  CHECK(pose.entries.empty());
  CHECK_FALSE(pose.reason.empty());
  CHECK(pose.reason.find('\n') == std::string::npos);
  CHECK(pose.reason.size() < 400);
  return pose.reason;
}

}  // namespace

TEST_CASE("Pasting what was just copied changes nothing: not a bit, and no step") {
  for (auto& random : seeds<Random>(trials(60u))) {
    Document document(
        implementation(),
        full_scene(random,
                   {.joints = 12, .roots = 2, .posed = true, .scaled = random.seed % 2 == 0}));
    const Scene before = document.scene();
    const PastedPose pose =
        pasted_pose(copied_pose(skeleton_of(before), "rig", {}), skeleton_of(before));
    REQUIRE(pose.reason.empty());
    CHECK(pose.entries.size() == skeleton_of(before).joints.size());
    for (const Pose::Entry& entry : pose.entries) {
      const int j = joint_index(skeleton_of(before), entry.joint);
      CHECK(same_bits(entry.user_local, skeleton_of(before).joints[std::size_t(j)].user_local));
    }
    CHECK(document.perform(taken_pose(skeleton_of(before), pose.entries, {}, "Paste pose")));
    CHECK(document.history().steps().size() == 1);
  }
}

TEST_CASE(
    "Text brings a pose to the same skeleton at rest: matrices and translations bit for bit, the "
    "rest within the stated ulps") {
  int matrices = 0, parts = 0;
  for (auto& random : seeds<Random>(trials(200u))) {
    const Skeleton posed = random_skeleton(
        random, {.joints = 10, .roots = 2, .posed = true, .scaled = random.seed % 3 == 0});
    Skeleton rest = posed;
    for (Joint& joint : rest.joints) joint.user_local = glm::mat4(1.0f);
    const std::string text = copied_pose(posed, "rig", {});
    const PastedPose pose = pasted_pose(text, rest);
    REQUIRE(pose.entries.size() == posed.joints.size());
    for (std::size_t j = 0; j < posed.joints.size(); ++j) {
      const glm::mat4 &written = posed.joints[j].user_local, read = pose.entries[j].user_local;
      CHECK(is_as_promised(read, written));
      CHECK(same_bits(io::as_written(written), read));
    }
    matrices += text.find("matrix") != std::string::npos;
    parts += text.find("rotation") != std::string::npos;
  }
  CHECK(matrices > trials(20));
  CHECK(parts > trials(100));
}

TEST_CASE("Copying takes the chosen joints, or all when none of this skeleton is chosen") {
  Random random(4);
  const Skeleton skeleton = two_sided(random, true);
  const PastedPose some =
      pasted_pose(copied_pose(skeleton, "Rig", {skeleton.joints[3].id, 7777}), skeleton);
  REQUIRE(some.entries.size() == 1);
  CHECK(some.entries.front().joint == skeleton.joints[3].id);
  CHECK(pasted_pose(copied_pose(skeleton, "Rig", {7777}), skeleton).entries.size() ==
        skeleton.joints.size());
}

TEST_CASE(
    "The text is JSON that says rotations as quaternions, whatever the locale writes for a decimal "
    "point") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 1,
                             .name = "a \"b\"",
                             .user_local = glm::rotate(glm::mat4(1.0f), 0.5f, {0.0f, 1.0f, 0.0f})});
  skeleton.joints.push_back({.id = 2, .name = "rest", .parent = 0});
  const std::string wanted =
      "{\n  \"marrow_pose\": 1,\n  \"skeleton\": \"S\",\n  \"joints\": [\n    {\"name\": \"a "
      "\\\"b\\\"\", \"rotation\": [0, 0.24740396, 0, "
      "0.9689124]},\n    {\"name\": \"rest\"}\n  ]\n}\n";
  CHECK(copied_pose(skeleton, "S", {}) == wanted);
  under_comma_locales([&] {
    CHECK(copied_pose(skeleton, "S", {}) == wanted);
    CHECK(same_bits(pasted_pose(wanted, skeleton).entries[0].user_local,
                    skeleton.joints[0].user_local));
  });
}

TEST_CASE(
    "Joints are matched by name: exactly first, then but for case where that is certain; the "
    "others are named") {
  Skeleton skeleton;
  for (const char* name : {"Arm", "arm", "Hand", "foot.L", "foot.l"})
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1), .name = name, .parent = -1});
  const std::string moved = "\", \"translation\": [1, 2, 3]}";
  const auto one = [&](const std::string& name) { return "{\"name\": \"" + name + moved; };
  const PastedPose pose = pasted_pose(
      text_with(one("arm") + "," + one("HAND") + "," + one("FOOT.L") + "," + one("tail")),
      skeleton);
  REQUIRE(pose.entries.size() == 2);
  CHECK(pose.entries[0].joint == 2);  // "arm", not "Arm"
  CHECK(pose.entries[1].joint == 3);
  CHECK(pose.not_found == std::vector<std::string>{"FOOT.L", "tail"});  // two feet are like it
  CHECK(pose.entries[0].user_local[3] == glm::vec4(1.0f, 2.0f, 3.0f, 1.0f));
  const PastedPose taken =
      pasted_pose(text_with(one("HAND") + "," + one("Hand")), skeleton);  // the exact one has it
  CHECK(taken.entries.size() == 1);
  CHECK(taken.not_found == std::vector<std::string>{"HAND"});
}

TEST_CASE("What is no pose is refused in one line that says what is wrong") {
  Random random(5);
  const Skeleton skeleton = two_sided(random, false);
  const auto says = [&](const std::string& text, const char* words) {
    CHECK_MESSAGE(contains(refused_text(text, skeleton), words), text);
  };
  says("", "not JSON");
  says("hello", "not JSON from byte 1");
  says("{\"marrow_pose\": 1, \"joints\": [", "not JSON");
  says("[1, 2]", "is not a pose");
  says("{}", "is not a pose");
  says("{\"marrow_pose\": \"1\", \"joints\": []}", "expected the number 1");
  says("{\"marrow_pose\": 2, \"joints\": []}", "later version");
  says("{\"marrow_pose\": 1}", "expected an array of joints");
  says("{\"marrow_pose\": 1, \"joints\": []}", "a pose without joints");
  says(text_with("7"), "/joints/0: expected an object");
  says(text_with("{}"), "expected a \"name\"");
  says(text_with("{\"name\": \"hips\"}, {\"name\": \"hips\"}"), "twice");
  says(text_with("{\"name\": \"hips\", \"translation\": [0, 0]}"),
       "/joints/0/translation: expected 3 numbers");
  says(text_with("{\"name\": \"hips\", \"translation\": [0, 0, null]}"), "expected 3 numbers");
  says(text_with("{\"name\": \"hips\", \"translation\": [0, 0, NaN]}"), "not JSON");
  says(text_with("{\"name\": \"hips\", \"translation\": [0, 0, 1e10]}"), "too large");
  says(text_with("{\"name\": \"hips\", \"translation\": [0, 0, 1e999]}"), "too large");
  says(text_with("{\"name\": \"hips\", \"rotation\": [0, 0, 0, 0]}"), "expected a quaternion");
  says(text_with("{\"name\": \"hips\", \"matrix\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,2]}"),
       "0 0 0 1");
  says(text_with("{\"name\": \"head\"}, {\"name\": \"neck\"}"), "\"head\", \"neck\".");
  says(text_with("{\"name\": \"a\"},{\"name\": \"b\"},{\"name\": \"c\"},{\"name\": "
                 "\"d\"},{\"name\": \"e\"},{\"name\": \"f\"}"),
       "and 1 more");
  says(std::string(100'000, '['), "nested too deeply");
  says(std::string(9u << 20, ' '), "at most 8 MB");
  says("\x80\xff\xfe", "not JSON");
}

TEST_CASE(
    "Text that was damaged anywhere is refused or gives finite numbers, and never ends the "
    "program") {
  Random random(6);
  const Skeleton skeleton = two_sided(random, true);
  const std::string whole = copied_pose(skeleton, "Rig", {});
  int refused = 0;
  for (int trial = 0; trial < trials(3000); ++trial) {
    std::string text = whole;
    for (int cut = random.below(3); cut >= 0; --cut) {
      const auto at = std::size_t(random.below(int(text.size())));
      if (random.chance(0.2f))
        text.resize(at + 1);
      else
        text[at] = random.chance(0.5f) ? char(random.below(256))
                                       : "0123456789-eE.,[]{}\""[random.below(20)];
    }
    const PastedPose pose = pasted_pose(text, skeleton);
    refused += !pose.reason.empty();
    CHECK(pose.reason.empty() == !pose.entries.empty());
    for (const Pose::Entry& entry : pose.entries) CHECK(is_finite(entry.user_local));
  }
  CHECK(refused > 500);
}

TEST_CASE(
    "A pose reaches all joints it names, or the chosen ones, and never a locked one or one that is "
    "gone") {
  Random random(7);
  Skeleton skeleton = two_sided(random, false);
  skeleton.joints[4].locked = true;
  std::vector<Pose::Entry> pose = present_pose(two_sided(random, true));
  pose.push_back({4242, glm::mat4(1.0f)});
  CHECK(taken_pose(skeleton, pose, {}, "x").entries.size() == skeleton.joints.size() - 1);
  const op::SetUserLocal chosen =
      taken_pose(skeleton, pose, {{skeleton.joints[2].id, skeleton.joints[4].id}}, "x");
  REQUIRE(chosen.entries.size() == 1);
  CHECK(chosen.entries.front() == pose[2]);
  const Scene scene = scene_around(skeleton);
  const Scene after = posed_with(scene, taken_pose(skeleton, pose, {}, "Wave"));
  CHECK(skeleton_of(after, 0).joints[4].user_local == skeleton.joints[4].user_local);
  CHECK(label(scene, taken_pose(skeleton, pose, {}, "Wave")) == "Wave");
}

SOLVED_CASE(
    "A pose that is flipped twice is the same, and flipped once its skinning is the mirror image") {
  for (auto& random : seeds<Random>(trials(100))) {
    const Scene start = scene_around(two_sided(random, true));
    const Scene once =
        posed_with(start, flipped_pose(skeleton_of(start, 0), present_pose(skeleton_of(start, 0)),
                                       {}, implementation(), "Flip"));
    const Scene twice =
        posed_with(once, flipped_pose(skeleton_of(once, 0), present_pose(skeleton_of(once, 0)), {},
                                      implementation(), "Flip"));
    const auto world = world_from_joints(start), flipped = world_from_joints(once),
               bind = world_from_bind(start);
    const Skeleton& skeleton = skeleton_of(start, 0);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      CHECK(difference(skeleton_of(twice, 0).joints[j].user_local, skeleton.joints[j].user_local) <
            1e-5f);
      const std::string name =
          mirrored_name(skeleton.joints[j].name).value_or(skeleton.joints[j].name);
      const Id id = skeleton.joints[j].id,
               other = skeleton.joints[std::size_t(joint_index(skeleton, name))].id;
      const glm::mat4 mirror = glm::scale(glm::mat4(1.0f), {-1.0f, 1.0f, 1.0f});
      const glm::mat4 skinning = world.at(id) * glm::inverse(bind.at(id)),
                      image = flipped.at(other) * glm::inverse(bind.at(other));
      CHECK(difference(image, mirror * skinning * mirror) < 1e-4f);
    }
  }
}

SOLVED_CASE("The image of a joint at rest is at rest to the bit") {
  Random random(12);
  Skeleton skeleton = two_sided(random, false);
  skeleton.joints[2].user_local = random.rotation();  // arm.L
  for (const Pose::Entry& entry :
       flipped_pose(skeleton, present_pose(skeleton), {}, implementation(), "Flip").entries)
    CHECK((entry.user_local == glm::mat4(1.0f)) ==
          (entry.joint != skeleton.joints[4].id));  // arm.R
}

TEST_CASE(
    "A blend is exactly its start at 0 and exactly its end at 1, bit for bit, sheared joints too") {
  int shears = 0;
  for (auto& random : seeds<Random>(trials(50u))) {
    const RigOptions options{
        .joints = 9, .roots = 2, .posed = true, .scaled = random.seed % 2 == 0};
    const Skeleton skeleton = random_skeleton(random, options);
    std::vector<Pose::Entry> target = present_pose(skeleton);
    for (Pose::Entry& entry : target)
      entry.user_local = random.seed % 2 == 0 ? random.affine() : random.rigid();
    for (const std::vector<Pose::Entry>& from : {present_pose(skeleton), rest_pose(skeleton)}) {
      int sheared = -1;
      const auto begin = blended_pose(skeleton, from, target, 0.0f, {}, "Blend", &sheared),
                 end = blended_pose(skeleton, from, target, 1.0f, {}, "Blend");
      REQUIRE(begin.entries.size() == target.size());
      CHECK((sheared > 0) == (random.seed % 2 == 0));
      shears += sheared;
      for (std::size_t j = 0; j < target.size(); ++j) {
        CHECK(same_bits(begin.entries[j].user_local, from[j].user_local));
        CHECK(same_bits(end.entries[j].user_local, target[j].user_local));
      }
    }
  }
  CHECK(shears > 0);
}

TEST_CASE(
    "On the way a blend turns each joint steadily: P interpolates, nothing jumps, and beyond 1 it "
    "goes on") {
  for (auto& random : seeds<Random>(trials(50))) {
    const Skeleton skeleton = random_skeleton(random, {.joints = 6});
    std::vector<Pose::Entry> target = present_pose(skeleton);
    for (Pose::Entry& entry : target) entry.user_local = random.rigid(0.3f);
    std::vector<Pose::Entry> last = present_pose(skeleton);
    for (int step = 1; step <= 150; ++step) {
      const float t = float(step) / 100.0f;
      const auto now =
          blended_pose(skeleton, present_pose(skeleton), target, t, {}, "Blend").entries;
      for (std::size_t j = 0; j < now.size(); ++j) {
        const glm::mat4& bind_local = skeleton.joints[j].bind_local;
        const JointPose from = decompose(bind_local * skeleton.joints[j].user_local),
                        to = decompose(bind_local * target[j].user_local);
        CHECK(difference(bind_local * now[j].user_local, compose(interpolate(from, to, t))) <
              1e-5f);
        CHECK(largest(now[j].user_local - last[j].user_local) < 0.08f);
      }
      last = now;
    }
  }
}

TEST_CASE("A blend leaves locked joints, and joints that the pose does not name, where they are") {
  Random random(9);
  Skeleton skeleton = two_sided(random, true);
  skeleton.joints[2].locked = true;
  std::vector<Pose::Entry> target = rest_pose(skeleton);
  target.pop_back();
  const auto blend = blended_pose(skeleton, present_pose(skeleton), target, 0.5f, {}, "Blend");
  CHECK(blend.entries.size() == skeleton.joints.size() - 2);
  for (const Pose::Entry& entry : blend.entries) {
    CHECK(entry.joint != skeleton.joints[2].id);
    CHECK(entry.joint != skeleton.joints.back().id);
  }
}
