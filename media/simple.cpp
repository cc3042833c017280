// The two simple shapes: a capsule on two bones and a bar on four.
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "samples.h"

namespace marrow::media {
namespace {

std::uint32_t index(int ring, int around, int side) {
  return static_cast<std::uint32_t>(ring * around + side % around);
}

/// A surface of revolution about y, closed by a point at both ends. `profile`: (radius, height)
/// from bottom to top, with radius 0 at both ends. `normals`: the normals of the profile in its
/// plane.
Mesh turned(const std::vector<glm::dvec2>& profile, const std::vector<glm::dvec2>& normals,
            int around) {
  Mesh mesh;
  const int rings = static_cast<int>(profile.size()) - 2;
  const auto add = [&mesh](const glm::dvec2& at, const glm::dvec2& normal, double angle) {
    mesh.positions.emplace_back(at.x * std::sin(angle), at.y, at.x * std::cos(angle));
    mesh.normals.emplace_back(normal.x * std::sin(angle), normal.y, normal.x * std::cos(angle));
  };
  for (std::size_t ring = 1; ring + 1 < profile.size(); ++ring) {
    for (int side = 0; side < around; ++side)
      add(profile[ring], normals[ring], 2.0 * glm::pi<double>() * side / around);
  }
  const auto bottom = static_cast<std::uint32_t>(mesh.positions.size()), top = bottom + 1;
  add(profile.front(), normals.front(), 0.0);
  add(profile.back(), normals.back(), 0.0);
  const auto add_face = [&mesh](std::initializer_list<std::uint32_t> corners) {
    mesh.corner_vertex.insert(mesh.corner_vertex.end(), corners);
    mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.corner_vertex.size()));
  };
  for (int side = 0; side < around; ++side) {
    add_face({bottom, index(0, around, side + 1), index(0, around, side)});
    for (int ring = 0; ring + 1 < rings; ++ring) {
      add_face({index(ring, around, side), index(ring, around, side + 1),
                index(ring + 1, around, side + 1), index(ring + 1, around, side)});
    }
    add_face({index(rings - 1, around, side), index(rings - 1, around, side + 1), top});
  }
  mesh.corner_normal = mesh.corner_vertex;
  return mesh;
}

/// The profile is half a circle, a straight piece, half a circle.
Mesh capsule_mesh(double radius, double bottom, double top) {
  constexpr int kCap = 9, kSide = 25, kAround = 32;
  std::vector<glm::dvec2> profile, normals;
  const auto add = [&](double angle, double middle) {
    const glm::dvec2 normal(std::abs(angle) == glm::half_pi<double>() ? 0.0 : std::cos(angle),
                            std::sin(angle));
    normals.push_back(normal);
    profile.push_back(radius * normal + glm::dvec2(0.0, middle));
  };
  for (int i = -kCap; i < 0; ++i) add(glm::half_pi<double>() * i / kCap, bottom);
  for (int i = 0; i < kSide; ++i)
    add(0.0, glm::mix(bottom, top, static_cast<double>(i) / (kSide - 1)));
  for (int i = 1; i <= kCap; ++i) add(glm::half_pi<double>() * i / kCap, top);
  return turned(profile, normals, kAround);
}

/// A bar along x with a square section and hard edges: four sides of `rings` - 1 quads each, and
/// two ends.
Mesh bar_mesh(double length, double half_width, int rings) {
  Mesh mesh;
  static constexpr double kCorners[4][2] = {
      {-1, -1},
      {-1, 1},
      {1, 1},
      {1, -1}};  // (y, z), counter-clockwise seen from the end at x = length
  for (int ring = 0; ring < rings; ++ring) {
    for (const auto& corner : kCorners) {
      mesh.positions.emplace_back(length * ring / (rings - 1), half_width * corner[0],
                                  half_width * corner[1]);
    }
  }
  mesh.normals = {{0, 0, 1}, {0, 1, 0}, {0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {1, 0, 0}};
  const auto add_face = [&mesh](const std::array<std::uint32_t, 4>& corners, std::uint32_t normal) {
    for (const std::uint32_t corner : corners) {
      mesh.corner_vertex.push_back(corner);
      mesh.corner_normal.push_back(normal);
    }
    mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.corner_vertex.size()));
  };
  for (int ring = 0; ring + 1 < rings; ++ring) {
    static constexpr std::uint32_t kNormalOfSide[4] = {3, 0, 1, 2};
    for (int side = 0; side < 4; ++side) {
      add_face({index(ring, 4, side), index(ring + 1, 4, side), index(ring + 1, 4, side + 1),
                index(ring, 4, side + 1)},
               kNormalOfSide[side]);
    }
  }
  add_face({index(0, 4, 0), index(0, 4, 1), index(0, 4, 2), index(0, 4, 3)}, 4);
  add_face({index(rings - 1, 4, 3), index(rings - 1, 4, 2), index(rings - 1, 4, 1),
            index(rings - 1, 4, 0)},
           5);
  return mesh;
}

}  // namespace

Scene capsule_scene() {
  Scene scene;
  Skeleton skeleton = skeleton_of({{"lower", "", {0, 0.5, 0}, {0, 1.5, 0}, 0.625},
                                   {"upper", "lower", {0, 1.5, 0}, {0, 2.5, 0}, 0.625}},
                                  scene);
  store_pose(skeleton, "0");
  Poser(skeleton).turn("upper", {0, 0, 1}, -55.0);
  store_pose(skeleton, "1");
  scene.camera = Camera{.target = {0.30f, 1.35f, 0.0f},
                        .distance = 6.0f,
                        .yaw = 0.25f,
                        .pitch = 0.12f,
                        .field_of_view = 0.6f};
  return rigged(std::move(scene), "Capsule", std::move(skeleton), capsule_mesh(0.5, 0.5, 2.5));
}

Scene bar_scene() {
  constexpr int kBones = 4, kRings = 33;  // a ring at each eighth
  constexpr float kHalfWidth = 0.25f;
  Scene scene;
  Skeleton skeleton;
  for (int i = 0; i < kBones; ++i) {
    Joint joint;
    joint.id = take_id(scene);
    joint.name = "bone." + std::to_string(i);
    joint.parent = i - 1;
    joint.bind_local = glm::translate(glm::mat4(1.0f), {i == 0 ? 0.0f : 1.0f, 0.0f, 0.0f});
    joint.extent = {1.0f, 0.0f, 0.0f};
    // The rings an eighth past a bone's end are at exactly this distance. They are not captured,
    // because the test is strict.
    joint.radius = 0.375f;
    skeleton.joints.push_back(joint);
  }
  store_pose(skeleton, "straight");
  Poser pose(skeleton);
  for (int i = 1; i < kBones; ++i) pose.turn("bone." + std::to_string(i), {0, 0, 1}, 30.0);
  store_pose(skeleton, "bent");
  scene.camera = Camera{.target = {1.6f, 1.1f, 0.0f},
                        .distance = 6.8f,
                        .yaw = 0.35f,
                        .pitch = 0.25f,
                        .field_of_view = 0.6f};
  scene = rigged(std::move(scene), "Bar", std::move(skeleton), bar_mesh(4.0, kHalfWidth, kRings));
  for (Node& node : scene.nodes)
    node.local = glm::translate(glm::mat4(1.0f), {0.0f, kHalfWidth, 0.0f});  // lies on the ground
  return scene;
}

}  // namespace marrow::media
