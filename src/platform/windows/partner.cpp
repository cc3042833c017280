// A program is a process of its own; functions of this program run on a thread of it, as nothing
// can be forked: what crashes ends this process, which is therefore one that only judges.
#include "platform/partner.h"

#include <algorithm>
#include <io.h>
#include <thread>
#include <utility>
#include <windows.h>

#include "platform/jobs.h"
#include "platform/pipes.h"
#include "platform/windows/start.h"

namespace marrow::platform {

struct Partner::Inside {
  Pipe requests, replies;
  std::unique_ptr<Started> process;  ///< none: a thread
  std::thread thread;
  double counted = 0.0;  ///< milliseconds
};

namespace {

HANDLE handle_of_pipe(int descriptor) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

void close_end(int& end) {
  if (end >= 0) ::_close(std::exchange(end, -1));
}

}  // namespace

Partner::Partner(const std::function<void(int requests, int replies)>& work, const Limits&)
    : inside_(std::make_unique<Inside>()) {
  const int from = std::exchange(inside_->requests.from, -1),
            to = std::exchange(inside_->replies.to, -1);
  inside_->thread = std::thread([work, from, to] {
    work(from, to);
    ::_close(from);
    ::_close(to);
  });
}

Partner::Partner(const std::vector<std::string>& command) : inside_(std::make_unique<Inside>()) {
  const int nowhere = ::_open("NUL", 2);
  inside_->process =
      start(command, {nowhere, nowhere, nowhere, inside_->requests.from, inside_->replies.to});
  ::_close(nowhere);
  close_end(inside_->requests.from);
  close_end(inside_->replies.to);
}

/// A thread that never returns is left behind; it ends with this process.
Partner::~Partner() {
  stop();
  if (inside_->thread.joinable()) inside_->thread.detach();
}

/// What is asked fits the pipe, or is read: functions read before they reply.
Partner::Said Partner::send(const void* from, std::size_t size, Moment) {
  return write_all(inside_->requests.to, from, size) ? Said::all : Said::nothing_more;
}

Partner::Said Partner::receive(void* to, std::size_t size, Moment deadline) {
  const HANDLE pipe = handle_of_pipe(inside_->replies.from);
  for (std::size_t at = 0; at < size;) {
    DWORD there = 0;
    if (!::PeekNamedPipe(pipe, nullptr, 0, nullptr, &there, nullptr)) return Said::nothing_more;
    if (there == 0) {
      if (std::chrono::steady_clock::now() >= deadline) return Said::too_late;
      pause(1.0);
      continue;
    }
    const std::size_t part = std::min<std::size_t>(there, size - at);
    if (!read_all(inside_->replies.from, static_cast<char*>(to) + at, part))
      return Said::nothing_more;
    at += part;
  }
  return Said::all;
}

std::optional<Partner::End> Partner::wait_for_end() {
  constexpr unsigned kMilliseconds = 1000;
  if (!inside_->process || !inside_->process->has_ended(kMilliseconds)) return std::nullopt;
  milliseconds();
  const int status = std::exchange(inside_->process, nullptr)->status();
  return End{crash_in_words(static_cast<unsigned>(status)), status, false};
}

void Partner::stop() {
  close_end(inside_->requests.to);
  if (!inside_->process) return;
  milliseconds();
  inside_->process->kill();
  inside_->process.reset();
}

double Partner::milliseconds() {
  if (inside_->process) inside_->counted = inside_->process->milliseconds();
  return inside_->counted;
}

}  // namespace marrow::platform
