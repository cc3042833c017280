// The other end of ImplementationProcess: the process that calls a student's functions. It needs
// only scene/, the headers of rig/ and this file, so that it links fast.
#pragma once

#include "rig/rig.h"

namespace marrow::course {

/// First byte of a reply.
enum class Reply : unsigned char { ready, returned, threw, out_of_memory };

/// Sends `ready`, then answers calls until the pipe closes. Sends exceptions as text.
void serve(const Tasks& tasks, int requests, int replies);

}  // namespace marrow::course
