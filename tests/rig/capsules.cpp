// The nearest point of a bone, and find_joints: strict, ascending, in skeleton space.
#include <algorithm>

#include "rig/support.h"

namespace marrow::test {

namespace {

/// Distance from a point to a segment by golden-section search, independent of the formula.
double searched_distance(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point) {
  const auto at = [&](double t) {
    return glm::distance(glm::mix(glm::dvec3(start), glm::dvec3(end), t), glm::dvec3(point));
  };
  double low = 0.0, high = 1.0;
  for (int step = 0; step < 120; ++step) {
    const double a = low + (high - low) * 0.381966, b = low + (high - low) * 0.618034;
    (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
  }
  return std::min({at(low), at(0.0), at(1.0)});
}

/// One joint at the origin with its bone along +y.
Skeleton single(const glm::vec3& extent, float radius) {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 1, .name = "bone", .extent = extent, .radius = radius});
  return skeleton;
}

}  // namespace

LAW_CASE("the closest point is on the segment and as near as a search finds") {
  for (auto& random : rounds<std::mt19937>(41, 500)) {
    const glm::vec3 start = random_vector(random, 2.0f), point = random_vector(random, 3.0f);
    const glm::vec3 end =
        start + random_vector(random, 2.0f) * std::pow(10.0f, random_number(random, -4.0f, 0.5f));
    const glm::vec3 closest = tasks.closest_on_line_segment(start, end, point);
    CHECK(double(glm::distance(closest, point)) ==
          doctest::Approx(searched_distance(start, end, point)).epsilon(1e-5));
    CHECK(searched_distance(start, end, closest) < 1e-6);
  }
}

LAW_CASE("the ends of a segment are returned exactly, and a segment without length is its start") {
  for (auto& random : rounds<std::mt19937>(42, 200)) {
    const glm::vec3 start = random_vector(random, 2.0f), end = random_vector(random, 2.0f);
    CHECK(tasks.closest_on_line_segment(start, end, start - (end - start)) == start);
    CHECK(tasks.closest_on_line_segment(start, end, end + (end - start)) == end);
    CHECK(tasks.closest_on_line_segment(start, start, random_vector(random, 2.0f)) == start);
  }
}

LAW_CASE(
    "segments too short or too long to square in single precision give finite points on them") {
  for (const float length : {1e-40f, 1e-30f, 1e-22f, 1e20f, 1e30f}) {
    const glm::vec3 half =
        tasks.closest_on_line_segment({0, 0, 0}, {length, 0, 0}, {0.5f * length, length, 0});
    CHECK(half.x == doctest::Approx(0.5f * length));
    CHECK(half.y == 0.0f);
  }
}

LAW_CASE("a vertex exactly at the radius is outside, one step of a float nearer it is inside") {
  for (const float radius : {0.5f, 0.1f, 0.3f, 1.0f, 2.5f, 1024.0f, 1e-3f}) {
    const Skeleton skeleton = single({0.0f, 2.0f, 0.0f}, radius);
    const std::vector<glm::mat4> bind{glm::mat4(1.0f)};
    for (const glm::vec3 out :
         {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 0, 1), glm::vec3(0, -1, 0)}) {
      const float inside = std::nextafter(radius, 0.0f);
      CHECK(tasks.find_joints(skeleton, bind, {radius * out})[0].empty());
      CHECK(tasks.find_joints(skeleton, bind, {inside * out})[0] == std::vector<int>{0});
    }
    // 3-4-5: exactly representable in all of its numbers.
    const Skeleton five = single({0.0f, 2.0f, 0.0f}, 5.0f);
    CHECK(tasks.find_joints(five, bind, {{3.0f, 1.0f, 4.0f}})[0].empty());
    CHECK(tasks.find_joints(five, bind, {{3.0f, 6.0f, 0.0f}})[0].empty());
    CHECK(tasks.find_joints(five, bind, {{3.0f, 5.75f, 0.0f}})[0] == std::vector<int>{0});
  }
}

LAW_CASE("a radius of zero or less holds nothing, not even a vertex on the bone") {
  for (const float radius : {0.0f, -0.0f, -1.0f}) {
    CHECK(tasks.find_joints(single({0, 1, 0}, radius), {glm::mat4(1.0f)}, {{0.0f, 0.5f, 0.0f}})[0]
              .empty());
  }
}

LAW_CASE(
    "lists agree with searched distances on random rigs, are ascending, and do not know the pose") {
  std::mt19937 random(43);
  std::size_t listed = 0, left_out = 0;
  for (int round = 0; round < 30; ++round) {
    Skeleton skeleton = random_skeleton(random, 1 + round % 8);
    skeleton.joints[0].extent = glm::vec3(0.0f);
    const auto bind = tasks.bind_matrices(skeleton);
    std::vector<glm::vec3> positions;
    for (int i = 0; i < 100; ++i) positions.push_back(random_vector(random, 1.5f));
    const JointLists lists = tasks.find_joints(skeleton, bind, positions);
    REQUIRE(lists.size() == positions.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
      CHECK(std::is_sorted(lists[i].begin(), lists[i].end()));
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const double distance = searched_distance(
            glm::vec3(bind[j][3]), image(bind[j], skeleton.joints[j].extent), positions[i]);
        if (std::abs(distance - double(skeleton.joints[j].radius)) < 1e-5) continue;
        const bool is_listed = std::count(lists[i].begin(), lists[i].end(), int(j)) == 1;
        CHECK(is_listed == (distance < double(skeleton.joints[j].radius)));
        ++(is_listed ? listed : left_out);
      }
    }
    for (Joint& joint : skeleton.joints) joint.user_local = random_affine(random);
    CHECK(tasks.find_joints(skeleton, bind, positions) == lists);
  }
  CHECK(listed > 200);
  CHECK(left_out > 200);
}

LAW_CASE("no joints, no vertices") {
  CHECK(tasks.find_joints({}, {}, {{0, 0, 0}, {1, 0, 0}}) == JointLists(2));
  CHECK(tasks.find_joints(single({0, 1, 0}, 1.0f), {glm::mat4(1.0f)}, {}).empty());
}

}  // namespace marrow::test
