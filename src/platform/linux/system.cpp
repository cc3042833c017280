#include "platform/posix/system.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <linux/capability.h>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace marrow::platform {
namespace {

/// Utime, stime, cutime and cstime of /proc/PID/stat (proc(5)): with threads and children that have
/// ended.
double milliseconds_of(pid_t process) {
  constexpr int kBefore = 11;  // fields between the name and utime
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  for (int i = 0; i < kBefore; ++i) fields >> text;
  double ticks = 0.0, all = 0.0;
  for (int i = 0; i < 4 && fields >> ticks; ++i) all += ticks;
  return all * 1000.0 / double(::sysconf(_SC_CLK_TCK));
}

/// Seconds in which a thread was ready to run but had no processor: the second field of its
/// schedstat, in nanoseconds. 0 where the kernel has no such file.
double run_delay_of(const std::filesystem::path& task) {
  std::ifstream file(task / "schedstat");
  double ran = 0.0, waited = 0.0;
  return file >> ran >> waited ? 1e-9 * waited : 0.0;
}

/// Calls `visit` with each process of a tree and the /proc folders of its threads.
template <typename Visit>
void visit_process_tree(pid_t root, const Visit& visit) {
  std::vector<pid_t> tree = {root};
  while (!tree.empty()) {
    const pid_t process = tree.back();
    tree.pop_back();
    std::vector<std::filesystem::path> tasks;
    std::error_code error;
    for (std::filesystem::directory_iterator task(fmt::format("/proc/{}/task", process), error),
         none;
         !error && task != none; task.increment(error)) {
      tasks.push_back(task->path());
      std::ifstream children(task->path() / "children");
      for (pid_t child = 0; children >> child;) tree.push_back(child);
    }
    visit(process, tasks);
  }
}

}  // namespace

bool make_pipe(int (&ends)[2]) { return ::pipe2(ends, O_CLOEXEC) == 0; }

void close_from(int lowest) { ::syscall(SYS_close_range, unsigned(lowest), ~0u, 0u); }

void end_with_parent(int signal) { ::prctl(PR_SET_PDEATHSIG, signal); }
void hide_from_others() { ::prctl(PR_SET_DUMPABLE, 0); }

void give_up_rights() {
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  ::syscall(SYS_capset, &header, none);
}

std::uint64_t address_space() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  return pages * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

/// As the kernel counts it.
double milliseconds_of_tree(pid_t root) {
  double all = 0.0;
  visit_process_tree(root, [&](pid_t process, const auto&) { all += milliseconds_of(process); });
  return all;
}

double cpu_wait_seconds(pid_t other) {
  double most = 0.0;
  visit_process_tree(other, [&](pid_t, const std::vector<std::filesystem::path>& tasks) {
    for (const std::filesystem::path& task : tasks) most = std::max(most, run_delay_of(task));
  });
  return run_delay_of("/proc/thread-self") + most;
}

}  // namespace marrow::platform
