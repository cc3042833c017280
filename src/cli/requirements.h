// The gate of `marrow report --require`: figures of a rig that fail a build.
#pragma once

#include <string>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow::cli {

/// A figure, a comparison and a bound: "bleed<0.05".
struct Requirement {
  std::size_t figure = 0;  ///< index into figure_names()
  std::string sign;        ///< = < > <= >=
  double bound = 0.0;
  std::string text;  ///< as typed
};

/// covered: the share of bound vertices that some joint holds. bleed: how often a capsule holds
/// from afar what is nearest to another limb, per bound vertex. follows: Meters::follows of the
/// joint whose own skin follows least. score: TrialSummary::score. poor: the number of joints that
/// are poor in their range of motion. influences: the largest number of joints that hold a vertex.
/// Of several skeletons the worst one counts.
const std::vector<std::string>& figure_names();

/// Reads "covered=100%,bleed<0.05". Throws UsageError.
std::vector<Requirement> read_requirements(const std::string& text);

/// A line for each requirement that is not met: "covered is 98.7 %, required is covered=100%". A
/// file without a skeleton that deforms a mesh meets none.
std::vector<std::string> unmet(const std::vector<Requirement>& requirements, const Scene& scene,
                               const Deformer& deformer);

}  // namespace marrow::cli
