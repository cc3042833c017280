// marrow report --clip: the meters over a motion.
#pragma once

#include <string>

namespace marrow::cli {

struct MotionReport {
  std::string file, clip;
  std::string fps;      ///< frames per second; empty: the motion's own
  std::string json;     ///< path or "-"; empty: none
  std::string csv;      ///< path or "-"; empty: none
  std::string picture;  ///< path of a PNG, or empty
};

/// Prints the worst time of each joint, worst first, and writes the requested files. Returns the
/// exit status. Throws UsageError.
int report_motion(const MotionReport& wanted);

}  // namespace marrow::cli
