// A page cannot run the assignment's checks, so they are left out of its program.
#include "course/check.h"

namespace marrow::course {

const std::vector<Check>& checks() {
  static const std::vector<Check> none;
  return none;
}

}  // namespace marrow::course
