// Operations as lines of text: a printed operation reads back as itself.
#include <cstring>
#include <fmt/format.h>

#include "edit/history.h"
#include "edit/operations/line_text.h"
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Values of every kind that a field can have, also unlikely ones.
struct Wild {
  Random& random;
  const Scene& scene;

  bool flag() { return random.chance(0.5f); }

  /// Any float but NaN and infinity: all exponents, both zeros, the smallest and the largest.
  float number() {
    const float round[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, 45.0f, 1e-45f, -3.4028235e38f};
    if (random.chance(0.2f)) return round[random.below(8)];
    if (random.chance(0.5f)) return random.uniform(-2.0f, 2.0f);
    const auto bits = std::uint32_t(random.bits());
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) ? value : 1.0f;
  }
  std::vector<float> numbers() {
    std::vector<float> values;
    for (int i = random.below(4); i > 0; --i) values.push_back(number());
    return values;
  }
  glm::vec3 vector() { return {number(), number(), number()}; }

  glm::mat4 matrix() {
    const glm::mat4 identity(1.0f);
    const glm::vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const glm::vec3 pivot = flag() ? glm::vec3(0.0f) : random.vec3(2.0f);
    const glm::mat4 there = glm::translate(identity, pivot),
                    back = glm::translate(identity, -pivot);
    const float angle =
        glm::radians(flag() ? 5.0f * float(random.below(72)) : random.uniform(-180, 180));
    switch (random.below(7)) {
      case 0:
        return identity;
      case 1:
        return glm::translate(identity, vector());
      case 2:
        return there * glm::rotate(identity, angle, axes[random.below(3)]) * back;
      case 3:
        return there * glm::scale(identity, vector()) * back;
      case 4:
        return random_increment(random);
      case 5:
        return random.affine();
      default: {
        glm::mat4 any;
        for (int i = 0; i < 16; ++i) any[i / 4][i % 4] = number();
        return any;
      }
    }
  }

  std::string name() {
    const char* odd[] = {"",
                         "none",
                         "all",
                         "nothing",
                         "as",
                         "#17",
                         "17",
                         "-1.5",
                         "hand.L",
                         "a b",
                         " a ",
                         "a,b",
                         "a;b",
                         "{",
                         "]",
                         "\"",
                         "\\\"\\",
                         "a\nb",
                         "\t",
                         "\x01",
                         "\x7f",
                         "na\xc3\xafve",
                         "\xe6\x89\x8b.L",
                         "\xf0\x9f\xa6\xb4",
                         "\xc2\xa0",
                         "\xe2\x80\xa8",
                         "\xff\xfe",
                         "\xc3",
                         "nan",
                         "inf",
                         "to",
                         "world",
                         "together",
                         "=",
                         "a-b:c_d"};
    if (random.chance(0.6f)) return odd[random.below(int(std::size(odd)))];
    std::string text;
    for (int i = random.below(12); i > 0; --i) text += char(random.below(256));
    return text;
  }

  Id id() {
    if (random.chance(0.1f)) return kNoId;
    if (random.chance(0.1f)) return Id(random.bits());
    return Id(random.below(int(scene.next_id) + 3));
  }
  std::vector<Id> ids() {
    std::vector<Id> list;
    for (int i = random.below(4); i > 0; --i) list.push_back(id());
    return list;
  }
  std::size_t index() {
    return std::size_t(random.chance(0.1f) ? random.bits() : random.bits() % 9);
  }
  /// Sometimes one too few or too many.
  template <typename Value>
  Value choice() {
    return static_cast<Value>(random.below(int(Value::count) + 2) - 1);
  }
};

MotionTiming timing_of(Wild& wild) {
  return {wild.number(), wild.number(), wild.number(), wild.number()};
}

std::shared_ptr<const Motion> motion_of(Wild& wild) {
  if (wild.random.chance(0.1f)) return nullptr;
  Motion motion{wild.name(), {}};
  for (int t = wild.random.below(3); t > 0; --t) {
    MotionTrack track;
    track.target = wild.id();
    track.translation = wild.vector();
    track.rotation = glm::quat(wild.number(), wild.number(), wild.number(), wild.number());
    track.scale = wild.vector();
    for (int c = wild.random.below(3); c > 0; --c) {
      track.channels.push_back({static_cast<MotionProperty>(wild.random.below(7)),
                                static_cast<Interpolation>(wild.random.below(4)), wild.numbers(),
                                wild.numbers()});
      for (int k = wild.random.below(3); k > 0; --k)
        track.channels.back().shapes.push_back(static_cast<KeyShape>(wild.random.below(6)));
    }
    motion.tracks.push_back(std::move(track));
  }
  if (wild.flag()) motion.timing = timing_of(wild);
  return std::make_shared<const Motion>(std::move(motion));
}

/// Names that files may have: they are UTF-8.
std::string good_name(Wild& wild) {
  const char* names[] = {"a", "a b", "\"", "\\", "#3", "\xe6\x89\x8b", "none"};
  return names[wild.random.below(7)] + std::to_string(wild.random.below(99));
}

Scene nodes_of(Wild& wild) {
  Scene scene;
  if (wild.random.chance(0.05f)) scene = full_scene(wild.random, {.joints = 5});
  if (wild.random.chance(0.5f))
    scene.nodes.push_back(
        {.id = take_id(scene), .name = good_name(wild), .local = wild.random.affine()});
  if (wild.random.chance(0.1f))
    scene.camera = Camera{.target = wild.random.vec3(), .orthographic = true};
  return scene;
}

// One overload per operation: an alternative without one does not compile.
void fill(op::ApplyIncrement& op, Wild& wild) {
  const char* verbs[] = {"Move", "Rotate", "Scale"};
  op = {wild.ids(), wild.matrix(), wild.flag() ? verbs[wild.random.below(3)] : wild.name()};
}
void fill(op::SetUserLocal& op, Wild& wild) {
  for (const Id id : wild.ids()) op.entries.push_back({id, wild.matrix()});
  op.what = wild.name();
}
void fill(op::SolveIk& op, Wild& wild) {
  for (const Id id : wild.ids())
    op.handles.push_back({id, wild.vector(),
                          wild.flag() ? std::optional(wild.vector()) : std::nullopt,
                          wild.flag() ? std::optional(wild.vector()) : std::nullopt});
  op.skeleton_node = wild.id(), op.whole_body = wild.flag(), op.held = wild.ids();
}
void fill(op::ResetPose& op, Wild& wild) { op = {wild.id(), wild.ids()}; }
void fill(op::SetNodeLocal& op, Wild& wild) { op = {wild.id(), wild.matrix()}; }
void fill(op::SetRadius& op, Wild& wild) {
  op.joints = wild.ids();
  op.radii = wild.numbers();
  if (wild.flag()) op.tip_radii = wild.numbers();
}
void fill(op::MirrorJoint& op, Wild& wild) { op = {wild.id(), wild.id()}; }
void fill(op::MirrorSide& op, Wild& wild) { op = {wild.id(), wild.ids(), wild.flag()}; }
void fill(op::SplitJoint& op, Wild& wild) { op = {wild.id(), int(wild.random.bits())}; }
void fill(op::RenameJoints& op, Wild& wild) {
  op.joints = wild.ids();
  for (int i = wild.random.below(4); i > 0; --i) op.names.push_back(wild.name());
}
void fill(op::SetLocked& op, Wild& wild) { op = {wild.ids(), wild.flag()}; }
void fill(op::SetPinned& op, Wild& wild) { op = {wild.ids(), wild.flag()}; }
void fill(op::SetLimits& op, Wild& wild) {
  op.joint = wild.id();
  if (wild.flag()) op.limits = RotationLimits{wild.vector(), wild.vector()};
  if (op.limits && wild.flag()) op.limits->rest = wild.random.vec3();
}
void fill(op::SetPole& op, Wild& wild) {
  op.joint = wild.id();
  if (wild.flag()) op.pole = wild.vector();
}
void fill(op::SetExtent& op, Wild& wild) { op = {wild.id(), wild.vector(), wild.number()}; }
void fill(op::SetSkeletonChoices& op, Wild& wild) {
  op = {wild.id(), {}, wild.number()};
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
    if (wild.flag()) op.choices.*in_choices = wild.choice<Value>();
  });
}
void fill(op::MoveTip& op, Wild& wild) { op = {wild.id(), wild.matrix(), wild.flag()}; }
void fill(op::MoveBase& op, Wild& wild) { op = {wild.id(), wild.matrix()}; }
void fill(op::AddJoint& op, Wild& wild) {
  op = {wild.id(), wild.id(), wild.vector(), wild.vector(), wild.number(), wild.name()};
}
void fill(op::DeleteJoint& op, Wild& wild) { op = {wild.id(), wild.flag()}; }
void fill(op::ReparentJoint& op, Wild& wild) { op = {wild.id(), wild.id()}; }
void fill(op::Rename& op, Wild& wild) { op = {wild.id(), wild.name()}; }
void fill(op::AddSkeleton& op, Wild& wild) { op = {wild.name(), wild.id()}; }
void fill(op::AddNodes& op, Wild& wild) { op = {nodes_of(wild)}; }
void fill(op::DeleteNode& op, Wild& wild) { op = {wild.id()}; }
void fill(op::ReparentNode& op, Wild& wild) { op = {wild.id(), wild.id()}; }
void fill(op::Bind& op, Wild& wild) { op = {wild.id(), wild.id()}; }
void fill(op::UseExplicitWeights& op, Wild& wild) { op = {wild.id(), wild.flag()}; }
void fill(op::SetMorphWeights& op, Wild& wild) {
  op = {wild.id(), {}, wild.numbers()};
  for (int i = wild.random.below(3); i > 0; --i) op.shapes.push_back(wild.index());
}
void fill(op::PaintWeights& op, Wild& wild) {
  op.mesh_node = wild.id(), op.brush = wild.choice<Brush>(), op.joint = wild.id();
  for (int i = wild.random.below(4); i > 0; --i) {
    op.changed.joint = wild.ids();
    op.changed.difference = wild.numbers();
    op.changed.end_row(std::uint32_t(wild.random.bits()));
  }
}
void fill(op::SetTouchUpStrength& op, Wild& wild) { op = {wild.id(), wild.number()}; }
void fill(op::RemoveTouchUps& op, Wild& wild) { op = {wild.id()}; }
void fill(op::RecalculateNormals& op, Wild& wild) { op = {wild.ids()}; }
void fill(op::CureMesh& op, Wild& wild) { op = {wild.id(), {MeshCure(wild.random.below(4))}}; }
void fill(op::ReplaceMesh& op, Wild& wild) { op = {wild.id(), nodes_of(wild)}; }
void fill(op::TakeWeights& op, Wild& wild) { op = {wild.id(), wild.id()}; }
void fill(op::SetVisible& op, Wild& wild) { op = {wild.id(), wild.flag()}; }
void fill(op::StorePose& op, Wild& wild) { op = {wild.id(), wild.name()}; }
void fill(op::ApplyPose& op, Wild& wild) { op = {wild.id(), wild.name()}; }
void fill(op::DeletePose& op, Wild& wild) { op = {wild.id(), wild.name()}; }
void fill(op::RenamePose& op, Wild& wild) { op = {wild.id(), wild.name(), wild.name()}; }
void fill(op::MakeRest& op, Wild& wild) { op = {wild.id()}; }
void fill(op::AddMotion& op, Wild& wild) { op = {motion_of(wild)}; }
void fill(op::RenameMotion& op, Wild& wild) { op = {wild.index(), wild.name()}; }
void fill(op::DeleteMotion& op, Wild& wild) { op = {wild.index()}; }
void fill(op::MoveMotion& op, Wild& wild) { op = {wild.index(), wild.index()}; }
void fill(op::SetTracks& op, Wild& wild) {
  const std::shared_ptr<const Motion> motion = motion_of(wild);
  op = {wild.index(), motion ? motion->tracks : std::vector<MotionTrack>(), wild.ids(),
        wild.name()};
}
void fill(op::SetMotionTiming& op, Wild& wild) { op = {wild.index(), timing_of(wild)}; }
void fill(op::SetCameraMove& op, Wild& wild) {
  const auto camera = [&] {
    return Camera{.target = {wild.number(), wild.number(), wild.number()},
                  .distance = wild.number(),
                  .yaw = wild.number(),
                  .pitch = wild.number(),
                  .field_of_view = wild.number(),
                  .orthographic = wild.flag()};
  };
  if (wild.flag()) op.move = CameraMove{camera(), camera(), {{wild.number(), camera()}}};
}
void fill(op::SetAvatar& op, Wild& wild) { op = {wild.name(), {wild.name()}, wild.name()}; }
void fill(op::SetSprings& op, Wild& wild) {
  op.what = wild.name();
  if (wild.flag()) return;
  op.springs.emplace();
  const auto indices = [&] {
    std::vector<std::size_t> some;
    for (int i = wild.random.below(3); i > 0; --i) some.push_back(wild.index());
    return some;
  };
  for (int i = wild.random.below(3); i > 0; --i)
    op.springs->colliders.push_back(
        {wild.id(), wild.vector(), wild.flag() ? std::optional(wild.vector()) : std::nullopt,
         wild.number(), wild.flag() ? std::optional(wild.number()) : std::nullopt});
  for (int i = wild.random.below(3); i > 0; --i)
    op.springs->groups.push_back({wild.name(), indices()});
  for (int i = wild.random.below(3); i > 0; --i) {
    SpringChain chain{.name = wild.name(), .end = wild.id(), .center = wild.id()};
    chain.groups = indices();
    for (int j = wild.random.below(3); j > 0; --j)
      chain.joints.push_back(
          {wild.id(), wild.number(), wild.number(), wild.number(), wild.vector(), wild.number()});
    op.springs->chains.push_back(std::move(chain));
  }
}
void fill(op::PoseAt& op, Wild& wild) { op = {wild.index(), wild.number()}; }

template <std::size_t kIndex = 0>
Operation filled(std::size_t index, Wild& wild);

void fill(op::Sequence& op, Wild& wild) {
  for (int i = wild.random.below(3); i > 0; --i)
    op.operations.push_back(
        filled(std::size_t(wild.random.below(std::variant_size_v<AnyOperation>)), wild));
  op.what = wild.name();
}

template <std::size_t kIndex>
Operation filled(std::size_t index, Wild& wild) {
  if constexpr (kIndex + 1 < std::variant_size_v<AnyOperation>)
    if (index != kIndex) return filled<kIndex + 1>(index, wild);
  std::variant_alternative_t<kIndex, AnyOperation> op;
  fill(op, wild);
  return op;
}

/// full_scene() with names that are hard to write and names that repeat.
Scene hostile_scene(Wild& wild) {
  Scene scene = full_scene(wild.random);
  scene.nodes[0].name = wild.name();
  scene.nodes[2].name = scene.nodes[4].name = "twice";
  for (Joint& joint : edit_skeleton(scene, 1).joints)
    if (wild.flag()) joint.name = wild.name();
  edit_skeleton(scene, 3).joints[0].name = scene.nodes[1].skeleton->joints[0].name;
  return scene;
}

std::string problem_of(const Scene& scene, const std::string& line) {
  const ParsedLine parsed = parse_line(scene, line);
  CHECK_FALSE(parsed.operation.has_value());
  return parsed.problem;
}

/// node 1 "rig" with the joints 2 "upper", 3 "forearm.L" (its base at 1 2 0), 4 "two words".
Scene arm_scene() {
  Scene scene;
  Skeleton skeleton;
  for (const char* name : {"upper", "forearm.L", "two words"})
    skeleton.joints.push_back({.id = 2 + Id(skeleton.joints.size()), .name = name});
  skeleton.joints[1].parent = 0;
  skeleton.joints[1].bind_local = glm::translate(glm::mat4(1.0f), {1, 2, 0});
  scene.nodes.push_back(
      {.id = 1, .name = "rig", .skeleton = std::make_shared<const Skeleton>(skeleton)});
  scene.next_id = 5;
  return scene;
}

/// A rotation about a pivot, computed as by the gizmo.
glm::mat4 turned(double degrees, const glm::dvec3& axis, const glm::dvec3& pivot) {
  const glm::dmat4 identity(1.0);
  return glm::mat4(glm::translate(identity, pivot) *
                   glm::rotate(identity, glm::radians(degrees), axis) *
                   glm::translate(identity, -pivot));
}

}  // namespace

TEST_CASE("every operation's line, printed and parsed, gives the same operation") {
  Random random(20);
  Scene scene;
  for (int i = 0; i < 100'000; ++i) {
    Wild wild{random, scene};
    if (i % 50 == 0) scene = hostile_scene(wild);
    const Operation operation = filled(std::size_t(i) % std::variant_size_v<AnyOperation>, wild);
    const std::string line = line_of(scene, operation);
    CAPTURE(line);
    const ParsedLine parsed = parse_line(scene, line);
    REQUIRE_MESSAGE(parsed.operation.has_value(), parsed.problem);
    REQUIRE(*parsed.operation == operation);
    REQUIRE(line_of(scene, *parsed.operation) == line);  // tells -0 from 0, too
    const bool is_one_line = std::all_of(line.begin(), line.end(), [](char c) {
      return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    });
    REQUIRE(is_one_line);
  }
}

TEST_CASE("lines read like sentences") {
  const Scene scene = arm_scene();
  const auto line = [&](const Operation& operation) { return line_of(scene, operation); };
  const glm::mat4 identity(1.0f);
  CHECK(line(op::ApplyIncrement{{3}, turned(45, {0, 0, 1}, {1, 2, 0}), "Rotate"}) ==
        "turn forearm.L about world z by 45");
  CHECK(line(op::ApplyIncrement{{3}, turned(-30, {0, 1, 0}, {0, 0, 5}), "Rotate"}) ==
        "turn forearm.L about world y by -30 at 0 0 5");
  CHECK(line(op::ApplyIncrement{{2, 4}, glm::translate(identity, {0, 0.1f, 0}), "Move"}) ==
        "move upper, \"two words\" by 0 0.1 0");
  CHECK(line(op::ApplyIncrement{{1}, glm::scale(identity, {2, 2, 0.1f}), "Wiggle"}) ==
        "scale rig by 2 2 0.1 as Wiggle");
  CHECK(line(op::SetRadius{{2, 99}, {0.12f, 0.5f}}) == "radius upper, #99 to [0.12 0.5]");
  CHECK(line(op::SetRadius{{2}, {0.12f}, {0.25f}}) == "radius upper to [0.12] tips [0.25]");
  CHECK(line(op::SetLocked{{}, false}) == "unlock none");
  CHECK(line(op::ResetPose{1, {}}) == "reset all of rig");
  CHECK(line(op::SetSkeletonChoices{
            1, {.falloff = Falloff::smooth, .blend = Blend::dual_quaternion}, 1.5f}) ==
        "choices rig times 1.5 falloff smooth blend dual-quaternion");
  CHECK(line(op::Rename{3, "two\nlines"}) == "rename forearm.L to \"two\\nlines\"");
  CHECK(line(op::ReparentJoint{3, kNoId}) == "hang-joint forearm.L below #0");
  CHECK(line(op::Sequence{{op::SetPinned{{2}, true}, op::StorePose{1, "wave"}}, "Both"}) ==
        "together { pin upper; store-pose wave of rig } as Both");
  CHECK(line(op::AddMotion{std::make_shared<const Motion>(
            Motion{"nod",
                   {{2,
                     {},
                     {1, 0, 0, 0},
                     glm::vec3(1),
                     {{MotionProperty::scale, Interpolation::step, {0}, {1, 1, 2}}}}}})}) ==
        "add-motion nod { upper translation 0 0 0 rotation 0 0 0 1 scale 1 1 1 { scale step at [0] "
        "values [1 1 2] } }");
}

TEST_CASE("turns of a gizmo in whole degrees are told as such, wherever it stands") {
  const Scene scene = arm_scene();
  Random random(3);
  const glm::dvec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int told = 0;
  for (int i = 0; i < 1000; ++i) {
    const int degrees = random.below(359) - 179;
    const glm::dvec3 pivot(random.vec3(3.0f));
    const std::string line = line_of(
        scene, op::ApplyIncrement{{3}, turned(degrees, axes[random.below(3)], pivot), "Rotate"});
    told +=
        line.find(fmt::format("by {} at", degrees)) != std::string::npos || degrees == 0 ? 1 : 0;
  }
  CHECK(told > 990);
}

TEST_CASE("names that could be taken for something else stand in quotes") {
  for (const char* plain : {"arm", "arm.L", "bras_\xC3\xA9", "\xC3\xA9paule", "x2"}) {
    CAPTURE(plain);
    CHECK(is_plain(plain));
  }
  for (const char* quoted :
       {"", "2x", "2\xC3\xA9", ".L", "#3", "none", "all", "nothing", "left arm"}) {
    CAPTURE(quoted);
    CHECK_FALSE(is_plain(quoted));
  }
}

TEST_CASE("a line may be typed with other blanks, and names in quotes") {
  const Scene scene = arm_scene();
  const Operation turn = op::ApplyIncrement{{3}, turned(45, {0, 0, 1}, {1, 2, 0}), "Rotate"};
  CHECK(parse_line(scene, "  turn   \"forearm.L\"\tabout world z by 4.5e1 ").operation == turn);
  CHECK(parse_line(scene, "turn #3 about world z by 45 as Rotate").operation == turn);
  CHECK(parse_line(scene, "pin upper,forearm.L").operation ==
        Operation(op::SetPinned{{2, 3}, true}));
}

TEST_CASE("a line that is wrong is told what, where, and what was expected") {
  const Scene scene = arm_scene();
  CHECK(problem_of(scene, "") ==
        "column 1: expected the word of an operation (turn, radius, lock, ...), found the end of "
        "the line");
  CHECK(problem_of(scene, "trun upper") ==
        "column 1: expected the word of an operation (turn, radius, lock, ...), found \"trun\"");
  CHECK(problem_of(scene, "turn upper about world z by abc") ==
        "column 29: expected a number, found \"abc\"");
  CHECK(problem_of(scene, "turn upper about world w by 45") ==
        "column 24: expected x, y, z, found \"w\"");
  CHECK(problem_of(scene, "pin uper") ==
        "column 5: expected the name of an existing joint or object, found \"uper\"");
  CHECK(problem_of(scene, "pin #") ==
        "column 5: expected the name of a joint or an object, or its number as #17, found \"#\"");
  CHECK(problem_of(scene, "pin upper,") ==
        "column 11: expected the name of a joint or an object, or its number as #17, found the end "
        "of the line");
  CHECK(problem_of(scene, "pin upper forearm.L") ==
        "column 11: expected the end of the line, found \"forearm.L\"");
  CHECK(problem_of(scene, "radius upper to [0.1 1e99]") ==
        "column 22: expected a number, found \"1e99\"");
  CHECK(
      contains(problem_of(scene, "rename upper to \"a"), "a text that ends with a quotation mark"));
  CHECK(contains(problem_of(scene, "rename upper to \"\\q\""),
                 "column 17: expected \\\", \\\\, \\n, \\t or \\x"));
  CHECK(contains(problem_of(scene, "together { pin upper, ; }"),
                 "column 23: expected the name of a joint"));
  CHECK(contains(problem_of(scene, "transform upper by [1 2 3]"), "12 or 16 numbers"));
  CHECK(contains(problem_of(scene, "import \"{}\" \"\""), "a scene before this"));
  CHECK(contains(problem_of(scene, "import \"{\" \"\""), "a scene before this"));
  for (const std::size_t count : {0u, 1u, 11u, 13u, 14u, 15u, 17u, 99u}) {
    std::string numbers;
    for (std::size_t i = 0; i < count; ++i) numbers += " 1";
    CHECK(contains(problem_of(scene, "drag-base upper transform by [" + numbers + "]"),
                   "12 or 16 numbers"));
  }
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "together { ";
  CHECK(contains(problem_of(scene, deep), "at most 64 operations within each other"));
  Scene twins = scene;
  twins.nodes[0].name = "upper";
  CHECK(problem_of(twins, "pin upper") ==
        "column 5: expected a unique name, or a number as #17, found \"upper\"");
}

TEST_CASE(
    "a line that is cut off or changed anywhere is an operation or a problem, never a crash") {
  Random random(8);
  Scene scene;
  for (int i = 0; i < 3000; ++i) {
    Wild wild{random, scene};
    if (i % 50 == 0) scene = hostile_scene(wild);
    std::string line =
        line_of(scene, filled(std::size_t(i) % std::variant_size_v<AnyOperation>, wild));
    if (wild.flag()) line.resize(random.bits() % (line.size() + 1));
    for (int changes = random.below(3); changes > 0 && !line.empty(); --changes)
      line[random.bits() % line.size()] = "\"\\ ,;[]{}#-.1ax\x80"[random.below(16)];
    CAPTURE(line);
    const ParsedLine parsed = parse_line(scene, line);
    CHECK(parsed.operation.has_value() == parsed.problem.empty());
  }
}

TEST_CASE("what an operation owns is counted: its lists, and what others may share") {
  op::SetMorphWeights morph{1, {}, {}};
  morph.shapes.resize(1000), morph.weights.resize(1000);
  CHECK(holdings_of(morph).bytes >= 1000 * (sizeof(std::size_t) + sizeof(float)));
  const op::Sequence twice{{morph, morph}, {}};
  CHECK(holdings_of(twice).bytes >= 2 * holdings_of(morph).bytes + 2 * sizeof(Operation));
  const op::AddNodes nodes{arm_scene()};
  const Operation held = op::Sequence{{nodes, op::AddMotion{std::make_shared<const Motion>()}}, {}};
  CHECK(holdings_of(held).scenes.size() == 1);
  CHECK(holdings_of(held).motions.size() == 1);
  History history("start", arm_scene());
  const std::size_t bare = history.memory();
  history.push("Morph", morph, arm_scene());
  CHECK(history.memory() > bare + 1000 * (sizeof(std::size_t) + sizeof(float)));
}
