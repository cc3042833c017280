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
const Tasks& tasks();  ///< not there in a handout
}

enum class Backend { fast, textbook, student };

namespace fast {
const Tasks& tasks();  ///< the engine behind the contract's functions; not there in a handout
}

/// The implementation of a backend. In a handout, without solution/ and fast/, all are the
/// student's.
const Tasks& tasks_of(Backend backend);
std::optional<Backend> backend_from_name(std::string_view name);  ///< "fast", "textbook", "student"
bool has_solution();
bool has_engine();

}  // namespace marrow
