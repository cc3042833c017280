#include "edit/symmetry.h"

namespace marrow {

Operation with_symmetry(const Scene&, const Operation& operation, const Tasks&) { return operation; }

}  // namespace marrow
