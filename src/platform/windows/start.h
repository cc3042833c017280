// Starts a program with given descriptors. The program and its descendants are in a job, which is
// Windows's name for a group of processes that end together.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace marrow::platform {

class Started {
 public:
  Started(void* process, void* job) : process_(process), job_(job) {}
  ~Started();  ///< ends all processes of the job
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  bool has_ended(unsigned milliseconds) const;  ///< waits at most that long
  void kill();
  int status() const;
  double milliseconds() const;  ///< CPU time of all processes of the job

 private:
  void *process_, *job_;
};

/// `descriptors` become 0, 1, 2 and so on in the program. Throws std::runtime_error.
std::unique_ptr<Started> start(const std::vector<std::string>& command,
                               const std::vector<int>& descriptors);

/// A pipe that only programs of start() inherit.
struct Pipe {
  Pipe();  ///< throws std::runtime_error
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int from = -1, to = -1;
};

/// "an access to memory not its own (0xC0000005)"; empty if the program ended by itself.
std::string crash_in_words(unsigned status);

}  // namespace marrow::platform
