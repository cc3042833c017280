#include "rig/contract.h"
#include "rig/implementations.h"
#include "rig/student/student.h"

namespace marrow::student {

const Tasks& tasks() {
  static const Tasks table = MARROW_TASKS("student");
  return table;
}

}  // namespace marrow::student
