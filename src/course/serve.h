// The other end of ImplementationProcess: the process that calls a student's functions. It depends
// on little besides scene/ and the headers of rig/, so that it links fast.
#pragma once

#include "course/wire.h"
#include "rig/rig.h"

namespace marrow::course {

/// First byte of a reply.
enum class Reply : unsigned char { ready, returned, threw, out_of_memory };

/// Calls a function and returns the reply for the judge. `request`: the function's number in the
/// contract, then its arguments. Exceptions become text.
Bytes reply_to(const Tasks& tasks, const Bytes& request);

/// Sends `ready`, then answers calls until the pipe closes.
void serve(const Tasks& tasks, int requests, int replies);

}  // namespace marrow::course
