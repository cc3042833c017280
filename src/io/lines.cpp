#include "io/lines.h"

namespace marrow::io {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

}  // namespace

std::string_view next_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

bool Lines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  number_ = next_number_;
  line = take_physical();
  if (line.empty() || line.back() != '\\') return true;
  joined_.clear();
  while (!line.empty() && line.back() == '\\') {
    joined_.append(line.substr(0, line.size() - 1)) += ' ';
    line = rest_.empty() ? std::string_view() : take_physical();
  }
  line = joined_.append(line);
  return true;
}

std::string_view Lines::take_physical() {
  const std::size_t end = rest_.find_first_of("\r\n");
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(line.size());
  if (rest_.substr(0, 2) == "\r\n") rest_.remove_prefix(1);
  if (!rest_.empty()) rest_.remove_prefix(1);
  ++next_number_;
  return line;
}

}  // namespace marrow::io
