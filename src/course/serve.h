// The other end of ImplementationProcess: a process that has a student's functions and does nothing
// but call them. It needs scene/, rig/'s headers and this file, and links in a moment.
#pragma once

#include "rig/rig.h"

namespace marrow::course {

inline constexpr int kRequests =
    3;  ///< the descriptors that a program of functions is started with
inline constexpr int kReplies = 4;

/// First byte of a reply.
enum class Reply : unsigned char { ready, returned, threw, out_of_memory };

/// Says `ready`, then answers calls until there are no more. Exceptions go back in words.
void serve(const Tasks& tasks, int requests, int replies);

}  // namespace marrow::course
