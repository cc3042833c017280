// The implementations of the contract: the student's, the textbook's, the fast engine's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/rig.h"

namespace marrow {

namespace student {
const Tasks& tasks();
}
// A handout lacks both.
namespace solution {
const Tasks& tasks();
}
namespace fast {
const Tasks& tasks();  ///< the contract's functions on the engine
}

enum class Backend { fast, textbook, student };

/// The implementation of a backend. In a handout, which lacks solution/ and fast/, every backend is
/// the student's.
const Tasks& tasks_of(Backend backend);
std::optional<Backend> backend_from_name(std::string_view name);  ///< "fast", "textbook", "student"
bool has_solution();
bool has_engine();

/// A copy of `tasks` in which the named functions ("find_joints") have no effect: joints stay at
/// rest, vertices uncovered and unmoved, curves at 0. The replacements stand in for functions that
/// crash or never return, and do not need student/'s stubs. Ignores unknown names.
Tasks without(Tasks tasks, const std::vector<std::string>& functions);

}  // namespace marrow
