// Rules for names of nodes, joints and poses.
#pragma once

#include <string>
#include <string_view>

namespace marrow {

/// Why a name is refused, for the user: empty, longer than 120 characters, with a control
/// character, or not UTF-8. Empty when it is fine. Uniqueness is not checked: see
/// unique_joint_name.
std::string why_bad_name(std::string_view name);

}  // namespace marrow
