// The parts of `marrow report`: results, JSON, meters over a motion, the gate.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rig/measure/measure.h"
#include "rig/measure/motion_trial.h"
#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow::cli {

/// The meters over a motion, for the skeleton that breaks most.
struct ReportedClip {
  std::string name;
  float seconds = 0.0f;
  float covered = 1.0f;  ///< share of the skeleton's vertices that some joint holds, at all times
  std::vector<MotionSample> samples;
  WorstOfMotion worst;
  std::string worst_joint;  ///< its name
};

/// A scene and the results derived from it; both must outlive the report.
struct Reported {
  std::string file;
  const Scene& scene;
  const Deformer& deformer;
  std::vector<std::string> warnings;
  std::optional<ReportedClip> clip{};
  std::map<Id, std::vector<BleedingPair>> bleeding{};  ///< by skeleton, if requested
};

/// The JSON for scripts: matrices as 16 numbers, column-major; numbers read back the same float.
std::string report_json(const Reported& reported);

/// The options of `report --clip`.
struct MotionReport {
  std::string file, clip;
  std::string fps;      ///< frames per second; empty: the motion's own
  std::string json;     ///< path or "-"; empty: none
  std::string csv;      ///< path or "-"; empty: none
  std::string picture;  ///< path of a PNG, or empty
};

/// Prints the worst time of each joint, worst first, and writes the requested files. Returns the
/// exit status. Throws UsageError.
int report_motion(const MotionReport& wanted);

/// Checks --require, "covered=100%,bleed<0.05": figures, comparisons and bounds. Throws UsageError.
///
/// covered: the share of bound vertices that some joint holds. bleed: how often a capsule holds
/// from afar what is nearest to another limb, per bound vertex. follows: Meters::follows of the
/// joint whose own skin follows least. score: TrialSummary::score. poor: the number of joints that
/// are poor in their range of motion. influences: the largest number of joints that hold a vertex.
/// l1, roughness: WeightFigures, mean over the vertices. Of several skeletons the worst one counts.
void check_requirements(const std::string& text);

/// A line for each requirement that is not met: "covered is 98.7 %, required is covered=100%". A
/// file without a skeleton that deforms a mesh meets none.
std::vector<std::string> unmet(const std::string& text, const Scene& scene,
                               const Deformer& deformer);

}  // namespace marrow::cli
