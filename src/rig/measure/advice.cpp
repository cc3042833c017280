#include "rig/measure/advice.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace marrow {

namespace {

using Cure = Advice::Cure;

/// The largest difference of a joint's weights between two vertices; 1 if only one is covered. See
/// Meters::weight_jump.
float weight_jump_between(const Influences& influences, std::uint32_t a, std::uint32_t b) {
  float largest = (influences.row_size(a) == 0) != (influences.row_size(b) == 0) ? 1.0f : 0.0f;
  compare_rows(influences, a, influences, b, [&](std::uint32_t, float of_a, float of_b) {
    largest = std::max(largest, std::abs(of_a - of_b));
  });
  return largest;
}

/// A radius larger than the fitting one by more than this factor lets neighbors share too much.
constexpr float kTooLarge = 1.2f;

/// From this difference on, weights explain a stretched edge; the meter's fair band begins here.
constexpr float kWeightJump = 0.15f;

enum class Subject { nothing, volume, thickness, stretch, weight_jump, follows };
struct Worry {
  Subject subject = Subject::nothing;
  double badness = 0.0;  ///< 1: poor begins
};

/// The fair or poor meter with the highest badness.
Worry worst_of(const Meters& meters) {
  Worry worst;
  const auto consider = [&](Subject subject, const Meter& meter, double badness) {
    if ((meter.band == Band::fair || meter.band == Band::poor) && badness > worst.badness)
      worst = {subject, badness};
  };
  consider(Subject::weight_jump, meters.weight_jump, meters.weight_jump.value / 0.3);
  consider(Subject::thickness, meters.thickness, (1.0 - meters.thickness.value) / 0.5);
  consider(Subject::volume, meters.volume, std::abs(meters.volume.value - 1.0) / 0.15);
  consider(Subject::stretch, meters.stretch, (meters.stretch.value - 1.0) / 3.0);
  consider(Subject::follows, meters.follows, (1.0 - meters.follows.value) / 0.75);
  return worst;
}

const std::string& name_of(const AdviceFacts& facts, std::size_t joint) {
  return facts.rig->skeleton->joints[joint].name;
}
float radius_of(const AdviceFacts& facts, std::size_t joint) {
  return facts.rig->radii[joint].largest();
}

const MeasuredMesh* mesh_of(const AdviceFacts& facts, Id node) {
  for (const MeasuredMesh& mesh : facts.rig->meshes) {
    if (mesh.node == node) return &mesh;
  }
  return nullptr;
}

/// True if radii have no effect on the edge's mesh or, without an edge, on any mesh.
bool is_explicit(const AdviceFacts& facts, const EdgePlace& where) {
  if (const MeasuredMesh* mesh = mesh_of(facts, where.mesh)) return !mesh->has_capsules;
  const std::vector<MeasuredMesh>& meshes = facts.rig->meshes;
  return std::none_of(meshes.begin(), meshes.end(),
                      [](const MeasuredMesh& mesh) { return mesh.has_capsules; });
}

Advice explicit_advice(std::string what) {
  return {.reason =
              std::move(what) +
              "; these weights came with the mesh, so radius and falloff change nothing here."};
}

std::string count_of(std::size_t vertices) {
  return vertices == 1 ? "1 vertex" : fmt::format("{} vertices", vertices);
}

Advice radius_advice(std::string reason, Id joint, float radius) {
  return {.reason = std::move(reason), .cure = Cure::fit_radius, .joint = joint, .radius = radius};
}

Advice fit_advice(const AdviceFacts& facts, const std::string& what, const Fit& fit,
                  std::size_t joint) {
  return radius_advice(fmt::format("{}: the capsule's radius is {:.3g}, and {:.3g} fits its skin.",
                                   what, radius_of(facts, joint), fit.radius),
                       fit.joint, fit.radius);
}

/// `needed`: the radius with which the joint holds these vertices.
Advice hole_advice(const AdviceFacts& facts, std::size_t joint, std::size_t vertices,
                   float needed) {
  const std::string what =
      fmt::format("{} next to {} {} no joint, so the skin tears at the border", count_of(vertices),
                  name_of(facts, joint), vertices == 1 ? "follows" : "follow");
  const Fit fit = facts.fit(joint);
  if (fit.radius >= needed) return fit_advice(facts, what, fit, joint);
  return {
      .reason = what + ": they are far from its other skin, so a neighbor may hold them better.",
      .cure = Cure::fit_all};
}

/// Whether a radius can cover the island.
bool is_waiting(const AdviceFacts& facts, const Island& island) {
  const MeasuredMesh* mesh = mesh_of(facts, island.mesh);
  return mesh && mesh->has_capsules && island.joint != kNoId;
}

/// About all islands that the joint should cover; empty if there are none.
Advice waiting_advice(const AdviceFacts& facts, std::size_t joint) {
  std::size_t vertices = 0;
  float needed = 0.0f;
  for (const Island& island : *facts.islands) {
    if (island.joint != facts.rig->skeleton->joints[joint].id || !is_waiting(facts, island))
      continue;
    vertices += island.vertices.size();
    needed = std::max(needed, island.needed_radius);
  }
  return vertices > 0 ? hole_advice(facts, joint, vertices, needed) : Advice{};
}

/// About the island at one end of the edge, whose nearest bone belongs to another joint.
Advice border_advice(const AdviceFacts& facts, const EdgePlace& where) {
  const Influences& influences = mesh_of(facts, where.mesh)->now->influences;
  const std::uint32_t end = influences.row_size(where.a) == 0 ? where.a : where.b;
  for (const Island& island : *facts.islands) {
    if (island.mesh != where.mesh ||
        !std::binary_search(island.vertices.begin(), island.vertices.end(), end))
      continue;
    const int joint = joint_index(*facts.rig->skeleton, island.joint);
    if (joint >= 0) return waiting_advice(facts, std::size_t(joint));
  }
  return {};
}

bool holds(const Influences& influences, std::uint32_t vertex, std::uint32_t joint) {
  const auto begin = influences.joint.begin() + influences.row_begin(vertex);
  return std::binary_search(begin, influences.joint.begin() + influences.row_end(vertex), joint);
}

/// The joint with the largest weight among those that hold `here` and not `there`; -1: none.
int only_at(const Influences& influences, std::uint32_t here, std::uint32_t there) {
  int found = -1;
  float most = 0.0f;
  for (std::uint32_t k = influences.row_begin(here); k < influences.row_end(here); ++k) {
    if (influences.weight[k] <= most || holds(influences, there, influences.joint[k])) continue;
    found = int(influences.joint[k]);
    most = influences.weight[k];
  }
  return found;
}

/// The joint whose capsule ends on the edge: the given one if possible, else the one that loses
/// most weight; -1: none.
int capsule_that_ends(const Influences& influences, const EdgePlace& where, std::size_t joint) {
  if (holds(influences, where.a, std::uint32_t(joint)) !=
      holds(influences, where.b, std::uint32_t(joint)))
    return int(joint);
  const int at_a = only_at(influences, where.a, where.b);
  return at_a >= 0 ? at_a : only_at(influences, where.b, where.a);
}

bool share_a_joint(const Influences& influences, const EdgePlace& where) {
  for (std::uint32_t k = influences.row_begin(where.a); k < influences.row_end(where.a); ++k) {
    if (holds(influences, where.b, influences.joint[k])) return true;
  }
  return false;
}

/// About an edge that leads from one capsule into another: a larger radius helps, another falloff
/// does not.
Advice gap_advice(const AdviceFacts& facts, const EdgePlace& where) {
  const Influences& influences = mesh_of(facts, where.mesh)->now->influences;
  const auto one = std::size_t(only_at(influences, where.a, where.b)),
             other = std::size_t(only_at(influences, where.b, where.a));
  const std::string what = fmt::format(
      "The skin goes from {} straight to {} over one edge, because their capsules do not overlap "
      "there",
      name_of(facts, one), name_of(facts, other));
  const auto lack = [&](std::size_t joint) {
    return facts.fit(joint).radius / std::max(radius_of(facts, joint), 1e-6f);
  };
  const std::size_t thin = lack(one) >= lack(other) ? one : other;
  if (lack(thin) <= 1.0f)
    return {.reason = what + ": larger radii on both sides would let them share it."};
  const Fit fit = facts.fit(thin);
  return radius_advice(fmt::format("{}: the radius of {} is {:.3g}, and {:.3g} fits its skin.",
                                   what, name_of(facts, thin), radius_of(facts, thin), fit.radius),
                       fit.joint, fit.radius);
}

Advice inverse_advice(const AdviceFacts& facts, std::size_t joint, float jump, int ends) {
  const std::string& name = name_of(facts, joint);
  if (ends < 0) {
    return {.reason = fmt::format("The weight of {} changes by {:.2f} over one edge: inverse "
                                  "distance is steep near a bone.",
                                  name, jump),
            .cure = Cure::linear_falloff};
  }
  const std::string whose = std::size_t(ends) == joint
                                ? "its capsule"
                                : "the capsule of " + name_of(facts, std::size_t(ends));
  return {
      .reason = fmt::format(
          "The weight of {} jumps by {:.2f} where {} ends: inverse distance is 1/r there, not 0.",
          name, jump, whose),
      .cure = Cure::linear_falloff};
}

/// Names the joint at the edge whose capsule leaves the least room around its skin.
Advice room_advice(const AdviceFacts& facts, std::size_t joint, const EdgePlace& where,
                   float jump) {
  const Influences& influences = mesh_of(facts, where.mesh)->now->influences;
  float most = 1.0f, radius = 0.0f;
  std::size_t tight = joint;
  for (const std::uint32_t end : {where.a, where.b}) {
    for (std::uint32_t k = influences.row_begin(end); k < influences.row_end(end); ++k) {
      const float wanted = facts.fit(influences.joint[k]).radius;
      const float lack = wanted / std::max(radius_of(facts, influences.joint[k]), 1e-6f);
      if (lack <= most) continue;
      most = lack;
      radius = wanted;
      tight = influences.joint[k];
    }
  }
  const std::string what =
      fmt::format("The weight of {} changes by {:.2f} over one edge", name_of(facts, joint), jump);
  if (radius <= 0.0f)
    return {.reason =
                what +
                ": the edge is long for capsules of this size, so a finer mesh would spread it."};
  return radius_advice(
      fmt::format("{}: the skin lies where the capsule of {} ends and {} weights are almost 0; a "
                  "radius of {:.3g} instead of {:.3g} gives it room.",
                  what, name_of(facts, tight), choice_row(facts.rig->skeleton->falloff).id, radius,
                  radius_of(facts, tight)),
      facts.rig->skeleton->joints[tight].id, radius);
}

/// `jump`: difference of the joint's weights along the edge, 1 at the border of a hole.
Advice weight_jump_advice(const AdviceFacts& facts, std::size_t joint, const EdgePlace& where,
                          float jump) {
  const Influences& influences = mesh_of(facts, where.mesh)->now->influences;
  if (is_explicit(facts, where))
    return explicit_advice(fmt::format("The weight of {} changes by {:.2f} over one edge",
                                       name_of(facts, joint), jump));
  if (influences.row_size(where.a) == 0 || influences.row_size(where.b) == 0)
    return border_advice(facts, where);
  if (!share_a_joint(influences, where)) return gap_advice(facts, where);
  if (choice_row(facts.rig->skeleton->falloff).at_surface == AtSurface::fades)
    return room_advice(facts, joint, where, jump);
  return inverse_advice(facts, joint, jump, capsule_that_ends(influences, where, joint));
}

Advice stretch_advice(const AdviceFacts& facts, std::size_t joint, const Meter& stretch) {
  const float jump = weight_jump_between(mesh_of(facts, stretch.where.mesh)->now->influences,
                                         stretch.where.a, stretch.where.b);
  const std::string what = fmt::format("An edge of {} is {:.1f} times as long as at rest",
                                       name_of(facts, joint), stretch.value);
  if (jump < kWeightJump)
    return {.reason =
                what + ": the pose itself pulls its ends apart, their weights hardly differ."};
  Advice advice = weight_jump_advice(facts, joint, stretch.where, jump);
  if (!advice.reason.empty()) advice.reason = what + ". " + advice.reason;
  return advice;
}

/// Advises the radius that fits the joint's skin if it is larger; else the reason is `otherwise`.
Advice wider_advice(const AdviceFacts& facts, std::size_t joint, const std::string& what,
                    const char* otherwise) {
  const Fit fit = facts.fit(joint);
  const float radius = radius_of(facts, joint);
  if (!fit.has_skin || !(fit.radius > radius)) return {.reason = what + ": " + otherwise + "."};
  return fit_advice(facts, what, fit, joint);
}

/// About skin that turns with other joints.
Advice following_advice(const AdviceFacts& facts, std::size_t joint, const Meter& follows) {
  const std::string what =
      fmt::format("{:.0f} % of a turn of {} reach the skin nearest to its bone",
                  100.0 * follows.value, name_of(facts, joint));
  if (is_explicit(facts, {})) return explicit_advice(what);
  return wider_advice(facts, joint, what, "larger capsules of other joints share it");
}

/// About a loss that blending causes although each joint's motion alone causes none.
Advice blend_advice(const AdviceFacts& facts, const std::string& what) {
  const Blend blend = facts.rig->skeleton->blend;
  if (blend == Blend::dual_quaternion || blend == Blend::centers)
    return {.reason = what + ": the pose itself does it, its joints' motions are blended whole."};
  return {.reason = what +
                    ": linear blending averages matrices, and turns that point apart cancel out; "
                    "dual quaternions average the motions.",
          .cure = Cure::dual_quaternions};
}

/// About the loss `what`: blames a radius that is too large, else blending.
Advice loss_advice(const AdviceFacts& facts, std::size_t joint, const std::string& what,
                   const EdgePlace& where) {
  if (is_explicit(facts, where)) return blend_advice(facts, what);
  const Fit fit = facts.fit(joint);
  const float radius = radius_of(facts, joint);
  if (!fit.has_skin || radius <= kTooLarge * fit.radius) return blend_advice(facts, what);
  return radius_advice(
      fmt::format("{}: the capsule's radius is {:.3g} where {:.3g} fits its skin, so it shares too "
                  "much with its neighbors.",
                  what, radius, fit.radius),
      fit.joint, fit.radius);
}

Advice thickness_advice(const AdviceFacts& facts, std::size_t joint, const Meter& thickness) {
  return loss_advice(facts, joint,
                     fmt::format("A ring of skin around {} shrinks to {:.0f} % of its width",
                                 name_of(facts, joint), 100.0 * thickness.value),
                     thickness.where);
}

Advice volume_advice(const AdviceFacts& facts, std::size_t joint, const Meter& volume) {
  const std::string& name = name_of(facts, joint);
  if (volume.value > 1.0)
    return {.reason = fmt::format(
                "What {} moves swells to {:.0f} % of its volume: the pose itself makes it larger.",
                name, 100.0 * volume.value)};
  return loss_advice(
      facts, joint,
      fmt::format("What {} moves keeps {:.0f} % of its volume", name, 100.0 * volume.value), {});
}

bool holds_nothing(const AdviceFacts& facts, std::size_t joint) {
  return std::all_of(facts.rig->meshes.begin(), facts.rig->meshes.end(),
                     [&](const MeasuredMesh& mesh) {
                       return joint >= mesh.now->captured.size() || mesh.now->captured[joint] == 0;
                     });
}

Advice empty_advice(const AdviceFacts& facts, std::size_t joint) {
  const std::string what = fmt::format("{} holds no vertex, so turning it bends no skin of its own",
                                       name_of(facts, joint));
  if (is_explicit(facts, {})) return {.reason = what + "."};
  return wider_advice(facts, joint, what, "no vertex is nearest to its bone");
}

/// For a joint whose meters are all good: it may still bleed.
Advice bleed_advice(const AdviceFacts& facts, std::size_t joint) {
  const Bleed& bleed = facts.bleed(joint);
  if (bleed.count == 0) return {};
  const std::string what =
      fmt::format("{} holds {} of another limb, near it in space but far along the skin",
                  name_of(facts, joint), count_of(bleed.count));
  const Fit fit = facts.fit(joint);
  if (fit.has_skin && fit.bleeding == 0) return fit_advice(facts, what, fit, joint);
  return {.reason = fmt::format("{}: a radius of {:.3g} would avoid that{}.", what,
                                bleed.safe_radius, fit.has_skin ? ", but leave its own skin" : "")};
}

}  // namespace

Advice joint_advice(const AdviceFacts& facts, std::size_t joint) {
  const Advice waiting = waiting_advice(facts, joint);
  if (!waiting.reason.empty()) return waiting;
  if (holds_nothing(facts, joint)) return empty_advice(facts, joint);
  const Meters& meters = facts.meters(joint);
  const Subject subject = worst_of(meters).subject;
  if (subject == Subject::volume) return volume_advice(facts, joint, meters.volume);
  if (subject == Subject::thickness) return thickness_advice(facts, joint, meters.thickness);
  if (subject == Subject::stretch) return stretch_advice(facts, joint, meters.stretch);
  if (subject == Subject::weight_jump)
    return weight_jump_advice(facts, joint, meters.weight_jump.where,
                              float(meters.weight_jump.value));
  if (subject == Subject::follows) return following_advice(facts, joint, meters.follows);
  return bleed_advice(facts, joint);
}

Advice model_advice(const AdviceFacts& facts) {
  const std::vector<Joint>& joints = facts.rig->skeleton->joints;
  std::size_t vertices = 0, islands = 0;
  Id waits_for = kNoId;
  bool is_one_joint = true;
  for (const Island& island : *facts.islands) {
    if (!is_waiting(facts, island)) continue;
    vertices += island.vertices.size();
    is_one_joint = is_one_joint && (++islands == 1 || island.joint == waits_for);
    waits_for = island.joint;
  }
  if (islands > 0 && is_one_joint)
    return joint_advice(facts, std::size_t(joint_index(*facts.rig->skeleton, waits_for)));
  if (islands > 0) {
    return {.reason = fmt::format("{} in {} islands follow no joint, so the skin tears at their "
                                  "borders: the capsules are too small.",
                                  count_of(vertices), islands),
            .cure = Cure::fit_all};
  }
  std::size_t worst = 0;
  double badness = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const double here = worst_of(facts.meters(j)).badness;
    if (here <= badness) continue;
    worst = j;
    badness = here;
  }
  return badness > 0.0 ? joint_advice(facts, worst) : Advice{};
}

}  // namespace marrow
