// A skeleton at bind, the vertices that its capsules may hold, and how far they are from its bones.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rig/body/body.h"
#include "rig/bones.h"
#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow {

/// How far a fit is.
struct FitMoment {
  double share = 0.0;  ///< of the work, 0 to 1
  double error = 0.0;  ///< the least so far, of what is fitted now
  const char* what = "";
};
/// Told how far a fit is, from one thread at a time; false: stop.
using FitProgress = std::function<bool(const FitMoment&)>;

/// One skeleton and the meshes that it deforms, whichever weights these use now.
struct FitRig {
  Id node = kNoId;
  std::shared_ptr<const Skeleton> skeleton;
  std::vector<Bone> bones;
  std::vector<Id> meshes;            ///< nodes
  std::vector<std::size_t> first;    ///< of each mesh's vertices below; one more at the end
  std::vector<glm::vec3> positions;  ///< source vertices at bind, mesh after mesh, skeleton space
  std::vector<BodyMesh> parts;       ///< beside `meshes`
  std::vector<char> counts;  ///< beside `meshes`: capsules are fitted to its vertices; all of them
};

/// Without a skeleton at this node: no joints, no meshes. `deformer` is up to date with the scene.
FitRig fit_rig(const Scene& scene, Id skeleton, const Deformer& deformer);

/// The pairs of a vertex and a bone within the bone's reach, by vertex and by joint. Where they are
/// too many only each second (third, ...) vertex is in.
struct FitPairs {
  std::vector<std::uint32_t> vertices;  ///< R: indices into FitRig::positions, ascending
  // By row: row r owns the entries [begin[r], begin[r + 1]), joints ascending.
  std::vector<std::uint32_t> begin;  ///< R + 1
  std::vector<std::uint32_t> joint;
  std::vector<float> distance;  ///< d_ij by the metric
  std::vector<float> place;     ///< t in [0, 1] of the bone's point nearest in a straight line
  // By joint: joint j owns [column_begin[j], column_begin[j + 1]), rows ascending.
  std::vector<std::uint32_t> column_begin;              ///< J + 1
  std::vector<std::uint32_t> column_row, column_entry;  ///< R's row, and the entry above
};

/// How well distances through the body are known. A trial of that metric needs no more than rough
/// ones, which take a tenth of the time; where it is chosen they are measured as the deformer does.
enum class BodyDetail { rough, full };

constexpr std::size_t kMostFitPairs = 40'000'000;
/// `reaches`: one per joint, skeleton units; pairs with d < reach are in.
FitPairs fit_pairs(const FitRig& rig, Metric metric, BodyDetail detail,
                   const std::vector<float>& reaches, std::size_t most_pairs = kMostFitPairs);
/// What rough distances are measured in.
std::unique_ptr<const Body> rough_body(const FitRig& rig);

}  // namespace marrow
