#include "io/obj_number.h"

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "io/text.h"

namespace marrow::io {

namespace {

/// By the one function of tinyobjloader that reads a single number.
float read_back(const std::string& number) {
  std::string name;
  tinyobj::texture_option_t options{};
  tinyobj::ParseTextureNameAndOption(&name, &options, ("-bm " + number).c_str());
  return options.bump_multiplier;
}

}  // namespace

void append_obj_number(std::string& text, float value) {
  const std::size_t begin = text.size();
  append_number(text, value);
  if (text.find('e', begin) == std::string::npos) return;  // all of these do: every float was tried
  if (read_back(text.substr(begin)) == value) return;
  text.replace(begin, std::string::npos, fmt::format("{:.8e}", value));
}

}  // namespace marrow::io
