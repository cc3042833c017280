// Heat maps: colors of vertices, and pictures, which need a GL context and are skipped without one.
#include <algorithm>
#include <limits>
#include <set>

#include "view/picture/heat.h"
#include "view/picture/strokes.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

constexpr MeshColors kHeats[] = {MeshColors::joint_weight,    MeshColors::all_joints,
                                 MeshColors::influence_count, MeshColors::uncovered,
                                 MeshColors::distance,        MeshColors::difference};

/// Triangles anywhere, held by random capsules that overlap, some by none.
Stage random_stage(Dice& dice) {
  SceneMaker maker;
  const Id skeleton = maker.skeleton(random_joints(maker, dice, 10));
  maker.mesh(triangle_soup(dice, 60, 0.7f), glm::mat4(1.0f), skeleton);
  maker.mesh(rectangle({0, -0.9f, 0}, 1.2f, 0.1f));  // rigid
  return Stage(maker.scene);
}

void show_heat(Stage& stage, MeshColors colors, std::size_t joint = 0) {
  stage.picture.show.colors = colors;
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[joint].id;
}

std::vector<glm::u8vec4> colors_of(const Stage& stage, std::size_t mesh = 0) {
  return heat_colors(stage.picture, stage.deformer.meshes()[mesh], heat_scale(stage.picture));
}

const glm::u8vec4 kGray = to_bytes(kNeutral);

float lightness_of(const glm::u8vec4& color) { return lightness(glm::vec3(color) / 255.0f); }

/// Index of the joint's entry in the row of vertex v, or -1.
int entry_of(const Influences& influences, std::size_t v, std::size_t joint) {
  for (std::uint32_t i = influences.row_begin(v); i < influences.row_end(v); ++i)
    if (influences.joint[i] == joint) return int(i);
  return -1;
}

/// Gray but for the light on it.
bool is_grayish(Pixel pixel) {
  return std::abs(pixel.r - pixel.g) < 14 && std::abs(pixel.r - pixel.b) < 14;
}

}  // namespace

SOLVED_STUDIO_CASE(
    "heat colors are viridis of the weight, as bright as the light makes them; a weight of "
    "exactly 0 is neutral gray") {
  for (const float weight : {0.001f, 0.25f, 0.5f, 0.75f, 1.0f}) {
    Stage stage(two_weights(weight));
    stage.picture.show.colors = MeshColors::joint_weight;
    stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
    const Image image = studio.shot(stage.picture);
    const Pixel of_zero = pixel_at(image, 80, 80), of_weight = pixel_at(image, 120, 80);
    CHECK(std::abs(of_zero.r - of_zero.b) < 12);
    CHECK(std::abs(of_zero.r - of_zero.g) < 12);
    const glm::vec3 seen(of_weight.r, of_weight.g, of_weight.b),
        expected(palette_color(Palette::viridis, weight));
    CHECK(glm::dot(glm::normalize(seen), glm::normalize(expected)) > 0.985f);
    CHECK(glm::length(seen) / 255.0f == doctest::Approx(glm::length(expected)).epsilon(0.3));
  }
}

SOLVED_STUDIO_CASE("with no heat joint, or one that is gone, the mesh is plain") {
  Stage stage(two_weights(1.0f));
  const Image plain = studio.shot(stage.picture);
  stage.picture.show.colors = MeshColors::joint_weight;
  CHECK(studio.shot(stage.picture).rgba == plain.rgba);
  stage.picture.show.heat_joint = 9999;
  CHECK(studio.shot(stage.picture).rgba == plain.rgba);
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
  CHECK(studio.shot(stage.picture).rgba != plain.rgba);
}

SOLVED_CASE(
    "what the joint does not hold is neutral gray; of what it holds, more weight or more distance "
    "is lighter") {
  for (auto& dice : rounds<Dice>(91, 8)) {
    Stage stage = random_stage(dice);
    stage.update();
    const Influences& influences = stage.deformer.meshes()[0].influences;
    for (const MeshColors mode : {MeshColors::joint_weight, MeshColors::distance})
      for (std::size_t joint = 0; joint < 10; ++joint) {
        show_heat(stage, mode, joint);
        const std::vector<float>& values =
            mode == MeshColors::distance ? influences.distance : influences.weight;
        const std::vector<glm::u8vec4> colors = colors_of(stage);
        std::vector<std::pair<float, float>> held;  // value and lightness
        for (std::size_t v = 0; v < colors.size(); ++v) {
          const int entry = entry_of(influences, v, joint);
          if (entry < 0) REQUIRE(colors[v] == kGray);
          if (entry >= 0) held.emplace_back(values[std::size_t(entry)], lightness_of(colors[v]));
        }
        std::sort(held.begin(), held.end());
        for (std::size_t i = 1; i < held.size(); ++i) CHECK(held[i].second >= held[i - 1].second);
        for (const glm::u8vec4& color : colors_of(stage, 1)) CHECK(color == kGray);
      }
  }
}

SOLVED_CASE("the palette ends where the legend says") {
  Dice dice(92);
  Stage stage = random_stage(dice);
  stage.update();
  const DeformedMesh& mesh = stage.deformer.meshes()[0];
  for (const Palette palette : {Palette::viridis, Palette::cividis, Palette::magma}) {
    stage.picture.show.palette = palette;
    for (std::size_t joint = 0; joint < 10; ++joint) {
      show_heat(stage, MeshColors::distance, joint);
      const HeatRange range = heat_range(stage.picture);
      CHECK(range.low == 0.0f);
      CHECK(range.high == stage.scene.nodes[0].skeleton->joints[joint].radius);
      CHECK(range.unit == "units");
      const std::vector<glm::u8vec4> colors = colors_of(stage);
      for (std::size_t v = 0; v < colors.size(); ++v)
        if (const int entry = entry_of(mesh.influences, v, joint); entry >= 0) {
          const Color expected =
              palette_color(palette, mesh.influences.distance[std::size_t(entry)] / range.high);
          CHECK(glm::distance(glm::vec3(colors[v]) / 255.0f, glm::vec3(expected)) < 0.03f);
        }
    }
    show_heat(stage, MeshColors::influence_count);
    const HeatRange range = heat_range(stage.picture);
    CHECK(range.low == 1.0f);
    CHECK(range.unit == "joints");
    const std::vector<glm::u8vec4> colors = colors_of(stage);
    std::uint32_t most = 0;
    for (std::size_t v = 0; v < colors.size(); ++v) {
      const std::uint32_t count = mesh.influences.row_size(v);
      most = std::max(most, count);
      const Color expected =
          count == 0 ? kNeutral : palette_color(palette, float(count - 1) / (range.high - 1.0f));
      CHECK(glm::distance(glm::vec3(colors[v]) / 255.0f, glm::vec3(expected)) < 0.03f);
    }
    CHECK(range.high == float(std::max(most, 2u)));  // one color is no palette
  }
}

SOLVED_CASE(
    "all joints: a vertex has the mean of its joints' colors by weight, one joint alone exactly "
    "its color, none is neutral") {
  Dice dice(93);
  std::set<std::uint32_t> sizes;
  for (int trial = 0; trial < 12; ++trial) {
    Stage stage = random_stage(dice);
    stage.update();
    show_heat(stage, MeshColors::all_joints);
    const Influences& influences = stage.deformer.meshes()[0].influences;
    const std::vector<glm::u8vec4> colors = colors_of(stage);
    for (std::size_t v = 0; v < colors.size(); ++v) {
      glm::vec3 mean(0.0f);
      for (std::uint32_t i = influences.row_begin(v); i < influences.row_end(v); ++i)
        mean += influences.weight[i] * glm::vec3(joint_color(influences.joint[i]));
      sizes.insert(influences.row_size(v));
      CHECK(glm::distance(glm::vec3(colors[v]) / 255.0f,
                          influences.row_size(v) == 0 ? glm::vec3(kNeutral) : mean) < 0.005f);
    }
  }
  CHECK(sizes.count(0) == 1);
  CHECK(sizes.count(1) == 1);
  CHECK(sizes.size() >= 3);
}

SOLVED_CASE("uncovered: what nobody holds stands out, the rest and rigid meshes are neutral") {
  Dice dice(94);
  Stage stage = random_stage(dice);
  stage.update();
  show_heat(stage, MeshColors::uncovered);
  const Influences& influences = stage.deformer.meshes()[0].influences;
  const std::vector<glm::u8vec4> colors = colors_of(stage);
  for (std::size_t v = 0; v < colors.size(); ++v)
    CHECK(colors[v] == (influences.row_size(v) == 0 ? to_bytes(kUncovered) : kGray));
  for (const glm::u8vec4& color : colors_of(stage, 1)) CHECK(color == kGray);
  CHECK(heat_range(stage.picture).unit.empty());
}

SOLVED_CASE(
    "difference: equal sides differ nowhere; otherwise the farthest vertex of all meshes ends the "
    "palette, in world units") {
  for (auto& dice : rounds<Dice>(95, 6)) {
    Stage stage = random_stage(dice);
    stage.update();
    Scene other = stage.scene;
    Deformer reference;
    reference.update(other);
    stage.picture.reference = &reference;
    show_heat(stage, MeshColors::difference);
    CHECK(heat_range(stage.picture).high == 0.0f);
    for (const glm::u8vec4& color : colors_of(stage)) REQUIRE(color == kGray);

    edit_skeleton(other, 0).falloff = Falloff::linear;
    edit_skeleton(other, 0).joints[1].user_local = dice.affine(0.2f);
    for (Node& node : other.nodes)
      node.local = glm::translate(node.local, {0.1f * float(dice.round), 0, 0});
    reference.update(other);
    float farthest = 0.0f;
    std::vector<float> distances;
    for (std::size_t m = 0; m < 2; ++m) {
      const DeformedMesh &here = stage.deformer.meshes()[m], &there = reference.meshes()[m];
      for (std::size_t v = 0; v < here.positions().size(); ++v) {
        const glm::vec4 a = here.world_from_output * glm::vec4(here.positions()[v], 1),
                        b = there.world_from_output * glm::vec4(there.positions()[v], 1);
        if (m == 0) distances.push_back(glm::distance(a, b));
        farthest = std::max(farthest, glm::distance(a, b));
      }
    }
    CHECK(heat_range(stage.picture).high == doctest::Approx(farthest).epsilon(1e-5));
    const std::vector<glm::u8vec4> colors = colors_of(stage);
    for (std::size_t v = 0; v < colors.size(); ++v) {
      if (distances[v] < 1e-6f) CHECK(colors[v] == kGray);
      if (distances[v] > 1e-4f)
        CHECK(glm::distance(glm::vec3(colors[v]) / 255.0f,
                            glm::vec3(palette_color(Palette::viridis, distances[v] / farthest))) <
              0.03f);
    }
  }
}

TEST_CASE(
    "difference: a mesh that the other side has not, or that has another size there, is neutral") {
  Dice dice(96);
  SceneMaker here, there;
  const Id skeleton = there.add("empty").id;
  here.scene = there.scene;
  here.mesh(rectangle({0, 0, 0}, 1, 1));
  here.mesh(box({0, 0, 0}, 1));
  there.mesh(box({0, 0, 3}, 1));
  Stage a(here.scene), b(there.scene);
  a.update(), b.update();
  a.picture.reference = &b.deformer;
  a.picture.show.colors = MeshColors::difference;
  for (const std::size_t mesh : {0u, 1u})
    for (const glm::u8vec4& color : colors_of(a, mesh)) CHECK(color == kGray);
  CHECK(heat_range(a.picture).high == 0.0f);
  CHECK(skeleton != kNoId);
}

SOLVED_STUDIO_CASE(
    "a picture in the colors of a heat map: neutral where the vertices are, their colors where "
    "they are not") {
  Stage stage(two_weights(0.5f));
  Scene other = stage.scene;
  edit_skeleton(other, 0).joints[1].user_local = glm::translate(glm::mat4(1.0f), {0, 0, 0.5f});
  Deformer reference;
  reference.update(other);
  stage.update();
  stage.picture.reference = &reference;
  stage.picture.camera.orthographic = true;
  for (const Palette palette : {Palette::viridis, Palette::cividis, Palette::magma})
    for (const MeshColors mode : kHeats) {
      show_heat(stage, mode, 1);
      stage.picture.show.palette = palette;
      const std::vector<glm::u8vec4> colors = colors_of(stage);
      const Image image = studio.shot(stage.picture);
      for (const auto& [vertex, x] : {std::pair{0u, 80}, {6u, 120}}) {
        const glm::vec3 seen = color_of(pixel_at(image, x, 80)),
                        expected = glm::vec3(colors[vertex]) / 255.0f;
        CAPTURE(int(mode));
        CHECK(glm::distance(seen, expected) < 0.2f);
        if (colors[vertex] == kGray) CHECK(is_grayish(pixel_at(image, x, 80)));
      }
    }
}

SOLVED_STUDIO_CASE(
    "a heat map's palette, joint, mode or reference is uploaded when it changes, and nothing else "
    "then") {
  Stage stage(creature());
  Scene other = stage.scene;
  Deformer reference;
  reference.update(other);
  stage.update();
  stage.picture.reference = &reference;
  const auto uploads = [&] {
    studio.renderer->draw(stage.picture, 100, 80, 1);
    return studio.renderer->last_cost().uploads;
  };
  const auto tint_bytes = [&] {
    std::size_t bytes = 0;
    for (const DeformedMesh& mesh : stage.deformer.meshes()) bytes += mesh.positions().size() * 4;
    return bytes;
  };
  uploads();
  for (const MeshColors mode : kHeats) {
    show_heat(stage, mode);
    CHECK(uploads() == 2);
    CHECK(studio.renderer->last_cost().uploaded_bytes == tint_bytes());
    CHECK(uploads() == 0);
    stage.picture.show.palette =
        stage.picture.show.palette == Palette::magma ? Palette::viridis : Palette::magma;
    CHECK(uploads() == 2);
    stage.picture.camera.yaw += 0.1f;
    CHECK(uploads() == 0);
    edit_skeleton(other, 0).joints[1].user_local =
        glm::rotate(edit_skeleton(other, 0).joints[1].user_local, 0.2f, glm::vec3(0, 0, 1));
    reference.update(other);
    CHECK(uploads() == (mode == MeshColors::difference ? 2 : 0));
    CHECK(uploads() == 0);
  }
  show_heat(stage, MeshColors::plain);
  CHECK(uploads() == 0);
  show_heat(stage, MeshColors::distance);
  uploads();
  const std::size_t before = stage.deformer.meshes()[0].influences.joint.size();
  edit(stage).joints[0].radius = 1.05f;
  stage.update();
  REQUIRE(stage.deformer.meshes()[0].influences.joint.size() != before);
  CHECK(uploads() > 0);
  show_heat(stage, MeshColors::distance, 1);
  CHECK(uploads() == 2);
}

SOLVED_STUDIO_CASE(
    "difference: the picture follows whichever side moved, also when the reference is another "
    "deformer in the same place") {
  Stage stage(creature());
  Scene other = stage.scene;
  Deformer reference;
  reference.update(other);
  stage.picture.reference = &reference;
  show_heat(stage, MeshColors::difference);
  stage.update();
  const Image equal = studio.shot(stage.picture);
  CHECK(count_pixels(equal, [](Pixel pixel) { return pixel.a > 0 && !is_grayish(pixel); }) == 0);
  edit_skeleton(other, 0).joints[1].user_local =
      glm::rotate(glm::mat4(1.0f), 0.8f, glm::vec3(0, 0, 1));
  reference.update(other);
  const Image apart = studio.shot(stage.picture);
  CHECK(count_pixels(apart, [](Pixel pixel) { return pixel.a > 0 && !is_grayish(pixel); }) > 500);
  reference = Deformer();  // revisions counted anew
  reference.update(stage.scene);
  CHECK(studio.shot(stage.picture).rgba == equal.rgba);
  stage.scene = other;
  stage.update();
  CHECK(studio.shot(stage.picture).rgba != equal.rgba);
  reference.update(other);
  CHECK(count_pixels(studio.shot(stage.picture),
                     [](Pixel pixel) { return pixel.a > 0 && !is_grayish(pixel); }) == 0);
}

TEST_CASE("difference: what is not a number on one side is neutral and does not spoil the others") {
  Dice dice(97);
  SceneMaker maker;
  maker.mesh(rectangle({0, 0, 0}, 1, 1));
  Stage here(maker.scene), there(maker.scene);
  there.scene.nodes[0].local = glm::translate(glm::mat4(1.0f), {0, 0, 1});
  here.update(), there.update();
  here.picture.reference = &there.deformer;
  here.picture.show.colors = MeshColors::difference;
  CHECK(heat_range(here.picture).high == doctest::Approx(1.0));
  auto& positions = const_cast<std::vector<glm::vec3>&>(there.deformer.meshes()[0].positions());
  positions[0].x = std::nanf("");
  positions[1].x = std::numeric_limits<float>::infinity();
  const std::vector<glm::u8vec4> colors = colors_of(here);
  CHECK(colors[0] == kGray);
  CHECK(colors[2] != kGray);
}
