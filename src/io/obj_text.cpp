#include "io/obj_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <map>

#include "io/error.h"
#include "io/lines.h"
#include "io/text.h"

namespace marrow::io {

namespace {

constexpr std::array<std::string_view, 10> kSkippedStatements = {"g",  "s",      "l",      "p",        "vp",
                                                                 "mg", "usemap", "maplib", "d_interp", "c_interp"};

bool is_at_end(std::string_view line) {
  const std::string_view word = next_word(line);
  return word.empty() || word[0] == '#';
}

class Pass {
 public:
  Pass(const std::string& file, std::string_view bytes) : file_(file), lines_(bytes) {}

  ObjText run() {
    std::string_view line;
    while (lines_.next(line)) statement(line);
    if (!any_known_ && first_unknown_line_ != 0) {
      throw Error(file_, place(first_unknown_line_), "expected OBJ statements (v, f, ...), found " + in_quotes(first_unknown_));
    }
    return std::move(text_);
  }

 private:
  static std::string place(std::uint32_t line) { return fmt::format("line {}", line); }
  [[noreturn]] void refuse(const std::string& expected) const { throw Error(file_, place(lines_.number()), expected); }

  void statement(std::string_view line) {
    const std::string_view whole = line;
    const std::string_view keyword = next_word(line);
    if (keyword.empty() || keyword[0] == '#') return;
    bool known = true;
    if (keyword == "v") {
      vertex(line);
    } else if (keyword == "vn") {
      text_.normals.push_back({number(line, "vn", 3), number(line, "vn", 3), number(line, "vn", 3)});
    } else if (keyword == "vt") {
      const float u = number(line, "vt", 1);
      text_.uvs.push_back({u, is_at_end(line) ? 0.0f : number(line, "vt", 1)});
    } else if (keyword == "f") {
      face(line);
    } else if (keyword == "usemtl") {
      use_material(clean_name(line));
    } else if (keyword == "mtllib") {
      text_.libraries.push_back(clean_name(line));
    } else if (keyword == "o") {
      text_.statements.append("o ").append(clean_name(line)) += '\n';
    } else {
      known = std::find(kSkippedStatements.begin(), kSkippedStatements.end(), keyword) != kSkippedStatements.end();
      if (keyword == "l" || keyword == "p") ++text_.lines_and_points;
    }
    any_known_ |= known;
    if (!known && first_unknown_line_ == 0) {
      first_unknown_line_ = lines_.number();
      first_unknown_ = whole.substr(0, 64);
    }
  }

  float number(std::string_view& line, const char* keyword, int needed) const {
    if (is_at_end(line)) refuse(fmt::format("expected {} number{} after {}", needed, needed == 1 ? "" : "s", keyword));
    const std::string_view word = next_word(line);
    float value = 0.0f;
    switch (read_number(word, value)) {
      case NumberKind::finite:
        return value;
      case NumberKind::out_of_range:
        refuse("the number " + in_quotes(word) + " is too large");
      case NumberKind::not_a_number:
        break;
    }
    if (word.find(',') != std::string_view::npos) refuse("expected a number with a decimal point, found a comma in " + in_quotes(word));
    refuse("expected a number, found " + in_quotes(word));
  }

  void vertex(std::string_view line) {
    const float x = number(line, "v", 3), y = number(line, "v", 3), z = number(line, "v", 3);
    text_.positions.emplace_back(x, y, z);
    if (text_.has_colors || is_at_end(line)) return;
    next_word(line);  // the weight w of a rational vertex
    text_.has_colors = !is_at_end(line);
  }

  void face(std::string_view line) {
    const std::size_t begin = text_.statements.size();
    text_.statements += 'f';
    std::size_t corners = 0;
    for (std::string_view word = next_word(line); !word.empty() && word[0] != '#'; word = next_word(line)) {
      corner(word);
      ++corners;
    }
    if (corners < 3) {
      text_.statements.resize(begin);
      ++text_.degenerate_faces;
      return;
    }
    text_.statements += '\n';
    text_.face_lines.push_back(lines_.number());
    text_.face_material.push_back(material_);
  }

  void use_material(const std::string& name) {
    const auto [found, is_new] = material_index_.try_emplace(name, static_cast<std::uint32_t>(text_.materials.size()));
    if (is_new) text_.materials.push_back(name);
    material_ = found->second;
  }

  /// "v", "v/t", "v//n" or "v/t/n", also with slashes that nothing follows: writes it with indices counted from 1.
  void corner(std::string_view word) {
    const std::array<std::size_t, 3> counts = {text_.positions.size(), text_.uvs.size(), text_.normals.size()};
    std::array<std::uint32_t, 3> indices = {0, 0, 0};
    std::string_view rest = word;
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t slash = rest.find('/');
      const std::string_view digits = rest.substr(0, slash);
      if (!digits.empty()) {
        indices[part] = index(digits, counts[part], word);
      } else if (part == 0) {
        refuse("expected a vertex index, found " + in_quotes(word));
      }
      if (slash == std::string_view::npos) return append_corner(indices);
      rest.remove_prefix(slash + 1);
    }
    refuse("expected at most vertex/texture/normal, found " + in_quotes(word));
  }

  std::uint32_t index(std::string_view digits, std::size_t count, std::string_view word) const {
    if (digits[0] == '+') digits.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) refuse("expected an index, found " + in_quotes(word));
    const bool too_large = error == std::errc::result_out_of_range || value > std::numeric_limits<std::int32_t>::max();
    if (too_large) refuse("the index in " + in_quotes(word) + " is too large");
    if (value == 0) refuse("index 0 in " + in_quotes(word) + "; indices count from 1, or from -1 backwards");
    const auto so_far = static_cast<std::int64_t>(count);
    if (value < -so_far) refuse(fmt::format("the index in {} counts back beyond the first of {} so far", in_quotes(word), count));
    return static_cast<std::uint32_t>(value < 0 ? so_far + value + 1 : value);
  }

  void append_corner(const std::array<std::uint32_t, 3>& indices) {
    append_integer(text_.statements += ' ', indices[0]);
    if (indices[1] != 0 || indices[2] != 0) text_.statements += '/';
    if (indices[1] != 0) append_integer(text_.statements, indices[1]);
    if (indices[2] != 0) append_integer(text_.statements += '/', indices[2]);
  }

  const std::string& file_;
  Lines lines_;
  ObjText text_;
  std::map<std::string, std::uint32_t> material_index_;
  std::uint32_t material_ = kNoIndex;
  bool any_known_ = false;
  std::uint32_t first_unknown_line_ = 0;
  std::string first_unknown_;
};

}  // namespace

ObjText read_obj_text(const std::string& file, std::string_view bytes) {
  if (bytes.substr(0, 2) == "\xFF\xFE" || bytes.substr(0, 2) == "\xFE\xFF") {
    throw Error(file, "line 1", "is UTF-16 text; save it as UTF-8 or plain ASCII");
  }
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    throw Error(file, fmt::format("line {}", line), "expected text, found a NUL byte (binary data)");
  }
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  return Pass(file, bytes).run();
}

}  // namespace marrow::io
