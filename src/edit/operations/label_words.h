// Parts of the history's labels.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The name of a node or a joint; "#17" for one that does not exist.
std::string shown_name(const Scene& scene, Id id);

/// "elbow.L", or "3 joints".
std::string names_of(const Scene& scene, const std::vector<Id>& ids);

/// `digits` significant digits without trailing zeros; whole numbers stay whole; exponents only for
/// extremes.
std::string number(float value, int digits);

/// "0.12 -> 0.19", with enough digits to differ.
std::string change(float before, float after);

}  // namespace marrow
