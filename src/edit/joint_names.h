// Names of a body's joints as other programs expect them: the reverse of joint_roles.h.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

enum class NameConvention { mixamo, unity, unreal, vrm, rigify, humanik };

inline constexpr std::array<std::string_view, 6> kNameConventions = {"mixamo", "unity",  "unreal",
                                                                     "vrm",    "rigify", "humanik"};

inline constexpr std::array<const char*, 6> kNameConventionLabels = {"Mixamo", "Unity",  "Unreal",
                                                                     "VRM",    "Rigify", "HumanIK"};

/// One name per joint, no two alike: by the joint's role (body_roles()); joints without a role, and
/// roles that the convention has no name for, keep their name, with a number if it is taken.
std::vector<std::string> names_by(const Skeleton& skeleton, NameConvention convention);

/// The skeleton with the names of names_by().
Skeleton with_names(Skeleton skeleton, NameConvention convention);

}  // namespace marrow
