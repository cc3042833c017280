// Numbers and words as text.
#pragma once

#include <cstdint>
#include <string>

namespace marrow {

/// 1234567 as "1,234,567".
std::string with_separators(std::uint64_t number);

}  // namespace marrow
