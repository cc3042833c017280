// A process that is asked and replies, with limits on what it may take: for code that is not
// trusted.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace marrow::platform {

class Partner {
 public:
  struct Limits {
    double seconds = 0.0;  ///< of work
    /// Address space beyond what the program itself needs; not looked at under a sanitizer.
    std::size_t bytes = 0;
  };
  /// `work` reads requests from one descriptor and writes replies to the other. Where the system
  /// can fork it runs in a copy of this process (precondition: one thread), on Linux within all of
  /// the limits and without rights of an administrator; elsewhere on a thread of this one, without
  /// limits. Throws
  /// std::runtime_error when no process can be made.
  Partner(const std::function<void(int requests, int replies)>& work, const Limits& limits);
  /// A program that does the same with kRequests and kReplies (pipes.h) and limits itself. The
  /// first word is its path.
  explicit Partner(const std::vector<std::string>& command);
  ~Partner();  ///< kills it
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;

  using Moment = std::chrono::steady_clock::time_point;
  enum class Said { all, too_late, nothing_more };  ///< the last: the pipe is closed
  Said send(const void* from, std::size_t size, Moment deadline);
  Said receive(void* to, std::size_t size, Moment deadline);

  struct End {
    std::string signal;            ///< "signal 11 (Segmentation fault)"; empty: it ended by itself
    int status = 0;                ///< of one that ended by itself
    bool ran_out_of_time = false;  ///< of work
  };
  /// How it ended; waits a second for it to end. Nothing where it goes on, or was stopped.
  std::optional<End> wait_for_end();
  void stop();
  /// CPU time of it and of processes below it, as the system counts it, in milliseconds; the last
  /// known once it has ended; 0 where the system does not tell.
  double milliseconds();

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

}  // namespace marrow::platform
