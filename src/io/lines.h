// A text file as logical lines and words, for the formats of Wavefront: OBJ and MTL.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace marrow::io {

/// Cuts a text into logical lines: LF, CR LF or CR ends one, a backslash before the end joins the next. The text must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// False at the end. `line` holds until the next call.
  bool next(std::string_view& line);

  /// Of the logical line's first physical line, from 1.
  std::uint32_t number() const { return number_; }

 private:
  std::string_view take_physical();

  std::string_view rest_;
  std::string joined_;
  std::uint32_t number_ = 0, next_number_ = 1;
};

/// Takes the next word off `line`; empty at its end.
std::string_view next_word(std::string_view& line);

}  // namespace marrow::io
