#include "io/obj_number.h"

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "io/text.h"

namespace marrow::io {

void append_obj_number(std::string& text, float value) {
  const std::size_t begin = text.size();
  append_number(text, value);
  // Every float was tried: 3196 of 4 billion do not read back, all with an exponent; with nine
  // digits all do.
  if (text.find('e', begin) == std::string::npos) return;
  std::string name;
  tinyobj::texture_option_t read{};  // the one way to tinyobjloader's numbers one by one
  tinyobj::ParseTextureNameAndOption(&name, &read, ("-bm " + text.substr(begin)).c_str());
  if (read.bump_multiplier != value) text.replace(begin, text.npos, fmt::format("{:.8e}", value));
}

}  // namespace marrow::io
