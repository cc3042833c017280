// A page starts no processes. The course's judge links a body of its own instead of this one
// (web/judge/module_worker.cpp).
#include "platform/worker_process.h"

#include <stdexcept>

namespace marrow::platform {
namespace {

[[noreturn]] void refuse_worker() {
  throw std::runtime_error("a page in a browser cannot start other programs");
}

}  // namespace

struct WorkerProcess::Inside {};
WorkerProcess::WorkerProcess(const std::function<void(int, int)>&, const Limits&) {
  refuse_worker();
}
WorkerProcess::WorkerProcess(const std::vector<std::string>&) { refuse_worker(); }
WorkerProcess::~WorkerProcess() = default;
void WorkerProcess::set_time_limit(double, double) {}
WorkerProcess::Transfer WorkerProcess::send(const void*, std::size_t) { return Transfer::closed; }
WorkerProcess::Transfer WorkerProcess::receive(void*, std::size_t) { return Transfer::closed; }
double WorkerProcess::seconds() { return 0.0; }
std::optional<WorkerProcess::End> WorkerProcess::wait_for_end() { return std::nullopt; }
void WorkerProcess::stop() {}
double WorkerProcess::milliseconds() { return 0.0; }

}  // namespace marrow::platform
