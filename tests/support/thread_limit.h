// Sets the number of threads for the duration of a test.
#pragma once

#include "scene/parallel.h"

namespace marrow::test {

/// At most so many threads during its lifetime; afterwards as many as the machine has.
struct ThreadLimit {
  explicit ThreadLimit(int threads) { set_thread_limit(threads); }
  ~ThreadLimit() { set_thread_limit(0); }
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;
};

}  // namespace marrow::test
