// A session as a script: one line per step, as operation.h prints it. Empty lines and lines that
// begin with # are comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/document.h"

namespace marrow {

inline constexpr std::uint64_t kScriptCap = 64u << 20;  ///< bytes of a script

/// The steps after `from` up to and including `to` (indices into History::steps()). Throws
/// std::exception if a name is not UTF-8.
std::string script_of(const History& history, std::size_t from, std::size_t to);

struct ScriptRun {
  std::size_t steps = 0;  ///< lines that were done
  /// "line 7: column 14: expected a number", or why that edit was refused; empty on success.
  std::string problem;
  /// Joints that have another name here: "forearm.L is LeftForeArm".
  std::vector<std::string> notes;
};
/// Does the lines, one step each, until one fails. A line that changes nothing makes no step. A
/// name that no joint has means the joint with that name's role in the body (joint_roles.h).
ScriptRun run_script(Document& document, std::string_view script);

}  // namespace marrow
