#include "platform/child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "platform/pipes.h"
#include "platform/posix/fork.h"
#include "platform/posix/system.h"

// Some systems do not declare it.
extern "C" char** environ;  // NOLINT(readability-redundant-declaration)

namespace marrow::platform {
namespace {

constexpr std::size_t kLargestAnswer = 64u << 20;

/// A pipe whose ends have higher numbers than the descriptors that the child gets.
struct Pipe {
  int from = -1, to = -1;
  Pipe() {
    int ends[2];
    if (!make_pipe(ends))
      throw std::runtime_error(
          fmt::format("no pipe for another process: {}", std::strerror(errno)));
    from = fcntl(ends[0], F_DUPFD_CLOEXEC, kAnswer + 1);
    to = fcntl(ends[1], F_DUPFD_CLOEXEC, kAnswer + 1);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~Pipe() {
    for (const int end : {from, to})
      if (end >= 0) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

int taken(int& end) { return std::exchange(end, -1); }

/// Appends the available bytes. False at the end of the pipe.
bool read_into(int pipe, std::string& text, std::size_t most) {
  char buffer[16384];
  for (;;) {
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    if (text.size() < most) text.append(buffer, std::size_t(count));
    if (count < ssize_t(sizeof buffer)) return true;
  }
}

pid_t spawn(const std::vector<std::string>& command, int input, int printing, int answering) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, printing, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, printing, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, answering, kAnswer);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int error = posix_spawnp(&process, words[0], &actions, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", command[0], std::strerror(error)));
  return process;
}

pid_t fork_for(const std::function<void()>& work, int input, int printing, int answering) {
  std::fflush(nullptr);
  const BlockedSignals blocked;
  const pid_t process = fork();
  if (process < 0)
    throw std::runtime_error(fmt::format("no other process: {}", std::strerror(errno)));
  if (process > 0) return process;
  setpgid(0, 0);
  reset_all_signals();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(input, STDIN_FILENO);
  dup2(printing, STDOUT_FILENO);
  dup2(printing, STDERR_FILENO);
  dup2(answering, kAnswer);
  close_from(kAnswer + 1);
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    std::fflush(nullptr);
    _exit(1);
  }
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace

Child::Child(const std::vector<std::string>& command, const std::string& input,
             std::size_t most_printed)
    : Child(input, most_printed, [&](int asking, int printing, int answering) {
        return spawn(command, asking, printing, answering);
      }) {}

Child::Child(const std::vector<std::string>& command, std::size_t most_printed)
    : most_printed_(most_printed), begin_(std::chrono::steady_clock::now()) {
  std::signal(SIGPIPE, SIG_IGN);  // if the program closes its input, write() reports it
  Pipe feeding, printing;
  const Pipe answering;
  process_ = spawn(command, feeding.from, printing.to, answering.to);
  feeding_ = taken(feeding.to);
  printing_ = taken(printing.from);
  for (const int pipe : {feeding_, printing_}) fcntl(pipe, F_SETFL, O_NONBLOCK);
}

Child::Child(const std::function<void()>& work, const std::string& input, std::size_t most_printed)
    : Child(input, most_printed, [&](int asking, int printing, int answering) {
        return fork_for(work, asking, printing, answering);
      }) {}

Child::Child(const std::string& input, std::size_t most_printed, const Start& start)
    : most_printed_(most_printed), begin_(std::chrono::steady_clock::now()) {
  Pipe asking, printing, answering;
  // A pipe holds 4 kB, so this does not block. Written before the child exists, because the child
  // could close its end.
  if (write(asking.to, input.data(), std::min<std::size_t>(input.size(), 4096)) < 0)
    throw std::runtime_error("no input for a process");
  process_ = start(asking.from, printing.to, answering.to);
  printing_ = taken(printing.from);
  answering_ = taken(answering.from);
  for (const int pipe : {printing_, answering_}) fcntl(pipe, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  kill();
  for (const int pipe : {feeding_, printing_, answering_})
    if (pipe >= 0) ::close(pipe);
}

std::size_t Child::feed(std::string_view bytes, Moment until) {
  std::size_t fed = 0;
  while (fed < bytes.size() && !has_ended()) {
    const ssize_t count = write(feeding_, bytes.data() + fed, bytes.size() - fed);
    if (count >= 0) {
      fed += std::size_t(count);
      continue;
    }
    const int error = errno;
    read_pipes();
    if (error == EINTR) continue;
    if (error != EAGAIN) break;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    pollfd ready[] = {{feeding_, POLLOUT, 0}, {printing_, POLLIN, 0}};
    ::poll(ready, 2, int(std::min<std::int64_t>(left.count(), 100)));
  }
  return fed;
}

void Child::end_input() {
  if (feeding_ >= 0) ::close(taken(feeding_));
}

void Child::kill() {
  if (has_ended()) return;
  const auto process = static_cast<pid_t>(std::exchange(process_, kNone));
  ::kill(-process, SIGKILL);
  ::kill(process, SIGKILL);
  while (waitpid(process, &status_, 0) < 0 && errno == EINTR) {
  }
  read_pipes();
}

void Child::read_pipes() {
  read_into(printing_, printed_, printed_.size() + (1u << 20));
  if (printed_.size() > most_printed_) printed_.erase(0, printed_.size() - most_printed_);
  if (answering_ >= 0) read_into(answering_, answer_, kLargestAnswer);
}

bool Child::poll() {
  if (has_ended()) return true;
  const auto process = static_cast<pid_t>(process_);
  const pid_t ended = waitpid(process, &status_, WNOHANG);
  read_pipes();
  if (ended != process) return false;
  ::kill(-process, SIGKILL);  // the processes that it left in its group
  process_ = kNone;
  return true;
}

bool can_feed_programs() { return true; }

std::string end_in_words(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("status {}", WEXITSTATUS(status));
}

bool was_killed(int status) {
  constexpr int kOfShell = 128;  // a shell reports a signal as its number plus this
  return WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL
                             : WEXITSTATUS(status) == kOfShell + SIGKILL;
}

/// Higher than all descriptors that the process with a student's functions uses.
constexpr int kOutOfTheWay = 16;

AnswerLine::AnswerLine()
    : input_(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay)),
      answer_(fcntl(kAnswer, F_DUPFD_CLOEXEC, kOutOfTheWay)) {
  end_with_parent(SIGKILL);
  hide_from_others();
  const int nowhere = open("/dev/null", O_RDONLY);
  dup2(nowhere, STDIN_FILENO);
  for (int descriptor = kAnswer; descriptor < kOutOfTheWay; ++descriptor) close(descriptor);
  close_from(std::max(input_, answer_) + 1);
}

std::string AnswerLine::read_input() {
  std::string text(64, '\0');
  const ssize_t count = ::read(input_, text.data(), text.size());
  text.resize(count > 0 ? std::size_t(count) : 0);
  close(std::exchange(input_, -1));
  return text;
}

void AnswerLine::answer(std::string_view bytes) const {
  write_all(answer_, bytes.data(), bytes.size());
}

void end_process(int status) { _exit(status); }

}  // namespace marrow::platform
