// A process that answers requests through pipes, with limits on time and memory, for untrusted
// code.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace marrow::platform {

class WorkerProcess {
 public:
  struct Limits {
    double seconds = 0.0;  ///< of CPU time
    /// Address space in addition to what the program itself needs. Ignored under a sanitizer.
    std::size_t bytes = 0;
  };
  /// `work` reads requests from one descriptor and writes replies to the other. If the system can
  /// fork, it runs in a copy of this process (precondition: one thread). On Linux the copy has all
  /// limits and no administrator rights. Systems that cannot fork run it on a thread of this
  /// process, without limits. Throws std::runtime_error if no process can be made.
  WorkerProcess(const std::function<void(int requests, int replies)>& work, const Limits& limits);
  /// Starts a program that uses kRequests and kReplies (pipes.h) and limits itself. The first word
  /// of `command` is its path.
  explicit WorkerProcess(const std::vector<std::string>& command);
  ~WorkerProcess();  ///< kills it
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Limits, from now on, what the process and its descendants use while send() and receive() wait:
  /// `seconds` of CPU time, and `wall_seconds`. Where the system does not count CPU time, only wall
  /// time is limited; on Windows and in a page, to `seconds`.
  void set_time_limit(double seconds, double wall_seconds);
  enum class Transfer { complete, timed_out, closed };  ///< `closed`: the other end of the pipe
  Transfer send(const void* from, std::size_t size);
  Transfer receive(void* to, std::size_t size);
  double seconds();  ///< CPU time since set_time_limit(); on Windows wall time

  struct End {
    std::string signal;            ///< "signal 11 (Segmentation fault)"; empty: it ended by itself
    int status = 0;                ///< exit status if it ended by itself
    bool ran_out_of_time = false;  ///< of CPU time
    bool was_killed = false;       ///< by SIGKILL, which no limit sent
  };
  /// How the process ended; waits up to ten seconds for that. None if it is still running or was
  /// stopped by stop().
  std::optional<End> wait_for_end();
  void stop();
  /// CPU time of the process and its descendants in milliseconds, as the system counts it. After
  /// the end the last known value; 0 if the system does not report it.
  double milliseconds();

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

}  // namespace marrow::platform
