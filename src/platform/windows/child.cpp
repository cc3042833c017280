#include "platform/child.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <io.h>
#include <stdexcept>
#include <utility>
#include <windows.h>

#include "platform/pipes.h"
#include "platform/windows/error.h"
#include "platform/windows/start.h"

namespace marrow::platform {
namespace {

constexpr std::size_t kLargestAnswer = 64u << 20;

Started* started_of(std::intptr_t process) { return reinterpret_cast<Started*>(process); }

/// Appends the available bytes, without waiting.
void read_into(int pipe, std::string& text, std::size_t most) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(pipe));
  char buffer[16384];
  DWORD there = 0, count = 0;
  while (::PeekNamedPipe(handle, nullptr, 0, nullptr, &there, nullptr) && there > 0) {
    if (!::ReadFile(handle, buffer, std::min<DWORD>(there, sizeof buffer), &count, nullptr)) return;
    if (text.size() < most) text.append(buffer, count);
  }
}

}  // namespace

Child::Child(const std::vector<std::string>& command, const std::string& input,
             std::size_t most_printed)
    : Child(input, most_printed, [&](int asking, int printing, int answering) {
        return reinterpret_cast<std::intptr_t>(
            start(command, {asking, printing, printing, answering}).release());
      }) {}

Child::Child(const std::vector<std::string>&, std::size_t) : most_printed_(0) {
  throw std::runtime_error("writing to the input of a running program is not supported on Windows");
}
bool can_feed_programs() { return false; }
std::size_t Child::feed(std::string_view, Moment) { return 0; }
void Child::end_input() {}

Child::Child(const std::function<void()>&, const std::string&, std::size_t) : most_printed_(0) {
  throw std::runtime_error("a copy of this process cannot be made on Windows");
}

Child::Child(const std::string& input, std::size_t most_printed, const Start& begin)
    : most_printed_(most_printed), begin_(std::chrono::steady_clock::now()) {
  Pipe asking, printing, answering;
  write_all(asking.to, input.data(), std::min<std::size_t>(input.size(), 4096));
  process_ = begin(asking.from, printing.to, answering.to);
  printing_ = std::exchange(printing.from, -1);
  answering_ = std::exchange(answering.from, -1);
}

Child::~Child() {
  kill();
  ::_close(printing_);
  ::_close(answering_);
}

void Child::kill() {
  if (has_ended()) return;
  const std::unique_ptr<Started> ended(started_of(std::exchange(process_, kNone)));
  ended->kill();
  status_ = ended->status();
  read_pipes();
}

void Child::read_pipes() {
  read_into(printing_, printed_, printed_.size() + (1u << 20));
  if (printed_.size() > most_printed_) printed_.erase(0, printed_.size() - most_printed_);
  read_into(answering_, answer_, kLargestAnswer);
}

bool Child::poll() {
  if (has_ended()) return true;
  const bool is_over = started_of(process_)->has_ended(0);
  read_pipes();
  if (is_over) kill();  // also the processes that it left behind
  return is_over;
}

std::string end_in_words(int status) {
  const std::string crash = crash_in_words(static_cast<unsigned>(status));
  return crash.empty() ? fmt::format("status {}", status) : crash;
}

bool was_killed(int) { return false; }

AnswerLine::AnswerLine() : input_(::_dup(0)), answer_(::_dup(kAnswer)) {
  for (const int pipe : {input_, answer_})  // not inherited by processes that this one starts
    ::SetHandleInformation(reinterpret_cast<HANDLE>(::_get_osfhandle(pipe)), HANDLE_FLAG_INHERIT,
                           0);
  ::_close(kAnswer);
}

std::string AnswerLine::read_input() {
  std::string text(64, '\0');
  const int count = ::_read(input_, text.data(), static_cast<unsigned>(text.size()));
  text.resize(count > 0 ? std::size_t(count) : 0);
  ::_close(std::exchange(input_, -1));
  return text;
}

void AnswerLine::answer(std::string_view bytes) const {
  write_all(answer_, bytes.data(), bytes.size());
}

void end_process(int status) {
  std::fflush(nullptr);
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(status));
  std::abort();
}

}  // namespace marrow::platform
