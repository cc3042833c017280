// Processes of the operating system.
#pragma once

namespace marrow::platform {

/// Whether other processes can be started. If not, making a Child or a WorkerProcess throws an
/// error that says so.
bool has_processes();

/// The number of this process, unique among running processes.
long process_number();
/// Whether a process with that number is running; true if that cannot be known.
bool is_running(long process);

}  // namespace marrow::platform
