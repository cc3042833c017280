// --add-motion: a motion of another figure put on the file's skeleton, joint by joint.
#pragma once

#include <string>

#include "cli/options.h"
#include "io/loaded.h"

namespace marrow::cli {

/// --add-motion, --up, --rest and --in-place. Without --add-motion, --up and --rest say how the
/// figure of a file that has a motion and no mesh, such as .bvh, is to be read.
struct AddMotionWords {
  std::string from;      ///< the other file; empty: none
  std::string up, rest;  ///< empty: guessed
  bool in_place = false;

  void add_to(Options& options);
  /// Throws UsageError for values that are not known, and for --in-place without --add-motion.
  void check() const;
  /// Adds the motion to the first skeleton of the scene, or reads its own figure anew. Prints how
  /// many joints are matched, and each doubt as a warning. Throws io::Error when impossible.
  void apply(const std::string& file, io::Loaded& loaded) const;
};

}  // namespace marrow::cli
