// Runs jobs in separate processes, several at a time, which contains crashes and GL contexts. If
// the system cannot fork, jobs run one after the other in this process.
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
    std::string messages;  ///< its standard error, and the signal if one ended it
  };

  /// Starts a job in a child process. The body's result is the exit status; standard output is
  /// discarded. The child ignores Ctrl-C, so that it finishes the files it writes, and ends with
  /// this process. Precondition: this process has no other threads. Throws std::runtime_error if no
  /// process can be made.
  void start(std::size_t job, const std::function<int()>& body);

  std::size_t running() const { return running_.size(); }

  /// Waits until a job ends. Precondition: running() > 0.
  Finished wait_for_one();

 private:
  struct Worker {
    std::size_t job = 0;
    std::intptr_t process = -1;
    int pipe = -1;  ///< our end of its standard error
    std::string messages;
  };
  Finished reap(std::size_t index);

  std::vector<Worker> running_;
};

}  // namespace marrow::platform
