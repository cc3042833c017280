// Jobs in processes of their own, several at a time: a bad file, a crash or a GL context stays
// inside its process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace marrow::cli {

class Workers {
 public:
  struct Finished {
    std::size_t job = 0;   ///< the number given to start()
    bool done = false;     ///< exit status 0
    std::string messages;  ///< what it wrote to standard error, and how it died if it did
  };

  /// Starts a job in a child process; its result is the exit status. Its standard output is
  /// discarded. It ignores Ctrl-C, so that it finishes what it is writing; it ends with this
  /// process. Precondition: this process has no threads. Throws std::runtime_error when there can
  /// be no further process.
  void start(std::size_t job, const std::function<int()>& body);

  std::size_t running() const { return running_.size(); }

  /// Waits for any one of them. Precondition: running() > 0.
  Finished wait_for_one();

 private:
  struct Worker {
    std::size_t job = 0;
    pid_t process = -1;
    int pipe = -1;  ///< our end of what it says on standard error
    std::string messages;
  };
  Finished reap(std::size_t index);

  std::vector<Worker> running_;
};

}  // namespace marrow::cli
