// The only use of several threads: oneTBB, or std::thread for the thread sanitizer, which cannot
// see into TBB.
#pragma once

#include <cstddef>
#include <functional>

namespace marrow {

/// Calls body(begin, end) for consecutive ranges of [0, count), of `grain` each (the last may be
/// shorter), from several threads, in any order. Ranges depend on count and grain alone, so results
/// kept by range are the same with any number of threads. A single range is called directly. If
/// calls throw, one of the exceptions is rethrown.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Limits the number of threads, the caller included; 0: the machine's. For batch jobs,
/// measurements, tests.
void set_thread_limit(int threads);
int thread_limit();  ///< at least 1

}  // namespace marrow
