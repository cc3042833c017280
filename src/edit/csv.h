// CSV tables, with decimal dots in every locale, for the bench and the batch commands.
#pragma once

#include <string>
#include <vector>

#include "rig/measure/motion_trial.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// A field, quoted where RFC 4180 requires it. A text that a spreadsheet would run as a formula
/// gets an apostrophe in front.
std::string csv_field(const std::string& text);
/// The shortest digits that read back as the same number; empty if it is not finite.
std::string csv_number(float number);
std::string csv_number(double number);

/// Columns mesh,vertex,joint,distance,weight; one row per influence of every bound mesh, sorted by
/// these columns. `mesh` is the index into deformer.meshes(), `vertex` the index in the source
/// file. Weights from a file have no distance. Precondition: `deformer` is up to date.
std::string influences_csv(const Scene& scene, const Deformer& deformer);

inline constexpr const char* kMotionCsvHead = "time,joint,volume,section,stretch,step,badness\n";
/// The rows below kMotionCsvHead: for each sample, in order, one row per joint that has a meter:
/// seconds, the joint's name, its meters, and the badness that the pose adds.
std::string motion_csv(const std::vector<std::string>& joint_names,
                       const std::vector<MotionSample>& samples);

}  // namespace marrow
