// Reading and writing animations: keys are unchanged, joints move as the specification defines.
#include <algorithm>
#include <fmt/format.h>

#include "io/gltf_builder.h"
#include "scene/keys.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Adds an animation of one channel.
void animate(Gltf& gltf, int node, const char* path, int input, int output,
             const char* interpolation = "LINEAR") {
  gltf.json["animations"].push_back(
      {{"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", path}}}}}},
       {"samplers", {{{"input", input}, {"output", output}, {"interpolation", interpolation}}}}});
}

const MotionTrack& only_track(const Scene& scene) {
  REQUIRE(scene.motions.size() == 1);
  REQUIRE(scene.motions[0]->tracks.size() == 1);
  return scene.motions[0]->tracks[0];
}

/// armature (0) > hip (1) > spacer (4) > head (2): a node between the joints; 3 is the skinned
/// mesh.
Gltf with_spacer(const nlohmann::json& spacer) {
  Gltf gltf = skinned_gltf();
  gltf.json["nodes"].push_back(spacer);
  gltf.json["nodes"][4]["children"] = {2};
  gltf.json["nodes"][1]["children"] = {4};
  return gltf;
}

const std::vector<float> kTimes = {0.25f, 0.5f, 2.0f};

int turns(Gltf& gltf) {
  return gltf.add_floats({0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0.8f, 0, 0, 0.6f}, "VEC4");
}
int shifts(Gltf& gltf) { return gltf.add_floats({0, 1, 0, 0.5f, 1, 0, 0, 3, 1}, "VEC3"); }

/// The file by the standard, the scene, and our export by the standard agree at all times.
void check_moves_alike(const Gltf& gltf, const Scratch& folder, double tolerance) {
  const Scene scene = gltf.load(folder).scene;
  const SpecGltf source(folder / "x.glb");
  io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
  const SpecGltf written(folder / "out.glb");
  const Scene again = io::load(folder / "out.glb").scene;
  REQUIRE(scene.motions.size() == gltf.json["animations"].size());
  REQUIRE(again.motions.size() == scene.motions.size());
  for (std::size_t a = 0; a < scene.motions.size(); ++a) {
    check_animation(source, scene, a, 20, tolerance);
    check_animation(written, scene, a, 20, tolerance);
    check_animation(source, again, a, 20, tolerance);
  }
}

}  // namespace

FOLDER_CASE("keys of all three interpolations come in as they are and stay so through our file") {
  const std::vector<float> turn = {0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0.8f, 0, 0, 0.6f};
  for (const char* interpolation : {"STEP", "LINEAR", "CUBICSPLINE"}) {
    CAPTURE(interpolation);
    Gltf gltf = skinned_gltf();
    std::vector<float> values;
    for (std::size_t key = 0; key < 3; ++key) {
      const std::vector<float> tangent = {0.1f, -0.2f, float(key), 0};
      if (std::string(interpolation) == "CUBICSPLINE")
        values.insert(values.end(), tangent.begin(), tangent.end());
      values.insert(values.end(), turn.begin() + std::ptrdiff_t(4 * key),
                    turn.begin() + std::ptrdiff_t(4 * key + 4));
      if (std::string(interpolation) == "CUBICSPLINE")
        values.insert(values.end(), tangent.begin(), tangent.end());
    }
    animate(gltf, 2, "rotation", gltf.add_floats(kTimes, "SCALAR"), gltf.add_floats(values, "VEC4"),
            interpolation);
    gltf.json["animations"][0]["name"] = "nod";
    const io::Loaded loaded = gltf.load(folder);
    const MotionTrack& track = only_track(loaded.scene);
    CHECK(loaded.scene.motions[0]->name == "nod");
    CHECK(track.target == loaded.scene.nodes[0].skeleton->joints[1].id);
    REQUIRE(track.channels.size() == 1);
    CHECK(track.channels[0].times == kTimes);
    CHECK(track.channels[0].values == values);
    CHECK(track.translation == glm::vec3(0, 1, 0));
    for (const char* name : {"own.glb", "own.gltf"}) {
      io::save(folder / name, loaded.scene, {});
      CHECK(same_content(io::load(folder / name).scene, loaded.scene));
    }
    check_moves_alike(gltf, folder, 2e-6);
  }
}

TEST_CASE_FIXTURE(SkinnedFile,
                  "small integers, sparse parts and accessors without data are keys like others") {
  const int times = gltf.add_floats(kTimes, "SCALAR");
  const std::vector<std::int16_t> small = {0, 0, 0, 32767, 0, 0, 19660, 26213, 0, 32767, 0, 0};
  animate(gltf, 2, "rotation", times, gltf.add(small, 5122, "VEC4", true));
  gltf.json["accessors"].push_back(
      {{"componentType", 5126},
       {"count", 3},
       {"type", "VEC3"},
       {"sparse",
        {{"count", 1},
         {"indices",
          {{"bufferView", gltf.add_view(std::vector<std::uint8_t>{1, 0, 0, 0})},
           {"componentType", 5121}}},
         {"values", {{"bufferView", gltf.add_view(std::vector<float>{1, 2, 3})}}}}}});
  animate(gltf, 1, "translation", times, int(gltf.json["accessors"].size()) - 1);
  const Scene scene = gltf.load(folder).scene;
  REQUIRE(scene.motions.size() == 2);
  const MotionChannel& turn = scene.motions[0]->tracks[0].channels[0];
  CHECK(turn.values[6] == doctest::Approx(19660.0 / 32767.0));
  CHECK(scene.motions[1]->tracks[0].channels[0].values ==
        std::vector<float>{0, 0, 0, 1, 2, 3, 0, 0, 0});
  CHECK(why_invalid(*scene.motions[0]) == "");
}

TEST_CASE_FIXTURE(SkinnedFile, "nodes above the skeleton and free nodes move by their own tracks") {
  gltf.json["nodes"].push_back({{"name", "prop"}, {"mesh", 1}, {"translation", {0, 4, 0}}});
  gltf.json["meshes"].push_back(
      {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}});
  gltf.json["scenes"][0]["nodes"] = {0, 3, 4};
  const int times = gltf.add_floats(kTimes, "SCALAR");
  animate(gltf, 0, "translation", times, shifts(gltf));
  animate(gltf, 4, "scale", times, gltf.add_floats({1, 1, 1, 2, 1, 0.5f, -1, 1, 1}, "VEC3"),
          "STEP");
  check_moves_alike(gltf, folder, 2e-6);
}

FOLDER_CASE(
    "a node that turns, shifts and scales evenly between two joints leaves the keys one for one") {
  const nlohmann::json places[] = {{{"translation", {1, 2, 3}}, {"rotation", {0, 0.6, 0, 0.8}}},
                                   {{"rotation", {0, 0, -0.6, 0.8}}, {"scale", {2, 2, 2}}},
                                   {{"translation", {0, 1, 0}}, {"scale", {-1, -1, -1}}}};
  for (const nlohmann::json& place : places) {
    CAPTURE(place.dump());
    for (const char* path : {"rotation", "translation", "scale"}) {
      Gltf gltf = with_spacer(place);
      const int times = gltf.add_floats(kTimes, "SCALAR");
      animate(gltf, 2, path, times, std::string(path) == "rotation" ? turns(gltf) : shifts(gltf));
      if (std::string(path) == "scale") {
        gltf.json["animations"][0]["samplers"][0]["output"] =
            gltf.add_floats({1, 1, 1, 2, 1, 3, 1, 4, 1}, "VEC3");
      }
      const io::Loaded loaded = gltf.load(folder);
      CHECK_FALSE(any_contains(loaded.warnings, "sampled"));
      CHECK(only_track(loaded.scene).channels[0].times == kTimes);
      check_moves_alike(gltf, folder, 2e-6);
    }
  }
}

FOLDER_CASE(
    "where a node between joints moves or scales unevenly, the joint's motion is sampled, and that "
    "is said") {
  Gltf moving = with_spacer({{"translation", {0, 0.5, 0}}});
  const int times = moving.add_floats(kTimes, "SCALAR");
  animate(moving, 4, "rotation", times, turns(moving));
  CHECK(any_contains(moving.load(folder).warnings, "1 track of joints was sampled"));
  check_moves_alike(moving, folder, 3e-4);

  Gltf uneven = with_spacer({{"scale", {1, 2, 1}}});
  animate(uneven, 2, "translation", uneven.add_floats(kTimes, "SCALAR"), shifts(uneven));
  uneven.json["nodes"][2].erase("rotation");
  const io::Loaded loaded = uneven.load(folder);
  CHECK(any_contains(loaded.warnings, "sampled"));
  CHECK_FALSE(any_contains(loaded.warnings, "shear"));
  check_moves_alike(uneven, folder, 1e-4);

  Gltf sheared = with_spacer({{"scale", {1, 2, 1}}});
  animate(sheared, 2, "rotation", sheared.add_floats(kTimes, "SCALAR"), turns(sheared));
  CHECK(any_contains(sheared.load(folder).warnings, "1 of the sampled tracks lost their shear"));
}

FOLDER_CASE("what a motion holds still away from its node's place is held there, and goes out so") {
  const std::vector<float> turn = {0, 0, 0.6f, 0.8f}, shift = {0.5f, 2, 0};
  for (const int node : {2, 4}) {  // the joint itself, the node above it
    CAPTURE(node);
    Gltf gltf = with_spacer({{"translation", {0, 0.5, 0}}, {"scale", {1, 2, 1}}});
    gltf.json["nodes"][2].erase("rotation");
    const int times = gltf.add_floats({0, 1}, "SCALAR");
    const bool is_joint = node == 2;
    const std::vector<float>& value = is_joint ? shift : turn;
    std::vector<float> twice = value;
    twice.insert(twice.end(), value.begin(), value.end());
    animate(gltf, node, is_joint ? "translation" : "rotation", times,
            gltf.add_floats(twice, is_joint ? "VEC3" : "VEC4"));
    const Scene scene = gltf.load(folder).scene;
    const MotionTrack& track = only_track(scene);
    CHECK_FALSE(track.channels.empty());
    CHECK(duration_of(*scene.motions[0]) == 1.0f);
    CHECK(moves(scene, *scene.motions[0]));
    check_moves_alike(gltf, folder, 2e-6);
  }
}

FOLDER_CASE("unevenness that floats carry between joints costs no keys, no warning and no joint") {
  const nlohmann::json noisy[] = {
      {{"scale", {1, 1.00003, 1}}},
      {{"matrix", {1, 0, 0, 0, 1e-4, 1, 0, 0, 0, -3e-5, 1, 0, 0, 0.5, 0, 1}}},
      {{"scale", {0.01, 0.01, 0.0099999}}, {"rotation", {0, 0.6, 0, 0.8}}}};
  for (const nlohmann::json& place : noisy) {
    CAPTURE(place.dump());
    Gltf gltf = with_spacer(place);
    animate(gltf, 2, "rotation", gltf.add_floats(kTimes, "SCALAR"), turns(gltf));
    const io::Loaded loaded = gltf.load(folder);
    CHECK_FALSE(any_contains(loaded.warnings, "sampled"));
    CHECK(only_track(loaded.scene).channels[0].times == kTimes);
    check_moves_alike(gltf, folder, 1e-4);
    io::save(folder / "pose.glb", loaded.scene, {},
             {.purpose = io::Purpose::exchange, .motions = false});
    CHECK_FALSE(contains(bytes_of(folder / "pose.glb"), "(shear)"));
    check_as_specified(SpecGltf(folder / "pose.glb"), loaded.scene, 1e-4);
  }
  Gltf sheared = with_spacer({{"matrix", {1, 0, 0, 0, 1e-3, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  io::save(folder / "pose.glb", sheared.load(folder).scene, {},
           {.purpose = io::Purpose::exchange, .motions = false});
  CHECK(contains(bytes_of(folder / "pose.glb"), "(shear)"));
}

TEST_CASE_FIXTURE(SkinnedFile, "a key that scales a node to nothing hides it, as long as it does") {
  gltf.json["nodes"].push_back({{"name", "sign"}, {"mesh", 1}, {"scale", {2, 2, 2}}});
  gltf.json["meshes"].push_back(
      {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}});
  gltf.json["scenes"][0]["nodes"] = {0, 3, 4};
  animate(gltf, 4, "scale", gltf.add_floats(kTimes, "SCALAR"),
          gltf.add_floats({1, 1, 1, 0, 0, 0, 2, 2, 2}, "VEC3"), "STEP");
  const Scene scene = gltf.load(folder).scene;
  for (const float seconds : {0.3f, 0.6f, 2.0f}) {
    const Scene at = keyed_at_time(scene, *scene.motions[0], seconds);
    const auto sign = std::find_if(at.nodes.begin(), at.nodes.end(),
                                   [](const Node& node) { return node.name == "sign"; });
    CHECK(sign->visible == (seconds != 0.6f));
  }
  io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
  for (const char* name : {"x.glb", "out.glb"})
    CHECK(farthest_in_motion(SpecGltf(folder / name), scene, 0, 20, 1, 4.0).apart <= 1e-5);
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "what a motion holds still goes out with a key of its own where the joint was posed since") {
  animate(gltf, 2, "translation", gltf.add_floats(kTimes, "SCALAR"), shifts(gltf));
  Scene scene = gltf.load(folder).scene;
  const SpecGltf source(folder / "x.glb");
  glm::mat4 sheared(1.0f);
  sheared[1][0] = 0.5f;
  for (const glm::mat4& pose :
       {glm::mat4(glm::mat3(0.0f, 1.0f, 0.0f, -1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f)), sheared}) {
    edit_skeleton(scene, 0).joints[1].user_local = pose;
    io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
    check_animation(SpecGltf(folder / "out.glb"), scene, 0, 10, 2e-6);
  }
  check_animation(source, scene, 0, 10, 2e-6);
}

TEST_CASE_FIXTURE(SkinnedFile, "weights of morph targets move the mesh, also of a skinned one") {
  nlohmann::json& mesh = gltf.json["meshes"][0];
  const int bulge = gltf.add_floats({0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 0}, "VEC3"),
            flat = gltf.add_floats(std::vector<float>(12), "VEC3");
  mesh["primitives"][0]["targets"] = {{{"POSITION", bulge}}, {{"POSITION", flat}}};
  mesh["weights"] = {0.25, 0};
  mesh["extras"] = {{"targetNames", {"bulge", "flat"}}, {"kept", 1}};
  animate(gltf, 3, "weights", gltf.add_floats(kTimes, "SCALAR"),
          gltf.add_floats({0, 0, 1, 0.5f, 0, 1}, "SCALAR"));
  const io::Loaded loaded = gltf.load(folder);
  const auto holder = std::find_if(loaded.scene.nodes.begin(), loaded.scene.nodes.end(),
                                   [](const Node& node) { return node.mesh != nullptr; });
  REQUIRE(holder->mesh->morph_targets.size() == 2);
  CHECK(holder->mesh->morph_targets[0].name == "bulge");
  CHECK(holder->mesh->morph_targets[0].positions[2] == glm::vec3(0, 0, 2));
  CHECK(holder->morph_weights == std::vector<float>{0.25f, 0});
  CHECK(holder->mesh->carried == "{\"extras\":{\"kept\":1}}");
  CHECK(only_track(loaded.scene).target == holder->id);
  CHECK(only_track(loaded.scene).channels[0].property == MotionProperty::morph_weights);
  for (const double seconds : {-1.0, 0.3, 1.0, 9.0}) {
    const Scene played = keyed_at_time(loaded.scene, *loaded.scene.motions[0], float(seconds));
    const Numbers expected = sampled(Numbers(kTimes.begin(), kTimes.end()), {0, 0, 1, 0.5, 0, 1},
                                     "LINEAR", false, seconds);
    const Node& face = *find_node(played, holder->id);
    for (std::size_t k = 0; k < 2; ++k)
      CHECK(face.morph_weights[k] == doctest::Approx(expected[k]));
  }
  io::save(folder / "out.glb", loaded.scene, {}, {.purpose = io::Purpose::exchange});
  const io::Loaded again = io::load(folder / "out.glb");
  CHECK(only_track(again.scene).channels == only_track(loaded.scene).channels);
  for (const Node& node : again.scene.nodes) {
    if (!node.mesh) continue;
    CHECK(node.mesh->morph_targets == holder->mesh->morph_targets);
    CHECK(node.morph_weights == holder->morph_weights);
    CHECK(node.mesh->carried == holder->mesh->carried);
  }
}

FOLDER_CASE("channels that break a rule are left out and said, the others are kept") {
  const auto with = [&](const std::vector<float>& times, const std::vector<float>& values) {
    Gltf gltf = skinned_gltf();
    animate(gltf, 1, "translation", gltf.add_floats(times, "SCALAR"),
            gltf.add_floats(values, "VEC3"));
    const io::Loaded loaded = gltf.load(folder);
    CHECK(loaded.scene.motions.size() == 1);
    return std::pair(loaded.warnings, loaded.scene.motions[0]->tracks.empty()
                                          ? std::vector<float>()
                                          : loaded.scene.motions[0]->tracks[0].channels[0].times);
  };
  CHECK(with({0, 1}, {0, 0, 0}).second.empty());
  CHECK(
      any_contains(with({0, 1}, {0, 0, 0}).first, "not kept: 1 channel of animations that breaks"));
  CHECK(with({0, 1}, {0, NAN, 0, 1, 1, 1}).second.empty());
  CHECK(with({0, 2, 1, 3}, std::vector<float>(12)).second == std::vector<float>{0, 2, 3});
  CHECK(with({-1, NAN, 1}, std::vector<float>(9)).second == std::vector<float>{1});
  Gltf gltf = skinned_gltf();
  const int times = gltf.add_floats({0, 1}, "SCALAR");
  animate(gltf, 1, "rotation", times, gltf.add_floats({0, 0, 0, 0, 0, 3, 0, 4}, "VEC4"));
  const io::Loaded loaded = gltf.load(folder);
  CHECK(only_track(loaded.scene).channels[0].values ==
        std::vector<float>{0, 0, 0, 1, 0, 0.6f, 0, 0.8f});
  CHECK(any_contains(loaded.warnings, "2 rotations of animations were not of unit length"));
}

DATA_CASE("every animation of every real file plays as specified, and again from our export") {
  const Scratch folder("real-motion");
  int animations = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "gltf")) {
    if (io::format_of(entry.path()) == nullptr) continue;
    CAPTURE(entry.path().string());
    const Scene scene = io::load(entry.path()).scene;
    const SpecGltf source(entry.path());
    CHECK(scene.motions.size() == source.json.value("animations", nlohmann::json::array()).size());
    if (scene.motions.empty()) continue;
    io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
    const SpecGltf written(folder / "out.glb");
    for (std::size_t a = 0; a < scene.motions.size() && a < 3; ++a) {
      ++animations;
      check_animation(source, scene, a, 4, 1e-4);
      check_animation(written, scene, a, 4, 1e-4);
    }
  }
  CHECK(animations > 20);
}

DATA_CASE("joints and nodes of every real file stand where the specification has them, 20 times") {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "gltf")) {
    if (io::format_of(entry.path()) == nullptr) continue;
    const SpecGltf source(entry.path());
    const Scene scene = io::load(entry.path()).scene;
    const double size = size_of_file(source);
    Farthest worst;
    for (std::size_t a = 0; a < scene.motions.size(); ++a) {
      const Farthest farthest =
          farthest_in_motion(source, scene, a, trials(20), unsigned(a) + 1, size);
      CHECK(farthest.parts > 0);
      if (farthest.apart >= worst.apart) worst = farthest;
    }
    if (scene.motions.empty()) continue;
    ++files;
    const std::string file = entry.path().filename().string();
    MESSAGE(fmt::format("{:34} {:3} motions {:4} parts {:9.2e} {}", file, scene.motions.size(),
                        worst.parts, worst.apart, worst.name));
    CAPTURE(file);
    CAPTURE(worst.name);
    CHECK(worst.apart <= 1e-5);
  }
  CHECK(files >= 20);
}

TEST_CASE_FIXTURE(SkinnedFile,
                  "keys of every shape play alike by the standard, and read back as they were") {
  animate(gltf, 2, "rotation", gltf.add_floats(kTimes, "SCALAR"), turns(gltf));
  animate(gltf, 2, "translation", gltf.add_floats(kTimes, "SCALAR"), shifts(gltf));
  Scene scene = gltf.load(folder).scene;
  constexpr KeyShape kShapes[] = {KeyShape::step, KeyShape::linear, KeyShape::flat,
                                  KeyShape::smooth, KeyShape::free};
  for (std::size_t m = 0; m < scene.motions.size(); ++m) {
    for (const KeyShape first : kShapes) {
      for (const KeyShape second : kShapes) {
        Motion motion = *scene.motions[m];
        const KeyPlaces keys = all_keys(motion);
        set_shapes(motion, {keys[0]}, first);
        set_shapes(motion, {keys[1], keys[2]}, second);
        motion.timing = {.length = 2.5f, .frame_rate = 24.0f, .loop_begin = 0.5f, .loop_end = 1.0f};
        Scene changed = scene;
        changed.motions = {std::make_shared<const Motion>(motion)};
        REQUIRE(why_invalid(changed) == "");
        io::save(folder / "out.glb", changed, {}, {.purpose = io::Purpose::exchange});
        check_animation(SpecGltf(folder / "out.glb"), changed, 0, 50, 1e-5);
        io::save(folder / "own.glb", changed, {}, {});
        const io::Loaded again = io::load(folder / "own.glb");
        CHECK(again.is_ours);
        REQUIRE(again.scene.motions.size() == 1);
        CHECK(*again.scene.motions[0] == motion);
      }
    }
  }
}
