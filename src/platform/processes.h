// Other programs and this one, as the operating system has them.
#pragma once

namespace marrow::platform {

/// Others can be started. Where not, making a Child or a Partner throws, and says so in one
/// sentence.
bool has_processes();

/// A number that no other running process of this machine has.
long process_number();
/// Whether a process with that number runs; true where that cannot be known.
bool is_running(long process);

}  // namespace marrow::platform
