#include "rig/contract.h"
#include "rig/implementations.h"
#include "rig/student/student.h"

namespace marrow::student {

const Tasks& tasks() {
#define MARROW_OWN(task, function) .function = function,
  static const Tasks table{.name = "student", MARROW_CONTRACT(MARROW_OWN)};
  return table;
}

}  // namespace marrow::student
