// Small scenes, and helpers that examine pictures, for the tests of view/.
#pragma once

#include <cmath>
#include <functional>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

#include "rig/skinning/deformer.h"
#include "scene/scene.h"
#include "support/cases.h"
#include "support/random_rig.h"
#include "view/gl/offscreen.h"
#include "view/gl/renderer.h"
#include "view/picture/color_math.h"
#include "view/picture/picture.h"

namespace marrow::test {

/// Seeded random numbers.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  float in(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  glm::vec3 point(float reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  /// A matrix that rotates, scales unevenly (0.4 to 2.5), sometimes mirrors, and moves.
  glm::mat4 affine(float reach) {
    glm::mat4 matrix = glm::translate(glm::mat4(1.0f), point(reach));
    matrix = glm::rotate(matrix, in(-3.0f, 3.0f),
                         glm::normalize(point(1.0f) + glm::vec3(0.0f, 0.01f, 0.0f)));
    const float hand = in(0.0f, 1.0f) < 0.3f ? -1.0f : 1.0f;
    return glm::scale(matrix, glm::vec3(in(0.4f, 2.5f) * hand, in(0.4f, 2.5f), in(0.4f, 2.5f)));
  }

 private:
  std::mt19937 engine_;
};

inline void add_face(Mesh& mesh, std::initializer_list<std::uint32_t> corners) {
  mesh.corner_vertex.insert(mesh.corner_vertex.end(), corners);
  mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
}

/// A rectangle that looks towards +z.
inline std::shared_ptr<Mesh> rectangle(glm::vec3 center, float half_width, float half_height) {
  auto mesh = std::make_shared<Mesh>();
  for (const glm::vec2 corner :
       {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)})
    mesh->positions.push_back(center +
                              glm::vec3(corner * glm::vec2(half_width, half_height), 0.0f));
  add_face(*mesh, {0, 1, 2, 3});
  return mesh;
}

/// A rectangle around the origin and five loose vertices there: a small capsule holds all vertices
/// except the four corners, so each of them gets a cross.
inline std::shared_ptr<Mesh> mostly_covered(float half_width, float half_height) {
  auto mesh = rectangle({0, 0, 0}, half_width, half_height);
  mesh->positions.insert(mesh->positions.end(), 5, glm::vec3(0.0f));
  return mesh;
}

inline std::shared_ptr<Mesh> box(glm::vec3 center, float half) {
  auto mesh = std::make_shared<Mesh>();
  add_box(*mesh, center - half, center + half);
  return mesh;
}

/// Triangles anywhere within `reach`, in random order.
inline std::shared_ptr<Mesh> triangle_soup(Dice& dice, int triangles, float reach) {
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < triangles; ++i) {
    const glm::vec3 center = dice.point(reach);
    for (int k = 0; k < 3; ++k) mesh->positions.push_back(center + dice.point(reach * 0.3f));
    const std::uint32_t first = std::uint32_t(3 * i);
    add_face(*mesh, {first, first + 1, first + 2});
  }
  return mesh;
}

/// Builds a scene; ids are given out in the order of the calls.
struct SceneMaker {
  Scene scene;

  Node& add(const std::string& name, int parent = -1) {
    scene.nodes.push_back({.id = take_id(scene), .name = name, .parent = parent});
    return scene.nodes.back();
  }
  Id mesh(std::shared_ptr<const Mesh> mesh, const glm::mat4& local = glm::mat4(1.0f),
          Id bound_to = kNoId) {
    Node& node = add("mesh " + std::to_string(scene.nodes.size()));
    node.mesh = std::move(mesh);
    node.local = local;
    node.bound_to = bound_to;
    return node.id;
  }
  Joint joint(const std::string& name, int parent, const glm::vec3& base, const glm::vec3& extent,
              float radius) {
    return {.id = take_id(scene),
            .name = name,
            .parent = parent,
            .bind_local = glm::translate(glm::mat4(1.0f), base),
            .extent = extent,
            .radius = radius};
  }
  Id skeleton(std::vector<Joint> joints, const glm::mat4& local = glm::mat4(1.0f)) {
    Node& node = add("skeleton " + std::to_string(scene.nodes.size()));
    auto skeleton = std::make_shared<Skeleton>();
    skeleton->joints = std::move(joints);
    node.skeleton = skeleton;
    node.local = local;
    return node.id;
  }
};

/// Joints with random bind matrices, user transforms and parents, each parent before its children.
inline std::vector<Joint> random_joints(SceneMaker& maker, Dice& dice, int count) {
  std::vector<Joint> joints;
  for (int j = 0; j < count; ++j) {
    Joint joint = maker.joint("joint " + std::to_string(j),
                              j == 0 ? -1 : int(dice.in(-1.0f, float(j) - 0.01f)), {},
                              dice.point(0.6f), dice.in(0.05f, 0.5f));
    joint.bind_local = dice.affine(0.7f);
    joint.user_local = dice.affine(0.3f);
    joints.push_back(joint);
  }
  return joints;
}

/// A mesh whose left half follows joint a. On the right half b has this weight, and a the rest.
inline Scene two_weights(float weight) {
  SceneMaker maker;
  auto mesh = std::make_shared<Mesh>();
  for (const float x : {-1.0f, 0.0f, 0.0f, 1.0f})
    for (const float y : {-1.0f, 1.0f}) mesh->positions.emplace_back(x, y, 0.0f);
  add_face(*mesh, {0, 2, 3, 1});
  add_face(*mesh, {4, 6, 7, 5});
  const std::vector<Joint> joints{maker.joint("a", -1, {0, 0, 0}, {1, 0, 0}, 0.2f),
                                  maker.joint("b", 0, {0, 0, 0}, {1, 0, 0}, 0.2f)};
  ExplicitWeights weights;
  weights.row_begin = {0};
  for (int v = 0; v < 8; ++v) {
    const float of_b = v < 4 ? 0.0f : weight;
    if (of_b < 1.0f) {
      weights.joint.push_back(joints[0].id);
      weights.weight.push_back(1.0f - of_b);
    }
    if (of_b > 0.0f) {
      weights.joint.push_back(joints[1].id);
      weights.weight.push_back(of_b);
    }
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  mesh->weights = weights;
  const Id skeleton = maker.skeleton(joints);
  maker.mesh(mesh, glm::mat4(1.0f), skeleton);
  maker.scene.nodes.back().explicit_weights = true;
  return maker.scene;
}

/// A box that two capsules hold, except some of its corners; and a rigid rectangle.
inline Scene creature() {
  SceneMaker maker;
  const std::vector<Joint> joints{maker.joint("root", -1, {-0.5f, 0, 0}, {0.5f, 0, 0}, 0.9f),
                                  maker.joint("arm", 0, {0.6f, 0, 0}, {0.5f, 0, 0}, 1.0f)};
  const Id skeleton = maker.skeleton(joints);
  maker.mesh(box({0, 0, 0}, 0.7f), glm::mat4(1.0f), skeleton);
  maker.mesh(rectangle({0, -0.9f, 0}, 1.2f, 0.1f));
  return maker.scene;
}

/// A scene and its picture, which shows only the mesh, seen from 4 units along +z.
struct Stage {
  Scene scene;
  Deformer deformer;
  view::Picture picture;

  explicit Stage(Scene made) : scene(std::move(made)) {
    REQUIRE(why_invalid(scene) == "");
    deformer.update(scene);
    picture.camera.target = glm::vec3(0.0f);
    picture.camera.distance = 4.0f;
    picture.camera.yaw = picture.camera.pitch = 0.0f;
    picture.show.capsules = picture.show.joints = picture.show.uncovered = picture.show.grid =
        false;
    picture.transparent = true;
    update();
  }
  void update() {
    deformer.update(scene);
    picture.scene = &scene;
    picture.deformed = &deformer;
  }
};

inline Skeleton& edit(Stage& stage) { return edit_skeleton(stage.scene, 0); }

inline void show_all(Stage& stage) {
  stage.picture.show = {};
  stage.picture.transparent = false;
  stage.picture.camera.yaw = 0.5f;
  stage.picture.camera.pitch = 0.3f;
}

struct Pixel {
  int r = 0, g = 0, b = 0, a = 0;
  bool operator==(const Pixel&) const = default;
};

inline Pixel pixel_at(const view::Image& image, int x, int y) {
  const std::size_t at = 4 * std::size_t(y * image.width + x);
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

inline Pixel pixel_at(const view::Image& image, glm::vec2 place) {
  return pixel_at(image, int(place.x), int(place.y));
}

inline int count_pixels(const view::Image& image, const std::function<bool(Pixel)>& is_counted) {
  int count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) count += is_counted(pixel_at(image, x, y)) ? 1 : 0;
  return count;
}

inline bool is_magenta(Pixel pixel) {
  return pixel.r > 150 && pixel.b > 120 && pixel.g < 110 && pixel.r - pixel.g > 80;
}
inline bool is_amber(Pixel pixel) {
  return pixel.r > 150 && pixel.g > 90 && pixel.b < 120 && pixel.r - pixel.b > 80;
}

inline glm::vec3 color_of(Pixel pixel) { return glm::vec3(pixel.r, pixel.g, pixel.b) / 255.0f; }

inline Stage stage_of(std::shared_ptr<const Mesh> mesh, const glm::mat4& local = glm::mat4(1.0f)) {
  SceneMaker maker;
  maker.mesh(std::move(mesh), local);
  return Stage(maker.scene);
}

/// CIE lightness L*, 0..100, of an sRGB color.
inline float lightness(const glm::vec3& color) {
  const float y = glm::dot(view::linear_from_srgb(color), glm::vec3(0.2126f, 0.7152f, 0.0722f));
  return y > 0.008856f ? 116.0f * std::cbrt(y) - 16.0f : 903.3f * y;
}
inline float lightness(Pixel pixel) { return lightness(color_of(pixel)); }

/// A context and a renderer; if they cannot be made, neither, and a skip is reported.
struct Studio {
  std::optional<view::Offscreen> context;
  std::optional<view::Renderer> renderer;

  Studio() {
    try {
      context.emplace();
    } catch (const std::runtime_error& error) {
      skip(std::string("pictures: ") + error.what());
      return;
    }
    renderer.emplace();
  }
  explicit operator bool() const { return renderer.has_value(); }
  view::Image shot(const view::Picture& picture, int width = 200, int height = 160,
                   int samples = 1) {
    renderer->draw(picture, width, height, samples);
    return renderer->read();
  }
};

#define STUDIO_CASE(name) MADE_CASE(name, Studio, studio)
#define SOLVED_STUDIO_CASE(name) SOLVED_MADE_CASE(name, Studio, studio)

}  // namespace marrow::test
