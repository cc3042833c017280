// CSV tables, with decimal dots in every locale, for the bench and the batch commands.
#pragma once

#include <string>
#include <vector>

#include "rig/measure/motion_trial.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// A field, quoted where it must be (RFC 4180). One that a spreadsheet would run as a formula gets
/// an apostrophe in front.
std::string csv_field(const std::string& text);
/// The shortest digits that read back as the same number; empty if it is not finite.
std::string csv_number(float number);
std::string csv_number(double number);

/// mesh,vertex,joint,distance,weight: one row per influence in effect, in that order, of every
/// bound mesh. `mesh` counts the scene's meshes, `vertex` is the source file's; no distance for a
/// file's weights. Precondition: `deformer` was updated with this scene.
std::string influences_csv(const Scene& scene, const Deformer& deformer);

inline constexpr const char* kMotionCsvHead = "time,joint,volume,section,stretch,step,badness\n";
/// Below that head a row per sample, in order, and joint that has a meter then: seconds, its name,
/// the meters, badness of what a pose changes.
std::string motion_csv(const std::vector<std::string>& joint_names,
                       const std::vector<MotionSample>& samples);

}  // namespace marrow
