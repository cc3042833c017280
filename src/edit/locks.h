// Which joints an edit names, and what a lock means: the one place for both.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// The joints that an operation is told to change or to build on, each once, by id: all that it lists, for a deletion with everything below
/// those too, for a sequence those of its parts. Ids of nodes and of joints that are not there are left out. An edit of a whole skeleton
/// names none.
std::vector<Id> named_by(const Scene& scene, const Operation& operation);

/// "hand.L is locked: unlock it in the tree first." when the operation names a locked joint; empty when it may go on. Names and the locks
/// themselves can always be changed. A sequence is answered for by its parts, one by one.
std::string why_locked(const Scene& scene, const Operation& operation);

/// After an edit of a whole skeleton the locked joints have their Ul and their radius back. Other operations: nothing happens.
void keep_locked(const Scene& before, const Operation& operation, Scene& after);

}  // namespace marrow
