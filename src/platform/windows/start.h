// Starts a program with descriptors of our choice. With what it starts itself it is in a job, the
// system's word for a group of processes that ends as one.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace marrow::platform {

class Started {
 public:
  Started(void* process, void* job) : process_(process), job_(job) {}
  ~Started();  ///< ends all of the job
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  bool has_ended(unsigned milliseconds) const;  ///< or whether it does so within these
  void kill();
  int status() const;
  double milliseconds() const;  ///< CPU time of all of the job

 private:
  void *process_, *job_;
};

/// `descriptors`: what the program has as 0, 1, 2 and so on. Throws std::runtime_error.
std::unique_ptr<Started> start(const std::vector<std::string>& command,
                               const std::vector<int>& descriptors);

/// Descriptors that are inherited only by start().
struct Pipe {
  Pipe();  ///< throws std::runtime_error
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int from = -1, to = -1;
};

/// "an access to memory that is not its own (0xC0000005)"; empty for the status of a program that
/// ended by itself.
std::string crash_in_words(unsigned status);

}  // namespace marrow::platform
