// The parts of `marrow report` as text, for the command, for many files at once and for tests.
#pragma once

#include <string>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow::cli {

/// A scene and what was derived from it; all of it must outlive the report.
struct Reported {
  std::string file;
  const Scene& scene;
  const Deformer& deformer;
  std::vector<std::string> warnings;
};

/// The table for people: joints as a tree with radius and captured vertices, then each mesh's
/// coverage.
std::string report_table(const Reported& reported);
/// The JSON that scripts read: matrices as 16 numbers column by column, every number reads back the
/// same float.
std::string report_json(const Reported& reported);

}  // namespace marrow::cli
