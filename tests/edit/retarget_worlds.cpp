// Motions of files of one world on figures of another: every pair is measured.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "edit/retarget/clips.h"
#include "io/formats.h"
#include "support/cases.h"
#include "support/support.h"
#include "support/vrma.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct LoadedFigure {
  Scene scene;
  Id node = kNoId;

  explicit LoadedFigure(const std::filesystem::path& file)
      : scene(io::load(file).scene), node(actor_node(scene)) {
    REQUIRE(node != kNoId);
  }
  const Skeleton& skeleton() const { return *find_node(scene, node)->skeleton; }
  glm::vec3 up() const {
    const glm::dmat4 world(world_from_node(scene, node_index(scene, node)));
    return glm::vec3(glm::normalize(glm::inverse(glm::dmat3(world)) * glm::dvec3(0, 1, 0)));
  }
};

RetargetTrial tried(const LoadedFigure& actor, const Motion& motion, const LoadedFigure& onto) {
  return try_retarget(motion, actor.skeleton(), guessed_reading(actor.skeleton(), motion).reading,
                      onto.skeleton(), guessed_table(actor.skeleton(), onto.skeleton()),
                      {.up = onto.up(), .begins_here = true});
}

std::filesystem::path path_of(const std::filesystem::path& data, const std::string& name) {
  return name.starts_with("walk_")             ? source() / "tests" / "data" / name
         : name.find('/') == std::string::npos ? media() / name
                                               : data / name;
}

/// The figure performs the walk of tests/data as a .vrma file.
std::filesystem::path walk_as_vrma(const std::filesystem::path& folder,
                                   const std::filesystem::path& figure) {
  const LoadedFigure onto(figure), actor(source() / "tests" / "data" / "walk_y_up.bvh");
  const Motion walk = tried(actor, *actor.scene.motions.at(0), onto).motion;
  const std::filesystem::path file = folder / (figure.stem().string() + ".vrma");
  std::ofstream(file, std::ios::binary) << vrma(onto.skeleton(), walk);
  return file;
}

struct World {
  const char *motion, *figure;
};
/// "vrma:FILE": the walk of FILE's figure as .vrma.
constexpr World kPairs[] = {
    {"vrma:human.glb", "rigs/retarget/Godette_vrm_v4.vrm"},
    {"vrma:human.glb", "gltf/mannequiny.glb"},
    {"vrma:rigs/retarget/Godette_vrm_v4.vrm", "human.glb"},
    {"vrma:rigs/retarget/Godette_vrm_v4.vrm", "gltf/RobotExpressive.glb"},
    {"gltf/RobotExpressive.glb", "rigs/retarget/Godette_vrm_v4.vrm"},
    {"gltf/mannequiny.glb", "rigs/retarget/Godette_vrm_v4.vrm"},
    {"rigs/retarget/sketchfab_hero.glb", "human.glb"},
    {"gltf/kaykit_Knight.glb", "gltf/mannequiny.glb"},
    {"gltf/q_KnightCharacter.glb", "ogre.glb"},
    {"gltf/CesiumMan.glb", "gltf/m2m_human_skeleton.glb"},
    {"gltf/godot_player.glb", "rigs/retarget/sketchfab_hero.glb"},
    {"rigs/bvh/fair1_jumping.bvh", "gltf/kaykit_Knight.glb"},
    {"rigs/bvh/fair1_dab.bvh", "rigs/retarget/Godette_vrm_v4.vrm"},
    {"bvh/bvhplayerjs_Cartwheel.bvh", "rigs/retarget/sketchfab_hero.glb"},
    {"bvh/makehuman_walk1.bvh", "gltf/RobotExpressive.glb"},
};

}  // namespace

DATA_CASE("all clips of a file of any format play on figures of other worlds") {
  const std::filesystem::path folder = scratch("retarget_worlds");
  for (const World& pair : kPairs) {
    CAPTURE(pair.motion);
    CAPTURE(pair.figure);
    const std::string name = pair.motion;
    const bool is_vrma = name.starts_with("vrma:");
    const LoadedFigure actor(is_vrma ? walk_as_vrma(folder, path_of(data, name.substr(5)))
                                     : path_of(data, name)),
        onto(path_of(data, pair.figure));
    const std::vector<Clip> clips = clips_of(actor.scene, actor.node);
    REQUIRE_FALSE(clips.empty());
    double mean = 0.0, worst = 0.0, lowest = 0.0, nearest = 0.0;
    std::size_t doubted = 0;
    for (const Clip& clip : clips) {
      CAPTURE(clip.motion->name);
      const RetargetTrial trial = tried(actor, *clip.motion, onto);
      CHECK(why_invalid(trial.motion) == "");
      const double degrees = glm::degrees(trial.measures.mean_angle);
      CHECK((degrees <= 20.0 || !trial.doubts.empty()));
      mean = std::max(mean, degrees);
      worst = std::max(worst, glm::degrees(trial.measures.worst_angle));
      lowest = std::min(lowest, trial.measures.floor.lowest);
      nearest = std::max(nearest, trial.measures.floor.nearest);
      doubted += trial.doubts.empty() ? 0 : 1;
    }
    if (is_vrma) {
      CHECK(mean < 5.0);
      CHECK(nearest < 0.01);
    }
    CHECK(followed(*clips[0].motion, guessed_table(actor.skeleton(), onto.skeleton())) > 0);
    MESSAGE(fmt::format(
        "{} on {}: {} clips, {:.1f} degrees off in the mean, {:.0f} in the worst; lowest joint "
        "{:.1f} %, nearest {:.1f} % of the height; {} doubted",
        pair.motion, pair.figure, clips.size(), mean, worst, 100 * lowest, 100 * nearest, doubted));
  }
}

TEST_CASE("a figure's own motion comes back from a .vrma file as it was") {
  const std::filesystem::path folder = scratch("retarget_worlds");
  const LoadedFigure human(media() / "human.glb");
  const LoadedFigure walks(walk_as_vrma(folder, media() / "human.glb"));
  CHECK_FALSE(body_roles(walks.skeleton()).by_shape);
  const RetargetTrial trial = tried(walks, *walks.scene.motions.at(0), human);
  CHECK(trial.doubts.empty());
  CHECK(glm::degrees(trial.measures.mean_angle) < 0.1);
  CHECK(std::abs(trial.measures.floor.nearest) < 0.01);
}

TEST_CASE("clips are the motions that move the figure; a row counts if its joint moves") {
  const LoadedFigure human(media() / "human.glb");
  const LoadedFigure actor(source() / "tests" / "data" / "walk_y_up.bvh");
  Scene file = actor.scene;
  Motion other{"blink", {}, {}};
  other.tracks.push_back({.target = 9999, .channels = {{.times = {0.0f}, .values = {0, 0, 0}}}});
  file.motions.push_back(std::make_shared<const Motion>(other));
  Motion one = *file.motions[0];
  one.tracks.resize(1);
  file.motions.push_back(std::make_shared<const Motion>(one));
  const std::vector<Clip> clips = clips_of(file, actor.node);
  REQUIRE(clips.size() == 2);
  const RetargetTable table = guessed_table(actor.skeleton(), human.skeleton());
  CHECK(followed(*clips[0].motion, table) == paired(table));
  CHECK(followed(*clips[1].motion, table) == 1);
  CHECK(clips_of(file, kNoId).empty());
  CHECK(actor_node(Scene()) == kNoId);
}
