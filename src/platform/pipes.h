// Bytes through descriptors that a process was started with. By itself, so that programs of a
// student's functions link fast.
#pragma once

#include <cstddef>

namespace marrow::platform {

/// The descriptors that a program is started with which is asked and replies: see Partner.
inline constexpr int kRequests = 3, kReplies = 4;

/// Fills `to` with the next `size` bytes. False at the end of the pipe.
bool read_all(int pipe, void* to, std::size_t size);
/// False once the reading end is closed.
bool write_all(int pipe, const void* from, std::size_t size);

/// CPU time of this thread in seconds: unlike wall time exact on a busy machine, and finer than the
/// process's. Wall time where the system does not count to a fraction of a millisecond.
double thread_seconds();

}  // namespace marrow::platform
