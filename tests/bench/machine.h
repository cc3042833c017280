// The machine that figures were measured on, in words.
#pragma once

#include <string>
#include <vector>

namespace marrow::bench {

/// Processor and its cores, caches, how busy it was, compiler, instruction set in use: one line
/// each.
std::vector<std::string> machine_lines();

}  // namespace marrow::bench
