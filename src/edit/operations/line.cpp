#include "edit/operations/line.h"

#include <array>

namespace marrow {

void Line::vector(glm::vec3& v) {
  for (int i = 0; i < 3; ++i) number(v[i]);
}

void Line::choice(bool& value, std::string_view if_true, std::string_view if_false) {
  std::size_t index = value ? 0 : 1;
  pick(index, std::array{if_true, if_false});
  if (!reads()) return;
  if (index > 1) fail("one of the two");
  value = index == 0;
}

void Line::flag(std::string_view word, bool& value) {
  const bool is_there = has(word, value);
  if (reads()) value = is_there;
}

void Line::text_unless(std::string_view word, std::string& text, std::string_view usual) {
  if (has(word, text != usual))
    this->text(text);
  else if (reads())
    text = usual;
}

void Line::ids(std::vector<Id>& ids, std::string_view empty) {
  list(ids, empty, [&](Id& one) { id(one); });
}

void Line::numbers(std::vector<float>& values) {
  owns(bytes_of(values));
  for (std::size_t i = 0; next_number(i, values.size()); ++i) {
    if (reads()) values.emplace_back();
    number(values[i]);
  }
}

}  // namespace marrow
