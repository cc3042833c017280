// Text as logical lines, words and numbers, for the formats of Wavefront: OBJ and MTL.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace marrow::io {

/// Cuts a text into logical lines: LF, CR LF or CR ends one, a backslash before it joins the next.
/// The text must outlive it.
class Lines {
 public:
  /// `first`: the number of the text's first line, if it is a part of another.
  explicit Lines(std::string_view text, std::uint32_t first = 1)
      : text_(text), line_feed_(find('\n', 0)), return_(find('\r', 0)), next_number_(first) {}

  /// False at the end. `line` is valid until the next call.
  bool next(std::string_view& line);

  /// Of the logical line's first physical line, from 1.
  std::uint32_t number() const { return number_; }
  /// Of the physical line that next() takes next.
  std::uint32_t next_number() const { return next_number_; }

 private:
  bool is_at_end() const { return at_ == text_.size(); }
  std::size_t find(char wanted, std::size_t begin) const {
    return std::min(text_.find(wanted, begin), text_.size());
  }
  std::string_view take_physical();

  std::string_view text_;
  std::size_t at_ = 0;              ///< where the next line begins
  std::size_t line_feed_, return_;  ///< the first of each from there on, or the end
  std::string joined_;
  std::uint32_t number_ = 0, next_number_;
};

/// Takes the next word off `line`; empty at its end. Inline, as reading spends most of its time
/// here.
inline std::string_view next_word(std::string_view& line) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; };
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Appends the shortest decimal of a float, or nine digits where tinyobjloader, which may round
/// wrongly, would read another float. Precondition: finite.
void append_obj_number(std::string& text, float value);

}  // namespace marrow::io
