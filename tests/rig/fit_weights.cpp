// Capsules on random rigs are found again from their weights.
#include <algorithm>
#include <cmath>
#include <memory>

#include "rig/bones.h"
#include "rig/fit/fit.h"
#include "rig/measure_support.h"
#include "scene/joint_places.h"
#include "support/random_rig.h"
#include "support/support.h"

namespace marrow::test {

namespace {

/// d and t of a point and a bone.
struct Foot {
  double distance = 0.0, place = 0.0;
};

Foot foot_on(const Bone& bone, const glm::vec3& point) {
  const glm::dvec3 along = glm::dvec3(bone.end) - glm::dvec3(bone.start),
                   to = glm::dvec3(point) - glm::dvec3(bone.start);
  const double squared = glm::dot(along, along);
  const double t = squared > 0.0 ? glm::clamp(glm::dot(to, along) / squared, 0.0, 1.0) : 0.0;
  return {glm::length(to - t * along), t};
}

double falloff_by_hand(Falloff falloff, double d, double r) {
  const double x = (r - d) / r;
  if (falloff == Falloff::inverse) return 1.0 / std::max(d, 1e-6);
  return std::max(falloff == Falloff::linear ? x : x * x * (3.0 - 2.0 * x), 1e-7);
}

/// Weights of capsules by their definition.
ExplicitWeights weights_by_hand(const Skeleton& skeleton, const std::vector<Bone>& bones,
                                const std::vector<glm::vec3>& positions) {
  ExplicitWeights weights;
  weights.row_begin.push_back(0);
  for (const glm::vec3& position : positions) {
    double sum = 0.0;
    std::vector<double> row;
    for (std::size_t j = 0; j < bones.size(); ++j) {
      const Foot foot = foot_on(bones[j], position);
      const double r = double(skeleton.joints[j].radii().at(foot.place));
      if (!(foot.distance < r)) continue;
      row.push_back(falloff_by_hand(skeleton.falloff, foot.distance, r));
      weights.joint.push_back(skeleton.joints[j].id);
      sum += row.back();
    }
    for (const double one : row) weights.weight.push_back(float(one / sum));
    end_row(weights);
  }
  return weights;
}

std::vector<Bone> bones_by_hand(const Skeleton& skeleton) {
  std::vector<Bone> bones;
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    const glm::dmat4 rest = rest_place(skeleton, j);
    bones.push_back({glm::vec3(rest[3]),
                     glm::vec3(rest * glm::dvec4(skeleton.joints[std::size_t(j)].extent, 1.0))});
  }
  return bones;
}

/// Vertices with weights of their own, a triangle over each three.
Scene weighted_cloud(Skeleton skeleton, const std::vector<glm::vec3>& positions,
                     ExplicitWeights weights) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = positions;
  for (std::uint32_t v = 0; v + 2 < positions.size(); v += 3) {
    for (std::uint32_t corner = 0; corner < 3; ++corner) mesh->corner_vertex.push_back(v + corner);
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

/// A rig whose mesh has the weights of its capsules, before these are forgotten.
struct Planted {
  Skeleton skeleton;
  std::vector<Bone> bones;
  std::vector<glm::vec3> positions;
  Scene scene;  ///< all radii are the same, the falloff another one
};

Planted planted(std::uint64_t seed, Falloff falloff, bool tapered) {
  Random random(seed);
  Planted rig;
  RigOptions options;
  options.joints = 4 + random.below(14);
  rig.skeleton = random_skeleton(random, options);
  rig.skeleton.falloff = falloff;
  for (Joint& joint : rig.skeleton.joints) {
    const float radius = random.uniform(0.25f, 0.7f), by = random.uniform(0.5f, 1.8f);
    joint.set_radii({radius, tapered ? by * radius : radius});
  }
  rig.bones = bones_by_hand(rig.skeleton);
  for (int v = 0; v < 1200; ++v) {  // around the bones, as skin is
    const Bone& bone = rig.bones[std::size_t(random.below(options.joints))];
    const float t = random.uniform();
    const glm::vec3 away = random.direction();
    rig.positions.push_back(glm::mix(bone.start, bone.end, t) + random.uniform(0.02f, 0.8f) * away);
  }
  Skeleton forgotten = rig.skeleton;
  forgotten.falloff = falloff == Falloff::smooth ? Falloff::inverse : Falloff::smooth;
  for (Joint& joint : forgotten.joints) joint.set_radii({0.3f, 0.3f});
  rig.scene = weighted_cloud(std::move(forgotten), rig.positions,
                             weights_by_hand(rig.skeleton, rig.bones, rig.positions));
  return rig;
}

/// The share of vertices with equal joints.
double same_lists(const Planted& rig, const Skeleton& found) {
  std::size_t same = 0;
  for (const glm::vec3& position : rig.positions) {
    bool is_same = true;
    for (std::size_t j = 0; j < rig.bones.size(); ++j) {
      const Foot foot = foot_on(rig.bones[j], position);
      const auto holds = [&](const Skeleton& skeleton) {
        return foot.distance < double(skeleton.joints[j].radii().at(foot.place));
      };
      is_same &= holds(rig.skeleton) == holds(found);
    }
    same += is_same;
  }
  return double(same) / double(rig.positions.size());
}

/// True if no vertex's distance is between the radii: no weights could tell them apart.
bool is_in_same_gap(const Planted& rig, std::size_t joint, float found) {
  const float radius = rig.skeleton.joints[joint].radius;
  return std::none_of(rig.positions.begin(), rig.positions.end(), [&](const glm::vec3& position) {
    const double d = foot_on(rig.bones[joint], position).distance;
    return (d < double(radius)) != (d < double(found));
  });
}

/// Vertices that the joint shares with others: their weights give its radius.
std::size_t shared_vertices(const Planted& rig, std::size_t joint) {
  const ExplicitWeights& weights = *rig.scene.nodes[1].mesh->weights;
  std::size_t count = 0;
  for (std::size_t v = 0; v + 1 < weights.row_begin.size(); ++v)
    for (std::uint32_t k = weights.row_begin[v]; k < weights.row_begin[v + 1]; ++k)
      count += weights.joint[k] == rig.skeleton.joints[joint].id &&
               weights.row_begin[v + 1] - weights.row_begin[v] > 1;
  return count;
}

struct Recovery {
  int rigs_with_lists = 0;  ///< of which 99.9 % of the vertices have the same joints
  std::size_t radii = 0, right_radii = 0;
  int wrong_falloffs = 0;
};

Recovery recovered(Falloff falloff, bool tapered, int rigs, const FitFreedom& freedom) {
  Recovery recovery;
  for (int seed = 0; seed < rigs; ++seed) {
    const Planted rig = planted(std::uint64_t(seed) + 1, falloff, tapered);
    const CapsuleFit fit = fit_to_weights(rig.scene, kRig, freedom);
    REQUIRE(fit.problem.empty());
    const Scene scene = with_capsules(rig.scene, kRig, fit.capsules);
    const Skeleton& found = *scene.nodes[0].skeleton;
    recovery.rigs_with_lists += same_lists(rig, found) >= 0.999;
    recovery.wrong_falloffs += found.falloff != falloff;
    for (std::size_t j = 0; j < found.joints.size(); ++j) {
      const float radius = rig.skeleton.joints[j].radius, its = found.joints[j].radius;
      if (falloff == Falloff::inverse ? tapered : shared_vertices(rig, j) < 3) continue;
      ++recovery.radii;
      recovery.right_radii += falloff == Falloff::inverse
                                  ? is_in_same_gap(rig, j, its)
                                  : std::abs(its - radius) <= 0.01f * radius;
    }
  }
  MESSAGE(std::string(choice_row(falloff).id)
          << std::string(tapered ? ", tapered" : "") << ": " << recovery.rigs_with_lists << " of "
          << rigs << " rigs have the same lists, " << recovery.right_radii << " of "
          << recovery.radii << " radii are found, " << recovery.wrong_falloffs
          << " wrong falloffs");
  return recovery;
}

}  // namespace

ENGINE_CASE("planted capsules are found again: lists and radii") {
  for (const auto& row : kFalloffs) {
    const Recovery recovery =
        recovered(row.value, false, trials(20), {.falloff = row.value, .metric = Metric::straight});
    CHECK(recovery.rigs_with_lists >= trials(20) - 1);
    CHECK(double(recovery.right_radii) >= 0.99 * double(recovery.radii));
  }
}

ENGINE_CASE("the falloff of planted capsules is found") {
  for (const auto& row : kFalloffs) {
    const Recovery recovery = recovered(row.value, false, trials(6), {.metric = Metric::straight});
    CHECK(recovery.wrong_falloffs == 0);
    CHECK(recovery.rigs_with_lists == trials(6));
  }
}

ENGINE_CASE("planted tapers are found again") {
  for (const auto& row : kFalloffs) {
    const Recovery recovery =
        recovered(row.value, true, trials(20),
                  {.tapers = true, .falloff = row.value, .metric = Metric::straight});
    CHECK(recovery.rigs_with_lists >= trials(20) - 1);
  }
}

}  // namespace marrow::test
