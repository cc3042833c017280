// marrow skin --backend gpu: an off-screen context, and the vertices that the graphics card makes.
#pragma once

#include <string>
#include <vector>

#include "edit/derived.h"
#include "view/gl/gpu_skinner.h"
#include "view/gl/offscreen.h"

namespace marrow::cli {

class CardSkinner {
 public:
  CardSkinner();  ///< throws UsageError where the engine is not part of the program,
                  ///< std::runtime_error where there is no OpenGL

  /// As marrow::derived_from. `deformer` has the engine.
  io::Derived derived_from(const Deformer& deformer, const Scene& scene);
  /// Meshes that had to be left to the processor.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  view::Offscreen context_;
  view::GpuSkinner skinner_;
  std::vector<std::string> warnings_;
};

}  // namespace marrow::cli
