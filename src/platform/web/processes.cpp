// A page in a browser cannot use other processes, users, signals or terminals.
#include "platform/processes.h"

#include <functional>
#include <random>
#include <stdexcept>

#include "platform/child.h"
#include "platform/interrupts.h"
#include "platform/pipes.h"
#include "platform/terminal.h"
#include "platform/users.h"
#include "platform/workers.h"

namespace marrow::platform {
namespace {

[[noreturn]] void refuse() {
  throw std::runtime_error("a page in a browser cannot start other programs");
}

}  // namespace

bool has_processes() { return false; }

/// Random in each page, so that no page mistakes the unfinished files of another for its own files.
long process_number() {
  static const long number = 1 + static_cast<long>(std::random_device()() >> 2);
  return number;
}

bool is_running(long process) { return process == process_number(); }

Child::Child(const std::vector<std::string>&, const std::string&, std::size_t) : most_printed_(0) {
  refuse();
}
Child::Child(const std::vector<std::string>&, std::size_t) : most_printed_(0) { refuse(); }
Child::Child(const std::function<void()>&, const std::string&, std::size_t) : most_printed_(0) {
  refuse();
}
Child::~Child() = default;
bool Child::poll() { return true; }
void Child::kill() {}
std::size_t Child::feed(std::string_view, Moment) { return 0; }
void Child::end_input() {}
bool can_feed_programs() { return false; }

std::string end_in_words(int status) { return "status " + std::to_string(status); }

bool was_killed(int) { return false; }

AnswerLine::AnswerLine() : input_(-1), answer_(-1) { refuse(); }
std::string AnswerLine::read_input() { return {}; }
void AnswerLine::answer(std::string_view) const {}

void end_process(int status) { std::exit(status); }

bool read_all(int, void*, std::size_t) { return false; }
bool write_all(int, const void*, std::size_t) { return false; }

void Workers::start(std::size_t, const std::function<int()>&) { refuse(); }
Workers::Finished Workers::wait_for_one() { return {}; }

void end_orderly_on_signals() {}
InterruptGuard::InterruptGuard() = default;
InterruptGuard::~InterruptGuard() = default;
bool InterruptGuard::is_interrupted() { return false; }
int status_after_signals(int status) { return status; }

bool has_terminal() { return false; }
void mute_errors(bool) {}

bool is_administrator() { return false; }
std::error_code give_to_user(const std::filesystem::path&, unsigned) {
  return std::make_error_code(std::errc::function_not_supported);
}
bool may_run(const std::filesystem::path&) { return false; }
std::filesystem::path find_program(const std::string&) { return {}; }
std::filesystem::path make_temporary_folder(const std::string&) { refuse(); }

FolderWatch::FolderWatch() : problem_("a page in a browser cannot watch folders") {}
FolderWatch::~FolderWatch() = default;
int FolderWatch::add(const std::filesystem::path&) { return -1; }
std::vector<FolderWatch::Event> FolderWatch::take() { return {}; }

}  // namespace marrow::platform
