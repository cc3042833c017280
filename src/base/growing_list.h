// A list for the results of work that is still running.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace marrow {

/// One thread appends while others read.
template <typename Value>
class GrowingList {
 public:
  void push_back(Value value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return values_.size();
  }
  /// A copy of the values from this index on; empty if there are none yet.
  std::vector<Value> from(std::size_t first) const {
    const std::lock_guard lock(mutex_);
    const std::size_t begin = std::min(first, values_.size());
    return {values_.begin() + static_cast<std::ptrdiff_t>(begin), values_.end()};
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Value> values_;
};

}  // namespace marrow
