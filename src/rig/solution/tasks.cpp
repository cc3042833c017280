#include "rig/contract.h"
#include "rig/implementations.h"
#include "rig/solution/textbook.h"

namespace marrow::solution {

const Tasks& tasks() {
#define MARROW_OWN(task, function) .function = function,
  static const Tasks table{.name = "solution", MARROW_CONTRACT(MARROW_OWN)};
  return table;
}

}  // namespace marrow::solution
