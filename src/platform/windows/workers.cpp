#include "platform/workers.h"

#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <stdexcept>
#include <utility>
#include <windows.h>

#include "platform/windows/start.h"

namespace marrow::platform {
namespace {

constexpr int kOutput = 1, kErrors = 2;

/// Redirects a descriptor during its lifetime.
class Redirected {
 public:
  Redirected(int descriptor, int to) : descriptor_(descriptor), aside_(::_dup(descriptor)) {
    std::fflush(nullptr);
    ::_dup2(to, descriptor);
  }
  ~Redirected() {
    std::fflush(nullptr);
    ::_dup2(aside_, descriptor_);
    ::_close(aside_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int descriptor_, aside_;
};

std::string content_of(std::FILE* file) {
  std::string text;
  char buffer[4096];
  std::rewind(file);
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  return text;
}

}  // namespace

/// Runs the job here to its end, because Windows cannot fork.
void Workers::start(std::size_t job, const std::function<int()>& body) {
  std::FILE* const messages = std::tmpfile();
  if (messages == nullptr) throw std::runtime_error("no file for the messages of a job");
  Worker worker{job, -1, -1, {}};
  {
    const int nowhere = ::_open("NUL", _O_WRONLY);
    const Redirected output(kOutput, nowhere), errors(kErrors, ::_fileno(messages));
    ::_close(nowhere);
    worker.process = body();
  }
  worker.messages = content_of(messages);
  std::fclose(messages);
  running_.push_back(std::move(worker));
}

Workers::Finished Workers::wait_for_one() { return reap(0); }

Workers::Finished Workers::reap(std::size_t index) {
  const Worker worker = running_[index];
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  return {worker.job, worker.process == 0, worker.messages};
}

}  // namespace marrow::platform
