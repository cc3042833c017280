// The memory that a file's content may ask for: whatever is a product of two counts asks here.
#pragma once

#include <cstdint>
#include <string>

namespace marrow::io {

/// One per file that is opened. Accessors may overlap, names and pictures may be used by everybody
/// and packed bytes grow, so a small file could ask for any amount.
class MemoryBudget {
 public:
  /// 64 MB and 16 times `bytes_held`, those of the file and its buffers; with pictures at most
  /// kDecodedCap. `file`: for messages.
  MemoryBudget(std::string file, std::uint64_t bytes_held);

  /// Throws Error at `place` (a JSON pointer, a line) when there is not so much left.
  void take(std::uint64_t bytes, const std::string& place);

  /// False, and nothing is taken, when there is not so much left: for what can be left out.
  bool takes(std::uint64_t bytes);

  /// A decoded picture's: up to kDecodedCap for all, however small the file is.
  bool takes_picture(std::uint64_t bytes);

 private:
  std::string file_;
  std::uint64_t in_proportion_, in_all_;
};

}  // namespace marrow::io
