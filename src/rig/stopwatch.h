#pragma once

#include <chrono>

namespace marrow {

/// Adds the milliseconds of its own lifetime to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& milliseconds)
      : milliseconds_(milliseconds), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() {
    milliseconds_ +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
            .count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& milliseconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace marrow
