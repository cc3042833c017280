#include "io/obj/obj_text.h"

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "io/number_text.h"

namespace marrow::io {

bool Lines::next(std::string_view& line) {
  if (is_at_end()) return false;
  number_ = next_number_;
  line = take_physical();
  if (line.empty() || line.back() != '\\') return true;
  joined_.clear();
  while (!line.empty() && line.back() == '\\') {
    joined_.append(line.substr(0, line.size() - 1)) += ' ';
    line = is_at_end() ? std::string_view() : take_physical();
  }
  line = joined_.append(line);
  return true;
}

std::string_view Lines::take_physical() {
  // Both positions are kept, so that a text with only one kind is not searched to its end for each
  // line.
  if (line_feed_ < at_) line_feed_ = find('\n', at_);
  if (return_ < at_) return_ = find('\r', at_);
  const std::string_view line = text_.substr(at_, std::min(line_feed_, return_) - at_);
  at_ += line.size();
  if (text_.substr(at_, 2) == "\r\n") ++at_;
  if (at_ < text_.size()) ++at_;
  ++next_number_;
  return line;
}

void append_obj_number(std::string& text, float value) {
  const std::size_t begin = text.size();
  append_number(text, value);
  // Of all floats, 1598 and their negatives do not read back, all with an exponent; with nine
  // digits all do.
  if (text.find('e', begin) == std::string::npos) return;
  std::string name;
  tinyobj::texture_option_t read{};  // the one way to tinyobjloader's numbers one by one
  tinyobj::ParseTextureNameAndOption(&name, &read, ("-bm " + text.substr(begin)).c_str());
  if (read.bump_multiplier != value) text.replace(begin, text.npos, fmt::format("{:.8e}", value));
}

}  // namespace marrow::io
