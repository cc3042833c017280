// Indices of our data are int, -1 for none; those of containers are unsigned.
#pragma once

#include <cstddef>

namespace marrow {

/// An index that is known not to be negative, for a container.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace marrow
