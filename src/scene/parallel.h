// The one way to compute on several threads: oneTBB, or std::thread for the thread sanitizer, which
// cannot see into TBB.
#pragma once

#include <cstddef>
#include <functional>

namespace marrow {

/// Calls body(begin, end) for consecutive ranges of [0, count), from several threads, in any order.
/// Each range has `grain` items; the last may be shorter. Ranges depend only on count and grain, so
/// results stored per range do not depend on the number of threads. A single range runs on the
/// calling thread. If calls throw, rethrows one of the exceptions.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Calls body(i) for each i of [0, count), in the ranges of parallel_for().
template <typename Body>
void parallel_for_each(std::size_t count, std::size_t grain, const Body& body) {
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

/// Limits the number of threads, the caller included; 0: as many as the machine has. For batch
/// jobs, measurements and tests.
void set_thread_limit(int threads);
int thread_limit();  ///< at least 1

}  // namespace marrow
