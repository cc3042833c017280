// Runs registered benchmarks, some at a time and interleaved, and keeps their times.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace marrow::bench {

struct Effort {
  int rounds = 9;
  double seconds = 0.004;  ///< shortest duration of a round
};

/// Nanoseconds per call, by benchmark: one number per round.
class Samples {
 public:
  /// Runs the named benchmarks `rounds` times, in a new random order for each round, so that
  /// disturbances of the machine affect all of them. Replaces earlier results of these names.
  void run(const std::vector<std::string>& names, const Effort& effort);

  double median(const std::string& name) const;  ///< precondition: it was run

 private:
  std::map<std::string, std::vector<double>> times_;
};

}  // namespace marrow::bench
