// A check once more, with inputs that no table can hold: everything moved, rotated and scaled by
// what the seed draws. A right function's results change by the same motion, which is undone.
#pragma once

#include "rig/rig.h"

namespace marrow::course {

struct Variation {
  bool moves = true;         ///< changes the inputs, and undoes that in the results
  bool calls_others = true;  ///< before each call one with other inputs of the same sizes
  bool shrinks = false;      ///< bones become so short that some functions take them for points
};

/// Functions that call those of `tasks`. One at a time: the next call replaces it.
Tasks varied(const Tasks& tasks, const Variation& variation);

}  // namespace marrow::course
