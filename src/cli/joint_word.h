// A joint that a command's word names.
#pragma once

#include <string>

#include "scene/scene.h"

namespace marrow::cli {

/// `word`: a name that one joint has, a path `skeleton/parent/name` (any number of parents, the
/// skeleton may be left out), or `#N`, the N-th joint of the file from 0 on. Throws io::Error at
/// `place` if there is none, or several, and says how to tell them apart.
JointRef joint_of_word(const std::string& file, const std::string& place, const Scene& scene,
                       const std::string& word);

/// The joint's name, after its skeleton's node where there are several skeletons.
std::string joint_name(const Scene& scene, Id joint);

}  // namespace marrow::cli
