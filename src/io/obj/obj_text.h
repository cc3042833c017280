// Splits text into logical lines, words and numbers, for the Wavefront formats OBJ and MTL.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// Splits a text into logical lines. LF, CR LF or CR ends a line; after a backslash the next line
/// is joined. The text must outlive this object.
class Lines {
 public:
  /// `first`: line number of the text's first line, for a text that is a part of a file.
  explicit Lines(std::string_view text, std::uint32_t first = 1)
      : text_(text), line_feed_(find('\n', 0)), return_(find('\r', 0)), next_number_(first) {}

  /// False at the end. `line` is valid until the next call.
  bool next(std::string_view& line);

  /// Line number of the logical line's first physical line, from 1.
  std::uint32_t number() const { return number_; }
  /// Line number of the physical line that next() will read.
  std::uint32_t next_number() const { return next_number_; }

 private:
  bool is_at_end() const { return at_ == text_.size(); }
  std::size_t find(char wanted, std::size_t begin) const {
    return std::min(text_.find(wanted, begin), text_.size());
  }
  std::string_view take_physical();

  std::string_view text_;
  std::size_t at_ = 0;              ///< where the next line begins
  std::size_t line_feed_, return_;  ///< position of the first LF and CR at or after at_, or the end
  std::string joined_;
  std::uint32_t number_ = 0, next_number_;
};

/// Removes the next word from `line` and returns it; empty at its end. Inline, because reading
/// spends most of its time here.
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

/// Appends the shortest decimal of a float, or nine digits if tinyobjloader, which may round
/// wrongly, would read another float from it. Precondition: finite.
void append_obj_number(std::string& text, float value);

/// The `o` and the `g` name of a face, without the keywords; empty: none.
struct ObjPlace {
  std::string object, group;
  bool operator==(const ObjPlace&) const = default;
};

/// Joins both to one name for Mesh::groups: "GROUP" without an object, else "OBJECT/GROUP", where
/// slashes and backslashes of the object are escaped by a backslash. A group without an object
/// whose name has a slash gets a slash in front. Empty if there is neither object nor group.
std::string group_name(const ObjPlace& place);

/// The reverse of group_name(), for any text: group names of other formats become groups.
ObjPlace place_of_group(const std::string& name);

/// First face and smoothing group of each run; 0 is off. Ascending faces.
using SmoothingRuns = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// JSON text for Mesh::carried with `runs` and a checksum of the faces; empty if all are off.
std::string carried_smoothing(const Mesh& mesh, const SmoothingRuns& runs);

/// The reverse of carried_smoothing(), from mesh.carried; empty if the faces have changed since, or
/// if the text has no smoothing.
SmoothingRuns smoothing_of(const Mesh& mesh);

}  // namespace marrow::io
