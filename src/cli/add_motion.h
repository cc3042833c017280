// --add-motion: puts the motions of another figure on the file's skeleton, joint by joint.
#pragma once

#include "cli/options.h"
#include "io/loaded.h"

namespace marrow::cli {

/// --add-motion, --add-clip, --up, --rest, --in-place and --on-floor. Without --add-motion, --up
/// and --rest apply to the figure of a file that has a motion and no mesh, such as .bvh.
struct AddMotionOptions {
  std::string from;                ///< the other file; empty: none
  std::vector<std::string> clips;  ///< names of motions of the other file; empty: all
  std::string up, rest;            ///< empty: guessed
  bool in_place = false, on_floor = false;

  void add_to(Options& options);
  /// Throws UsageError for unknown values, and for options that need --add-motion.
  void check() const;
  /// Adds the other file's motions to the first skeleton, before the scene's own; without
  /// --add-motion, interprets the file's own figure by --up and --rest. Prints how many joints are
  /// matched, and each doubt and its cure as a warning. Throws io::Error if impossible.
  void apply(const std::string& file, io::Loaded& loaded) const;
};

}  // namespace marrow::cli
