// A page cannot run the assignment's checks, so they are not fetched with it.
#include "course/check.h"

namespace marrow::course {

const std::vector<Check>& checks() {
  static const std::vector<Check> none;
  return none;
}

}  // namespace marrow::course
