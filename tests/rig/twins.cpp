// Vertices at the mirror image of others.
#include "rig/paint/twins.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <map>

#include "support/random_rig.h"

namespace marrow::test {

namespace {

/// Points on a bowl, on both sides of a plane, more or less mirrored.
std::vector<glm::vec3> bowl(Random& random, std::size_t count, const MirrorPlane& plane) {
  std::vector<glm::vec3> points;
  while (points.size() < count) {
    const glm::vec2 flat = random.vec2({2.0f, 1.0f});
    const glm::vec3 point(flat.x + plane.offset, flat.y, 0.1f * flat.x * flat.x);
    points.push_back(point);
    const float moved = random.below(3) == 0 ? random.uniform(0.0f, 0.05f) : 0.0f;
    points.push_back(plane.image(point) + glm::vec3(moved));
  }
  return points;
}

/// The first of the nearest, looked for among all.
std::uint32_t nearest_of_all(const std::vector<glm::vec3>& points, const glm::vec3& place) {
  const auto found =
      std::min_element(points.begin(), points.end(), [&](const glm::vec3& a, const glm::vec3& b) {
        return glm::dot(a - place, a - place) < glm::dot(b - place, b - place);
      });
  return std::uint32_t(found - points.begin());
}

using TwinsOf = std::map<std::uint32_t, std::vector<std::uint32_t>>;

void add_twins(TwinFinder& finder, const std::vector<std::uint32_t>& asked,
               const std::vector<glm::vec3>& points, TwinsOf& twins) {
  std::uint32_t last = 0;
  for (const Twin& twin : finder.twins_of(asked, points)) {
    CHECK(twin.of >= last);
    last = twin.of;
    twins[twin.of].push_back(twin.vertex);
  }
}

}  // namespace

TEST_CASE("a vertex's twins are those whose image it is nearest to") {
  for (auto& random : rounds<Random>(41, 8)) {
    const MirrorPlane plane{0, random.uniform(-3.0f, 3.0f)};
    const std::vector<glm::vec3> points = bowl(random, 600, plane);
    std::vector<std::uint32_t> all(points.size());
    for (std::size_t v = 0; v < all.size(); ++v) all[v] = std::uint32_t(v);
    TwinsOf found, right;
    TwinFinder finder(plane);
    add_twins(finder, all, points, found);
    for (const std::uint32_t v : all)
      right[nearest_of_all(points, plane.image(points[v]))].push_back(v);
    CHECK(found == right);
  }
}

TEST_CASE("twins that are asked for bit by bit are those of one question") {
  for (auto& random : rounds<Random>(42, 12)) {
    const MirrorPlane plane{0, random.uniform(-3.0f, 3.0f)};
    const std::vector<glm::vec3> points = bowl(random, 900, plane);
    std::vector<bool> was_asked(points.size());
    TwinsOf bits, whole;
    TwinFinder finder(plane);
    std::vector<std::uint32_t> all;
    for (int dab = 0; dab < 25; ++dab) {  // some next to each other, some far away
      const glm::vec3 middle = points[std::size_t(random.below(int(points.size())))];
      const float radius = random.uniform(0.05f, 0.5f);
      std::vector<std::uint32_t> asked;
      for (std::uint32_t v = 0; v < points.size(); ++v)
        if (!was_asked[v] && glm::distance(points[v], middle) < radius) asked.push_back(v);
      for (const std::uint32_t v : asked) was_asked[v] = true;
      all.insert(all.end(), asked.begin(), asked.end());
      add_twins(finder, asked, points, bits);
    }
    std::sort(all.begin(), all.end());
    REQUIRE(all.size() > 100);
    TwinFinder at_once(plane);
    add_twins(at_once, all, points, whole);
    CHECK(bits == whole);
  }
}

TEST_CASE("a vertex whose place is no number has no twins") {
  const std::vector<glm::vec3> points = {{1, 0, 0}, {-1, 0, 0}, {NAN, 0, 0}};
  TwinFinder finder({0, 0.0f});
  TwinsOf twins;
  add_twins(finder, {0, 1, 2}, points, twins);
  CHECK(twins == TwinsOf{{0, {1}}, {1, {0}}});
}

}  // namespace marrow::test
