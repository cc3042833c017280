// Whose functions run: the student's, the textbook's, or (from the engine's arrival on) the fast engine's.
#pragma once

#include <optional>
#include <string_view>

#include "rig/rig.h"

namespace marrow {

namespace student {
const Tasks& tasks();
}
namespace solution {
const Tasks& tasks();  ///< not there in a handout
}

enum class Backend { fast, textbook, student };

/// The functions of a backend. In a handout, where solution/ is absent, every backend is the student's. Until rig/fast exists, fast is the
/// textbook.
const Tasks& tasks_of(Backend backend);
std::optional<Backend> backend_from_name(std::string_view name);  ///< "fast", "textbook", "student"
bool has_solution();

}  // namespace marrow
