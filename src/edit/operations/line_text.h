// Operations as text: printed and read (format: line.h).
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "edit/operations/behavior.h"
#include "edit/operations/line.h"

namespace marrow {

/// Finds joints and nodes of a scene by name. The scene must outlive this object.
class IdNames {
 public:
  explicit IdNames(const Scene& scene);
  /// The name if it is unique in the scene; otherwise none.
  std::optional<std::string_view> shown_name(Id id) const;
  /// The number of joints and nodes with the name; sets `id` to the first of them.
  int find(std::string_view name, Id& id) const;

 private:
  struct Bearers {
    Id first = kNoId;
    int count = 0;
  };
  void add(Id id, std::string_view name);

  std::unordered_map<Id, std::string_view> names_;
  std::unordered_map<std::string_view, Bearers> bearers_;
};

/// True for a text that needs no quotes in a line.
bool is_plain(std::string_view text);

class LineWriter : public Line {
 public:
  explicit LineWriter(const Scene& before) : Line(Mode::print, before) {}
  std::string take() { return std::move(line_); }

  void word(std::string_view word) override;
  void pick(std::size_t& index, std::span<const std::string_view> words) override;
  bool has(std::string_view word, bool wanted) override;
  void id(Id& id) override;
  void text(std::string& text) override;
  void number(std::variant<float*, double*, int*, std::size_t*> value) override;
  void payload(std::string& bytes) override;

 protected:
  bool next(std::size_t index, std::size_t size, std::string_view empty) override;
  bool next_in_block(std::size_t index, std::size_t size) override;
  bool next_number(std::size_t index, std::size_t size) override;

 private:
  void put(std::string_view token);
  void put_text(std::string_view text);

  std::string line_;
  std::optional<IdNames> names_;
};

/// After the first error every call leaves its value unchanged, and lists end; problem() reports
/// what was expected, and where.
class LineReader : public Line {
 public:
  /// `text` must outlive the reader.
  LineReader(const Scene& before, std::string_view text, NamesInLines names = NamesInLines::exact);

  bool has_failed() const { return has_failed_; }
  /// "column 14: expected a number, found \"abc\"". Columns are bytes, from 1.
  std::string problem() const;
  void expect_end();
  const std::vector<std::string>& notes() const { return notes_; }

  /// For alternatives: after a failure at the first token the line can be read in another way.
  std::size_t begins() const { return token_.begin; }
  bool has_failed_at(std::size_t begin) const { return has_failed_ && token_.begin == begin; }
  void forget_failure() { has_failed_ = false; }

  /// Enters a nested operation. Returns false and fails when nested too deeply.
  bool enter();
  void leave() { --depth_; }

  void word(std::string_view word) override;
  void pick(std::size_t& index, std::span<const std::string_view> words) override;
  bool has(std::string_view word, bool wanted) override;
  void id(Id& id) override;
  void text(std::string& text) override;
  void number(std::variant<float*, double*, int*, std::size_t*> value) override;
  void payload(std::string& bytes) override;
  void fail(std::string_view expected) override;

 protected:
  bool next(std::size_t index, std::size_t size, std::string_view empty) override;
  bool next_in_block(std::size_t index, std::size_t size) override;
  bool next_number(std::size_t index, std::size_t size) override;

 private:
  enum class Kind { end, word, quoted, mark };
  struct Token {
    Kind kind = Kind::end;
    std::string text;  ///< without quotes and escapes
    std::size_t begin = 0;
  };

  void advance();
  void take_quoted();
  void take_escape();
  bool is_word(std::string_view word) const;
  bool is_mark(char mark) const { return token_.kind == Kind::mark && token_.text[0] == mark; }
  bool is_text() const;
  bool take_mark(char mark);
  /// The number after the # of the present token; none if the token is not of that form.
  std::optional<std::uint64_t> numbered() const;
  template <typename T>
  void read_number(T& value);
  /// The joint with the role that the present token names; nullptr if there is none or several.
  const Joint* joint_in_role() const;

  std::string_view all_;
  std::size_t at_ = 0;  ///< position after token_
  Token token_;
  bool has_failed_ = false;
  std::string expected_;
  int depth_ = 0;
  std::optional<IdNames> names_;
  const NamesInLines matching_;
  std::vector<std::string> notes_;
};

}  // namespace marrow
