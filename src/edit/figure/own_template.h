// A skeleton of another file as a template: its joints, carried over between the markers that are
// found on both meshes.
#pragma once

#include "edit/operation.h"
#include "rig/figure/search.h"

namespace marrow {

/// A skeleton at rest and what belongs to it, in the world: no meshes, motions or poses.
struct OwnTemplate {
  Scene rig{};              ///< one node with a skeleton, at the origin; springs
  FigureMarkers markers{};  ///< found on the meshes that the skeleton deforms
};

struct OwnSearch {
  std::optional<OwnTemplate> own{};
  std::string refusal{};  ///< what is missing, in words; empty: success
};

/// The largest skeleton of `source` that a mesh is bound to, carried over to these shells: both
/// must be figures of one template. Drops colliders that are not on its joints. Throws Stopped if
/// `progress` stops it.
OwnSearch own_template(const Scene& source, const std::vector<Shell>& shells,
                       const ProgressCallback& progress = {});

/// `own` at other markers of the same template. A point keeps its place relative to the nearest
/// segments between markers and their parents. Names, parents, limits and poles stay; radii,
/// springs and colliders change in proportion to the figures.
OwnTemplate carried_over(const OwnTemplate& own, const FigureMarkers& onto);

}  // namespace marrow
