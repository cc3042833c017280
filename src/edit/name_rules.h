// Rules for names of nodes, joints and poses.
#pragma once

#include <string>
#include <string_view>

namespace marrow {

/// The reason, for the user, to refuse a name: empty, longer than 120 characters, a control
/// character, or not UTF-8. Empty when valid. Uniqueness is not checked: see unique_joint_name.
std::string why_bad_name(std::string_view name);

}  // namespace marrow
