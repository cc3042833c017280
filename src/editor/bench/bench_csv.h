// The bench's numbers as CSV: one header line, decimal dots, floats that read back exactly.
#pragma once

#include <string>
#include <vector>

#include "edit/csv.h"
#include "edit/mirror.h"
#include "rig/measure/measure.h"
#include "rig/measure/sweep.h"

namespace marrow {

/// joint,captured,radius,fit,bleeding,volume,section,stretch,step: one row per joint; unknown
/// values are empty.
std::string coverage_csv(const Scene& scene, const Deformer& deformer, Measures& measures,
                         Id skeleton);
/// radius,covered,shared,volume,step: one row per point.
std::string sweep_csv(const std::vector<SweepPoint>& points);
/// left,right,position,tip,length,radius,left_captured,right_captured,even: one row per pair;
/// `right` is empty for a joint without a partner.
std::string sides_csv(const Scene& scene, const std::vector<SideRow>& rows);

}  // namespace marrow
