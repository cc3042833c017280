// A small picture of the sample in its saved pose, deformed by a student's functions, drawn on the
// CPU.
#pragma once

#include <filesystem>
#include <string>

#include "course/check.h"

namespace marrow::cli {

/// The name that requests this picture like a check, for the same isolation. It earns no points.
inline constexpr const char* kSamplePicture = "portrait";

/// The posed vertices of the sample's first mesh: world space, in got_points.
course::Outcome posed_sample(const std::filesystem::path& sample, const Tasks& tasks);

/// A PNG of those points, seen from the front. Empty when they are not of this sample.
std::string sample_picture_png(const std::filesystem::path& sample, const course::Outcome& sitting,
                               int width, int height);

}  // namespace marrow::cli
