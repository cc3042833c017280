// Converts skinned meshes for a glTF file: weights become slots of a skin, in rows that sum to 1,
// without zeros; or the scene becomes the deformed surface alone.
#pragma once

#include <cstdint>
#include <vector>

#include "io/export.h"
#include "scene/influences.h"
#include "scene/scene.h"

namespace marrow::io {

/// Compressed rows: vertex v owns [row_begin[v], row_begin[v + 1]). Slots are joint indices;
/// `joint_count` is the static joint of vertices that no joint moves.
struct SkinRows {
  std::vector<std::uint32_t> row_begin{0};
  std::vector<std::uint32_t> slot;
  std::vector<float> weight;  ///< > 0; a row sums to 1 as closely as floats can
  bool uses_static_joint = false;
  std::uint32_t longest_row = 0;
  float largest_dropped_weight = 0.0f;  ///< largest sum of dropped weights at one vertex
};

/// Converts the deformer's weights: one row per source vertex, with its `max_influences` largest
/// weights (0: all), renormalized. Among equal weights the lower joint stays.
SkinRows skin_rows(const Influences& influences, std::uint32_t joint_count,
                   std::uint32_t max_influences);

/// Converts a mesh's own weights: joint ids become indices into the skeleton, unknown ids are
/// dropped.
Influences influences_from(const ExplicitWeights& weights, const Skeleton& skeleton);

/// Bound meshes are in world space, deformed as in `derived`, or at rest if missing there. Rigid
/// meshes in `derived` have their morphed shape. Skeletons, motions and morph targets are removed.
Scene posed_scene(const Scene& scene, const Derived& derived);

}  // namespace marrow::io
