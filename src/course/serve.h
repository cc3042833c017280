// The other end of ImplementationProcess: a process that only calls a student's functions. Needs
// only scene/, rig/'s headers and this file, to link fast.
#pragma once

#include "rig/rig.h"

namespace marrow::course {

/// First byte of a reply.
enum class Reply : unsigned char { ready, returned, threw, out_of_memory };

/// Sends `ready`, then answers calls until the pipe closes. Exceptions go back in words.
void serve(const Tasks& tasks, int requests, int replies);

}  // namespace marrow::course
