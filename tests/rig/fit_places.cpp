// Joints that were moved are found again from the weights that capsules made where they stood.
#include <algorithm>
#include <cmath>

#include "rig/fit/fit.h"
#include "rig/fit/place_points.h"
#include "rig/implementations.h"
#include "rig/planted_capsules.h"

namespace marrow::test {

namespace {

/// A rig, and a scene in which its joints stand elsewhere and its radii are forgotten.
struct Displaced {
  Skeleton skeleton;
  std::vector<Bone> bones;
  Scene scene;
  std::vector<PlacePoint> points;  ///< of the scene
};

/// A tree whose bones end in their first child. Its skin is around the bones.
Skeleton connected_skeleton(Random& random, Falloff falloff) {
  RigOptions options;
  options.joints = 4 + random.below(8);
  options.posed = false;
  Skeleton skeleton = random_skeleton(random, options);
  skeleton.falloff = falloff;
  std::vector<char> has_child(skeleton.joints.size(), 0);
  for (Joint& joint : skeleton.joints) {
    const glm::vec3 way = random.direction();
    joint.bind_local[3] = glm::vec4(random.uniform(0.6f, 1.2f) * way, 1.0f);
    const glm::vec3 end = random.direction();
    joint.extent = random.uniform(0.6f, 1.0f) * end;
    const float radius = random.uniform(0.5f, 0.9f);
    joint.set_radii({radius, radius});
    if (joint.parent < 0 || has_child[std::size_t(joint.parent)]++) continue;
    skeleton.joints[std::size_t(joint.parent)].extent = glm::vec3(joint.bind_local[3]);
  }
  return skeleton;
}

std::vector<glm::vec3> skin_around(Random& random, const std::vector<Bone>& bones, int count) {
  std::vector<glm::vec3> positions;
  for (int v = 0; v < count; ++v) {
    const Bone& bone = bones[std::size_t(random.below(int(bones.size())))];
    const float t = random.uniform(), away = random.uniform(0.05f, 0.5f);
    positions.push_back(glm::mix(bone.start, bone.end, t) + away * random.direction());
  }
  return positions;
}

Displaced displaced_rig(std::uint64_t seed, Falloff falloff) {
  constexpr float kPart = 0.6f;  // of how far a joint may move
  Random random(seed);
  Displaced rig;
  rig.skeleton = connected_skeleton(random, falloff);
  rig.bones = bones_by_hand(rig.skeleton);
  const std::vector<glm::vec3> positions = skin_around(random, rig.bones, 1500);
  rig.points = place_points(rig.skeleton, rig.bones);
  PlaceShifts shifts;
  for (const PlacePoint& point : rig.points) {
    const float way = kPart * random.uniform() * point.most;
    shifts.push_back(way * random.direction());
  }
  Skeleton forgotten = rig.skeleton;
  for (Joint& joint : forgotten.joints) joint.set_radii({0.3f, 0.3f});
  const std::vector<RestPlace> places = places_at(rig.points, shifts, forgotten);
  rig.scene = with_rest_places(weighted_cloud(std::move(forgotten), positions,
                                              weights_by_hand(rig.skeleton, rig.bones, positions)),
                               kRig, places);
  return rig;
}

/// The mean distance of the joints from where they were planted.
double off_places(const Displaced& rig, const Skeleton& now) {
  const std::vector<Bone> bones = bones_by_hand(now);
  double sum = 0.0;
  for (std::size_t j = 0; j < bones.size(); ++j)
    sum += double(glm::distance(bones[j].start, rig.bones[j].start));
  return sum / double(bones.size());
}

double least_error(const CapsuleFit& fit) {
  double least = 1e30;
  for (const CapsuleFit::Choice& choice : fit.choices) least = std::min(least, choice.error);
  return least;
}

}  // namespace

TEST_CASE("joints that were moved are found again from weights, and the error never grows") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  constexpr int kRigs = 6;
  for (const auto& row : kFalloffs) {
    int far_less = 0, near = 0;
    double off_before = 0.0, off_after = 0.0, error_before = 0.0, error_after = 0.0;
    for (int seed = 0; seed < kRigs; ++seed) {
      const Displaced rig = displaced_rig(std::uint64_t(seed) + 1, row.value);
      FitFreedom freedom{.falloff = row.value, .metric = Metric::straight};
      const double without = least_error(fit_to_weights(rig.scene, kRig, freedom));
      freedom.places = true;
      const CapsuleFit fit = fit_to_weights(rig.scene, kRig, freedom);
      const double with = least_error(fit);
      CHECK(with <= without);
      const Scene found = with_capsules(rig.scene, kRig, fit.capsules);
      const double before = off_places(rig, *rig.scene.nodes[0].skeleton),
                   after = off_places(rig, *found.nodes[0].skeleton);
      far_less += with <= 0.1 * without;
      near += after <= 0.1 * before;
      off_before += before, off_after += after;
      error_before += without, error_after += with;
    }
    MESSAGE(std::string(row.id) << ": error " << error_before / kRigs << " -> "
                                << error_after / kRigs << ", joints off " << off_before / kRigs
                                << " -> " << off_after / kRigs << ", " << far_less << " and "
                                << near << " of " << kRigs << " ten times less");
    CHECK(error_after <= 0.05 * error_before);
    CHECK(off_after <= 0.2 * off_before);
    CHECK(far_less >= kRigs - 1);
  }
}

TEST_CASE(
    "locked joints and their neighbours do not move, and a fit that is stopped moves nothing") {
  if (!has_engine()) return skip("a fit: the functions are the student's");
  Displaced rig = displaced_rig(5, Falloff::smooth);
  for (Joint& joint : edit_skeleton(rig.scene, 0).joints) joint.locked = joint.id % 3 == 0;
  const FitFreedom freedom{.falloff = Falloff::smooth, .metric = Metric::straight, .places = true};
  const CapsuleFit fit = fit_to_weights(rig.scene, kRig, freedom);
  const Skeleton& before = *rig.scene.nodes[0].skeleton;
  const std::vector<RestPlace> old = rest_places_of(before);
  for (std::size_t j = 0; j < fit.capsules.places.size(); ++j)
    if (before.joints[j].locked) CHECK(fit.capsules.places[j] == old[j]);
  for (const int most : {2, 10, 40}) {
    int calls = 0;
    const CapsuleFit stopped =
        fit_to_weights(rig.scene, kRig, freedom, [&](const FitMoment&) { return ++calls < most; });
    if (calls < most) continue;  // it was done before
    CHECK(stopped.is_stopped);
    CHECK(stopped.capsules.places.empty());
  }
}

}  // namespace marrow::test
