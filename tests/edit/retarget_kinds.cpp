// One walk in files of every kind (tests/data/walk_*.bvh) does the same on the sample; where it
// cannot, a message reports that.
#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <map>

#include "edit/motions/bake_springs.h"
#include "edit/retarget/retarget_check.h"
#include "io/formats.h"
#include "scene/joint_roles.h"
#include "support/cases.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::shared_ptr<const Skeleton> skeleton_of_file(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton) return node.skeleton;
  FAIL("no skeleton");
  return nullptr;
}

const Skeleton& human() {
  static const std::shared_ptr<const Skeleton> skeleton =
      skeleton_of_file(io::load(media() / "human.glb").scene);
  return *skeleton;
}

/// A file's motion on the sample or on another figure.
struct Done {
  std::shared_ptr<const Skeleton> actor;
  std::shared_ptr<const Motion> motion;
  ActorGuess guess;
  RetargetTable table;
  RetargetTrial trial;
  std::vector<std::string> doubts;  ///< all of them
  RetargetMeasures measures;
  double deviation = 0.0;  ///< degrees

  explicit Done(const std::filesystem::path& file, RetargetOptions options = {},
                const Skeleton& onto = human()) {
    const Scene scene = io::load(file).scene;
    actor = skeleton_of_file(scene);
    motion = scene.motions.at(0);
    guess = guessed_reading(*actor, *motion);
    table = guessed_table(*actor, onto);
    trial = try_retarget(*motion, *actor, guess.reading, onto, table, options);
    doubts = guess.doubts;
    doubts.insert(doubts.end(), trial.doubts.begin(), trial.doubts.end());
    measures = measures_of({trial.from, *motion, onto, trial.motion,
                            glm::vec3(direction_of(guess.reading.up)), options.up});
    deviation = measures.mean_angle * 180.0 / glm::pi<double>();
  }
  std::vector<glm::dmat4> at_time(float seconds) const {
    return world_at_time(human(), trial.motion, seconds);
  }
};

glm::dvec3 place(const std::vector<glm::dmat4>& world, std::size_t joint) {
  return glm::dvec3(world[joint][3]);
}

std::filesystem::path walk(const std::string& kind) {
  return source() / "tests" / "data" / ("walk_" + kind + ".bvh");
}

}  // namespace

TEST_CASE("a walk does the same whether y or z is up, and with a T-pose only in its first frame") {
  for (const bool begins_here : {false, true}) {
    const RetargetOptions options{.begins_here = begins_here};
    const Done plain(walk("y_up"), options);
    CHECK(plain.doubts.empty());
    CHECK(plain.deviation < 1.0);
    for (const char* kind : {"z_up", "rest_y_motion_z", "t_pose_first"}) {
      CAPTURE(kind);
      const Done done(walk(kind), options);
      CHECK(done.doubts.empty());
      CHECK(paired(done.table) == paired(plain.table));
      for (const float seconds : sample_times(*done.motion, 9)) {
        const auto wanted = plain.at_time(seconds), got = done.at_time(seconds);
        for (std::size_t j = 0; j < got.size(); ++j)
          CHECK(glm::distance(place(wanted, j), place(got, j)) < 1e-3);
      }
    }
  }
}

TEST_CASE(
    "a walk whose rest bones all run along x, with and without positions, is nearly the same") {
  const Done plain(walk("y_up"));
  for (const char* kind : {"along_x", "positions"}) {
    CAPTURE(kind);
    const Done done(walk(kind));
    CHECK(done.guess.reading.rest_at == 0.0f);
    CHECK(done.doubts.empty());
    CHECK(done.deviation < 1.0);
    for (const float seconds : {0.125f, 0.5f, 1.0f}) {  // the first frame is another one
      const auto wanted = plain.at_time(seconds), got = done.at_time(seconds);
      for (std::size_t j = 0; j < got.size(); ++j)
        CHECK(glm::distance(place(wanted, j), place(got, j)) < 0.06);
    }
  }
}

TEST_CASE("in place a figure moves up and down only") {
  const Done walks(walk("z_up")), stays(walk("z_up"), {.in_place = true});
  const BodyJoints body = body_joints(human());
  const auto hips = std::size_t(body.hips);
  const auto first = stays.at_time(0.0f);
  double furthest = 0.0;
  for (const float seconds : sample_times(*stays.motion, 9)) {
    const auto one = walks.at_time(seconds), other = stays.at_time(seconds);
    furthest = std::max(furthest, glm::distance(place(one, hips), place(first, hips)));
    CHECK(place(other, hips).x == doctest::Approx(place(first, hips).x));
    CHECK(place(other, hips).z == doctest::Approx(place(first, hips).z));
    for (std::size_t j = 0; j < one.size(); ++j)  // equal except for the place
      CHECK(glm::distance(place(one, j) - place(one, hips), place(other, j) - place(other, hips)) <
            1e-5);
    CHECK(place(other, hips).y == doctest::Approx(place(one, hips).y));
  }
  CHECK(furthest > 0.5);
}

TEST_CASE("the rest pose and the axis can be chosen; a wrong choice is doubted") {
  const Scene scene = io::load(walk("z_up")).scene;
  const Skeleton& actor = *skeleton_of_file(scene);
  const Motion& motion = *scene.motions.at(0);
  const RetargetTable table = guessed_table(actor, human());
  for (const UpAxis up : {UpAxis::x, UpAxis::y, UpAxis::minus_z}) {
    CAPTURE(axis_name(up));
    CHECK_FALSE(try_retarget(motion, actor, {up, std::nullopt}, human(), table, {}).doubts.empty());
  }
  const ActorReading first{UpAxis::z, 0.0f};
  CHECK(try_retarget(motion, actor, first, human(), table, {}).doubts.empty());
  CHECK(as_read(actor, motion, {UpAxis::z, 99.0f}).joints.size() == actor.joints.size());
  const Scene along = io::load(walk("along_x")).scene;
  const Skeleton& bones = *skeleton_of_file(along);
  CHECK_FALSE(try_retarget(*along.motions.at(0), bones, {UpAxis::y, std::nullopt}, human(),
                           guessed_table(bones, human()), {})
                  .doubts.empty());
}

DATA_CASE("every real motion file is matched and right, or said to be doubtful") {
  const std::map<std::string, std::size_t> partial = {{"pybvh_rotation_first_root.bvh", 4},
                                                      {"takumiasaki_debug_axes.bvh", 1}};
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    if (entry.path().extension() != ".bvh" ||
        entry.path().string().find("bad") != std::string::npos)
      continue;
    CAPTURE(entry.path().string());
    ++files;
    const Done done(entry.path(), {.begins_here = true});
    const auto found = partial.find(entry.path().filename().string());
    CHECK(paired(done.table) == (found == partial.end() ? 21 : found->second));
    if (found == partial.end()) {
      CHECK(done.doubts.empty());
      CHECK(done.deviation < 2.0);
    } else {
      CHECK_FALSE(done.doubts.empty());
    }
  }
  CHECK(files >= 14);
}

namespace {

/// A figure of ../shared/data or a sample, and how many of its joints follow a BVH file at least.
struct FigureFile {
  const char* file;
  std::size_t least_paired;
};

constexpr FigureFile kFigures[] = {{"gltf/mannequiny.glb", 21},
                                   {"gltf/m2m_human_skeleton.glb", 21},
                                   {"gltf/kaykit_Knight.glb", 15},
                                   {"gltf/godot_player.glb", 13},
                                   {"gltf/q_Character_HumanoidRig.glb", 15},
                                   {"gltf/q_KnightCharacter.glb", 15},
                                   {"gltf/RobotExpressive.glb", 15},
                                   {"rigs/retarget/sketchfab_hero.glb", 20},
                                   {"rigs/retarget/Godette_vrm_v4.vrm", 20},
                                   {"gltf/raylib_greenman.glb", 6},
                                   {"gltf/CesiumMan.glb", 16},
                                   {"gltf/RiggedFigure.glb", 16},
                                   {"human.glb", 21},
                                   {"ogre.glb", 19}};

/// Upwards in the space of a node's skeleton.
glm::vec3 up_of(const Scene& scene, const Node& node) {
  const glm::dmat4 world(world_from_node(scene, node_index(scene, node.id)));
  return glm::vec3(glm::normalize(glm::inverse(glm::dmat3(world)) * glm::dvec3(0.0, 1.0, 0.0)));
}

/// Motions whose joints are not those of a whole body.
bool is_partial(const std::filesystem::path& file) {
  return file.filename() == "pybvh_rotation_first_root.bvh" ||
         file.filename() == "takumiasaki_debug_axes.bvh";
}

/// Guessed ends of last bones are near their joints.
void check_leaf_ends(const Skeleton& skeleton) {
  const std::vector<glm::dmat4> world = world_at_rest(skeleton);
  Bounds bounds;
  std::vector<char> is_leaf(world.size(), 1);
  for (std::size_t j = 0; j < world.size(); ++j) {
    bounds.add(glm::vec3(world[j][3]));
    if (skeleton.joints[j].parent >= 0) is_leaf[std::size_t(skeleton.joints[j].parent)] = 0;
  }
  for (std::size_t j = 0; j < world.size(); ++j) {
    if (is_leaf[j] == 0) continue;
    CAPTURE(skeleton.joints[j].name);
    const glm::dvec3 bone = glm::dmat3(world[j]) * glm::dvec3(skeleton.joints[j].extent);
    CHECK(glm::length(bone) < 0.5 * double(bounds.diagonal()));
  }
}

/// A motion with at most about 60 keys in a channel, and its figure.
struct Performer {
  std::string file;
  std::shared_ptr<const Skeleton> skeleton;
  Motion motion;
  ActorGuess guess;

  Performer(const std::filesystem::path& path, const Scene& scene)
      : file(path.filename().string()),
        skeleton(skeleton_of_file(scene)),
        motion(with_ik_baked(scene, *scene.motions.at(0))) {
    for (MotionTrack& track : motion.tracks)
      for (MotionChannel& channel : track.channels)
        if (channel.interpolation != Interpolation::cubic) thin(channel);
    guess = guessed_reading(*skeleton, motion);
  }
  static void thin(MotionChannel& channel) {
    const std::size_t keys = channel.times.size(), step = keys / 60 + 1,
                      width = channel.values.size() / keys;
    MotionChannel thinned{channel.property, channel.interpolation, {}, {}};
    for (std::size_t k = 0; k < keys; k += step) {
      thinned.times.push_back(channel.times[k]);
      const auto value = channel.values.begin() + std::ptrdiff_t(k * width);
      thinned.values.insert(thinned.values.end(), value, value + std::ptrdiff_t(width));
    }
    channel = thinned;
  }
};

std::vector<Performer> performers(const std::filesystem::path& data) {
  std::vector<Performer> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    const bool is_bad = entry.path().string().find("bad") != std::string::npos;
    if (entry.path().extension() != ".bvh" || is_bad || is_partial(entry.path())) continue;
    all.emplace_back(entry.path(), io::load(entry.path()).scene);
  }
  for (const char* file :
       {"gltf/mannequiny.glb", "gltf/m2m_human_skeleton.glb", "gltf/kaykit_Knight.glb",
        "gltf/godot_player.glb", "gltf/q_KnightCharacter.glb", "gltf/RobotExpressive.glb",
        "gltf/CesiumMan.glb", "gltf/RiggedFigure.glb", "rigs/retarget/sketchfab_hero.glb"})
    all.emplace_back(data / file, io::load(data / file).scene);
  return all;
}

/// The greatest measures of a figure over all motions.
struct Greatest {
  double mean = 0.0, worst = 0.0, lowest = 0.0;  ///< degrees, degrees, heights
  std::string mean_of = "none", lowest_of = "none";
  std::size_t doubted = 0;

  void add(const std::string& file, const RetargetTrial& trial) {
    const double degrees = glm::degrees(trial.measures.mean_angle);
    if (degrees > mean) mean_of = file;
    if (trial.measures.floor.lowest < lowest) lowest_of = file;
    mean = std::max(mean, degrees);
    worst = std::max(worst, glm::degrees(trial.measures.worst_angle));
    lowest = std::min(lowest, trial.measures.floor.lowest);
    doubted += trial.doubts.empty() ? 0 : 1;
  }
};

/// Limbs within 20 degrees; feet not deeper than 5 % of the height, or a doubt and a cure report
/// it.
RetargetTrial check_pair(const Performer& actor, const Skeleton& onto, const glm::vec3& up) {
  constexpr double kMostDegrees = 20.0, kLowest = -0.05;
  const RetargetTable table = guessed_table(*actor.skeleton, onto);
  const auto tried = [&](const ActorReading& reading, const RetargetTable& pairs,
                         const RetargetOptions& options) {
    return try_retarget(actor.motion, *actor.skeleton, reading, onto, pairs, options);
  };
  const RetargetTrial trial = tried(actor.guess.reading, table, {.up = up, .begins_here = true});
  CHECK(why_invalid(trial.motion) == "");
  CHECK(trial.measures.mean_angle >= 0.0);
  CHECK(glm::degrees(trial.measures.mean_angle) <= kMostDegrees);
  if (trial.measures.floor.lowest >= kLowest) return trial;
  CHECK_FALSE(trial.doubts.empty());
  REQUIRE_FALSE(trial.cures.empty());
  const RetargetCure& cure = trial.cures.back();
  CHECK(cure.flag == "--on-floor");
  const RetargetTrial cured = tried(cure.reading, cure.table, cure.options);
  CHECK(cured.measures.floor.lowest >= kLowest);
  CHECK(cured.measures.mean_angle == doctest::Approx(trial.measures.mean_angle).epsilon(1e-3));
  return trial;
}

/// The same skeleton with names that state nothing.
Skeleton without_names(Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) {
    joint.name = fmt::format("q{}", joint.id);
    joint.human_bone.clear();
  }
  return skeleton;
}

}  // namespace

DATA_CASE("every figure moves as the file's does: limbs within 20 degrees, feet not in the floor") {
  const std::vector<Performer> actors = performers(data);
  CHECK(actors.size() >= 20);
  for (const FigureFile& figure : kFigures) {
    CAPTURE(figure.file);
    const bool is_sample = std::string(figure.file).find('/') == std::string::npos;
    const Scene scene = io::load((is_sample ? media() : data) / figure.file).scene;
    const auto node = std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& one) {
      return one.skeleton != nullptr && !one.skeleton->joints.empty();
    });
    REQUIRE(node != scene.nodes.end());
    if (!is_sample) check_leaf_ends(*node->skeleton);
    Greatest greatest;
    for (const Performer& actor : actors) {
      CAPTURE(actor.file);
      if (actor.file.ends_with(".bvh"))
        CHECK(paired(guessed_table(*actor.skeleton, *node->skeleton)) >= figure.least_paired);
      greatest.add(actor.file, check_pair(actor, *node->skeleton, up_of(scene, *node)));
    }
    MESSAGE(fmt::format(
        "{}: {} motions, at most {:.1f}° off in the mean ({}) and {:.0f}° in the worst, lowest "
        "joint at {:.1f} % of the height ({}), {} doubted",
        figure.file, actors.size(), greatest.mean, greatest.mean_of, greatest.worst,
        100.0 * greatest.lowest, greatest.lowest_of, greatest.doubted));
  }
}

DATA_CASE("without their names, figures have by shape the roles that names give") {
  std::vector<std::filesystem::path> files = {media() / "human.glb", media() / "ogre.glb"};
  for (const char* file :
       {"gltf/mannequiny.glb", "gltf/m2m_human_skeleton.glb", "gltf/kaykit_Knight.glb",
        "rigs/retarget/sketchfab_hero.glb", "rigs/retarget/Godette_vrm_v4.vrm",
        "bvh/bvhplayerjs_Run.bvh", "bvh/pybvh_bvh_test3.bvh", "rigs/bvh/fair1_dab.bvh"})
    files.push_back(data / file);
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.string());
    const Skeleton skeleton = *skeleton_of_file(io::load(file).scene);
    CHECK_FALSE(body_roles(skeleton).by_shape);
    const std::vector<JointRole> named = joint_roles(skeleton);
    const BodyRoles shaped = body_roles(without_names(skeleton));
    CHECK(shaped.by_shape);
    for (std::size_t j = 0; j < named.size(); ++j) {
      CAPTURE(skeleton.joints[j].name);
      if (named[j].part < BodyPart::thumb) CHECK(shaped.roles[j] == named[j]);
    }
  }
  for (const char* animal : {"gltf/q_Fox.glb", "gltf/q_Horse.glb", "gltf/Fox.glb"})
    CHECK_FALSE(
        body_roles(without_names(*skeleton_of_file(io::load(data / animal).scene))).by_shape);
}

DATA_CASE("a motion whose names match nothing is matched by shape, and a doubt says so") {
  const Scene scene = io::load(data / "rigs/bvh/fair1_dab.bvh").scene;
  const Skeleton actor = without_names(*skeleton_of_file(scene));
  const Motion& motion = *scene.motions.at(0);
  const ActorGuess guess = guessed_reading(actor, motion);
  CHECK(guess.doubts.empty());
  const RetargetTable table = guessed_table(actor, human());
  CHECK(paired(table) == 21);
  const RetargetTrial trial =
      try_retarget(motion, actor, guess.reading, human(), table, {.begins_here = true});
  CHECK(glm::degrees(trial.measures.mean_angle) < 1.0);
  REQUIRE(trial.doubts.size() == 1);
  CHECK(contains(trial.doubts[0], "by shape"));
}

TEST_CASE("wrong choices are doubted, and the cures that are offered were tried") {
  const Scene scene = io::load(walk("z_up")).scene;
  const Skeleton& actor = *skeleton_of_file(scene);
  const Motion& motion = *scene.motions.at(0);
  const RetargetTable table = guessed_table(actor, human());
  const auto cures = [&](const ActorReading& reading, const RetargetTable& pairs,
                         const Skeleton& from) {
    return try_retarget(motion, from, reading, human(), pairs, {}).cures;
  };
  CHECK(cures({UpAxis::z, std::nullopt}, table, actor).empty());
  const std::vector<RetargetCure> turned = cures({UpAxis::x, std::nullopt}, table, actor);
  REQUIRE_FALSE(turned.empty());
  CHECK(turned[0].reading.up == UpAxis::z);
  CHECK(turned[0].label.starts_with("Guess again (180° → "));
  RetargetTable crossed = table;  // arms and legs keep their pose
  for (RetargetRow& row : crossed.rows)
    if (row.rest == RestMatch::bone) row.from = kNoId;
  const std::vector<RetargetCure> paired_again = cures({UpAxis::z, std::nullopt}, crossed, actor);
  REQUIRE_FALSE(paired_again.empty());
  CHECK(paired_again[0].table == table);
}

TEST_CASE("a figure that would sink is lifted above the floor, its limbs unchanged") {
  Skeleton small = human();  // short legs, long arms: its hands would be in the floor
  for (Joint& joint : small.joints) {
    const bool is_leg = joint.name.starts_with("shin") || joint.name.starts_with("foot");
    const bool is_arm = joint.name.starts_with("forearm") || joint.name.starts_with("hand");
    joint.bind_local[3] = glm::vec4(glm::vec3(joint.bind_local[3]) * (is_leg   ? 0.4f
                                                                      : is_arm ? 2.5f
                                                                               : 1.0f),
                                    1.0f);
  }
  const Scene scene = io::load(walk("y_up")).scene;
  const Skeleton& actor = *skeleton_of_file(scene);
  const Motion& motion = *scene.motions.at(0);
  const RetargetTable table = guessed_table(actor, small);
  const RetargetTrial sinks =
      try_retarget(motion, actor, {UpAxis::y, std::nullopt}, small, table, {});
  REQUIRE(sinks.measures.floor.lowest < -0.05);
  REQUIRE(sinks.cures.size() == 1);
  const RetargetCure& cure = sinks.cures[0];
  CHECK(cure.options.on_floor);
  const RetargetTrial lifted =
      try_retarget(motion, actor, cure.reading, small, cure.table, cure.options);
  CHECK(lifted.measures.floor.lowest > -0.02);  // between keys
  CHECK(lifted.cures.empty());
  for (const float seconds : sample_times(motion, 9)) {
    const auto one = world_at_time(small, sinks.motion, seconds),
               other = world_at_time(small, lifted.motion, seconds);
    const glm::dvec3 lift = place(other, 0) - place(one, 0);
    CHECK(lift.y > -1e-6);
    CHECK(std::abs(lift.x) + std::abs(lift.z) < 1e-6);
    for (std::size_t j = 0; j < one.size(); ++j)
      CHECK(glm::distance(place(other, j), place(one, j) + lift) < 1e-5);
  }
}

TEST_CASE(
    "a figure that would hover is lowered onto the floor as a whole, so that a jump stays one") {
  const Scene scene = io::load(walk("y_up")).scene;
  const Skeleton& actor = *skeleton_of_file(scene);
  const RetargetTable table = guessed_table(actor, human());
  const auto tried = [&](const Motion& motion, const RetargetOptions& options) {
    return try_retarget(motion, actor, {UpAxis::y, std::nullopt}, human(), table, options);
  };
  for (const bool jumps : {false, true}) {
    CAPTURE(jumps);
    Motion high = *scene.motions.at(0);  // recorded on a stage
    for (MotionTrack& track : high.tracks)
      for (MotionChannel& channel : track.channels) {
        if (channel.property != MotionProperty::translation) continue;
        const float hips = channel.values[1];
        for (std::size_t k = 0; k < channel.times.size(); ++k)
          channel.values[3 * k + 1] += hips * (jumps && k == 4 ? 0.8f : 0.4f);
      }
    const RetargetTrial hovers = tried(high, {.begins_here = true});
    REQUIRE(hovers.measures.floor.nearest > 0.2);
    REQUIRE(hovers.doubts.size() == 1);
    CHECK(contains(hovers.doubts[0], "stays above the floor"));
    REQUIRE(hovers.cures.size() == 1);
    const RetargetCure& cure = hovers.cures[0];
    CHECK(cure.label.starts_with("Put it on the floor ("));
    CHECK(cure.flag == "--on-floor");
    const RetargetTrial lowered = tried(high, cure.options);
    CHECK(lowered.measures.floor.nearest < 0.01);
    CHECK(lowered.measures.floor.lowest > -0.02);  // between keys
    CHECK(lowered.doubts.empty());
    CHECK(lowered.cures.empty());
    const glm::dvec3 drop = place(world_at_time(human(), lowered.motion, 0.0f), 0) -
                            place(world_at_time(human(), hovers.motion, 0.0f), 0);
    CHECK(drop.y < -0.2);
    for (const float seconds : sample_times(high, 9)) {
      const auto one = world_at_time(human(), hovers.motion, seconds),
                 other = world_at_time(human(), lowered.motion, seconds);
      for (std::size_t j = 0; j < one.size(); ++j)
        CHECK(glm::distance(place(other, j), place(one, j) + drop) < 1e-5);
    }
  }
}
