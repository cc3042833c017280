// The engine's skinning against the textbook and double precision on random rigs; and its promises
// about bits: order, threads, loose vertices, instruction sets.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <hwy/targets.h>

#include "each_target.h"
#include "rig/fast/skin_layout.h"
#include "rig/implementations.h"
#include "support/exact_dual.h"
#include "support/random_rig.h"
#include "support/support.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

using fast::SkinLayout;
using Points = std::vector<glm::vec3>;

struct Rig {
  Influences rows;
  Points positions, normals;
  std::vector<glm::mat4> skinning;
  Blend blend = Blend::linear;
  Points centers;  ///< of rotation, or kNoCenter; the blend may be another
  SkinLayout::Source source() const {
    return {rows, positions, normals, blend, blend == Blend::centers ? &centers : nullptr};
  }
};

/// The engine's result, one per shading vertex.
struct Result {
  Points positions, normals;
  Bounds bounds;
};

bool is_same(const Points& a, const Points& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::vec3)) == 0);
}
bool is_same(const Bounds& a, const Bounds& b) { return a.low == b.low && a.high == b.high; }
bool is_same(const Result& a, const Result& b) {
  return is_same(a.positions, b.positions) && is_same(a.normals, b.normals) &&
         is_same(a.bounds, b.bounds);
}

// ---- Random rigs

enum class Kind { tame, affine, wild };

/// Affine; a wild one may mirror, flatten or be too large for squares in single precision.
glm::mat4 random_matrix(Random& random, Kind kind) {
  if (kind == Kind::tame) return random.rigid();
  const glm::mat4 any = random.affine();
  if (kind == Kind::affine) return any;
  const float sizes[] = {1.0f, 1.0f, 1.0f, 1e-3f, 1e3f, 1e-12f, 1e12f, 1e-20f, 1e20f};
  glm::vec3 scale(sizes[random.below(9)]);
  if (random.chance(0.2f)) scale.x = -scale.x;
  if (random.chance(0.2f)) scale[random.below(3)] = 0.0f;
  if (random.chance(0.05f)) scale = glm::vec3(0.0f);
  return random.rigid() * glm::scale(glm::mat4(1.0f), scale) * any;
}

void add_row(Influences& rows, Random& random, int joints, int size) {
  float sum = 0.0f;
  const std::size_t begin = rows.weight.size();
  for (int j = 0; j < joints && size > 0; ++j) {
    if (random.below(joints - j) >= size) continue;
    --size;
    rows.joint.push_back(std::uint32_t(j));
    rows.weight.push_back(random.chance(0.05f) ? 1e-7f : random.uniform(0.01f, 1.0f));
    sum += rows.weight.back();
  }
  for (std::size_t k = begin; k < rows.weight.size(); ++k) rows.weight[k] /= sum;
  rows.end_row();
}

int random_size(Random& random) {
  if (random.chance(0.02f)) return 60;
  return random.chance(0.5f) ? random.below(3) : random.below(13);
}

/// Few joints make many vertices follow the same ones, in runs; many make all of them gathered.
Rig random_rig(Random& random, int vertices, int joints, Kind kind) {
  Rig rig;
  for (int j = 0; j < joints; ++j) rig.skinning.push_back(random_matrix(random, kind));
  for (int v = 0; v < vertices; ++v) {
    add_row(rig.rows, random, joints, std::min(joints, random_size(random)));
    rig.positions.push_back(random.vec3());
    rig.normals.push_back(random.chance(0.03f) ? glm::vec3(0.0f) : random.direction());
    const bool has_center = rig.rows.row_size(std::size_t(v)) > 1 && random.chance(0.9f);
    rig.centers.push_back(has_center ? random.vec3() : kNoCenter);
  }
  if (kind == Kind::wild && vertices > 0 && random.chance(0.1f)) rig.positions[0] *= 1e20f;
  return rig;
}

Rig some_rig(Random& random) {
  const int joints = random.chance(0.7f) ? 1 + random.below(4) : random.below(80);
  const Kind kinds[] = {Kind::tame, Kind::affine, Kind::wild};
  Rig rig = random_rig(random, random.below(400), joints, kinds[random.below(3)]);
  if (random.chance(0.6f))
    rig.blend = random.chance(0.5f) ? Blend::dual_quaternion : Blend::centers;
  return rig;
}

// ---- The engine

Result by_vertex(const SkinLayout& layout, const Rig& rig) {
  Result result;
  result.bounds =
      layout.skin_by_vertex(rig.source(), rig.skinning, result.positions, result.normals);
  return result;
}

/// Through skin(), `shift` floats off the alignment, back in the vertices' order.
Result by_order(const SkinLayout& layout, const Rig& rig, std::size_t shift) {
  const std::size_t count = rig.positions.size();
  std::vector<fast::Lanes> memory[2] = {std::vector<fast::Lanes>(3 * count / 8 + 2),
                                        std::vector<fast::Lanes>(3 * count / 8 + 2)};
  float* const positions = memory[0].data()->at + shift;
  float* const normals = memory[1].data()->at + shift;
  Result result{Points(count), Points(count), {}};
  result.bounds = layout.skin(rig.source(), rig.skinning, {positions, normals});
  for (std::size_t n = 0; n < count; ++n) {
    std::memcpy(&result.positions[layout.order()[n]], positions + 3 * n, sizeof(glm::vec3));
    std::memcpy(&result.normals[layout.order()[n]], normals + 3 * n, sizeof(glm::vec3));
  }
  return result;
}

SkinLayout layout_of(const Rig& rig) {
  SkinLayout layout;
  layout.build(rig.rows, rig.positions, rig.normals);
  layout.take_centers(rig.source());
  return layout;
}

// ---- Double precision

double size_of(const glm::dmat4& m) {
  return std::sqrt(glm::dot(glm::dvec3(m[0]), glm::dvec3(m[0])) +
                   glm::dot(glm::dvec3(m[1]), glm::dvec3(m[1])) +
                   glm::dot(glm::dvec3(m[2]), glm::dvec3(m[2])));
}

struct ExactVertex {
  glm::dvec3 position, normal;
  double reach = 0.0;  ///< what the position's rounding is relative to
  double length =
      0.0;  ///< of the normal before it is made unit length, relative to the joints' matrices
  double determinant = 0.0;  ///< the same of the determinant
};

ExactVertex exact_skin(const Rig& rig, std::size_t v) {
  const glm::dvec3 p(rig.positions[v]), n(rig.normals[v]);
  if (rig.rows.row_size(v) == 0) return {p, n, 0.0, 0.0, 0.0};
  glm::dmat4 m(0.0);
  double size = 0.0, reach = 0.0;
  std::vector<glm::mat4> matrices;
  std::vector<float> weights;
  for (std::uint32_t k = rig.rows.row_begin(v); k < rig.rows.row_end(v); ++k) {
    matrices.push_back(rig.skinning[rig.rows.joint[k]]);
    weights.push_back(rig.rows.weight[k]);
    const glm::dmat4 t(rig.skinning[rig.rows.joint[k]]);
    m += double(rig.rows.weight[k]) * t;
    size = std::max(size, size_of(t));
    reach = std::max(reach, size_of(t) * glm::length(p) + glm::length(glm::dvec3(t[3])));
  }
  if (rig.blend == Blend::dual_quaternion) m = exact_dual_blend(matrices, weights);
  if (rig.blend == Blend::centers && !std::isnan(rig.centers[v].x))
    m = exact_blend_about(rig.centers[v], matrices, weights);
  const glm::dvec3 x(m[0]), y(m[1]), z(m[2]);
  const glm::dmat3 cofactor(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
  const double determinant = glm::dot(x, cofactor[0]);
  const glm::dvec3 turned = cofactor * n * (determinant < 0.0 ? -1.0 : 1.0);
  const double length = glm::length(turned);
  return {glm::dvec3(m * glm::dvec4(p, 1.0)), length > 0.0 ? turned / length : n, reach,
          length > 0.0 ? length / (size * size) : 0.0,
          size > 0.0 ? std::abs(determinant) / (size * size * size) : 0.0};
}

/// A rotation nearest to it is not well defined, or its products overflow.
bool is_any_wild(const Rig& rig) {
  return std::any_of(rig.skinning.begin(), rig.skinning.end(), [](const glm::mat4& t) {
    const double size = size_of(glm::dmat4(t));
    return !(glm::determinant(glm::dmat3(glm::dmat4(t))) > 1e-3 * size * size * size) ||
           !(size < 1e10);
  });
}

bool is_finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The larger error of position and normal, relative to 1e-5 times the size that rounding depends
/// on.
double error_of(const Rig& rig, const Result& result, std::size_t v) {
  if (rig.blend != Blend::linear && is_any_wild(rig)) return 0.0;
  const ExactVertex exact = exact_skin(rig, v);
  const bool fits = is_finite(glm::vec3(exact.position));
  const glm::dvec3 expected = fits ? exact.position : glm::dvec3(rig.positions[v]);
  const double position =
      glm::distance(glm::dvec3(result.positions[v]), expected) / std::max(1e-30, exact.reach);
  const glm::dvec3 n(result.normals[v]);
  const bool is_known = exact.length > 1e-12 || rig.normals[v] == glm::vec3(0.0f);
  double normal = is_known ? glm::distance(n, exact.normal) : 0.0;
  if (exact.determinant < 1e-13)
    normal = std::min(normal, glm::distance(n, -exact.normal));  // flat: either side will do
  return std::max(position, normal) / 1e-5;
}

Bounds bounds_by_hand(const Points& points) {
  Bounds bounds;
  for (const glm::vec3& point : points) bounds.add(point);
  return bounds;
}

}  // namespace

TEST_CASE("the engine skins as double precision does, on any rig and with any instructions") {
  for (const std::int64_t target : all_targets()) {
    CAPTURE(std::string(hwy::TargetName(target)));
    const OnlyTarget only(target);
    Random random(1);
    double worst = 0.0;
    std::size_t not_finite = 0, moved_uncovered = 0, wrong_bounds = 0;
    for (int trial = 0; trial < trials(2000); ++trial) {
      const Rig rig = some_rig(random);
      const Result result = by_vertex(layout_of(rig), rig);
      for (std::size_t v = 0; v < rig.positions.size(); ++v) {
        not_finite += !is_finite(result.positions[v]) || !is_finite(result.normals[v]);
        worst = std::max(worst, error_of(rig, result, v));
        if (rig.rows.row_size(v) > 0) continue;
        moved_uncovered +=
            result.positions[v] != rig.positions[v] || result.normals[v] != rig.normals[v];
      }
      wrong_bounds += !is_same(result.bounds, bounds_by_hand(result.positions));
    }
    CHECK(worst < 1.0);
    CHECK(not_finite == 0);
    CHECK(moved_uncovered == 0);
    CHECK(wrong_bounds == 0);
  }
}

TEST_CASE("the engine skins as the textbook does") {
  Random random(2);
  double worst_position = 0.0, worst_normal = 0.0;
  for (int trial = 0; trial < trials(1000); ++trial) {
    const Rig rig = random_rig(random, random.below(200), 1 + random.below(6),
                               random.chance(0.5f) ? Kind::tame : Kind::affine);
    const Result result = by_vertex(layout_of(rig), rig);
    Points positions, normals;
    solution::tasks().skin(rig.skinning, rig.rows, rig.positions, rig.normals, positions, normals);
    for (std::size_t v = 0; v < rig.positions.size(); ++v) {
      const ExactVertex exact = exact_skin(rig, v);
      worst_position =
          std::max(worst_position, double(glm::distance(result.positions[v], positions[v])) /
                                       std::max(1.0, exact.reach));
      const bool is_flat =
          rig.rows.row_size(v) > 0 &&
          (exact.length < 0.05 || exact.determinant < 1e-4);  // there the textbook rounds, too
      if (!is_flat)
        worst_normal = std::max(worst_normal, double(glm::distance(result.normals[v], normals[v])));
    }
  }
  CHECK(worst_position < 1e-6);
  CHECK(worst_normal < 1e-5);
}

TEST_CASE("skin, skin_by_vertex and bounds give the same bits, wherever they write") {
  Random random(3);
  int different = 0;
  for (int trial = 0; trial < trials(200); ++trial) {
    const Rig rig = some_rig(random);
    const SkinLayout layout = layout_of(rig);
    const Result result = by_vertex(layout, rig);
    for (const std::size_t shift : {0, 1, 3})
      different += !is_same(by_order(layout, rig, shift), result);
    different += !is_same(layout.bounds(rig.source(), rig.skinning), result.bounds);
  }
  CHECK(different == 0);
}

TEST_CASE("the order lists each vertex once") {
  Random random(4);
  for (int trial = 0; trial < trials(50); ++trial) {
    const Rig rig = some_rig(random);
    const SkinLayout layout = layout_of(rig);
    std::vector<std::uint32_t> order = layout.order();
    std::sort(order.begin(), order.end());
    REQUIRE(order.size() == rig.positions.size());
    for (std::uint32_t v = 0; v < order.size(); ++v) REQUIRE(order[v] == v);
  }
}

namespace {

/// Makes some rows of `rig` new, after the others, as the engine writes them.
std::vector<std::uint32_t> change_rows(Random& random, Rig& rig, float share) {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t v = 0; v < rig.positions.size(); ++v) {
    if (!random.chance(share)) continue;
    const auto begin = std::uint32_t(rig.rows.joint.size());
    add_row(rig.rows, random, int(rig.skinning.size()),
            std::min(int(rig.skinning.size()), random_size(random)));
    rig.rows.rows.pop_back();
    rig.rows.rows[v] = {begin, std::uint32_t(rig.rows.joint.size()) - begin};
    if (rig.rows.row_size(v) < 2) rig.centers[v] = kNoCenter;
    changed.push_back(v);
  }
  return changed;
}

}  // namespace

TEST_CASE("loose vertices have the bits of rebuilt ones, with any instructions") {
  for (const std::int64_t target : all_targets()) {
    CAPTURE(std::string(hwy::TargetName(target)));
    const OnlyTarget only(target);
    Random random(5);
    int different = 0;
    for (int trial = 0; trial < trials(100); ++trial) {
      Rig rig = some_rig(random);
      SkinLayout layout = layout_of(rig);
      for (int step = 0; step < 3; ++step) {
        layout.loosen(change_rows(random, rig, random.chance(0.5f) ? 0.02f : 0.4f));
        layout.take_centers(rig.source());
        const Result rebuilt = by_vertex(layout_of(rig), rig);
        different += !is_same(by_vertex(layout, rig), rebuilt);
        different += !is_same(by_order(layout, rig, 0), rebuilt);
      }
      std::vector<std::uint32_t> all(rig.positions.size());
      for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
      layout.loosen(all);
      layout.take_centers(rig.source());
      different += !is_same(by_vertex(layout, rig), by_vertex(layout_of(rig), rig));
      CHECK(layout.stale_count() == rig.positions.size());
      layout.build(rig.rows, rig.positions, rig.normals);
      CHECK(layout.stale_count() == 0);
    }
    CHECK(different == 0);
  }
}

TEST_CASE("the number of threads does not change a bit, also of what goes past the caches") {
  Random random(6);
  Rig rig = random_rig(random, 150000, 3, Kind::affine);
  const SkinLayout layout = layout_of(rig);
  const Result result = by_vertex(layout, rig);
  for (const int threads : {1, 2, 3, 8}) {
    CAPTURE(threads);
    const ThreadLimit limit(threads);
    CHECK(is_same(by_vertex(layout_of(rig), rig), result));
    CHECK(is_same(by_order(layout, rig, 0), result));
    CHECK(is_same(by_order(layout, rig, 1), result));
    CHECK(layout_of(rig).order() == layout.order());
  }
}

TEST_CASE("a vertex without a center has the bits of linear blending, also next to others") {
  for (const std::int64_t target : all_targets()) {
    CAPTURE(std::string(hwy::TargetName(target)));
    const OnlyTarget only(target);
    Random random(10);
    int different = 0, seen = 0;
    for (int trial = 0; trial < trials(200); ++trial) {
      Rig rig = some_rig(random);
      rig.blend = Blend::centers;
      const Result turned = by_vertex(layout_of(rig), rig);
      rig.blend = Blend::linear;
      const Result linear = by_vertex(layout_of(rig), rig);
      for (std::size_t v = 0; v < rig.positions.size(); ++v) {
        if (!std::isnan(rig.centers[v].x)) continue;
        ++seen;
        different += std::memcmp(&turned.positions[v], &linear.positions[v], 12) != 0 ||
                     std::memcmp(&turned.normals[v], &linear.normals[v], 12) != 0;
      }
    }
    CHECK(seen > 200);
    CHECK(different == 0);
  }
}

TEST_CASE("no vertices, one vertex, no joints") {
  Random random(7);
  for (const int vertices : {0, 1, 7, 8, 9}) {
    const Rig rig = random_rig(random, vertices, 0, Kind::tame);
    const SkinLayout layout = layout_of(rig);
    const Result result = by_vertex(layout, rig);
    CHECK(is_same(result.positions, rig.positions));
    CHECK(is_same(result.normals, rig.normals));
    CHECK(result.bounds.empty() == (vertices == 0));
    CHECK(is_same(layout.bounds(rig.source(), {}), bounds_by_hand(rig.positions)));
  }
}

TEST_CASE("what overflows keeps its bind position and normal") {
  Random random(8);
  Rig rig = random_rig(random, 64, 2, Kind::tame);
  for (glm::mat4& t : rig.skinning) t = glm::scale(glm::mat4(1.0f), glm::vec3(3e38f));
  for (glm::vec3& p : rig.positions) p = glm::vec3(2.0f);
  const SkinLayout layout = layout_of(rig);
  CHECK(is_same(by_vertex(layout, rig).positions, rig.positions));
  CHECK(is_same(layout.bounds(rig.source(), rig.skinning), bounds_by_hand(rig.positions)));
}

TEST_CASE("a vertex costs at most 40 bytes where two joints move it") {
  Random random(9);
  Rig rig;
  for (int j = 0; j < 64; ++j) rig.skinning.push_back(random.rigid());
  for (std::uint32_t v = 0; v < 64000; ++v) {
    const std::uint32_t first = v / 1000 % 63;
    rig.rows.joint.insert(rig.rows.joint.end(), {first, first + 1});
    rig.rows.weight.insert(rig.rows.weight.end(), {0.25f, 0.75f});
    rig.rows.end_row();
    rig.positions.push_back(random.vec3());
    rig.normals.push_back(random.direction());
  }
  CHECK(double(layout_of(rig).bytes()) / 64000.0 <= 40.0);
}

}  // namespace marrow::test
