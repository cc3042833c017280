// The engine chooses the order of vertices: indices and attributes follow, and the picture is the
// textbook's.
#include <algorithm>

#include "rig/support.h"
#include "support/random_rig.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

constexpr Id kSkin = 2, kUpper = 101;

/// A bent cylinder around two bones with texture coordinates around it.
Scene bent_cylinder() {
  Skeleton skeleton = bone_pair(100, kUpper, 0.7f);
  skeleton.joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.6f, glm::vec3(0, 0, 1));
  Mesh mesh = capped_cylinder(24, 32);
  for (const glm::vec3& position : mesh.positions)
    mesh.uvs.push_back({position.x + 0.5f, position.y * 0.5f});
  mesh.corner_uv = mesh.corner_vertex;
  auto texture = std::make_shared<Texture>();
  texture->mime = "image/png";
  texture->file = {0};
  texture->width = texture->height = 2;
  texture->rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255};
  mesh.materials.push_back({"cloth", glm::vec4(1.0f), texture});
  mesh.face_material.assign(mesh.face_count(), 0);
  return bound_scene(skeleton, std::make_shared<const Mesh>(std::move(mesh)));
}

void shrink(Scene& scene, float radius) { edit_skeleton(scene, 0).joints[1].radius = radius; }

/// Pixels that differ by more than rounding does.
int differing(const Image& a, const Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  int count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int most = 0;
    for (std::size_t k = i; k < i + 4; ++k)
      most = std::max(most, std::abs(int(a.rgba[k]) - int(b.rgba[k])));
    count += most > 6;
  }
  return count;
}

/// The scene's picture by either deformer.
struct Sides {
  Stage engine;
  Deformer textbook{tasks_of(Backend::textbook)};
  Picture picture_by_textbook;

  explicit Sides(const Scene& scene) : engine(scene) {
    engine.picture.camera.target = {0.0f, 1.0f, 0.0f};
    engine.picture.camera.yaw = 0.4f;
  }
  void update() {
    engine.update();
    textbook.update(engine.scene);
    picture_by_textbook = engine.picture;
    picture_by_textbook.deformed = &textbook;
  }
};

void check_alike(Studio& studio, Sides& sides) {
  sides.update();
  const Image mine = studio.shot(sides.engine.picture),
              its = studio.shot(sides.picture_by_textbook);
  CHECK(count_pixels(mine, [](Pixel pixel) { return pixel.a > 0; }) > 2000);
  CHECK(differing(mine, its) < 30);  // along the silhouette a pixel may fall on either side
}

}  // namespace

ENGINE_CASE(
    "a picture by the engine is the textbook's: plain, textured, hatched, in a heat map's "
    "colors") {
  Studio studio;
  if (!studio) return;
  Sides sides(bent_cylinder());
  const std::vector<std::uint32_t>& order = sides.engine.deformer.meshes()[0].order();
  CHECK(!std::is_sorted(order.begin(), order.end()));  // or nothing is tried here
  Show& show = sides.engine.picture.show;
  for (const bool materials : {false, true}) {
    show.materials = materials;
    check_alike(studio, sides);
  }
  std::vector<std::uint32_t> marks;
  for (std::uint32_t v = 0; v < 300; ++v) marks.push_back(v);
  sides.engine.picture.hatched[kSkin] = std::make_shared<const std::vector<std::uint32_t>>(marks);
  check_alike(studio, sides);
  show.heat_joint = kUpper;
  for (const MeshColors colors : {MeshColors::joint_weight, MeshColors::all_joints,
                                  MeshColors::uncovered, MeshColors::influence_count}) {
    show.colors = colors;
    check_alike(studio, sides);
  }
}

ENGINE_CASE("radii that change, and an order laid anew, leave no vertex behind") {
  Studio studio;
  if (!studio) return;
  Sides sides(bent_cylinder());
  sides.engine.picture.show.materials = true;
  check_alike(studio, sides);
  bool was_laid_anew = false;
  for (const float radius : {0.6f, 0.3f, 0.9f, 1.4f, 0.05f}) {
    shrink(sides.engine.scene, radius);
    check_alike(studio, sides);
    const Image before = studio.shot(sides.engine.picture);
    was_laid_anew |= sides.engine.deformer.reorder();
    CHECK(!sides.engine.deformer.reorder());  // once is enough
    CHECK(differing(studio.shot(sides.engine.picture), before) == 0);
    sides.engine.picture.show.colors = radius < 0.5f ? MeshColors::joint_weight : MeshColors::plain;
    sides.engine.picture.show.heat_joint = kUpper;
    check_alike(studio, sides);
  }
  CHECK(was_laid_anew);
}

SOLVED_CASE("a few vertices alone are posed as all of them are, before and after all are") {
  for (auto& random : rounds<Random>(71, 20)) {
    Scene scene =
        bound_scene(random_skeleton(random, {.joints = 6, .scaled = random.round % 2 == 1}),
                    std::make_shared<const Mesh>(capped_cylinder(8, 9)));
    for (Backend backend : {Backend::fast, Backend::textbook}) {
      Deformer deformer(tasks_of(backend));
      if (backend == Backend::fast) deformer = Deformer(Backend::fast);
      deformer.update(scene);
      const DeformedMesh& mesh = deformer.meshes()[0];
      std::vector<std::uint32_t> vertices;
      for (int k = 0; k < 12; ++k)
        vertices.push_back(std::uint32_t(random.below(int(mesh.bind_positions.size()))));
      const std::vector<glm::vec3> alone = mesh.positions_of(vertices);
      for (std::size_t k = 0; k < vertices.size(); ++k)
        CHECK(glm::distance(alone[k], mesh.positions()[vertices[k]]) < 1e-5f);
      const std::vector<glm::vec3> again = mesh.positions_of(vertices);
      for (std::size_t k = 0; k < vertices.size(); ++k)
        CHECK(again[k] == mesh.positions()[vertices[k]]);
    }
  }
}
