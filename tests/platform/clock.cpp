// The clock for timing the functions of the assignment.
#include <algorithm>
#include <doctest/doctest.h>

#include "platform/pipes.h"

TEST_CASE("the thread's clock moves in steps shorter than a millisecond") {
  double last = marrow::platform::thread_seconds(), shortest_step = 1.0;
  for (int steps = 0; steps < 100;) {
    const double now = marrow::platform::thread_seconds();
    if (now > last) shortest_step = std::min(shortest_step, now - last), ++steps;
    last = now;
  }
  CHECK(shortest_step < 1e-3);
}
