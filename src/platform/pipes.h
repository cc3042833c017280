// Reads and writes pipes that a process was started with. Separate from other headers, so that
// programs with a student's functions link fast.
#pragma once

#include <cstddef>

namespace marrow::platform {

/// Descriptors that a started program reads requests from and writes replies to: see WorkerProcess.
inline constexpr int kRequests = 3, kReplies = 4;

/// Reads exactly `size` bytes into `to`. False at the end of the pipe.
bool read_all(int pipe, void* to, std::size_t size);
/// Writes all bytes. False once the reading end is closed.
bool write_all(int pipe, const void* from, std::size_t size);

/// CPU time of this thread in seconds, which unlike wall time is exact on a busy machine, and is
/// finer than the time of the process. Wall time if the system does not count fractions of a
/// millisecond.
double thread_seconds();

}  // namespace marrow::platform
