// Waits for moments of a child process by its CPU time, which a busy machine does not change.
#pragma once

#include <csignal>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace marrow::test {

/// Also false for a zombie.
inline bool has_not_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

/// CPU seconds of a child and its threads so far.
inline double seconds_worked(pid_t child) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(child, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0.0;
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Waits until the child has used that much CPU time, or has ended.
inline void wait_until_worked(pid_t child, double seconds) {
  while (seconds_worked(child) < seconds && has_not_ended(child)) ::usleep(100);
}

/// Whether the child has a handler for the signal.
inline bool handles(pid_t child, int signal) {
  std::ifstream status("/proc/" + std::to_string(child) + "/status");
  for (std::string word; status >> word;) {
    if (word != "SigCgt:") continue;
    std::uint64_t caught = 0;
    status >> std::hex >> caught;
    return (caught >> (signal - 1) & 1) != 0;
  }
  return false;
}

}  // namespace marrow::test
