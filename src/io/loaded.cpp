#include "io/loaded.h"

#include <algorithm>

namespace marrow::io {

void LoadProgress::begin_stage(double end, std::size_t steps) {
  const std::lock_guard lock(mutex_);
  begin_ = end_;
  end_ = end;
  steps_ = steps;
  done_ = 0;
  report(begin_);
}

void LoadProgress::advance(std::size_t steps) {
  const std::lock_guard lock(mutex_);
  done_ = std::min(done_ + steps, steps_);
  report(begin_ + (end_ - begin_) * double(done_) / double(std::max<std::size_t>(steps_, 1)));
}

void LoadProgress::finish() {
  const std::lock_guard lock(mutex_);
  report(1.0);
}

void LoadProgress::report(double share) {
  reported_ = std::max(reported_, share);
  if (!goes_on(callback_, reported_)) throw Stopped();
}

}  // namespace marrow::io
