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

/// CPU time of a process, its threads and its children that have ended: utime, stime, cutime and
/// cstime of /proc/PID/stat (proc(5)).
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

/// The children of all threads of a process.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> all;
  std::error_code error;
  for (std::filesystem::directory_iterator task(fmt::format("/proc/{}/task", process), error), none;
       !error && task != none; task.increment(error)) {
    std::ifstream children(task->path() / "children");
    for (pid_t child = 0; children >> child;) all.push_back(child);
  }
  return all;
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

double milliseconds_of_tree(pid_t root) {
  double all = 0.0;
  std::vector<pid_t> tree = {root};
  while (!tree.empty()) {
    const pid_t process = tree.back();
    tree.pop_back();
    all += milliseconds_of(process);
    for (const pid_t child : children_of(process)) tree.push_back(child);
  }
  return all;
}

}  // namespace marrow::platform
