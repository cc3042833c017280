// Limits the memory that a file's content may ask for. Every allocation whose size is a product of
// two counts in the file must be taken from the budget first.
#pragma once

#include <cstdint>
#include <string>

namespace marrow::io {

/// One per opened file. A small file could ask for any amount of memory, because accessors may
/// overlap, names and pictures may be used many times, and compressed data expands.
class MemoryBudget {
 public:
  /// The budget is 64 MB plus 16 times `bytes_held` (the file and its buffers); together with
  /// pictures at most kDecodedCap. `file`: for messages.
  MemoryBudget(std::string file, std::uint64_t bytes_held);

  /// Takes bytes. Throws Error at `place` (a JSON pointer, a line) if too few are left.
  void take(std::uint64_t bytes, const std::string& place);

  /// As take(), for optional data: returns false and takes nothing if too few are left.
  bool try_take(std::uint64_t bytes);

  /// As try_take(), for a decoded picture: limited only by kDecodedCap, even if the file is small.
  bool try_take_picture(std::uint64_t bytes);

 private:
  std::string file_;
  std::uint64_t in_proportion_, in_all_;
};

}  // namespace marrow::io
