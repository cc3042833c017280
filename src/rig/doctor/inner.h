// Patches inside a body.
#pragma once

#include "rig/doctor/topology.h"

namespace marrow {

/// One per patch: true if it is inner, as examine() defines it.
std::vector<char> inner_patches(const MeshTopology& topology);

}  // namespace marrow
