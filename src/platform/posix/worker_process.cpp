#include "platform/worker_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "platform/jobs.h"
#include "platform/pipes.h"
#include "platform/posix/fork.h"
#include "platform/posix/system.h"

namespace marrow::platform {

struct WorkerProcess::Inside {
  pid_t process = -1;
  int requests = -1, replies = -1;
  bool is_command = false;
  /// CPU time, milliseconds; `counted_before`: its value at set_time_limit().
  double counted = 0.0, counted_before = 0.0;
  double time_limit = 0.0;
  /// Seconds of transfers since set_time_limit(); `next_look`: when to count CPU time again.
  double wall_limit = 0.0, taken = 0.0, next_look = 0.0;
};

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Never less than before: a descendant that ended may no longer be counted.
double count_milliseconds(WorkerProcess::Inside& inside) {
  if (inside.process >= 0)
    inside.counted = std::max(inside.counted, milliseconds_of_tree(inside.process));
  return inside.counted;
}

double milliseconds_of(const rusage& usage) {
  const auto milliseconds = [](const timeval& time) {
    return 1e3 * double(time.tv_sec) + 1e-3 * double(time.tv_usec);
  };
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

double seconds_worked(WorkerProcess::Inside& inside) {
  return (count_milliseconds(inside) - inside.counted_before) / 1000.0;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // the sanitizer's shadow memory needs terabytes of addresses
#else
constexpr bool kLimitsMemory = true;
#endif

template <typename Resource>  // an enum in glibc, int elsewhere
void limit(Resource what, std::uint64_t soft, std::uint64_t hard) {
  const rlimit both{rlim_t(soft), rlim_t(hard)};
  ::setrlimit(what, &both);
}

/// Limits this process for untrusted code: memory, CPU seconds, no core dumps, no root rights.
void confine(const WorkerProcess::Limits& limits) {
  give_up_rights();
  const std::uint64_t now = address_space();
  if (kLimitsMemory && now > 0) limit(RLIMIT_AS, now + limits.bytes, now + limits.bytes);
  const auto seconds = std::uint64_t(limits.seconds);
  limit(RLIMIT_CPU, seconds + 2, seconds + 12);  // SIGXCPU, which states the reason, before SIGKILL
  limit(RLIMIT_CORE, 0, 0);
}

/// Makes `requests` and `replies` descriptors 3 and 4, and closes all higher ones.
void keep_only(int requests, int replies) {
  const int aside = ::fcntl(replies, F_DUPFD, kReplies + 1);
  ::dup2(::fcntl(requests, F_DUPFD, kReplies + 1), kRequests);
  ::dup2(aside, kReplies);
  close_from(kReplies + 1);
}

/// Makes the pipes, and a process that runs `child`, which never returns.
template <typename Child>
void start(WorkerProcess::Inside& inside, const Child& child) {
  int to_worker[2], from_worker[2];
  if (!make_pipe(to_worker) || !make_pipe(from_worker))
    throw std::runtime_error(
        fmt::format("no pipes for the functions' process: {}", std::strerror(errno)));
  std::signal(SIGPIPE, SIG_IGN);
  std::fflush(nullptr);
  BlockedSignals blocked;
  inside.process = ::fork();
  if (inside.process < 0)
    throw std::runtime_error(fmt::format("no process for the functions: {}", std::strerror(errno)));
  if (inside.process == 0) {
    reset_all_signals();
    // Ctrl-C reaches all of a terminal's processes, but this one's parent decides what to do.
    std::signal(SIGINT, SIG_IGN);
    blocked.unblock();
    keep_only(to_worker[0], from_worker[1]);
    end_with_parent(SIGKILL);
    child();
  }
  ::close(to_worker[0]);
  ::close(from_worker[1]);
  inside.requests = to_worker[1];
  inside.replies = from_worker[0];
  for (const int pipe : {inside.requests, inside.replies}) ::fcntl(pipe, F_SETFL, O_NONBLOCK);
}

/// Called during a transfer that started at `begin`. Counting reads /proc, so it is done only when
/// the limit may have been reached.
bool has_time_left(WorkerProcess::Inside& inside, Clock::time_point begin) {
  constexpr double kLeastPause = 0.01;  // seconds: the system's step of counting
  const double now = inside.taken + seconds_since(begin);
  if (now >= inside.wall_limit) return false;
  if (now < inside.next_look) return true;
  const double left = inside.time_limit - seconds_worked(inside);
  inside.next_look = now + std::max(left, kLeastPause);
  return left > 0.0;
}

/// Waits until `pipe` is ready. False if time is up.
bool becomes_ready(WorkerProcess::Inside& inside, int pipe, short what, Clock::time_point begin) {
  constexpr double kLongestWait = 1e6;  // milliseconds: poll() takes an int
  for (;;) {
    pollfd one{pipe, what, 0};
    const double until = std::min(inside.next_look, inside.wall_limit);
    const double left = std::ceil(1000.0 * (until - inside.taken - seconds_since(begin)));
    const int ready = ::poll(&one, 1, int(std::clamp(left, 0.0, kLongestWait)));
    if (ready > 0) return true;
    if (ready == 0 && !has_time_left(inside, begin)) return false;
  }
}

/// `part(at)` reads or writes from byte `at` on, and returns the number of bytes.
template <typename Part>
WorkerProcess::Transfer transfer(WorkerProcess::Inside& inside, int pipe, short what,
                                 std::size_t size, const Part& part) {
  const Clock::time_point begin = Clock::now();
  WorkerProcess::Transfer said = WorkerProcess::Transfer::complete;
  for (std::size_t at = 0; at < size && said == WorkerProcess::Transfer::complete;) {
    if (!becomes_ready(inside, pipe, what, begin)) {
      said = WorkerProcess::Transfer::timed_out;
      continue;
    }
    const ssize_t count = part(at);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0)
      said = WorkerProcess::Transfer::closed;
    else
      at += std::size_t(count);
  }
  inside.taken += seconds_since(begin);
  return said;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::function<void(int requests, int replies)>& work,
                             const Limits& limits)
    : inside_(std::make_unique<Inside>()) {
  start(*inside_, [&] {
    confine(limits);
    work(kRequests, kReplies);
    std::fflush(nullptr);
    ::_exit(0);
  });
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command)
    : inside_(std::make_unique<Inside>()) {
  inside_->is_command = true;
  start(*inside_, [&] {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execv(words[0], words.data());
    ::_exit(127);
  });
}

WorkerProcess::~WorkerProcess() {
  stop();
  ::close(inside_->requests);
  ::close(inside_->replies);
}

void WorkerProcess::set_time_limit(double seconds, double wall_seconds) {
  inside_->time_limit = inside_->next_look = seconds;
  inside_->wall_limit = wall_seconds;
  inside_->taken = 0.0;
  inside_->counted_before = count_milliseconds(*inside_);
}

double WorkerProcess::seconds() { return seconds_worked(*inside_); }

WorkerProcess::Transfer WorkerProcess::send(const void* from, std::size_t size) {
  const int pipe = inside_->requests;
  return transfer(*inside_, pipe, POLLOUT, size, [&](std::size_t at) {
    return ::write(pipe, static_cast<const char*>(from) + at, size - at);
  });
}

WorkerProcess::Transfer WorkerProcess::receive(void* to, std::size_t size) {
  const int pipe = inside_->replies;
  return transfer(*inside_, pipe, POLLIN, size, [&](std::size_t at) {
    return ::read(pipe, static_cast<char*>(to) + at, size - at);
  });
}

std::optional<WorkerProcess::End> WorkerProcess::wait_for_end() {
  constexpr double kSecondsToEnd = 10.0;
  int status = 0;
  pid_t ended = 0;
  rusage usage{};
  for (const Clock::time_point begin = Clock::now(); ended == 0 && inside_->process >= 0;) {
    ended = ::wait4(inside_->process, &status, WNOHANG, &usage);
    if (ended == 0 && seconds_since(begin) > kSecondsToEnd) break;
    if (ended == 0) pause(10.0);
  }
  if (inside_->process < 0 || ended != inside_->process) return std::nullopt;
  inside_->process = -1;
  inside_->counted = std::max(inside_->counted, milliseconds_of(usage));
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  constexpr int kOfShell = 128;  // a shell reports a signal as its number plus this
  if (inside_->is_command && WIFEXITED(status) && WEXITSTATUS(status) > kOfShell)
    signal = WEXITSTATUS(status) - kOfShell;
  if (signal == 0) return End{{}, WEXITSTATUS(status), false, false};
  // A process that ignores SIGXCPU is killed by the hard limit.
  const bool has_used_all = seconds_worked(*inside_) >= inside_->time_limit;
  const bool is_late = signal == SIGXCPU || (signal == SIGKILL && has_used_all);
  return End{fmt::format("signal {} ({})", signal, ::strsignal(signal)), 0, is_late,
             signal == SIGKILL && !is_late};
}

void WorkerProcess::stop() {
  if (inside_->process < 0) return;
  ::kill(inside_->process, SIGKILL);
  ::waitpid(inside_->process, nullptr, 0);
  inside_->process = -1;
}

double WorkerProcess::milliseconds() { return count_milliseconds(*inside_); }

}  // namespace marrow::platform
