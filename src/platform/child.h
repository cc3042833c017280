// Runs another process in its own process group, with its output in pipes. A function blocks only
// if its comment says so.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::platform {

inline constexpr int kAnswer = 3;  ///< the descriptor that a child writes its answer to

class Child {
 public:
  /// Starts a program; also allowed in a process with threads and a window. The first word of
  /// `command` is a path or is searched in PATH. `input`: standard input, at most 4 kB.
  /// `most_printed`: how many bytes to keep of the end of standard output and error. Throws
  /// std::runtime_error if no process can be made.
  Child(const std::vector<std::string>& command, const std::string& input,
        std::size_t most_printed);
  /// Starts a program with its standard input left open for feed(). Throws if !can_feed_programs().
  Child(const std::vector<std::string>& command, std::size_t most_printed);
  /// Forks this program, which is faster than starting it: the child runs `work` and ends. Only its
  /// four descriptors stay open in it. Precondition: one thread. Throws if the system cannot fork.
  Child(const std::function<void()>& work, const std::string& input, std::size_t most_printed);
  ~Child();  ///< kills the whole process group
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  using Moment = std::chrono::steady_clock::time_point;
  /// Writes to the child's open standard input until all is written or time is up, and meanwhile
  /// reads its output. Returns the number of bytes written: less than all also if the child closed
  /// its input or ended.
  std::size_t feed(std::string_view bytes, Moment until);
  void end_input();  ///< closes the child's standard input

  /// Reads available output. True once the child has ended.
  bool poll();
  void wait();  ///< blocks until the child has ended; for programs without a window
  void kill();
  bool has_ended() const { return process_ == kNone; }
  int status() const { return status_; }  ///< once it has ended: 0, or see end_in_words()
  double seconds() const;                 ///< since its start
  const std::string& printed() const { return printed_; }
  const std::string& answer() const { return answer_; }

 private:
  static constexpr std::intptr_t kNone = -1;
  /// Called with the child's descriptors of input, output and answer; returns the process.
  using Start = std::function<std::intptr_t(int input, int printing, int answering)>;
  Child(const std::string& input, std::size_t most_printed, const Start& start);
  void read_pipes();

  std::intptr_t process_ = kNone;
  int status_ = 0, feeding_ = -1, printing_ = -1, answering_ = -1;
  std::size_t most_printed_;
  std::string printed_, answer_;
  std::chrono::steady_clock::time_point begin_;
};

/// Whether bytes can be written to a program while it works.
bool can_feed_programs();

/// Child::status() in words: "signal 11 (Segmentation fault)" or "status 3".
std::string end_in_words(int status);
/// True if SIGKILL ended the process, or its status is 128 + SIGKILL, as if a shell ran the
/// program.
bool was_killed(int status);

/// The other end of a Child, for the process itself: its input and its answer. The constructor
/// moves both descriptors away, so that processes started by this one do not inherit them. It also
/// makes this process end with its parent and hides its memory from other processes.
class AnswerLine {
 public:
  AnswerLine();
  std::string read_input();  ///< the first 64 bytes; closes the input, so call it once
  void answer(std::string_view bytes) const;

 private:
  [[maybe_unused]] int input_, answer_;
};

/// Ends this process at once, without destructors of static objects, as a forked process must.
[[noreturn]] void end_process(int status);

}  // namespace marrow::platform
