// The clock for timing the functions of the assignment.
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>

#include "platform/pipes.h"

TEST_CASE("the thread's clock moves in steps shorter than a millisecond") {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(50);
  double last = marrow::platform::thread_seconds(), shortest_step = 1.0;
  while (Clock::now() < end) {
    const double now = marrow::platform::thread_seconds();
    if (now > last) shortest_step = std::min(shortest_step, now - last);
    last = now;
  }
  CHECK(shortest_step < 1e-3);
}
