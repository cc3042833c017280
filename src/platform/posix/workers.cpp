#include "platform/workers.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/posix/fork.h"
#include "platform/posix/system.h"

namespace marrow::platform {
namespace {

[[noreturn]] void run_as_child(const std::function<int()>& body, int messages,
                               BlockedSignals& blocked) {
  reset_signal_handlers();
  std::signal(SIGINT, SIG_IGN);
  end_with_parent(SIGTERM);
  blocked.unblock();
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(messages, STDERR_FILENO);
  if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
  const int status = body();
  std::fflush(nullptr);
  _exit(status);  // not exit(), which would destroy the parent's static objects
}

/// Appends the available bytes. False at the end of the pipe.
bool drain(int pipe, std::string& text) {
  char buffer[4096];
  const ssize_t count = ::read(pipe, buffer, sizeof buffer);
  if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

}  // namespace

void Workers::start(std::size_t job, const std::function<int()>& body) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe for another job: ") + std::strerror(errno));
  std::fflush(nullptr);  // or the child would print the contents of our buffers a second time
  BlockedSignals blocked;
  const pid_t process = fork();
  if (process < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error(std::string("no process for another job: ") + std::strerror(error));
  }
  if (process == 0) run_as_child(body, ends[1], blocked);
  close(ends[1]);
  running_.push_back({job, process, ends[0], {}});
}

Workers::Finished Workers::wait_for_one() {
  for (;;) {
    std::vector<pollfd> pipes;
    for (const Worker& worker : running_) pipes.push_back({worker.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), -1) < 0) continue;  // interrupted by a signal: try again
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (pipes[i].revents != 0 && !drain(pipes[i].fd, running_[i].messages)) return reap(i);
    }
  }
}

Workers::Finished Workers::reap(std::size_t index) {
  const Worker worker = running_[index];
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  close(worker.pipe);
  int status = 0;
  while (waitpid(static_cast<pid_t>(worker.process), &status, 0) < 0 && errno == EINTR) {
  }
  Finished finished{worker.job, WIFEXITED(status) && WEXITSTATUS(status) == 0, worker.messages};
  if (WIFSIGNALED(status))
    finished.messages += std::string("the job died: ") + strsignal(WTERMSIG(status)) + "\n";
  return finished;
}

}  // namespace marrow::platform
