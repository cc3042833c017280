// Functions that do no harm: every joint stays at rest, every vertex is uncovered and unmoved. They
// replace functions that crash or never return, also where student/ no longer has its stubs.
#pragma once

#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow {

/// A copy of the implementation with the named functions ("find_joints") replaced by harmless ones.
/// Unknown names are ignored.
Tasks without(Tasks tasks, const std::vector<std::string>& functions);

}  // namespace marrow
