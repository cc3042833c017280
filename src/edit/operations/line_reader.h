// Reads an operation from text; line.h describes lines. After the first error every call leaves its
// value unchanged, and lists end; problem() reports what was expected, and where.
#pragma once

#include <optional>
#include <string>

#include "edit/operations/id_names.h"
#include "edit/operations/line.h"

namespace marrow {

class LineReader : public Line {
 public:
  /// `text` must outlive the reader.
  LineReader(const Scene& before, std::string_view text);

  bool has_failed() const { return has_failed_; }
  /// "column 14: expected a number, found \"abc\"". Columns are bytes, from 1.
  std::string problem() const;
  void expect_end();

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
  void number(float& value) override { read_number(value); }
  void number(double& value) override { read_number(value); }
  void number(int& value) override { read_number(value); }
  void number(std::size_t& value) override { read_number(value); }
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

  std::string_view all_;
  std::size_t at_ = 0;  ///< position after token_
  Token token_;
  bool has_failed_ = false;
  std::string expected_;
  int depth_ = 0;
  std::optional<IdNames> names_;
};

}  // namespace marrow
