// Another process, in a group of its own, with its output in pipes. Blocks only where it says so.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::platform {

inline constexpr int kAnswer = 3;  ///< the descriptor on which a child answers, if it does

class Child {
 public:
  /// Starts a program; those with threads and a window may. `command`'s first word is a path or is
  /// searched in PATH. `input`: standard input, at most 4 kB; `most_printed`: bytes kept of the end
  /// of standard output and error. Throws std::runtime_error when no process can be made.
  Child(const std::vector<std::string>& command, const std::string& input,
        std::size_t most_printed);
  /// The same with standard input left open: see feed(). Where can_feed_programs().
  Child(const std::vector<std::string>& command, std::size_t most_printed);
  /// Forks this program, which spares its start: the child does `work` and ends; no descriptor but
  /// its four stays open in it. Precondition: one thread. Throws where the system cannot fork.
  Child(const std::function<void()>& work, const std::string& input, std::size_t most_printed);
  ~Child();  ///< kills its whole group
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  using Moment = std::chrono::steady_clock::time_point;
  /// Writes to its open standard input until all is written or time is up, and reads meanwhile what
  /// it prints. Returns how many bytes it took: fewer, too, where it has closed its input or ended.
  std::size_t feed(std::string_view bytes, Moment until);
  void end_input();  ///< it reads the end of its standard input next

  /// Reads available output. True once it has ended.
  bool poll();
  void wait();  ///< until then; for programs without a window
  void kill();
  bool has_ended() const { return process_ == kNone; }
  int status() const { return status_; }  ///< once it has ended: 0, or see end_in_words()
  double seconds() const;                 ///< since its start
  const std::string& printed() const { return printed_; }
  const std::string& answer() const { return answer_; }

 private:
  static constexpr std::intptr_t kNone = -1;
  /// `start` gets the descriptors of input, printing and answer, and gives the process.
  using Start = std::function<std::intptr_t(int input, int printing, int answering)>;
  Child(const std::string& input, std::size_t most_printed, const Start& start);
  void read_pipes();

  std::intptr_t process_ = kNone;
  int status_ = 0, feeding_ = -1, printing_ = -1, answering_ = -1;
  std::size_t most_printed_;
  std::string printed_, answer_;
  std::chrono::steady_clock::time_point begin_;
};

/// Whether bytes can be written to a program while it works; elsewhere that constructor throws.
bool can_feed_programs();

/// "signal 11 (Segmentation fault)" or "status 3", of Child::status().
std::string end_in_words(int status);

/// The other end: what the Child that is this process was given. It takes both out of the way, so
/// that no process below has them; this process ends with its parent, and others may not look into
/// it.
class AnswerLine {
 public:
  AnswerLine();
  std::string read_input();  ///< once: its first 64 bytes, and closes it
  void answer(std::string_view bytes) const;

 private:
  [[maybe_unused]] int input_, answer_;
};

/// Ends this process without further ado, as one that was forked must.
[[noreturn]] void end_process(int status);

}  // namespace marrow::platform
