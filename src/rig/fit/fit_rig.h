// A skeleton at bind, the vertices that its capsules may hold, and their distances from its bones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rig/body/body.h"
#include "rig/bones.h"
#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow {

/// One skeleton and the meshes that it deforms, whatever weights the meshes use now.
struct FitRig {
  std::shared_ptr<const Skeleton> skeleton;
  std::vector<Bone> bones;
  std::vector<BodyMesh> parts;       ///< one per mesh
  std::vector<std::size_t> first;    ///< one per mesh: its first index in `positions`; then the end
  std::vector<glm::vec3> positions;  ///< source vertices at bind, mesh after mesh, skeleton space
};

/// Has no joints and no meshes if the node has no skeleton. `deformer` must be up to date with
/// `scene`.
FitRig fit_rig(const Scene& scene, Id skeleton, const Deformer& deformer);

/// Pairs of a vertex and a bone within the bone's reach, by vertex and by joint. Only vertices of
/// meshes that came with weights; if there are too many pairs, only every second (third, ...)
/// vertex.
struct FitPairs {
  std::vector<std::uint32_t> vertices;  ///< R: indices into FitRig::positions, ascending
  // By row: row r owns the entries [begin[r], begin[r + 1]), joints ascending.
  std::vector<std::uint32_t> begin;  ///< R + 1
  std::vector<std::uint32_t> joint;
  std::vector<float> distance;  ///< d_ij by the metric
  std::vector<float> place;     ///< t in [0, 1] of the bone's point nearest in a straight line
  // By joint: joint j owns [column_begin[j], column_begin[j + 1]), rows ascending.
  std::vector<std::uint32_t> column_begin;              ///< J + 1
  std::vector<std::uint32_t> column_row, column_entry;  ///< the pair's row and its entry
};

/// Precision of distances through the body. `rough` suffices to compare metrics and takes a tenth
/// of the time; `full`, as in the deformer, is for the rounds after this metric has been chosen.
enum class BodyDetail { rough, full };

/// `reaches`: one per joint, skeleton units. Includes pairs with d < reach.
FitPairs fit_pairs(const FitRig& rig, Metric metric, BodyDetail detail,
                   const std::vector<float>& reaches);

}  // namespace marrow
