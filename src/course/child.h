// Another process, in a group of its own, with its output in pipes. Never blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace marrow::course {

inline constexpr int kAnswer = 3;  ///< the descriptor on which a child answers, if it does

class Child {
 public:
  /// Starts a program; those with threads and a window may. `command`'s first word is a path or is
  /// searched in PATH. `input`: standard input, at most 4 kB; `most_printed`: bytes kept of the end
  /// of standard output and error. Throws std::runtime_error when no process can be made.
  Child(const std::vector<std::string>& command, const std::string& input,
        std::size_t most_printed);
  /// Forks this program, which spares its start: the child does `work` and ends; no descriptor but
  /// its four stays open in it. Precondition: one thread.
  Child(const std::function<void()>& work, const std::string& input, std::size_t most_printed);
  ~Child();  ///< kills its whole group
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads available output. True once it has ended.
  bool poll();
  void wait();  ///< until then; for programs without a window
  void kill();
  bool has_ended() const { return process_ < 0; }
  int status() const { return status_; }  ///< of waitpid, once it has ended
  double seconds() const;                 ///< since its start
  const std::string& printed() const { return printed_; }
  const std::string& answer() const { return answer_; }

 private:
  /// `start` gets the descriptors of input, printing and answer, and gives the process.
  using Start = std::function<pid_t(int input, int printing, int answering)>;
  Child(const std::string& input, std::size_t most_printed, const Start& start);
  void read_pipes();

  pid_t process_ = -1;
  int status_ = 0, printing_ = -1, answering_ = -1;
  std::size_t most_printed_;
  std::string printed_, answer_;
  std::chrono::steady_clock::time_point begin_;
};

/// "signal 11 (Segmentation fault)" or "status 3", of a waitpid status.
std::string end_in_words(int status);

}  // namespace marrow::course
