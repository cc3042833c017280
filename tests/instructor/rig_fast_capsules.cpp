// The engine's capsules and the textbook: equal lists on random rigs, weights by formula, and edits
// equal to fresh starts, bit for bit.
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <hwy/targets.h>

#include "rig/fast/bind_blocks.h"
#include "rig/implementations.h"
#include "rig/skinning/weights.h"
#include "support/random_rig.h"
#include "support/support.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

using fast::Capsules;
using fast::capsules_of;
using fast::VertexBlocks;

struct Case {
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  std::vector<glm::vec3> positions;
};

struct CaseOptions {
  int joints = 8;
  int vertices = 200;
  float size = 1.0f;  ///< of the whole model
  float far = 0.0f;   ///< its distance from the origin
};

/// Bones without length, capsules that hold nothing, one that holds almost everything.
void add_oddities(Random& random, float size, Skeleton& skeleton) {
  for (Joint& joint : skeleton.joints) {
    if (random.chance(0.1f)) joint.extent = glm::vec3(0.0f);
    if (random.chance(0.05f)) joint.extent = random.vec3(1e-9f * size);
    if (random.chance(0.05f)) joint.radius = 0.0f;
    if (random.chance(0.05f)) joint.radius = -joint.radius;
    if (random.chance(0.02f)) joint.radius = 3.0f * size;
    if (random.chance(0.3f)) joint.tip_radius = joint.radius * random.uniform(0.0f, 3.0f);
    if (random.chance(0.02f)) joint.tip_radius = -joint.radius;
  }
}

/// Around bones, on bones, at the radius, far from everything.
glm::vec3 random_position(Random& random, const Case& rig, const CaseOptions& options) {
  const glm::vec3 anywhere = random.vec3(options.size) + glm::vec3(options.far);
  if (rig.bind.empty() || random.chance(0.05f))
    return anywhere + random.direction() * (20.0f * options.size);
  if (random.chance(0.2f)) return anywhere;
  const auto j = std::size_t(random.below(int(rig.bind.size())));
  const Joint& joint = rig.skeleton.joints[j];
  const glm::vec3 along =
      glm::vec3(rig.bind[j] * glm::vec4(joint.extent * random.uniform(-0.1f, 1.1f), 1.0f));
  const float off = random.chance(0.1f)   ? 0.0f
                    : random.chance(0.2f) ? 1.0f
                                          : random.uniform(0.0f, 1.3f);
  return along + random.direction() * (off * joint.radius);
}

Case random_case(Random& random, const CaseOptions& options) {
  Case made;
  made.skeleton = random_skeleton(
      random,
      {.joints = options.joints, .roots = 1 + random.below(3), .scaled = random.chance(0.3f)});
  made.skeleton.falloff = Falloff(random.below(int(kFalloffs.size())));
  for (Joint& joint : made.skeleton.joints) {
    joint.bind_local[3] = glm::vec4(glm::vec3(joint.bind_local[3]) * options.size, 1.0f);
    if (joint.parent < 0) joint.bind_local[3] += glm::vec4(glm::vec3(options.far), 0.0f);
    joint.extent *= options.size;
    joint.radius *= options.size;
  }
  add_oddities(random, options.size, made.skeleton);
  made.bind = solution::tasks().bind_matrices(made.skeleton);
  for (int i = 0; i < options.vertices; ++i)
    made.positions.push_back(random_position(random, made, options));
  return made;
}

/// Rows as the functions of rig.h understand them.
JointLists lists_of(const Influences& influences) {
  JointLists lists(influences.vertex_count());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto first = influences.joint.begin() + influences.row_begin(i);
    lists[i].assign(first, first + influences.row_size(i));
  }
  return lists;
}

BoundRows bound_from(const VertexBlocks& blocks, const Capsules& capsules) {
  BoundRows bound;
  bind_all(blocks, capsules, bound);
  return bound;
}

void check_counts(const BoundRows& bound, std::size_t joints) {
  std::vector<std::uint32_t> histogram, captured(joints, 0);
  std::uint32_t uncovered = 0;
  for (std::size_t i = 0; i < bound.influences.vertex_count(); ++i) {
    const std::uint32_t size = bound.influences.row_size(i);
    if (histogram.size() <= size) histogram.resize(size + 1, 0);
    ++histogram[size];
    uncovered += size == 0;
    for (std::uint32_t k = 0; k < size; ++k)
      ++captured[bound.influences.joint[bound.influences.row_begin(i) + k]];
  }
  CHECK(bound.coverage.histogram == histogram);
  CHECK(bound.coverage.uncovered == uncovered);
  CHECK(bound.coverage.covered + uncovered == bound.influences.vertex_count());
  CHECK(bound.captured == captured);
}

/// Distances within a few units in the last place, or the textbook's own; weights by the formula.
void check_row(const Case& rig, const Influences& influences, std::size_t i) {
  double sum = 0.0, given = 0.0, worst_distance = 0.0, worst_weight = 0.0;
  const std::vector<Bone> bones = bones_of(rig.skeleton, rig.bind);
  bool is_tapered = false;
  const auto raw = [&](std::uint32_t k) {
    const std::uint32_t j = influences.joint[k];
    return falloff_weight(rig.skeleton.falloff, influences.distance[k],
                          radius_at(rig.skeleton.joints[j], bones[j], rig.positions[i]));
  };
  for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) sum += raw(k);
  for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) {
    const std::size_t j = influences.joint[k];
    const glm::vec3 start(rig.bind[j][3]),
        end(rig.bind[j] * glm::vec4(rig.skeleton.joints[j].extent, 1.0f));
    const glm::dvec3 p(rig.positions[i]), a(start), along = glm::dvec3(end) - a;
    const double length_squared = glm::dot(along, along);
    const double t =
        length_squared > 0.0 ? glm::clamp(glm::dot(p - a, along) / length_squared, 0.0, 1.0) : 0.0;
    const double scale = glm::length(p) + glm::length(a) + glm::length(along) +
                         double(rig.skeleton.joints[j].radii().largest());
    const double error =
        std::abs(glm::distance(p, a + t * along) - double(influences.distance[k])) / scale;
    is_tapered |= rig.skeleton.joints[j].tip_radius.has_value();
    const float textbook = glm::distance(
        rig.positions[i], solution::tasks().closest_on_line_segment(start, end, rig.positions[i]));
    if (influences.distance[k] != textbook) worst_distance = std::max(worst_distance, error);
    worst_weight = std::max(worst_weight, std::abs(double(influences.weight[k]) - raw(k) / sum));
    given += double(influences.weight[k]);
    CHECK(influences.weight[k] >= 0.0f);
  }
  CHECK(worst_distance < 8 * 1.2e-7);
  CHECK(worst_weight < (is_tapered ? 5e-6 : 1e-6));  // where r(t) is rounded, too
  if (sum > 0.0) CHECK(std::abs(given - 1.0) < 1e-6);
}

void check_against_textbook(const Case& rig) {
  VertexBlocks blocks;
  blocks.build(rig.positions, rig.positions.size());
  const BoundRows bound = bound_from(blocks, capsules_of(rig.skeleton, rig.bind));
  REQUIRE(bound.influences.vertex_count() == rig.positions.size());
  std::vector<std::string> problems;
  CHECK(lists_of(bound.influences) ==
        capsule_lists(rig.skeleton, rig.bind, rig.positions, solution::tasks(), problems));
  CHECK(problems.empty());
  for (std::size_t i = 0; i < rig.positions.size(); ++i) check_row(rig, bound.influences, i);
  check_counts(bound, rig.bind.size());
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b, std::uint32_t at_a,
               std::uint32_t at_b, std::uint32_t size) {
  for (std::uint32_t k = 0; k < size; ++k) {
    if (glm::floatBitsToUint(a[at_a + k]) != glm::floatBitsToUint(b[at_b + k])) return false;
  }
  return true;
}

/// The vertices whose joints or weights (or distances) differ.
std::vector<std::uint32_t> different(const Influences& a, const Influences& b,
                                     bool with_distances) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < b.vertex_count(); ++i) {
    const std::uint32_t size = a.row_size(i), at_a = a.row_begin(i), at_b = b.row_begin(i);
    const bool same =
        size == b.row_size(i) &&
        std::equal(a.joint.begin() + at_a, a.joint.begin() + at_a + size, b.joint.begin() + at_b) &&
        same_bits(a.weight, b.weight, at_a, at_b, size) &&
        (!with_distances || same_bits(a.distance, b.distance, at_a, at_b, size));
    if (!same) found.push_back(i);
  }
  return found;
}

bool same_counts(const BoundRows& a, const BoundRows& b) {
  return a.captured == b.captured && a.coverage.histogram == b.coverage.histogram &&
         a.coverage.covered == b.coverage.covered && a.coverage.uncovered == b.coverage.uncovered;
}

std::size_t live_entries(const BoundRows& bound) {
  std::size_t live = 0;
  for (std::size_t k = 0; k < bound.coverage.histogram.size(); ++k)
    live += k * bound.coverage.histogram[k];
  return live;
}

/// One gesture's step: a radius, several, all of them, a taper, a bone, the falloff, nothing.
Capsules edited(Random& random, const Capsules& from, float size) {
  Capsules to = from;
  if (to.joints.empty()) return to;
  const auto any = [&]() -> fast::Capsule& {
    return to.joints[std::size_t(random.below(int(to.joints.size())))];
  };
  const auto scale = [](fast::Capsule& capsule, float factor) {
    capsule.radii = capsule.radii.scaled(factor);
  };
  fast::Capsule& capsule = any();
  switch (random.below(10)) {
    case 0:
      scale(capsule, random.uniform(0.98f, 1.02f));
      break;
    case 1:
      capsule.radii.at_origin = capsule.radii.at_tip = random.uniform(-0.1f, 1.0f) * size;
      break;
    case 2:
      for (int n = 0; n < 4; ++n) {
        fast::Capsule& other = any();
        scale(other, random.uniform(0.8f, 1.25f));
      }
      break;
    case 3:
      for (fast::Capsule& each : to.joints) scale(each, 1.05f);
      break;
    case 4:
      capsule.end += random.vec3(0.05f * size);
      break;
    case 5: {
      const glm::vec3 by = random.vec3(0.3f * size);
      capsule.start += by;
      capsule.end += by;
      break;
    }
    case 6:
      capsule.end = capsule.start;
      break;
    case 7:
      capsule.radii.at_origin = std::nextafter(capsule.radii.at_origin, 0.0f);
      break;
    case 8:
      capsule.radii.at_origin *= random.uniform(0.5f, 1.5f);
      if (random.chance(0.5f)) capsule.radii.at_tip *= random.uniform(0.5f, 1.5f);
      break;
    default:
      if (random.chance(0.3f)) to.falloff = Falloff(random.below(int(kFalloffs.size())));
  }
  return to;
}

void check_edits(Random& random, const Case& rig, float size, int edits) {
  VertexBlocks blocks;
  blocks.build(rig.positions, rig.positions.size());
  Capsules now = capsules_of(rig.skeleton, rig.bind);
  const Capsules first = now;
  BoundRows bound = bound_from(blocks, now);
  for (int n = 0; n <= edits; ++n) {
    const Capsules next = n < edits ? edited(random, now, size) : first;
    const BoundRows before = bound, expected = bound_from(blocks, next);
    std::vector<std::uint32_t> touched;
    bind_changed(blocks, now, next, bound, touched);
    CHECK(different(bound.influences, expected.influences, true).empty());
    CHECK(touched == different(before.influences, expected.influences, false));
    CHECK(same_counts(bound, expected));
    CHECK(bound.influences.joint.size() <=
          std::max<std::size_t>(2 * live_entries(bound), before.influences.joint.size()));
    CHECK(bound.influences.weight.size() == bound.influences.joint.size());
    CHECK(bound.influences.distance.size() == bound.influences.joint.size());
    now = next;
  }
}

/// Calls check() with each set of instructions that this machine has.
template <typename Check>
void on_each_target(Check check) {
  std::vector<std::int64_t> targets;
  for (std::int64_t all = hwy::SupportedTargets() | HWY_SCALAR; all != 0; all &= all - 1)
    targets.push_back(all & -all);
  for (const std::int64_t target : targets) {
    CAPTURE(target);
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

CaseOptions random_options(Random& random) {
  static constexpr float kSizes[] = {1.0f, 1.0f, 1.0f, 1e-3f, 1e3f, 1e-10f, 1e10f};
  CaseOptions options{
      .joints = random.below(65), .vertices = random.below(300), .size = kSizes[random.below(7)]};
  if (random.chance(0.2f)) options.far = 1e4f * options.size;
  return options;
}

}  // namespace

TEST_CASE("fast capsules: the textbook's lists and the formulas' weights on random rigs") {
  Random random(1);
  for (int n = 0; n < trials(1000); ++n) {
    CAPTURE(n);
    check_against_textbook(random_case(random, random_options(random)));
  }
}

TEST_CASE("fast capsules: many joints, few joints, nothing") {
  Random random(2);
  for (int n = 0; n < 3; ++n)
    check_against_textbook(random_case(random, {.joints = 256, .vertices = 1500}));
  check_against_textbook(random_case(random, {.joints = 1000, .vertices = 700}));
  check_against_textbook(random_case(random, {.joints = 0, .vertices = 100}));
  check_against_textbook(random_case(random, {.joints = 5, .vertices = 0}));
  check_against_textbook(random_case(random, {.joints = 0, .vertices = 0}));
  for (const int vertices : {1, 63, 64, 65, 1023, 1024, 1025, 5000}) {
    check_against_textbook(random_case(random, {.joints = 20, .vertices = vertices}));
  }
}

TEST_CASE("fast capsules: every joint holds every vertex") {
  Random random(3);
  for (const int joints : {4, 5, 8, 9, 200}) {
    Case rig = random_case(random, {.joints = joints, .vertices = 130});
    for (Joint& joint : rig.skeleton.joints) joint.set_radii({1e3f, 1e3f});
    for (const FalloffRow& row : kFalloffs) {
      rig.skeleton.falloff = row.value;
      check_against_textbook(rig);
    }
  }
}

TEST_CASE("fast capsules: squares that floats cannot hold") {
  Random random(4);
  for (const float size : {1e-30f, 1e-20f, 1e-18f, 1e17f, 1e18f, 1e20f, 1e30f}) {
    CAPTURE(size);
    for (int n = 0; n < 10; ++n)
      check_against_textbook(random_case(random, {.joints = 10, .vertices = 100, .size = size}));
  }
}

TEST_CASE("fast capsules: a capsule of another size than the rest") {
  Random random(5);
  for (const float radius : {1e-30f, 1e-19f, 1e-12f, 1e12f, 1e19f, 1e30f}) {
    Case rig = random_case(random, {.joints = 10, .vertices = 200});
    for (const std::size_t joint : {3, 5}) rig.skeleton.joints[joint].set_radii({radius, radius});
    rig.skeleton.joints[5].extent = glm::vec3(0.0f, radius, 0.0f);
    rig.positions[7] = glm::vec3(rig.bind[3][3]);
    rig.positions[8] = glm::vec3(1e30f, 0.0f, 0.0f);
    check_against_textbook(rig);
  }
}

TEST_CASE("fast capsules: exactly at the radius is outside, by numbers that floats hold exactly") {
  Case rig;
  for (int j = 0; j < 3; ++j) {
    rig.skeleton.joints.push_back(
        {.id = Id(j + 1),
         .name = std::string("j") + std::to_string(j),
         .bind_local = glm::translate(glm::mat4(1.0f), {8.0f * float(j), 0.0f, 0.0f}),
         .extent = j == 1 ? glm::vec3(0.0f) : glm::vec3(0.0f, 4.0f, 0.0f),
         .radius = 2.5f});
  }
  rig.bind = solution::tasks().bind_matrices(rig.skeleton);
  for (int j = 0; j < 3; ++j) {
    const glm::vec3 start(rig.bind[std::size_t(j)][3]);
    for (const float r : {2.5f, std::nextafter(2.5f, 0.0f)}) {
      rig.positions.insert(rig.positions.end(),
                           {start + glm::vec3(r, 0.0f, 0.0f), start - glm::vec3(0.0f, r, 0.0f)});
    }
    rig.positions.push_back(start + glm::vec3(1.5f, -2.0f, 0.0f));  // 3, 4, 5 halved
    rig.positions.push_back(start + glm::vec3(0.0f, -1.5f, 2.0f));
  }
  check_against_textbook(rig);
  VertexBlocks blocks;
  blocks.build(rig.positions, rig.positions.size());
  const BoundRows bound = bound_from(blocks, capsules_of(rig.skeleton, rig.bind));
  for (const std::size_t at : {0u, 1u, 4u, 5u}) CHECK(bound.influences.row_size(at) == 0);
  for (const std::size_t inside : {2u, 3u}) CHECK(bound.influences.row_size(inside) == 1);
}

TEST_CASE("fast capsules: all vertices in one place, on a line, and one far away") {
  Random random(6);
  Case rig = random_case(random, {.joints = 12, .vertices = 3000});
  const std::vector<glm::vec3> spread = rig.positions;
  rig.positions[17] = glm::vec3(1e7f, -1e6f, 0.0f);
  check_against_textbook(rig);
  // So many in one cell of the coarse grid that they get their own grid.
  Case many = random_case(random, {.joints = 6, .vertices = 9000});
  many.positions[17] = glm::vec3(1e7f);
  many.positions[18] = glm::vec3(-1e7f);
  check_against_textbook(many);
  for (glm::vec3& position : rig.positions) position = rig.positions[5];
  check_against_textbook(rig);
  for (std::size_t i = 0; i < spread.size(); ++i) rig.positions[i] = {spread[i].x, 0.0f, 0.0f};
  check_against_textbook(rig);
}

TEST_CASE("fast capsules: an edit leaves what a fresh start gives") {
  Random random(7);
  for (int n = 0; n < trials(150); ++n) {
    CAPTURE(n);
    const CaseOptions options = random_options(random);
    check_edits(random, random_case(random, options), options.size, 12);
  }
  check_edits(random, random_case(random, {.joints = 64, .vertices = 5000}), 1.0f, 40);
  for (const float size : {1e-20f, 1e20f})
    check_edits(random, random_case(random, {.joints = 6, .vertices = 80, .size = size}), size, 12);
}

TEST_CASE("fast capsules: a radius dragged to and fro for long does not fill the memory") {
  Random random(8);
  const Case rig = random_case(random, {.joints = 20, .vertices = 2000});
  VertexBlocks blocks;
  blocks.build(rig.positions, rig.positions.size());
  Capsules now = capsules_of(rig.skeleton, rig.bind);
  BoundRows bound = bound_from(blocks, now);
  std::vector<std::uint32_t> touched;
  for (int n = 0; n < 1000; ++n) {
    Capsules next = now;
    const float radius = n % 2 ? 0.8f : 0.3f;
    next.joints[3].radii = {radius, radius};
    bind_changed(blocks, now, next, bound, touched);
    now = next;
    CHECK(bound.influences.joint.size() <= 2 * live_entries(bound) + 8);
  }
  CHECK(different(bound.influences, bound_from(blocks, now).influences, true).empty());
}

TEST_CASE("fast capsules: rows of copies stay") {
  Random random(9);
  const Case rig = random_case(random, {.joints = 20, .vertices = 500});
  VertexBlocks blocks;
  blocks.build(rig.positions, 400);
  Capsules now = capsules_of(rig.skeleton, rig.bind);
  BoundRows bound = bound_from(blocks, now);
  CHECK(bound.influences.vertex_count() == 400);
  bound.influences.rows.push_back({7, 1});
  std::vector<std::uint32_t> touched;
  for (int n = 0; n < 20; ++n) {
    const Capsules next = edited(random, now, 1.0f);
    bind_changed(blocks, now, next, bound, touched);
    now = next;
    REQUIRE(bound.influences.vertex_count() == 401);
    CHECK(bound.influences.rows.back() == Influences::Row{7, 1});
  }
}

TEST_CASE("fast capsules: what stood in the rows before does not matter") {
  Random random(12);
  const Case rig = random_case(random, {.joints = 20, .vertices = 3000});
  VertexBlocks blocks;
  blocks.build(rig.positions, rig.positions.size());
  const Capsules capsules = capsules_of(rig.skeleton, rig.bind);
  const BoundRows expected = bound_from(blocks, capsules);
  for (const std::size_t entries : {1u, 100u, 100000u}) {
    BoundRows bound;  // explicit weights have no distances
    bound.influences.rows.resize(5000, {0, 1});
    bound.influences.joint.resize(entries, 77);
    bound.influences.weight.resize(entries, 1.0f);
    bound.coverage.histogram = {1, 2, 3};
    bound.captured = {4};
    bind_all(blocks, capsules, bound);
    CHECK(different(bound.influences, expected.influences, true).empty());
    CHECK(bound.influences.rows == expected.influences.rows);
    CHECK(bound.influences.joint.size() == expected.influences.joint.size());
    CHECK(same_counts(bound, expected));
  }
}

TEST_CASE("fast capsules: the same bits with any number of threads") {
  Random random(10);
  const Case rig = random_case(random, {.joints = 40, .vertices = 30000});
  const Capsules capsules = capsules_of(rig.skeleton, rig.bind);
  Capsules after = capsules;
  after.falloff = Falloff::linear;
  for (std::size_t j = 0; j < 10; ++j) after.joints[j].radii = after.joints[j].radii.scaled(1.1f);
  Capsules last = after;
  last.joints[11].radii = last.joints[11].radii.scaled(1.3f);
  std::vector<BoundRows> fresh, changed;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    VertexBlocks blocks;
    blocks.build(rig.positions, rig.positions.size());
    fresh.push_back(bound_from(blocks, capsules));
    changed.push_back(fresh.back());
    std::vector<std::uint32_t> touched;
    bind_changed(blocks, capsules, after, changed.back(), touched);
    bind_changed(blocks, after, last, changed.back(), touched);
  }
  for (const std::vector<BoundRows>& all : {fresh, changed}) {
    for (const BoundRows& bound : all) {
      CHECK(bound.influences.rows == all[0].influences.rows);
      CHECK(bound.influences.joint == all[0].influences.joint);
      CHECK(bound.influences.weight == all[0].influences.weight);
      CHECK(bound.influences.distance == all[0].influences.distance);
      CHECK(same_counts(bound, all[0]));
    }
  }
}

TEST_CASE("fast capsules: every set of instructions") {
  on_each_target([] {
    Random random(11);
    for (int n = 0; n < trials(60); ++n)
      check_against_textbook(random_case(random, random_options(random)));
    for (int n = 0; n < 10; ++n) {
      const CaseOptions options = random_options(random);
      check_edits(random, random_case(random, options), options.size, 8);
    }
  });
}

}  // namespace marrow::test
