// Measured values of a rig. Lengths and radii are in skeleton units, vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

struct EdgePlace {
  Id mesh = kNoId;  ///< node; kNoId: nowhere
  std::uint32_t a = 0, b = 0;
  bool operator==(const EdgePlace&) const = default;
};

/// Quality of a value: volume within 5 / 15 %, section above 0.8 / 0.5, stretch below 2 / 4, step
/// below 0.15 / 0.3.
enum class Band { unknown, good, fair, poor };

struct Meter {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: there is nothing to measure
  Band band = Band::unknown;
  EdgePlace where;  ///< of stretch and step, the worst edge; of section, an edge that the worst
                    ///< ring crosses
};

/// The meters of one joint, or the worst of all. "At bind" includes the present morph targets, so
/// that meters show only the effect of bending.
struct Meters {
  /// Volume now over volume at bind. Model: the closed volume of all bound meshes, for either
  /// winding. Joint: of the cones from the joint's origin to the triangles it moves, weighted by
  /// the joint's mean weight on each. Unknown where there is next to none at bind (a sheet).
  Meter volume;
  /// The smallest cross-section of the bone: the mean distance of a ring's points from their
  /// middle, now over bind. Rings are cut at bind, at 0, 1/8, ... 7/8 of the bone, each the
  /// smallest closed one round the bone there. A 180 degree twist under linear blending brings the
  /// joint's ring to 0 ("candy wrapper"). Unknown without a ring.
  Meter section;
  Meter stretch;  ///< the most stretched edge: length now over length at bind, of edges that the
                  ///< joint moves
  /// The biggest difference between the weights at both ends of an edge: a step means a tear when
  /// the joint turns. An uncovered vertex counts as held fully by a joint of its own, so the border
  /// of a hole is a step of 1.
  Meter step;
};

/// Advice about the worst meter: one sentence with the reason, and the edit that helps.
struct Advice {
  enum class Cure { none, linear_falloff, dual_quaternions, fit_radius, fit_all, smaller_radius };
  std::string reason;  ///< empty: nothing to say
  Cure cure = Cure::none;
  Id joint = kNoId;  ///< for fit_radius and smaller_radius: whose radius; not always the joint that
                     ///< was asked about
  float radius = 0.0f;  ///< for fit_radius and smaller_radius; see Fit::radius
};

/// Connected uncovered vertices with the same nearest bone.
struct Island {
  Id mesh = kNoId;
  std::vector<std::uint32_t> vertices;
  Id joint = kNoId;       ///< whose bone is nearest
  float distance = 0.0f;  ///< of the vertex nearest to that bone
  float needed_radius =
      0.0f;  ///< the radius that holds all of them (a little more than the largest distance)
};

/// Captured vertices that are near the bone but far from the joint's own skin along the surface: a
/// finger's capsule that holds a patch of the thigh. Own skin: of each connected piece of a mesh,
/// the largest connected part of the vertices whose nearest bone is this joint's. Far: farther
/// along the edges than twice the radius. On a piece without own skin of the joint (a button)
/// vertices nearest to its parent or child are well held, all others are not. Capsules hold nothing
/// of meshes with explicit weights.
struct Bleed {
  struct Patch {
    Id mesh = kNoId;
    std::vector<std::uint32_t> vertices;
  };
  std::vector<Patch> patches;  ///< one per mesh that has any
  std::uint32_t count = 0;
  float safe_radius = 0.0f;  ///< the largest radius, at most the present one, that bleeds nowhere;
                             ///< the present one when count is 0
};

/// A radius for one joint: a percentile (see below) of the distances of the joint's own skin, plus
/// a margin of 5 % for inverse distance (up to 10 % if that takes the last vertices) or 40 % for
/// falloffs that are 0 at the capsule's end. The radius stays below bleeding into another limb, but
/// not below the percentile.
struct Fit {
  Id joint = kNoId;
  float radius = 0.0f;  ///< what to set, of a tapered capsule at its larger end, whose shape is
                        ///< kept; the present radius when the joint has no skin of its own
  float percentile =
      0.0f;  ///< the 99th percentile of the distances without outliers, before the margin
  bool is_held_back =
      false;  ///< smaller than the margin asks for, because it would bleed into another limb
  std::uint32_t bleeding = 0;  ///< vertices of other limbs that it would hold nevertheless
  bool has_skin = false;       ///< some vertex is nearest to this bone
};

}  // namespace marrow
