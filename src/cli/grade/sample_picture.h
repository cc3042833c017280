// A small picture of the sample in its saved pose, deformed by a student's functions, drawn on the
// CPU.
#pragma once

#include <string>

#include "course/check.h"
#include "scene/scene.h"

namespace marrow::cli {

/// The posed vertices of the sample's first mesh: world space, in got_points.
course::Outcome posed_sample(const Scene& scene, const Tasks& tasks);

/// A PNG of those points, seen from the front. Empty when they are not of this sample.
std::string sample_picture_png(const Scene& scene, const course::Outcome& sitting, int width,
                               int height);

}  // namespace marrow::cli
