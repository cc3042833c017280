// The results of `marrow report`, and their JSON.
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

/// The meters over a motion, of the skeleton that breaks most.
struct ReportedClip {
  std::string name;
  float seconds = 0.0f;
  float covered = 1.0f;  ///< share of the skeleton's vertices that any joint holds, at every time
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

}  // namespace marrow::cli
