// A program runs in its own process. Functions of this program run on a thread, because Windows
// cannot fork. A crash ends this process, so it should be one that only judges.
#include "platform/worker_process.h"

#include <algorithm>
#include <chrono>
#include <io.h>
#include <thread>
#include <utility>
#include <windows.h>

#include "platform/jobs.h"
#include "platform/pipes.h"
#include "platform/windows/start.h"

namespace marrow::platform {

struct WorkerProcess::Inside {
  Pipe requests, replies;
  std::unique_ptr<Started> process;  ///< null: a thread is used
  std::thread thread;
  double counted = 0.0;  ///< milliseconds
  double time_limit = 0.0, taken = 0.0;
};

namespace {

HANDLE handle_of_pipe(int descriptor) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

void close_end(int& end) {
  if (end >= 0) ::_close(std::exchange(end, -1));
}

}  // namespace

WorkerProcess::WorkerProcess(const std::function<void(int requests, int replies)>& work,
                             const Limits&)
    : inside_(std::make_unique<Inside>()) {
  const int from = std::exchange(inside_->requests.from, -1),
            to = std::exchange(inside_->replies.to, -1);
  inside_->thread = std::thread([work, from, to] {
    work(from, to);
    ::_close(from);
    ::_close(to);
  });
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command)
    : inside_(std::make_unique<Inside>()) {
  const int nowhere = ::_open("NUL", 2);
  inside_->process =
      start(command, {nowhere, nowhere, nowhere, inside_->requests.from, inside_->replies.to});
  ::_close(nowhere);
  close_end(inside_->requests.from);
  close_end(inside_->replies.to);
}

/// A thread that never returns is left running; it ends with this process.
WorkerProcess::~WorkerProcess() {
  stop();
  if (inside_->thread.joinable()) inside_->thread.detach();
}

void WorkerProcess::set_time_limit(double seconds, double) {
  inside_->time_limit = seconds;
  inside_->taken = 0.0;
}

double WorkerProcess::seconds() { return inside_->taken; }

/// Does not block for long: a request fits the pipe, or is read, because functions read it before
/// they reply.
WorkerProcess::Transfer WorkerProcess::send(const void* from, std::size_t size) {
  return write_all(inside_->requests.to, from, size) ? Transfer::complete : Transfer::closed;
}

WorkerProcess::Transfer WorkerProcess::receive(void* to, std::size_t size) {
  const auto begin = std::chrono::steady_clock::now();
  const double before = inside_->taken;
  const HANDLE pipe = handle_of_pipe(inside_->replies.from);
  for (std::size_t at = 0; at < size;) {
    DWORD there = 0;
    if (!::PeekNamedPipe(pipe, nullptr, 0, nullptr, &there, nullptr)) return Transfer::closed;
    const std::chrono::duration<double> here = std::chrono::steady_clock::now() - begin;
    inside_->taken = before + here.count();
    if (there == 0) {
      if (inside_->taken >= inside_->time_limit) return Transfer::timed_out;
      pause(1.0);
      continue;
    }
    const std::size_t part = std::min<std::size_t>(there, size - at);
    if (!read_all(inside_->replies.from, static_cast<char*>(to) + at, part))
      return Transfer::closed;
    at += part;
  }
  return Transfer::complete;
}

std::optional<WorkerProcess::End> WorkerProcess::wait_for_end() {
  constexpr unsigned kMilliseconds = 1000;
  if (!inside_->process || !inside_->process->has_ended(kMilliseconds)) return std::nullopt;
  milliseconds();
  const int status = std::exchange(inside_->process, nullptr)->status();
  return End{crash_in_words(static_cast<unsigned>(status)), status, false, false};
}

void WorkerProcess::stop() {
  close_end(inside_->requests.to);
  if (!inside_->process) return;
  milliseconds();
  inside_->process->kill();
  inside_->process.reset();
}

double WorkerProcess::milliseconds() {
  if (inside_->process) inside_->counted = inside_->process->milliseconds();
  return inside_->counted;
}

}  // namespace marrow::platform
