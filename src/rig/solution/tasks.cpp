#include "rig/contract.h"
#include "rig/implementations.h"
#include "rig/solution/textbook.h"

namespace marrow::solution {

const Tasks& tasks() {
  static const Tasks table = MARROW_TASKS("solution");
  return table;
}

}  // namespace marrow::solution
