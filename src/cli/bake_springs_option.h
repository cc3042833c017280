// --bake-springs: the swinging of springs becomes keys of every motion.
#pragma once

#include <string>

#include "cli/options.h"
#include "scene/scene.h"

namespace marrow::cli {

struct BakeSpringsOptions {
  std::string how;      ///< "settled", "rest" or "loop"; empty: not at all
  std::string contact;  ///< "turned" or "pushed"; empty: turned

  void add_to(Options& options);
  /// Throws UsageError for a contact without a bake.
  void check() const;
  /// Throws io::Error naming `file` if no joint swings or there is no motion.
  void apply(const std::string& file, Scene& scene) const;
};

}  // namespace marrow::cli
