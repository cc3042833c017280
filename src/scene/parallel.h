// The one way to use several threads. oneTBB's, or std::thread's in the thread-sanitizer build,
// which cannot see into TBB.
#pragma once

#include <cstddef>
#include <functional>

namespace marrow {

/// Calls body(begin, end) for the consecutive ranges that cut [0, count) into pieces of `grain`
/// (the last may be shorter), from several threads at once and in any order. Which ranges there are
/// depends on count and grain alone, so whoever keeps his results by range gets the same ones with
/// any number of threads. One range is called directly. An exception of a body is thrown again
/// here, one of them.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// From now on at most so many threads work at once, the caller among them; 0: as many as the
/// machine has. For batch jobs, measurements and tests.
void set_thread_limit(int threads);
int thread_limit();  ///< at least 1

}  // namespace marrow
