// Fits by name, and their effect in numbers, for the command line and the window.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rig/fit/fit.h"

namespace marrow {

enum class FitTo { weights, range, clip };

struct FitRequest {
  FitTo to = FitTo::weights;
  FitFreedom freedom{};
  std::shared_ptr<const Motion> motion{};  ///< for FitTo::clip
};

/// One row per FitTo, in its order.
struct FitToRow {
  FitTo value;
  const char* id;     ///< on the command line
  const char* title;  ///< "the weights of the file"
  const char* help;
};
inline constexpr std::array<FitToRow, 3> kFitTargets = {{
    {FitTo::weights, "weights", "the weights of the file",
     "Capsules whose weights come as near as they can to those that the meshes came with."},
    {FitTo::range, "range", "the range of motion",
     "Capsules under which the skin bends best: every joint is bent and twisted, and the meters "
     "say how well."},
    {FitTo::clip, "clip", "a motion",
     "Capsules under which the skin bends best in the poses of a motion."},
}};

CapsuleFit fit_capsules(const Scene& scene, Id skeleton, const FitRequest& request,
                        const FitProgress& progress = {});

/// A number before and after a fit.
struct FitMeasure {
  const char* key;    ///< for scripts
  const char* words;  ///< for people
  double before = 0.0, after = 0.0;
  enum class Unit { share, length, number, count } unit = Unit::share;

  std::string text(double value) const;  ///< "12.3 %", "0.0123", "61.2", "88"
};
/// Compares two scenes that differ in the capsules of a skeleton. Empty if `progress` stopped it.
std::vector<FitMeasure> fit_measures(const Scene& before, const Scene& after, Id skeleton,
                                     const FitRequest& request,
                                     const ProgressCallback& progress = {});

}  // namespace marrow
