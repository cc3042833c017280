// The judge's WorkerProcess: instead of a process, a WebAssembly module with a student's functions,
// which the Worker's script makes and calls (judge_worker.js). A request and its reply are the
// bytes that would go through pipes. The page ends a Worker whose module does not return.
#include <algorithm>
#include <cstring>
#include <emscripten.h>

#include "platform/pipes.h"
#include "platform/worker_process.h"

// `Module.functions` belongs to the Worker's script. Its `end` is null while the module lives.
EM_JS(int, module_start, (), { return Module.functions.start(); });
EM_JS(int, module_call, (const char* request, std::size_t size),
      { return Module.functions.call(HEAPU8.slice(request, request + size)); });
EM_JS(void, module_take_reply, (char* to), { HEAPU8.set(Module.functions.reply, to); });
EM_JS(int, module_end_status, (), { return Module.functions.end.status; });
EM_JS(void, module_end_signal, (char* to, int size),
      { stringToUTF8(Module.functions.end.signal, to, size); });

namespace marrow::platform {

struct WorkerProcess::Inside {
  std::string replies;  ///< not yet received, each after its size
  std::size_t at = 0;   ///< what was received of them
  bool is_stopped = false;
  double limit = 0.0, spent = 0.0, spent_before = 0.0;  ///< seconds

  /// `size`: of the reply; negative: the module has ended.
  void take_reply(int size) {
    replies.clear();
    at = 0;
    if (size < 0) return;
    const std::uint64_t announced = std::uint64_t(size);
    replies.resize(sizeof announced + std::size_t(size));
    std::memcpy(replies.data(), &announced, sizeof announced);
    module_take_reply(replies.data() + sizeof announced);
  }
};

WorkerProcess::WorkerProcess(const std::function<void(int, int)>&, const Limits&)
    : WorkerProcess(std::vector<std::string>()) {}

WorkerProcess::WorkerProcess(const std::vector<std::string>&)
    : inside_(std::make_unique<Inside>()) {
  inside_->take_reply(module_start());
}

WorkerProcess::~WorkerProcess() = default;

void WorkerProcess::set_time_limit(double seconds, double) {
  inside_->limit = seconds;
  inside_->spent_before = inside_->spent;
}

/// A whole message: its size, then the request.
WorkerProcess::Transfer WorkerProcess::send(const void* from, std::size_t size) {
  if (inside_->is_stopped || size < sizeof(std::uint64_t)) return Transfer::closed;
  const char* const request = static_cast<const char*>(from) + sizeof(std::uint64_t);
  const double begin = thread_seconds();
  const int reply = module_call(request, size - sizeof(std::uint64_t));
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
  module_end_signal(signal, sizeof signal);
  return End{signal, module_end_status()};
}

void WorkerProcess::stop() { inside_->is_stopped = true; }

double WorkerProcess::milliseconds() { return 1e3 * inside_->spent; }

}  // namespace marrow::platform
