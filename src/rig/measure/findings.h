// Measured values of a rig. Lengths and radii are in skeleton units, vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

struct EdgePlace {
  Id mesh = kNoId;  ///< the mesh's node; kNoId: no edge
  std::uint32_t a = 0, b = 0;
  bool operator==(const EdgePlace&) const = default;
};

/// Grade of a value. Good / poor: volume within 5 / beyond 15 %, thickness above 0.8 / below 0.5,
/// stretch below 2 / above 4, weight jump below 0.15 / above 0.3, follows from 0.7 / below 0.25.
enum class Band { unknown, good, fair, poor };

struct Meter {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: cannot be measured
  Band band = Band::unknown;
  /// Stretch and weight jump: the worst edge. Thickness: an edge that the worst ring crosses.
  EdgePlace where;
};

/// The meters of one joint, or the worst of all joints. "At bind" includes the present morph
/// targets, so that meters show the effect of bending only.
struct Meters {
  /// Volume now over volume at bind. Model: the closed volume of all bound meshes, for either
  /// winding. Joint: the cones from the joint's origin to the triangles that it moves, weighted by
  /// the joint's mean weight on each. Unknown if there is almost none at bind (a sheet).
  Meter volume;
  /// The bone's thinnest cross-section: the least ratio, over its rings, of the radius now to the
  /// radius at bind. Radius: mean distance of a ring's points from their middle. Rings are cut at
  /// bind, at 0, 1/8, ... 7/8 of the bone; each is the smallest closed ring around the bone there.
  /// A 180 degree twist under linear blending shrinks the joint's ring to 0 ("candy wrapper").
  /// Unknown without a ring.
  Meter thickness;
  /// Length now over length at bind of the most stretched edge that the joint moves.
  Meter stretch;
  /// The largest difference between a joint's weights at the ends of an edge: a jump means a tear
  /// when the joint turns. An uncovered vertex counts as held by an extra joint with weight 1, so
  /// at the border of a hole the jump is 1.
  Meter weight_jump;
  /// How far the joint's own skin (own_skin.h) turns with it: the mean, over its vertices, of the
  /// weights of the joint and its descendants. 1: all the way; 0: not at all. Between two bones the
  /// skin turns half-way with each, so a good rig has 0.7 to 1. Model: the least of the joints.
  /// Unknown without own skin.
  Meter follows;
};

/// Advice about the worst meter: a sentence with the reason, and the edit that helps.
struct Advice {
  enum class Cure { none, linear_falloff, dual_quaternions, fit_radius, fit_all };
  std::string reason;  ///< empty: no advice
  Cure cure = Cure::none;
  /// For fit_radius: the joint to fit. May differ from the joint that the advice is about.
  Id joint = kNoId;
  float radius = 0.0f;  ///< for fit_radius: Fit::radius of that joint
  bool operator==(const Advice&) const = default;
};

/// A connected group of uncovered vertices with the same nearest bone.
struct Island {
  Id mesh = kNoId;
  std::vector<std::uint32_t> vertices;
  Id joint = kNoId;       ///< its bone is the nearest
  float distance = 0.0f;  ///< from that bone to the nearest vertex
  /// The radius that holds all vertices (slightly more than the largest distance).
  float needed_radius = 0.0f;
  bool operator==(const Island&) const = default;
};

/// Vertices that a capsule holds because they are near its bone, although they are far from the
/// joint's own skin along the surface: a finger's capsule that holds a patch of the thigh. Own
/// skin: in each connected piece of a mesh, the largest connected part of the vertices whose
/// nearest bone is this joint's. Far: more than twice the radius along the edges. On a piece
/// without own skin of the joint (a button), vertices nearest to its parent or child are held
/// rightly, all others wrongly. Capsules hold no vertices of meshes with explicit weights.
struct Bleed {
  struct Patch {
    Id mesh = kNoId;
    std::vector<std::uint32_t> vertices;
    bool operator==(const Patch&) const = default;
  };
  std::vector<Patch> patches;  ///< one per mesh with such vertices
  std::uint32_t count = 0;
  /// The largest radius without bleeding, at most the present one; the present one if count is 0.
  float safe_radius = 0.0f;
  bool operator==(const Bleed&) const = default;
};

/// A radius for one joint: a percentile (see below) of the distances of the joint's own skin, plus
/// a margin of 5 % for inverse distance (up to 10 % if that includes the last vertices) or 40 % for
/// falloffs that are 0 at the capsule's end. The radius is small enough not to bleed into another
/// limb, but not smaller than the percentile.
struct Fit {
  Id joint = kNoId;
  /// The radius to set; for a tapered capsule, at its larger end (the shape is kept). The present
  /// radius if the joint has no skin of its own.
  float radius = 0.0f;
  /// The 99th percentile of the distances without outliers, before the margin.
  float percentile = 0.0f;
  /// The radius is smaller than the margin asks for, because otherwise it would bleed.
  bool is_held_back = false;
  std::uint32_t bleeding = 0;  ///< vertices of other limbs that the radius still holds
  bool has_skin = false;       ///< some vertex is nearest to this bone
  bool operator==(const Fit&) const = default;
};

}  // namespace marrow
