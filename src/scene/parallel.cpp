#include "scene/parallel.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#ifdef MARROW_STD_THREADS
#include <exception>
#include <system_error>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace marrow {

namespace {

std::atomic<int> limit{0};

#ifdef MARROW_STD_THREADS

void limit_pool(int) {}

/// Each thread takes the next range until none is left.
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
  try {
    for (std::size_t t = 1; t < std::min(std::size_t(thread_limit()), ranges); ++t)
      threads.emplace_back(work);
  } catch (const std::system_error&) {
  }  // no more threads can be made: the existing ones do the work, at least this one
  work();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

#else

/// A thread arena of limited size, possibly larger than the machine's. Made when the limit changes,
/// not per call, because TBB reclaims old arenas slowly.
struct Pool {
  explicit Pool(int threads)
      : control(tbb::global_control::max_allowed_parallelism, std::size_t(threads)),
        arena(threads) {}
  tbb::global_control control;
  tbb::task_arena arena;
};
std::mutex pool_guard;
std::shared_ptr<Pool> pool;  ///< none without a limit

void limit_pool(int threads) {
  const std::lock_guard<std::mutex> lock(pool_guard);
  pool.reset();
  if (threads > 0) pool = std::make_shared<Pool>(threads);
}

void run_ranges(std::size_t ranges, const std::function<void(std::size_t)>& run) {
  const auto all = [&] {
    tbb::parallel_for(std::size_t(0), ranges, run, tbb::simple_partitioner());
  };
  std::shared_ptr<Pool> limited;
  {
    const std::lock_guard<std::mutex> lock(pool_guard);
    limited = pool;
  }
  if (!limited) return all();
  limited->arena.execute(all);
}

#endif

}  // namespace

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(1, grain);
  const std::size_t ranges = (count + grain - 1) / grain;
  const auto run = [&](std::size_t range) {
    body(range * grain, std::min(count, (range + 1) * grain));
  };
  if (ranges > 1 && thread_limit() > 1) return run_ranges(ranges, run);
  for (std::size_t range = 0; range < ranges; ++range) run(range);
}

void set_thread_limit(int threads) {
  limit = std::max(0, threads);
  limit_pool(limit);
}

int thread_limit() {
  return limit > 0 ? limit.load() : std::max(1, int(std::thread::hardware_concurrency()));
}

}  // namespace marrow
