#include "scene/parallel.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#ifdef MARROW_STD_THREADS
#include <exception>
#include <vector>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace marrow {

namespace {

std::atomic<int> limit{0};

#ifdef MARROW_STD_THREADS

/// Threads take the next range until none is left.
void run_ranges(std::size_t ranges, const std::function<void(std::size_t)>& run) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr thrown;
  std::mutex guard;
  const auto work = [&] {
    for (std::size_t range = next++; range < ranges; range = next++) {
      try {
        run(range);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (!thrown) thrown = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 1; t < std::min(std::size_t(thread_limit()), ranges); ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

#else

/// Where so many threads work. Made when the limit changes, not for each call: TBB gathers the old ones up only slowly.
std::shared_ptr<tbb::task_arena> arena_of(int threads) {
  static std::mutex guard;
  static std::shared_ptr<tbb::task_arena> arena;
  static int size = 0;
  const std::lock_guard<std::mutex> lock(guard);
  if (!arena || size != threads) arena = std::make_shared<tbb::task_arena>(size = threads);
  return arena;
}

void run_ranges(std::size_t ranges, const std::function<void(std::size_t)>& run) {
  const auto all = [&] { tbb::parallel_for(std::size_t(0), ranges, run, tbb::simple_partitioner()); };
  if (limit == 0) return all();
  arena_of(thread_limit())->execute(all);
}

#endif

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(1, grain);
  const std::size_t ranges = (count + grain - 1) / grain;
  const auto run = [&](std::size_t range) { body(range * grain, std::min(count, (range + 1) * grain)); };
  if (ranges > 1 && thread_limit() > 1) return run_ranges(ranges, run);
  for (std::size_t range = 0; range < ranges; ++range) run(range);
}

void set_thread_limit(int threads) { limit = std::max(0, threads); }

int thread_limit() { return limit > 0 ? limit.load() : std::max(1, int(std::thread::hardware_concurrency())); }

}  // namespace marrow
