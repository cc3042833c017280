// Writes an operation as text. Lines are described in line.h.
#pragma once

#include <optional>
#include <string>

#include "edit/operations/id_names.h"
#include "edit/operations/line.h"

namespace marrow {

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
  void number(float& value) override { put_number(value); }
  void number(double& value) override { put_number(value); }
  void number(int& value) override { put_number(value); }
  void number(std::size_t& value) override { put_number(value); }
  void payload(std::string& bytes) override;

 protected:
  bool next(std::size_t index, std::size_t size, std::string_view empty) override;
  bool next_in_block(std::size_t index, std::size_t size) override;
  bool next_number(std::size_t index, std::size_t size) override;

 private:
  void put(std::string_view token);
  void put_text(std::string_view text);
  template <typename T>
  void put_number(T value);

  std::string line_;
  std::optional<IdNames> names_;
};

}  // namespace marrow
