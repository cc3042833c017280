// How work of seconds tells how far it is, and is stopped.
#pragma once

#include <functional>

namespace marrow {

/// Told the share that is done, 0 to 1; false: stop. Several threads may ask at once.
using GoOn = std::function<bool(double share)>;

inline bool goes_on(const GoOn& go_on, double share) { return !go_on || go_on(share); }

}  // namespace marrow
