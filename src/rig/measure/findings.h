// What is measured on a rig. Lengths and radii are in skeleton units, vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// An edge of a mesh between two of its source vertices.
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

/// The state of one joint, or the worst of all. "At bind" includes the present morph targets:
/// changes of edges and volumes by them are meant, so the meters say only what bending adds.
struct Meters {
  /// Volume now over volume at bind. Model: the closed volume of all bound meshes, whichever way
  /// their triangles look. Joint: of the cones from the joint's origin to the triangles it moves,
  /// each counted by the mean weight of the joint on it. Unknown where there is next to none at
  /// bind (a sheet).
  Meter volume;
  /// The smallest cross-section across the bone: the mean distance of the ring's points from their
  /// middle, now over bind. Rings are cut at bind, at 0, 1/8, ... 7/8 of the bone, each the
  /// smallest closed one that goes round the bone there. A twist of 180 degrees under linear
  /// blending brings the ring at the joint to 0 ("candy wrapper"). Unknown where no ring goes round
  /// the bone.
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
  enum class Cure { none, linear_falloff, fit_radius, fit_all, smaller_radius };
  std::string reason;  ///< empty: nothing to say
  Cure cure = Cure::none;
  Id joint = kNoId;  ///< for fit_radius and smaller_radius: whose radius; not always the joint that
                     ///< was asked about
  float radius = 0.0f;  ///< for fit_radius and smaller_radius
};

/// Uncovered vertices that hang together and have the same nearest bone.
struct Island {
  Id mesh = kNoId;
  std::vector<std::uint32_t> vertices;
  Id joint = kNoId;       ///< whose bone is nearest
  float distance = 0.0f;  ///< of the vertex nearest to that bone
  float needed_radius =
      0.0f;  ///< the radius that holds all of them (a little more than the largest distance)
};

/// Captured vertices that are near the bone in space but far from the joint's own skin along the
/// surface: a finger's capsule that holds a patch of the thigh. Own skin: of each piece of a mesh
/// that hangs together, the largest connected part of the vertices whose nearest bone is this
/// joint's. Far: further along the edges than twice the radius. On a piece where the joint has no
/// skin of its own (a button) there is no way along the surface: vertices nearest to the joint's
/// parent or child are well held, all others are not. Capsules hold nothing of meshes that use
/// explicit weights.
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

/// A radius for one joint, from the distances of the joint's own skin: their percentile (see below)
/// and a margin. The margin is 5 % for inverse distance (up to 10 % if that takes the last
/// vertices) and 40 % for the falloffs that are 0 at the capsule's end and so need room. The radius
/// is held back where it would bleed into another limb, but not below the percentile.
struct Fit {
  Id joint = kNoId;
  float radius = 0.0f;  ///< what to set; the present radius when the joint has no skin of its own
  float percentile =
      0.0f;  ///< the 99th percentile of the distances without outliers, before the margin
  bool is_held_back =
      false;  ///< smaller than the margin asks for, because it would bleed into another limb
  std::uint32_t bleeding = 0;  ///< vertices of other limbs that it would hold nevertheless
  bool has_skin = false;       ///< some vertex is nearest to this bone
};

}  // namespace marrow
