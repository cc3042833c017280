// Finds the joint that a word of the command line names.
#pragma once

#include <string>

#include "scene/scene.h"

namespace marrow::cli {

/// `word`: a name that one joint has, a path `skeleton/parent/name` (any number of parents, the
/// skeleton may be left out), or `#N`, the N-th joint of the file from 0 on. Throws io::Error at
/// `place` if there is none or more than one; the message tells how to distinguish them.
JointRef joint_of_word(const std::string& file, const std::string& place, const Scene& scene,
                       const std::string& word);

/// The joint's name; if there are several skeletons, after the name of its skeleton's node.
std::string joint_name(const Scene& scene, Id joint);

}  // namespace marrow::cli
