// One walk in files of every kind (tests/data/walk_*.bvh) does the same on the sample; where it
// cannot, a message says so.
#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <map>

#include "edit/retarget/retarget_check.h"
#include "io/formats.h"
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

/// A figure of ../shared/data, and how many of its joints follow at least.
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
                                   {"rigs/retarget/Godette_vrm_v4.vrm", 20}};

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

/// The greatest measures of a figure over all motions.
struct Greatest {
  double mean = 0.0, worst = 0.0, lowest = 0.0;  ///< degrees, degrees, heights
  std::size_t doubted = 0, motions = 0;
};

void check_motion(const FigureFile& figure, const Done& done, Greatest& greatest) {
  constexpr double kMostDegrees = 20.0, kLowest = -0.05;
  CHECK(paired(done.table) >= figure.least_paired);
  CHECK(why_invalid(done.trial.motion) == "");
  CHECK(done.deviation >= 0.0);
  CHECK(done.deviation <= kMostDegrees);
  CHECK((done.measures.floor.lowest >= kLowest || !done.doubts.empty()));
  CHECK(done.measures.floor.lowest > -1.0);
  greatest.mean = std::max(greatest.mean, done.deviation);
  greatest.worst = std::max(greatest.worst, done.measures.worst_angle * 180.0 / glm::pi<double>());
  greatest.lowest = std::min(greatest.lowest, done.measures.floor.lowest);
  greatest.doubted += done.doubts.empty() ? 0 : 1;
  ++greatest.motions;
}

}  // namespace

DATA_CASE("every figure moves as the file's does: limbs within 20 degrees, feet not in the floor") {
  for (const FigureFile& figure : kFigures) {
    CAPTURE(figure.file);
    const Scene scene = io::load(data / figure.file).scene;
    const auto node = std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& one) {
      return one.skeleton != nullptr && !one.skeleton->joints.empty();
    });
    REQUIRE(node != scene.nodes.end());
    check_leaf_ends(*node->skeleton);
    Greatest greatest;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
      const bool is_bad = entry.path().string().find("bad") != std::string::npos;
      if (entry.path().extension() != ".bvh" || is_bad || is_partial(entry.path())) continue;
      CAPTURE(entry.path().string());
      const Done done(entry.path(), {.up = up_of(scene, *node), .begins_here = true},
                      *node->skeleton);
      check_motion(figure, done, greatest);
    }
    CHECK(greatest.motions >= 11);
    MESSAGE(
        fmt::format("{}: {} motions, at most {:.1f}° off in the mean and {:.0f}° in the worst, "
                    "lowest joint at {:.1f} % of the height, {} doubted",
                    figure.file, greatest.motions, greatest.mean, greatest.worst,
                    100.0 * greatest.lowest, greatest.doubted));
  }
}
