#include "platform/processes.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace marrow::platform {

bool has_processes() { return true; }

long process_number() { return ::getpid(); }

bool is_running(long process) {
  return process > 0 && (::kill(pid_t(process), 0) == 0 || errno != ESRCH);
}

}  // namespace marrow::platform
