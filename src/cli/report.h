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

/// The table for people: joints as a tree with radius and captured vertices, then coverage per
/// mesh.
std::string report_table(const Reported& reported);
/// The JSON for scripts: matrices as 16 numbers, column-major; numbers read back the same float.
std::string report_json(const Reported& reported);

}  // namespace marrow::cli
