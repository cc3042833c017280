// Jobs in processes of their own, several at a time: a crash or a GL context stays inside. Where
// the system cannot fork, one after the other in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace marrow::platform {

class Workers {
 public:
  struct Finished {
    std::size_t job = 0;   ///< the number given to start()
    bool done = false;     ///< exit status 0
    std::string messages;  ///< what it wrote to standard error, and how it died if it did
  };

  /// Starts a job in a child process; its result is the exit status, its standard output is
  /// discarded. It ignores Ctrl-C, to finish what it writes, and ends with this process.
  /// Precondition: this process has no threads. Throws std::runtime_error when no process can be
  /// made.
  void start(std::size_t job, const std::function<int()>& body);

  std::size_t running() const { return running_.size(); }

  /// Waits for any one of them. Precondition: running() > 0.
  Finished wait_for_one();

 private:
  struct Worker {
    std::size_t job = 0;
    std::intptr_t process = -1;
    int pipe = -1;  ///< our end of what it says on standard error
    std::string messages;
  };
  Finished reap(std::size_t index);

  std::vector<Worker> running_;
};

}  // namespace marrow::platform
