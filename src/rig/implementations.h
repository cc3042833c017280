// The implementations of the contract: the student's, the textbook's, the fast engine's.
#pragma once

#include <optional>
#include <string_view>

#include "rig/rig.h"

namespace marrow {

namespace student {
const Tasks& tasks();
}
namespace solution {
const Tasks& tasks();  ///< missing in a handout
}

enum class Backend { fast, textbook, student };

namespace fast {
const Tasks& tasks();  ///< the contract's functions on the engine; missing in a handout
}

/// The implementation of a backend. A handout lacks solution/ and fast/, so there it is always the
/// student's.
const Tasks& tasks_of(Backend backend);
std::optional<Backend> backend_from_name(std::string_view name);  ///< "fast", "textbook", "student"
bool has_solution();
bool has_engine();

}  // namespace marrow
