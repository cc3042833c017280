// What a student's functions make of the sample in the pose that it is saved in: a small picture,
// drawn without a graphics card.
#pragma once

#include <filesystem>
#include <string>

#include "course/check.h"

namespace marrow::cli {

/// The name under which a portrait is asked for as if it were a check, so that it is made in the
/// same isolation. It earns nothing.
inline constexpr const char* kSamplePicture = "portrait";

/// Where every vertex of the sample's first mesh goes: world space, in got_points.
course::Outcome posed_sample(const std::filesystem::path& sample, const Tasks& tasks);

/// A PNG of those points, seen from the front. Empty when they are not of this sample.
std::string sample_picture_png(const std::filesystem::path& sample, const course::Outcome& sitting,
                               int width, int height);

}  // namespace marrow::cli
