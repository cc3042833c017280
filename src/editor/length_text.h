// Lengths as text, with the digits that the size of the figure or the scene needs.
#pragma once

#include <string>

#include "scene/scene.h"

namespace marrow {

/// Digits after the point that show a thousandth of a size: 3 for sizes from 1 to 10, at most 9.
int length_digits(float size);
/// "0.054": a length in an object of this size.
std::string length_text(float length, float size);

/// Size of a skeleton in its own units: the longest way along its bones; 1 if they have no length.
float skeleton_size(const Skeleton& skeleton);
/// Size of the skeleton that has this joint or node; 1 if there is none.
float skeleton_size(const Scene& scene, Id joint_or_node);

}  // namespace marrow
