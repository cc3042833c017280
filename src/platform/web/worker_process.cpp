// A page starts no processes. Instead it calls a WebAssembly module with a student's functions. The
// script around the program provides it as Module.functions: see functionsForJudge()
// (course/wasm/functions.mjs). Requests and replies are the bytes that would go through pipes. A
// call that does not return is not ended here.
#include "platform/worker_process.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "platform/pipes.h"

extern "C" {  // implemented in browser_files.js
/// Return the size of the first message or a reply; negative: the module has ended or is missing.
int page_functions_start();
int page_functions_call(const char* request, std::size_t size);
void page_functions_take_reply(char* to);
/// Returns the exit status. Writes to `to` the signal that would have ended a native program.
int page_functions_end(char* to, int size);
}

namespace marrow::platform {

namespace {

constexpr int kNoModule = -2;

}  // namespace

struct WorkerProcess::Inside {
  std::string replies;  ///< not yet received, each after its size
  std::size_t at = 0;   ///< bytes of `replies` that were already received
  bool is_stopped = false;
  double limit = 0.0, spent = 0.0, spent_before = 0.0;  ///< seconds

  /// `size`: bytes of the reply; negative: the module has ended.
  void take_reply(int size) {
    replies.clear();
    at = 0;
    if (size < 0) return;
    const std::uint64_t announced = std::uint64_t(size);
    replies.resize(sizeof announced + std::size_t(size));
    std::memcpy(replies.data(), &announced, sizeof announced);
    page_functions_take_reply(replies.data() + sizeof announced);
  }
};

WorkerProcess::WorkerProcess(const std::function<void(int, int)>&, const Limits&)
    : WorkerProcess(std::vector<std::string>()) {}

WorkerProcess::WorkerProcess(const std::vector<std::string>&)
    : inside_(std::make_unique<Inside>()) {
  const int size = page_functions_start();
  if (size == kNoModule)
    throw std::runtime_error("a page in a browser cannot start other programs");
  inside_->take_reply(size);
}

WorkerProcess::~WorkerProcess() = default;

void WorkerProcess::set_time_limit(double seconds, double) {
  inside_->limit = seconds;
  inside_->spent_before = inside_->spent;
}

/// `from`: a whole message, which is the request's size and the request.
WorkerProcess::Transfer WorkerProcess::send(const void* from, std::size_t size) {
  if (inside_->is_stopped || size < sizeof(std::uint64_t)) return Transfer::closed;
  const char* const request = static_cast<const char*>(from) + sizeof(std::uint64_t);
  const double begin = thread_seconds();
  const int reply = page_functions_call(request, size - sizeof(std::uint64_t));
  inside_->spent += thread_seconds() - begin;
  inside_->take_reply(reply);
  return seconds() < inside_->limit ? Transfer::complete : Transfer::timed_out;
}

WorkerProcess::Transfer WorkerProcess::receive(void* to, std::size_t size) {
  if (inside_->is_stopped || inside_->replies.size() - inside_->at < size) return Transfer::closed;
  std::memcpy(to, inside_->replies.data() + inside_->at, size);
  inside_->at += size;
  return Transfer::complete;
}

double WorkerProcess::seconds() { return inside_->spent - inside_->spent_before; }

std::optional<WorkerProcess::End> WorkerProcess::wait_for_end() {
  if (inside_->is_stopped) return std::nullopt;
  char signal[100] = "";
  const int status = page_functions_end(signal, sizeof signal);
  return End{signal, status};
}

void WorkerProcess::stop() { inside_->is_stopped = true; }

double WorkerProcess::milliseconds() { return 1e3 * inside_->spent; }

}  // namespace marrow::platform
