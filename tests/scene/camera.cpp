// Rays, projections and camera moves agree with each other.
#include "scene/camera.h"

#include <cmath>

#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::Random;

namespace {

Camera random_camera(Random& random) {
  return {.target = random.vec3(2.0f),
          .distance = random.uniform(0.5f, 10.0f),
          .yaw = random.uniform(-3.1f, 3.1f),
          .pitch = random.uniform(-1.5f, 1.5f),
          .orthographic = random.chance(0.5f)};
}

constexpr glm::vec2 kSize{1280.0f, 720.0f};

}  // namespace

TEST_CASE("a point on the ray through a pixel projects back to the pixel") {
  for (auto& random : test::rounds<Random>(1, 1000)) {
    const Camera camera = random_camera(random);
    const glm::vec2 pixel = {random.uniform(0.0f, kSize.x), random.uniform(0.0f, kSize.y)};
    const Ray ray = ray_through_pixel(camera, pixel, kSize);
    CHECK(glm::length(ray.direction) == doctest::Approx(1.0f));
    const float t = (camera.orthographic ? camera.distance * 50.0f : 0.0f) +
                    camera.distance * random.uniform(0.2f, 3.0f);
    const Projected back = project(camera, ray.origin + ray.direction * t, kSize);
    REQUIRE(back.visible);
    CHECK(glm::distance(back.pixel, pixel) < 0.25f);
  }
}

TEST_CASE("project() agrees with the matrices that draw") {
  for (auto& random : test::rounds<Random>(2, 1000)) {
    const Camera camera = random_camera(random);
    const glm::vec3 point = camera.target + random.vec3(0.4f) * camera.distance;
    const glm::vec4 clip = clip_from_view(camera, kSize.x / kSize.y) * view_from_world(camera) *
                           glm::vec4(point, 1.0f);
    const glm::vec2 pixel = {(clip.x / clip.w + 1.0f) * 0.5f * kSize.x,
                             (1.0f - clip.y / clip.w) * 0.5f * kSize.y};
    CHECK(glm::distance(project(camera, point, kSize).pixel, pixel) < 0.05f);
  }
}

TEST_CASE("one pixel's size in the world is what projection says") {
  for (auto& random : test::rounds<Random>(3, 200)) {
    const Camera camera = random_camera(random);
    const float size = world_per_pixel(camera, camera.target, kSize.y);
    const glm::vec3 right = glm::vec3(glm::transpose(view_from_world(camera))[0]);
    const Projected a = project(camera, camera.target, kSize),
                    b = project(camera, camera.target + right * size * 10.0f, kSize);
    CHECK(b.pixel.x - a.pixel.x == doctest::Approx(10.0f).epsilon(1e-3));
  }
}

TEST_CASE("a dolly keeps the point under the cursor where it is; a pan follows the pointer") {
  for (auto& random : test::rounds<Random>(4, 200)) {
    const Camera camera = random_camera(random);
    const glm::vec3 point = camera.target + random.vec3(0.2f) * camera.distance;
    const glm::vec2 before = project(camera, point, kSize).pixel;
    const glm::vec2 after =
        project(dollied(camera, random.uniform(0.7f, 1.4f), point), point, kSize).pixel;
    CHECK(glm::distance(before, after) < 0.3f);
    const glm::vec2 moved =
        project(panned(camera, {30.0f, -20.0f}, kSize.y), camera.target, kSize).pixel;
    CHECK(glm::distance(moved, kSize * 0.5f + glm::vec2(30.0f, -20.0f)) < 0.2f);
  }
}

TEST_CASE("framing puts all of the bounds on the screen") {
  for (auto& random : test::rounds<Random>(5, 200)) {
    Bounds bounds;
    for (int p = 0; p < 4; ++p) bounds.add(random.vec3(5.0f));
    const Camera camera = framed(random_camera(random), bounds, kSize.x / kSize.y);
    for (int corner = 0; corner < 8; ++corner) {
      const glm::vec3 at = {corner & 1 ? bounds.high.x : bounds.low.x,
                            corner & 2 ? bounds.high.y : bounds.low.y,
                            corner & 4 ? bounds.high.z : bounds.low.z};
      const Projected seen = project(camera, at, kSize);
      CHECK(seen.visible);
      CHECK((seen.pixel.x > 0.0f && seen.pixel.x < kSize.x && seen.pixel.y > 0.0f &&
             seen.pixel.y < kSize.y));
    }
  }
}

TEST_CASE("axis views look along their axis, with x to the right from the front") {
  const Camera front = looking_along(Camera{}, AxisView::front);
  CHECK(eye_of(front).z > front.target.z);
  CHECK(project(front, front.target + glm::vec3(0.1f, 0, 0), kSize).pixel.x > kSize.x * 0.5f);
  CHECK(eye_of(looking_along(Camera{}, AxisView::right)).x > 1.0f);
  CHECK(eye_of(looking_along(Camera{}, AxisView::top)).y > 2.0f);
}

TEST_CASE("rays hit capsules where a walk along the ray first comes nearer than r") {
  Random random(6);
  int hits = 0;
  for (int round = 0; round < 2000; ++round) {
    const glm::vec3 a = random.vec3(), b = random.chance(0.1f) ? a : random.vec3();
    const float radius = random.uniform(0.05f, 0.5f);
    const float other = a != b && random.chance(0.5f) ? random.uniform(0.0f, 0.5f) : radius;
    const glm::vec3 from = random.vec3(3.0f);
    const Ray ray{from, glm::normalize(random.vec3(1.2f) - from)};
    const auto beyond_surface = [&](float t) {
      const glm::vec3 p = ray.origin + ray.direction * t;
      const glm::vec3 ab = b - a;
      const float s = glm::dot(ab, ab) > 0.0f
                          ? glm::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0f, 1.0f)
                          : 0.0f;
      return glm::distance(p, a + ab * s) - (radius + s * (other - radius));
    };
    if (beyond_surface(0.0f) <= 0.0f) continue;
    const std::optional<float> hit = hit_capsule(ray, a, b, radius, other);
    float first = -1.0f;
    for (float t = 0.0f; t < 8.0f && first < 0.0f; t += 0.002f)
      first = beyond_surface(t) < 0.0f ? t : -1.0f;
    if (first >= 0.0f) {
      REQUIRE(hit);
      CHECK(*hit == doctest::Approx(first).epsilon(0.02));
      ++hits;
    } else if (hit) {
      CHECK(std::abs(beyond_surface(*hit)) < 5e-3f);
    }
  }
  CHECK(hits > 200);
}

TEST_CASE("a ray from far away meets a capsule where it stands") {
  constexpr float kRadius = 0.1f, kAside = 0.06f, kBefore = 0.08f;  // 3, 4, 5
  for (const float distance : {10.0f, 100.0f, 1000.0f}) {
    CAPTURE(distance);
    for (const glm::vec3& from : {glm::vec3(distance, kAside, 0.5f),      // at its side
                                  glm::vec3(distance, 0.0f, -kAside)}) {  // at its end
      const std::optional<float> hit =
          hit_capsule({from, {-1, 0, 0}}, {0, 0, 0}, {0, 0, 1}, kRadius, kRadius);
      REQUIRE(hit);
      CHECK(std::abs(*hit - (distance - kBefore)) < 1e-6f * distance);
    }
  }
}

TEST_CASE(
    "a camera's move is eased at its ends, passes its views at their times, and has no corner") {
  const Camera from{.distance = 2.0f, .yaw = 3.0f}, to{.distance = 5.0f, .yaw = -2.5f};
  const CameraMove straight{from, to, {}};
  for (int i = 0; i <= 20; ++i) {
    const float t = float(i) / 20.0f, share = t * t * (3.0f - 2.0f * t);
    const Camera now = eased(straight, t), then = blended(from, to, share);
    CHECK(now.distance == doctest::Approx(double(then.distance)).epsilon(1e-5));
    CHECK(std::remainder(now.yaw - then.yaw, glm::two_pi<float>()) ==
          doctest::Approx(0.0).epsilon(1e-5));
  }
  const CameraMove through{from, to, {{0.3f, {.pitch = 0.7f}}, {0.6f, {.pitch = -0.7f}}}};
  CHECK(eased(through, 0.0f) == from);
  CHECK(eased(through, 1.0f) == to);
  for (const CameraKey& key : through.between) {
    CHECK(eased(through, key.share) == key.camera);
    constexpr float kStep = 1e-3f;
    const float before = eased(through, key.share).pitch - eased(through, key.share - kStep).pitch,
                after = eased(through, key.share + kStep).pitch - eased(through, key.share).pitch;
    CHECK(double(before) == doctest::Approx(double(after)).epsilon(0.05));
  }
  CHECK(is_valid(through));
  CHECK(!is_valid(CameraMove{from, to, {{0.6f, {}}, {0.3f, {}}}}));
  CHECK(!is_valid(CameraMove{from, to, {{0.0f, {}}}}));
  CHECK(!is_valid(CameraMove{from, to, {{1.0f, {}}}}));
  CHECK(!is_valid(CameraMove{from, to, {{0.5f, {.distance = 0.0f}}}}));
}

TEST_CASE("parallel and degenerate rays give nothing, never NaN") {
  const Ray ray{{0, 0, 0}, {1, 0, 0}};
  CHECK_FALSE(nearest_on_line(ray, {0, 1, 0}, {1, 0, 0}));
  CHECK_FALSE(nearest_on_line(ray, {0, 1, 0}, {0, 0, 0}));
  CHECK_FALSE(hit_plane(ray, {0, 1, 0}, {0, 1, 0}));
  CHECK_FALSE(hit_plane(ray, {1, 0, 0}, {0, 0, 0}));
  CHECK_FALSE(hit_capsule({{0, 0, 0}, {0, 0, 0}}, {1, 0, 0}, {1, 0, 0}, 0.5f, 0.5f));
  CHECK_FALSE(hit_capsule(ray, {1, 0, 0}, {2, 0, 0}, 0.0f, 0.0f));
}
