// The brushes that make touch-ups.

#include "rig/paint_support.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

/// A grid about x = 0 with halves that mirror each other to the bit; `bend` lifts its edges.
std::shared_ptr<Mesh> sheet(int across, int along, float width = 4.0f) {
  auto mesh = std::make_shared<Mesh>();
  for (int row = 0; row < along; ++row)
    for (int column = -across; column <= across; ++column) {
      const float x = width * 0.5f * float(column) / float(across);
      const float y = width * 0.5f * float(row) / float(across), z = 0.05f * x * x;
      mesh->positions.push_back({x, y, z});
    }
  const int columns = 2 * across + 1;
  for (int row = 0; row + 1 < along; ++row)
    for (int column = 0; column + 1 < columns; ++column) {
      const auto at = std::uint32_t(row * columns + column);
      // A diagonal that is mirrored with its half.
      const bool is_left = column < across;
      const std::uint32_t a = at, b = at + 1, c = at + std::uint32_t(columns) + 1,
                          d = at + std::uint32_t(columns);
      const std::uint32_t corners[] = {is_left ? a : b, is_left ? b : c, is_left ? c : d,
                                       is_left ? a : b, is_left ? c : d, is_left ? d : a};
      for (int face = 0; face < 2; ++face) {
        for (int corner = 0; corner < 3; ++corner)
          mesh->corner_vertex.push_back(corners[3 * face + corner]);
        mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
      }
    }
  return mesh;
}

std::uint32_t twin_of(std::uint32_t vertex, int across) {
  const auto columns = std::uint32_t(2 * across + 1);
  return vertex / columns * columns + (columns - 1 - vertex % columns);
}

bool are_good(const DeformedMesh& mesh) {
  bool all = true;
  for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v)
    all = all && is_good(entries_of(mesh.influences, v));
  return all;
}

Scene sheet_scene(int across, int along) {
  return bound_scene(sided_joints(), sheet(across, along));
}

PaintTarget target_of(const Scene& scene, int joint, bool is_symmetric) {
  PaintTarget target{.skeleton = scene.nodes[0].skeleton.get(),
                     .joint = joint,
                     .held = {},
                     .graph = std::make_shared<const Connectivity>(
                         connectivity_of(*scene.nodes[1].mesh, make_surface(*scene.nodes[1].mesh))),
                     .mirror = {}};
  if (is_symmetric) target.mirror = PaintMirror{{0, 0.0f}, kPartners};
  return target;
}

/// Dabs one after the other, each on the result of the one before.
Scene painted(Scene scene, const PaintTarget& target, const BrushSettings& settings,
              const std::vector<Dab>& dabs, Deformer& deformer) {
  deformer.update(scene);
  const std::shared_ptr<const TouchUps> before = scene.nodes[1].touch_ups;
  PaintStroke stroke(target, settings, before, scene.nodes[1].mesh->positions.size());
  for (const Dab& dab : dabs) {
    if (!stroke.dab(*deformer.mesh(2), {&dab, 1})) continue;
    scene = with_touch_ups(std::move(scene), std::make_shared<const TouchUps>(with_rows(
                                                 before ? *before : TouchUps(), stroke.changed())));
    deformer.update(scene);
  }
  return scene;
}

glm::vec3 mirrored(glm::vec3 point) { return {-point.x, point.y, point.z}; }

std::vector<RowEntry> mirrored(const std::vector<RowEntry>& row) {
  std::vector<RowEntry> result;
  for (const RowEntry& entry : row)
    result.push_back({std::uint32_t(kPartners[entry.joint]), entry.value});
  std::sort(result.begin(), result.end(),
            [](const RowEntry& a, const RowEntry& b) { return a.joint < b.joint; });
  return result;
}

}  // namespace

TEST_CASE("weights sum to 1 whatever is painted: 100,000 random dabs") {
  Random random(77);
  std::size_t dabs = 0;
  std::vector<RowEntry> row, mean, result;
  for (int n = 0; n < 100000; ++n, ++dabs) {
    const auto random_row = [&](std::vector<RowEntry>& into) {
      into.clear();
      double sum = 0.0;
      for (std::uint32_t j = 0; j < 6; ++j)
        if (random.chance(0.5f)) {
          const float weight = random.chance(0.1f) ? 1e-7f : random.uniform(0.001f, 1.0f);
          into.push_back({j, weight});
          sum += double(weight);
        }
      for (RowEntry& entry : into) entry.value = float(double(entry.value) / sum);
    };
    random_row(row);
    random_row(mean);
    HeldJoints held(random.chance(0.5f) ? 0 : 6, 0);
    for (char& one : held) one = random.chance(0.3f);
    const int brush = random.below(3);
    if (brush == 0) {
      const auto a = std::uint32_t(random.below(6)), b = std::uint32_t(random.below(6));
      const double amount = double(random.uniform(-1.0f, 1.0f)),
                   other = double(random.uniform(-1.0f, 1.0f));
      const WeightChange changes[] = {{a, amount}, {b, other}};
      change_weights(row, std::span(changes).first(a == b ? 1 : 2), held, result);
    } else {
      blend_rows(row, mean, double(random.uniform(-1.0f, 1.0f)), held, result);
    }
    REQUIRE(is_good(result));
    if (!row.empty() && !mean.empty()) REQUIRE_FALSE(result.empty());
    for (std::uint32_t j = 0; j < held.size() && !row.empty() && !result.empty(); ++j) {
      if (!held[j]) continue;
      const auto weight_in = [&](const std::vector<RowEntry>& in) {
        for (const RowEntry& entry : in)
          if (entry.joint == j) return entry.value;
        return 0.0f;
      };
      if (brush == 0 || !mean.empty())
        REQUIRE(std::abs(weight_in(row) - weight_in(result)) < 3e-5f);
    }
    // The stored change makes the same row from the row below.
    std::vector<RowEntry> differences, again;
    differences_of(mean, result, differences);
    if (differences.empty() || result.empty()) continue;
    paint_row(mean, differences, 1.0f, again);
    REQUIRE(is_good(again));
    for (const RowEntry& entry : again) {
      const auto same = std::find_if(result.begin(), result.end(), [&](const RowEntry& each) {
        return each.joint == entry.joint;
      });
      REQUIRE(std::abs(entry.value - (same == result.end() ? 0.0f : same->value)) < 1e-6f);
    }
  }
  CHECK(dabs == 100000);
}

SOLVED_CASE("strokes of any brush keep all rows; their result does not depend on threads") {
  for (auto& random : seeds<Random>(1, 11)) {
    Scene scene = sheet_scene(14, 20);
    Scene alone = scene;
    Deformer deformer(Backend::fast), other(Backend::fast);
    for (int stroke = 0; stroke < 8; ++stroke) {
      const auto brush = Brush(random.below(int(Brush::count)));
      const float radius = random.uniform(0.1f, 1.0f);
      const BrushSettings settings{brush, random.uniform(), random.chance(0.3f)};
      PaintTarget target = target_of(scene, random.below(5), random.chance(0.5f));
      if (random.chance(0.3f)) {
        target.held.assign(5, 0);
        target.held[std::size_t(random.below(5))] = 1;
      }
      std::vector<Dab> dabs;
      for (int dab = 0; dab < 6; ++dab) {
        const float x = random.uniform(-2.0f, 2.0f), y = random.uniform(0.0f, 2.8f);
        dabs.push_back({{x, y, 0.0f}, radius, {0.0f, 0.0f, 1.0f}});
      }
      scene = painted(scene, target, settings, dabs, deformer);
      {
        const ThreadLimit limit(1);
        alone = painted(alone, target, settings, dabs, other);
      }
      REQUIRE(why_invalid(scene).empty());
      CHECK(same_content(scene, alone));
      CHECK(are_good(*deformer.mesh(2)));
      check_counts(*deformer.mesh(2));
    }
  }
}

SOLVED_CASE("a mirrored stroke is its twin, to the bit") {
  constexpr int kAcross = 16;
  for (auto& random : seeds<Random>(1, trials(24) + 1)) {
    Scene both = sheet_scene(kAcross, 18), here = both, there = both;
    Deformer of_both(Backend::fast), of_here(Backend::fast), of_there(Backend::fast);
    for (int stroke = 0; stroke < 4; ++stroke) {
      const auto brush = Brush(random.below(int(Brush::count)));
      const float radius = random.uniform(0.2f, 0.6f);
      const BrushSettings settings{brush, random.uniform(0.2f, 1.0f), false};
      const int joint = random.below(5);
      std::vector<Dab> dabs, twins;
      for (int dab = 0; dab < 4; ++dab) {
        const float x = random.uniform(0.65f, 1.8f), y = random.uniform(0.2f, 1.8f);
        dabs.push_back({{x, y, 0.05f * x * x}, radius, {0.0f, 0.0f, 1.0f}});
        twins.push_back({mirrored(dabs.back().middle), radius, dabs.back().to_viewer});
      }
      both = painted(both, target_of(both, joint, true), settings, dabs, of_both);
      here = painted(here, target_of(here, joint, false), settings, dabs, of_here);
      there = painted(there, target_of(there, kPartners[std::size_t(joint)], false), settings,
                      twins, of_there);
      bool is_twin = true, is_same = true;
      for (std::uint32_t v = 0; v < both.nodes[1].mesh->positions.size(); ++v) {
        const auto row = entries_of(of_both.mesh(2)->influences, v);
        is_twin = is_twin &&
                  mirrored(row) == entries_of(of_both.mesh(2)->influences, twin_of(v, kAcross));
        const float x = both.nodes[1].mesh->positions[v].x;
        if (x > 0.0f) is_same = is_same && row == entries_of(of_here.mesh(2)->influences, v);
        if (x < 0.0f) is_same = is_same && row == entries_of(of_there.mesh(2)->influences, v);
      }
      CHECK(is_twin);
      CHECK(is_same);
    }
  }
}

SOLVED_CASE("where a symmetric stroke crosses the middle both sides stay twins, to the bit") {
  constexpr int kAcross = 16;
  for (auto& random : seeds<Random>(1, trials(24) + 1)) {
    Scene scene = sheet_scene(kAcross, 18);
    Deformer deformer(Backend::fast);
    for (int stroke = 0; stroke < 4; ++stroke) {
      const float radius = random.uniform(0.2f, 0.9f);
      const BrushSettings settings{Brush(random.below(int(Brush::count))),
                                   random.uniform(0.2f, 1.0f), false};
      std::vector<Dab> dabs;
      for (int dab = 0; dab < 4; ++dab) {
        const float x = random.uniform(-0.4f, 0.4f), y = random.uniform(0.2f, 1.8f);
        dabs.push_back({{x, y, 0.0f}, radius, {0.0f, 0.0f, 1.0f}});
      }
      scene = painted(scene, target_of(scene, random.below(5), true), settings, dabs, deformer);
      bool is_twin = true;
      for (std::uint32_t v = 0; v < scene.nodes[1].mesh->positions.size(); ++v)
        is_twin = is_twin && mirrored(entries_of(deformer.mesh(2)->influences, v)) ==
                                 entries_of(deformer.mesh(2)->influences, twin_of(v, kAcross));
      CHECK(is_twin);
    }
  }
}

SOLVED_CASE("what each brush does to the vertex in its middle") {
  const Scene plain = sheet_scene(16, 18);
  const glm::vec3 middle = plain.nodes[1].mesh->positions[33 * 8 + 22];
  const std::uint32_t vertex = 33 * 8 + 22;
  const auto weight = [&](const Deformer& deformer, std::uint32_t joint) {
    for (const RowEntry& entry : entries_of(deformer.mesh(2)->influences, vertex))
      if (entry.joint == joint) return entry.value;
    return 0.0f;
  };
  Deformer deformer = deformed(plain, Backend::fast);
  const float before = weight(deformer, 2);
  REQUIRE(before > 0.1f);
  REQUIRE(before < 0.7f);
  const Dab once{middle, 0.4f, {0.0f, 0.0f, 1.0f}};
  const std::vector<Dab> dabs{once, once};
  const auto paint = [&](const Scene& scene, Brush brush, float strength) {
    return painted(scene, target_of(scene, 2, false), {brush, strength, false}, dabs, deformer);
  };
  const Scene added = paint(plain, Brush::add, 0.25f);
  CHECK(weight(deformer, 2) == doctest::Approx(before + 0.25f));  // twice in a stroke counts once
  const Scene less = paint(added, Brush::take_away, 0.25f);
  CHECK(weight(deformer, 2) == doctest::Approx(before).epsilon(1e-4));
  paint(added, Brush::erase, 0.5f);
  CHECK(weight(deformer, 2) == doctest::Approx(before + 0.125f));
  const Scene back = paint(added, Brush::erase, 1.0f);
  CHECK(weight(deformer, 2) == before);
  const auto painted_at = [&](const Scene& scene) {
    const auto& touch_ups = scene.nodes[1].touch_ups;
    return touch_ups &&
           std::binary_search(touch_ups->vertices.begin(), touch_ups->vertices.end(), vertex);
  };
  CHECK(painted_at(added));
  CHECK_FALSE(painted_at(back));
  // The front: nothing where all faces the other way.
  const Scene behind = painted(plain, target_of(plain, 2, false), {Brush::add, 0.5f, true},
                               {{middle, 0.4f, {0.0f, 0.0f, -1.0f}}}, deformer);
  const Scene front = painted(plain, target_of(plain, 2, false), {Brush::add, 0.5f, true},
                              {{middle, 0.4f, {0.0f, 0.0f, 1.0f}}}, deformer);
  CHECK((behind.nodes[1].touch_ups == nullptr) != (front.nodes[1].touch_ups == nullptr));
}

SOLVED_CASE("what is painted survives edits of radii") {
  const Scene plain = sheet_scene(16, 18);
  Deformer deformer(Backend::fast);
  Scene scene = painted(plain, target_of(plain, 1, false), {Brush::add, 0.3f, false},
                        {{{0.9f, 0.6f, 0.04f}, 0.5f, {0.0f, 0.0f, 1.0f}}}, deformer);
  REQUIRE(scene.nodes[1].touch_ups);
  edit_skeleton(scene, 0).joints[2].radius *= 1.25f;
  Scene bare = plain;
  edit_skeleton(bare, 0).joints[2].radius *= 1.25f;
  Deformer below(Backend::fast);
  deformer.update(scene);
  below.update(bare);
  for (const std::uint32_t v : scene.nodes[1].touch_ups->vertices) {
    const auto row = entries_of(deformer.mesh(2)->influences, v);
    const auto expected = expected_row(entries_of(below.mesh(2)->influences, v), scene, v);
    REQUIRE(row.size() == expected.size());
    for (std::size_t k = 0; k < row.size(); ++k)
      CHECK(std::abs(row[k].value - expected[k].value) < 1e-6f);
  }
  const PaintedCounts& counts = deformer.mesh(2)->painted().counts();
  CHECK(counts.painted[1] == scene.nodes[1].touch_ups->vertices.size());
}

}  // namespace marrow::test
