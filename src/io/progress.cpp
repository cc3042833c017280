#include "io/progress.h"

#include <algorithm>

namespace marrow::io {

void Progress::begin_stage(double end, std::size_t steps) {
  const std::lock_guard lock(mutex_);
  begin_ = end_;
  end_ = end;
  steps_ = steps;
  done_ = 0;
  tell(begin_);
}

void Progress::advance(std::size_t steps) {
  const std::lock_guard lock(mutex_);
  done_ = std::min(done_ + steps, steps_);
  tell(begin_ + (end_ - begin_) * static_cast<double>(done_) /
                    static_cast<double>(std::max<std::size_t>(steps_, 1)));
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  tell(1.0);
}

void Progress::tell(double share) {
  told_ = std::max(told_, share);
  if (report_ && !report_(told_)) throw Stopped();
}

}  // namespace marrow::io
