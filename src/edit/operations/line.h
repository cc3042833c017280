// An operation's line: one function per operation names its fields in order, and the line prints
// them, reads them, or counts their bytes. The text is words, numbers, names and the marks , ; [ ]
// { } separated by blanks. A number is the shortest decimal that reads back the same. A joint or a
// node is written as its name if that is unique, otherwise as its id: #17; none is #0. A plain name
// has letters, digits, _ . - : and characters beyond ASCII, begins with a letter and is not "none",
// "all" or "nothing". Others are quoted, with \" \\ \n \t and \xNN for an invisible byte.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// Memory that a value owns beyond its own size, as the history counts it.
template <typename T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}
/// A text of up to 15 bytes is stored inside the string itself.
inline std::size_t bytes_of(const std::string& text) {
  return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

class Line {
 public:
  enum class Mode { print, read, count };

  virtual ~Line() = default;
  Mode mode() const { return mode_; }
  bool reads() const { return mode_ == Mode::read; }
  /// The scene before the operation; where bytes are counted, an empty one.
  const Scene& before() const { return before_; }

  /// A word that is always there; a line's first word identifies the operation.
  virtual void word(std::string_view word) = 0;
  /// One of `words`, at `index`; an index beyond them is printed as #index.
  virtual void pick(std::size_t& index, std::span<const std::string_view> words) = 0;
  /// Returns whether the word is there; prints it if `wanted`.
  virtual bool has(std::string_view word, bool wanted) = 0;
  /// Returns whether the word, and so the value, is there.
  template <typename T>
  bool has(std::string_view word, std::optional<T>& value) {
    const bool is_there = has(word, value.has_value());
    if (reads()) value = is_there ? std::optional(T{}) : std::nullopt;
    return is_there;
  }

  virtual void id(Id& id) = 0;  ///< a joint or a node
  virtual void text(std::string& text) = 0;
  virtual void number(std::variant<float*, double*, int*, std::size_t*> value) = 0;
  virtual void payload(std::string& bytes) = 0;  ///< any bytes, as base64

  /// Data that steps of the history may share: only counted.
  virtual void holds(const Scene&) {}
  virtual void holds(const std::shared_ptr<const Motion>&) {}
  /// Reports, while reading, that the last value is wrong.
  virtual void fail(std::string_view /*expected*/) {}

  void vector(glm::vec3& v);
  // A word followed by a value.
  void id(std::string_view before, Id& value) { word(before), id(value); }
  void text(std::string_view before, std::string& value) { word(before), text(value); }
  void vector(std::string_view before, glm::vec3& value) { word(before), vector(value); }
  void numbers(std::string_view before, std::vector<float>& values) {
    word(before), numbers(values);
  }
  template <typename Number>
  void number(Number& value) {
    number(std::variant<float*, double*, int*, std::size_t*>(&value));
  }
  template <typename Number>
  void number(std::string_view before, Number& value) {
    word(before), number(value);
  }
  void choice(bool& value, std::string_view if_true, std::string_view if_false);
  void flag(std::string_view word, bool& value);  ///< the word is there if the value is true
  /// A word followed by a text, unless the text is `usual`.
  void text_unless(std::string_view word, std::string& text, std::string_view usual);
  /// A list of joints or nodes.
  void ids(std::vector<Id>& ids, std::string_view empty = "none");
  void numbers(std::vector<float>& values);  ///< [1 2 3]

  /// A value of an enumeration, by its name.
  template <typename Enum>
  void one_of(Enum& value, std::span<const std::string_view> words) {
    auto index = std::size_t(value);
    pick(index, words);
    if (reads()) value = static_cast<Enum>(index);
  }
  /// "a, b, c"; without items the word `empty`.
  template <typename T, typename Item>
  void list(std::vector<T>& values, std::string_view empty, const Item& item) {
    owns(bytes_of(values));
    for (std::size_t i = 0; next(i, values.size(), empty); ++i) {
      if (reads()) values.emplace_back();
      item(values[i]);
    }
  }
  /// "{ a; b; c }"
  template <typename T, typename Item>
  void block(std::vector<T>& values, const Item& item) {
    owns(bytes_of(values));
    for (std::size_t i = 0; next_in_block(i, values.size()); ++i) {
      if (reads()) values.emplace_back();
      item(values[i]);
    }
  }

 protected:
  Line(Mode mode, const Scene& before) : mode_(mode), before_(before) {}
  virtual void owns(std::size_t /*bytes*/) {}
  /// Returns whether there is an item `index`; handles the text before or behind it.
  virtual bool next(std::size_t index, std::size_t size, std::string_view empty) = 0;
  virtual bool next_in_block(std::size_t index, std::size_t size) = 0;
  /// next() for "[1 2 3]".
  virtual bool next_number(std::size_t index, std::size_t size) = 0;

 private:
  Mode mode_;
  const Scene& before_;
};

}  // namespace marrow
