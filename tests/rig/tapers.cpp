// Tapered capsules: d < r(t), r(t) = r0 + t (r1 - r0), and what follows from it.
#include <algorithm>
#include <cmath>
#include <random>

#include "rig/bones.h"
#include "rig/measure_support.h"
#include "rig/rest_edits.h"
#include "rig/vertex_explanation.h"

namespace marrow::test {

namespace {

/// Half of the joints get another radius at the tip.
Skeleton tapered_skeleton(std::mt19937& random, int count) {
  Skeleton skeleton = random_skeleton(random, count);
  for (Joint& joint : skeleton.joints) {
    const float other = random_number(random, 0.0f, 0.9f);
    if (random_index(random, 0, 1) == 1) joint.set_radii({joint.radius, other});
  }
  return skeleton;
}

struct PointOnCapsule {
  double distance, radius;  ///< d and r(t), by their definitions
};

PointOnCapsule place_of(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint,
                        const glm::vec3& point) {
  const Joint& its = skeleton.joints[joint];
  const glm::dvec3 start(posed.bind[joint][3]),
      along = glm::dvec3(posed.bind[joint] * glm::vec4(its.extent, 1.0f)) - start,
      to = glm::dvec3(point) - start;
  const double length_squared = glm::dot(along, along);
  const double t =
      length_squared > 0.0 ? std::clamp(glm::dot(to, along) / length_squared, 0.0, 1.0) : 0.0;
  const double tip = double(its.tip_radius.value_or(its.radius));
  return {glm::distance(to, t * along), double(its.radius) + t * (tip - double(its.radius))};
}

double raw_weight(Falloff falloff, const PointOnCapsule& at) {
  const double depth = (at.radius - at.distance) / at.radius;
  if (falloff == Falloff::linear) return depth;
  if (falloff == Falloff::smooth) return depth * depth * (3.0 - 2.0 * depth);
  return 1.0 / std::max(at.distance, 1e-6);
}

/// Vertices away from capsules' surfaces have the list and the weights of the definition.
void check_rows(const Scene& scene, const Deformer& deformer) {
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  const DeformedMesh& mesh = *deformer.mesh(kSkin);
  const PosedSkeleton& posed = *deformer.skeleton(kRig);
  std::size_t checked = 0;
  for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v) {
    std::vector<std::uint32_t> held;
    std::vector<double> weights;
    double sum = 0.0;
    bool is_clear = true;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const PointOnCapsule at = place_of(skeleton, posed, j, mesh.bind_positions[v]);
      is_clear = is_clear && std::abs(at.distance - at.radius) > 1e-3 && at.distance > 1e-3;
      if (!(at.distance < at.radius)) continue;
      held.push_back(std::uint32_t(j));
      weights.push_back(raw_weight(skeleton.falloff, at));
      sum += weights.back();
    }
    if (!is_clear) continue;
    ++checked;
    const Influences& rows = mesh.influences;
    const auto first = std::ptrdiff_t(rows.row_begin(v)), last = first + rows.row_size(v);
    REQUIRE(std::vector<std::uint32_t>(rows.joint.begin() + first, rows.joint.begin() + last) ==
            held);
    for (std::size_t k = 0; k < held.size(); ++k)
      CHECK(std::abs(double(rows.weight[std::size_t(first) + k]) - weights[k] / sum) < 2e-4);
  }
  CHECK(checked > mesh.mesh->positions.size() / 2);
}

/// A closed tube about the y axis whose radius goes from one to another.
Mesh cone(float from, float to, int rings) {
  Mesh mesh = capped_cylinder(rings, 24);
  float low = 1e9f, high = -1e9f, widest = 0.0f;
  for (const glm::vec3& p : mesh.positions) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
    widest = std::max(widest, std::hypot(p.x, p.z));
  }
  for (glm::vec3& p : mesh.positions) {
    const float t = (p.y - low) / (high - low), factor = (from + t * (to - from)) / widest;
    p.x *= factor;
    p.z *= factor;
  }
  return mesh;
}

Scene tapered_scene(unsigned seed) {
  std::mt19937 random(seed);
  Skeleton skeleton = random_skeleton(random, 5);
  for (Joint& joint : skeleton.joints)
    joint.set_radii({joint.radius, joint.radius * random_number(random, 0.3f, 3.0f)});
  return bound_scene(skeleton, random_mesh(random, 80, 1.0f));
}

}  // namespace

SOLVED_CASE("a tapered capsule holds what is nearer than the radius where its bone is nearest") {
  for (auto& random : seeds<std::mt19937>(1u, trials(24u) + 1)) {
    Scene scene = bound_scene(tapered_skeleton(random, 7), random_mesh(random, 150, 1.2f));
    edit_skeleton(scene, 0).falloff = Falloff(random.seed % 3);
    for (const Backend backend : {Backend::fast, Backend::textbook}) {
      const Deformer deformer = deformed(scene, backend);
      CHECK(deformer.problems().empty());
      check_rows(scene, deformer);
    }
  }
}

TEST_CASE("equal radii are no taper, to the bit") {
  Joint joint;
  joint.set_radii({0.3f, 0.2f});
  CHECK(joint.tip_radius == 0.2f);
  CHECK(joint.radii().at(0.0) == 0.3f);
  CHECK(joint.radii().at(1.0) == 0.2f);
  CHECK(joint.radii().at(0.5) == doctest::Approx(0.25));
  joint.set_radii({0.3f, 0.3f});
  CHECK_FALSE(joint.tip_radius);
  for (int i = 0; i <= 10; ++i) CHECK(joint.radii().at(0.1 * i) == 0.3f);
  CHECK(Radii{0.2f, 0.4f}.with_largest(0.8f) == Radii{0.4f, 0.8f});
  CHECK(Radii{0.4f, 0.1f}.with_largest(0.8f) == Radii{0.8f, 0.2f});
  CHECK(Radii{}.with_largest(0.8f) == Radii{0.8f, 0.8f});
  CHECK(Radii{0.4f, 0.0f}.with_largest(0.2f) == Radii{0.2f, 0.0f});
}

SOLVED_CASE("rows follow tapers as if they were made anew, straight and through the body") {
  for (auto& random : seeds<std::mt19937>(1u, 7u)) {
    Scene scene = two_bone_cylinder(13, 12, 0.6f, Falloff(random.seed % 3));
    edit_skeleton(scene, 0).metric = random.seed % 2 == 0 ? Metric::body : Metric::straight;
    Deformer deformer = deformed(scene, Backend::fast);
    for (int step = 0; step < 25; ++step) {
      Joint& joint = edit_skeleton(scene, 0).joints[std::size_t(random_index(random, 0, 1))];
      const float origin = random_number(random, 0.0f, 1.2f),
                  tip = random_number(random, 0.0f, 1.2f);
      if (step % 5 == 4)
        joint.set_radii({origin, origin});
      else
        joint.set_radii(step % 3 == 0 ? Radii{origin, tip} : Radii{joint.radius, tip});
      deformer.update(scene);
      const Deformer fresh = deformed(scene, Backend::fast);
      const DeformedMesh &mesh = *deformer.mesh(kSkin), &anew = *fresh.mesh(kSkin);
      REQUIRE(mesh.captured == anew.captured);
      CHECK(mesh.coverage.uncovered == anew.coverage.uncovered);
      CHECK(mesh.positions() == anew.positions());
      for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v) {
        REQUIRE(mesh.influences.row_size(v) == anew.influences.row_size(v));
        for (std::uint32_t k = 0; k < mesh.influences.row_size(v); ++k) {
          const std::uint32_t a = mesh.influences.row_begin(v) + k,
                              b = anew.influences.row_begin(v) + k;
          CHECK(mesh.influences.joint[a] == anew.influences.joint[b]);
          CHECK(mesh.influences.weight[a] == anew.influences.weight[b]);
        }
      }
    }
    check_rows(scene, deformer);  // a cylinder has no detours
  }
}

LAW_CASE("a cone's skin is fitted by a taper, and held") {
  for (const Radii shape : {Radii{0.4f, 0.1f}, Radii{0.15f, 0.45f}, Radii{0.3f, 0.3f}}) {
    CAPTURE(shape.at_origin);
    Skeleton skeleton = two_bones(0.2f);
    skeleton.joints.pop_back();
    const Mesh mesh = cone(shape.at_origin, shape.at_tip, 40);
    float low = 1e9f, high = -1e9f;
    for (const glm::vec3& p : mesh.positions) low = std::min(low, p.y), high = std::max(high, p.y);
    skeleton.joints[0].bind_local = translation({0.0f, low, 0.0f});
    skeleton.joints[0].extent = {0.0f, high - low, 0.0f};
    Measured measured(bound_scene(skeleton, std::make_shared<const Mesh>(mesh)), tasks);
    const Radii fit = measured.measures.tapered_fit(kLower);
    CHECK(fit.at_origin == doctest::Approx(1.05 * double(shape.at_origin)).epsilon(0.06));
    CHECK(fit.at_tip == doctest::Approx(1.05 * double(shape.at_tip)).epsilon(0.06));
    const float one = measured.measures.fit(kLower).radius;
    CHECK(fit.at_origin + fit.at_tip <= 2.0f * one + 1e-4f);
    edit_skeleton(measured.scene, 0).joints[0].set_radii(fit);
    measured.update();
    CHECK(measured.mesh().coverage.uncovered <= measured.mesh().mesh->positions.size() / 100);
    // The fit keeps the shape of a tapered capsule.
    CHECK(measured.measures.fit(kLower).radius == doctest::Approx(double(fit.largest())));
  }
}

LAW_CASE("the needed radius of an island takes all of it, whatever the capsule's shape") {
  int islands = 0;
  for (unsigned seed = 1; seed <= trials(30u); ++seed) {
    CAPTURE(seed);
    Measured measured(tapered_scene(seed), tasks);
    const Skeleton skeleton = *measured.scene.nodes[0].skeleton;
    const std::vector<Island> all = measured.measures.islands(kRig);
    if (all.empty()) continue;
    const Island& island = all.front();
    ++islands;
    const int j = joint_index(skeleton, island.joint);
    Joint& joint = edit_skeleton(measured.scene, 0).joints[std::size_t(j)];
    joint.set_radii(joint.radii().with_largest(island.needed_radius));
    measured.update();
    for (const std::uint32_t v : island.vertices) CHECK(measured.mesh().influences.row_size(v) > 0);
  }
  CHECK(islands > trials(10));
}

LAW_CASE("a tapered capsule that bleeds has a safe size of the same shape") {
  int bleeding = 0;
  for (unsigned seed = 1; seed <= trials(40u); ++seed) {
    CAPTURE(seed);
    Measured measured(tapered_scene(seed), tasks);
    const Skeleton skeleton = *measured.scene.nodes[0].skeleton;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const Bleed bleed = measured.measures.bleed(skeleton.joints[j].id);
      if (bleed.count == 0) continue;
      ++bleeding;
      Measured safe(measured.scene, tasks);
      Joint& joint = edit_skeleton(safe.scene, 0).joints[j];
      joint.set_radii(joint.radii().with_largest(bleed.safe_radius));
      safe.update();
      CHECK(safe.measures.bleed(joint.id).count == 0);
    }
  }
  CHECK(bleeding > 5);
}

TEST_CASE("a split capsule stays the same cone") {
  Skeleton skeleton = two_bones(0.4f);
  skeleton.joints[1].set_radii({0.4f, 0.1f});
  const SkeletonEdit edit = joint_split(skeleton, 1, 3, 500);
  REQUIRE(edit.skeleton);
  const std::vector<Joint>& joints = edit.skeleton->joints;
  REQUIRE(joints.size() == 4);
  const float between[] = {0.4f, 0.3f, 0.2f, 0.1f};
  for (std::size_t piece = 0; piece < 3; ++piece) {
    CHECK(joints[1 + piece].radii().at_origin == doctest::Approx(between[piece]));
    CHECK(joints[1 + piece].radii().at_tip == doctest::Approx(between[piece + 1]));
  }
  CHECK_FALSE(joints[0].tip_radius);
}

SOLVED_CASE("a vertex is explained by the radius at its place") {
  Scene scene = two_bone_cylinder(21, 12, 0.6f, Falloff::linear);
  edit_skeleton(scene, 0).joints[0].set_radii({0.9f, 0.55f});
  for (const Backend backend : {Backend::fast, Backend::textbook}) {
    const Deformer deformer = deformed(scene, backend);
    for (std::uint32_t v = 0; v < scene.nodes[1].mesh->positions.size(); v += 7) {
      const auto explained = explain_vertex(scene, deformer, kSkin, v);
      REQUIRE(explained);
      CHECK(follows_contract(*explained));
      for (const VertexTerm& term : explained->terms) {
        const PointOnCapsule at = place_of(*scene.nodes[0].skeleton, *deformer.skeleton(kRig),
                                           term.index, explained->bind);
        CHECK(term.radius == doctest::Approx(at.radius).epsilon(1e-5));
      }
    }
  }
}

}  // namespace marrow::test
