// parallel_for: the ranges do not depend on the threads that run them.
#include "scene/parallel.h"

#include <atomic>
#include <doctest/doctest.h>
#include <mutex>
#include <set>
#include <stdexcept>
#include <vector>

#include "support/thread_limit.h"

namespace marrow::test {

namespace {

using Ranges = std::set<std::pair<std::size_t, std::size_t>>;

Ranges ranges_of(std::size_t count, std::size_t grain) {
  Ranges ranges;
  std::mutex guard;
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard<std::mutex> lock(guard);
    CHECK(ranges.insert({begin, end}).second);
  });
  return ranges;
}

}  // namespace

TEST_CASE("the ranges cut what there is into pieces of the grain, with any number of threads") {
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 1000u}) {
    for (const std::size_t grain : {0u, 1u, 8u, 5000u}) {
      const std::size_t piece = grain == 0 ? 1 : grain;
      Ranges expected;
      for (std::size_t begin = 0; begin < count; begin += piece)
        expected.insert({begin, std::min(count, begin + piece)});
      for (const int threads : {0, 1, 2, 3, 8}) {
        const ThreadLimit limit(threads);
        CHECK(ranges_of(count, grain) == expected);
      }
    }
  }
}

TEST_CASE("no more threads work at once than the limit says") {
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    CHECK(thread_limit() == threads);
    std::atomic<int> at_work{0}, most{0};
    parallel_for(200, 1, [&](std::size_t, std::size_t) {
      const int now = ++at_work;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::vector<double> work(2000, 1.0);
      for (double& number : work) number /= 3.0;
      --at_work;
    });
    CHECK(most <= threads);
  }
  CHECK(thread_limit() >= 1);
}

TEST_CASE("an exception of the callback comes out, and the next call works") {
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    CHECK_THROWS_AS(parallel_for(100, 3,
                                 [](std::size_t begin, std::size_t) {
                                   if (begin % 2) throw std::runtime_error("odd");
                                 }),
                    std::runtime_error);
    CHECK(ranges_of(10, 4).size() == 3);
  }
}

TEST_CASE("the callback may use parallel_for itself") {
  std::vector<std::atomic<int>> calls(64);
  parallel_for(8, 1, [&](std::size_t begin, std::size_t) {
    parallel_for(8, 1, [&](std::size_t inner, std::size_t) { ++calls[8 * begin + inner]; });
  });
  for (const std::atomic<int>& call : calls) CHECK(call == 1);
}

}  // namespace marrow::test
