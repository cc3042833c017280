// The only way to use several threads: by oneTBB, or by std::thread in the thread-sanitizer build,
// which cannot see into TBB.
#pragma once

#include <cstddef>
#include <functional>

namespace marrow {

/// Calls body(begin, end) for the consecutive ranges that cut [0, count) into pieces of `grain`
/// (the last may be shorter), from several threads at once and in any order. The ranges depend on
/// count and grain alone, so results kept by range are the same with any number of threads. A
/// single range is called directly. If functions throw, one of their exceptions is thrown again
/// here.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Limits the number of threads that work at once, the caller included; 0: as many as the machine
/// has. For batch jobs, measurements and tests.
void set_thread_limit(int threads);
int thread_limit();  ///< at least 1

}  // namespace marrow
