// marrow report --clip: the meters over a motion.
#pragma once

#include <string>

namespace marrow::cli {

struct MotionReport {
  std::string file, clip;
  std::string csv;      ///< path or "-"; empty: none
  std::string picture;  ///< path of a PNG, or empty
};

/// Prints the worst time of each joint, worst first; writes what is asked for. Returns the exit
/// status.
int report_motion(const MotionReport& wanted);

}  // namespace marrow::cli
