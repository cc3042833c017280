#include "io/obj/obj_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

#include "base/index.h"
#include "io/error.h"
#include "io/number_text.h"
#include "io/obj/obj_text.h"
#include "scene/scene.h"

namespace marrow::io {

namespace {

constexpr glm::vec4 kNoColor{-1.0f};
constexpr std::array<std::string_view, 6> kPassedOver = {"vp",     "mg",       "usemap",
                                                         "maplib", "d_interp", "c_interp"};

bool is_end(std::string_view word) { return word.empty() || word[0] == '#'; }
bool is_at_end(std::string_view line) { return is_end(next_word(line)); }

/// The indices of a corner as in the file: vertex, texture coordinate, normal; 0: none.
using Corner = std::array<std::int64_t, 3>;

/// Reads the lines of a piece one by one.
class PieceReader {
 public:
  PieceReader(const ObjPiece& piece, const ObjTarget& target)
      : target_(target), lines_(piece.text, piece.before.lines + 1), so_far_(piece.before) {
    faces_.first_vertex = piece.before.positions;
  }

  ObjFaces run() {
    for (std::string_view line; lines_.next(line);) read(line);
    return std::move(faces_);
  }

 private:
  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(target_.file, fmt::format("line {}", lines_.number()), expected);
  }

  void read(std::string_view line) {
    rest_ = line;
    const std::string_view keyword = next_word(rest_);
    if (is_end(keyword)) return;
    if (keyword == "v") {
      vertex();
    } else if (keyword == "vn") {
      target_.mesh.normals[so_far_.normals++] = numbers<glm::vec3>(keyword, 3);
    } else if (keyword == "f") {
      face();
    } else if (keyword == "vt") {
      uv();
    } else if (!is_other(keyword)) {
      if (faces_.unknown.count == 0) faces_.first_unknown = line.substr(0, 64);
      faces_.unknown.note(lines_.number());
      return;
    }
    faces_.any_known = true;
  }

  /// Reads the other statements. False: not OBJ.
  bool is_other(std::string_view keyword) {
    if (keyword == "usemtl") {
      change(&ObjState::material, clean_name(rest_));
    } else if (keyword == "o") {
      object(clean_name(rest_));
    } else if (keyword == "g") {
      // several names count as one, including the blanks between them
      change(&ObjState::group, clean_name(rest_));
    } else if (keyword == "s") {
      change(&ObjState::smoothing, std::string(next_word(rest_)));
    } else if (keyword == "mtllib") {
      faces_.libraries.push_back(clean_name(rest_));
    } else if (keyword == "l") {
      faces_.lines.note(lines_.number());
    } else if (keyword == "p") {
      faces_.points.note(lines_.number());
    } else {
      return list_has(kPassedOver, keyword);
    }
    return true;
  }

  /// Takes `least` numbers or more from the line.
  template <typename Vector>
  Vector numbers(std::string_view keyword, int least) {
    Vector vector(0.0f);
    for (int n = 0; n < Vector::length() && (n < least || !is_at_end(rest_)); ++n)
      vector[n] = number(next_word(rest_), keyword, least);
    return vector;
  }

  float number(std::string_view word, std::string_view keyword, int needed) const {
    float value = 0.0f;
    const NumberKind kind = read_number(word, value);
    if (kind == NumberKind::finite) return value;
    if (kind == NumberKind::out_of_range) refuse("the number " + in_quotes(word) + " is too large");
    if (is_end(word))
      refuse(fmt::format("expected {} number{} after {}", needed, needed == 1 ? "" : "s", keyword));
    if (word.find(',') != std::string_view::npos)
      refuse("expected a number with a decimal point, found a comma in " + in_quotes(word));
    refuse("expected a number, found " + in_quotes(word));
  }

  /// "v", "v/t", "v//n" or "v/t/n", also with trailing slashes.
  Corner corner(std::string_view word) const {
    Corner indices{};
    std::string_view rest = word;
    for (std::size_t part = 0, slash = 0; slash != std::string_view::npos; ++part) {
      if (part == 3) refuse("expected at most vertex/texture/normal, found " + in_quotes(word));
      slash = rest.find('/');
      const std::string_view digits = rest.substr(0, slash);
      rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
      if (!digits.empty()) {
        indices[part] = index(digits, word);
      } else if (part == 0) {
        refuse("expected a vertex index, found " + in_quotes(word));
      }
    }
    return indices;
  }

  std::int32_t index(std::string_view digits, std::string_view word) const {
    if (digits[0] == '+') digits.remove_prefix(1);
    const char* const last = digits.data() + digits.size();
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, value);
    if (error == std::errc::invalid_argument || end != last)
      refuse("expected an index, found " + in_quotes(word));
    if (error == std::errc::result_out_of_range)
      refuse("the index in " + in_quotes(word) + " is too large");
    if (value == 0)
      refuse("index 0 in " + in_quotes(word) + "; indices count from 1, or from -1 backwards");
    return value;
  }

  void vertex() {
    target_.mesh.positions[so_far_.positions++] = numbers<glm::vec3>("v", 3);
    if (!is_at_end(rest_)) return beyond_position(rest_);
    if (!faces_.colors.empty()) faces_.colors.push_back(kNoColor);
  }

  void uv() {
    target_.mesh.uvs[so_far_.uvs++] = numbers<glm::vec2>("vt", 1);
    if (is_at_end(rest_)) return;
    float depth = 0.0f;
    const bool is_number = read_number(next_word(rest_), depth) == NumberKind::finite;
    if (!is_number || depth != 0.0f) faces_.deep_uvs.note(lines_.number());
  }

  /// A weight w, or a color of 3 or 4 components, as several programs write it.
  void beyond_position(std::string_view line) {
    glm::vec4 parts = kNoColor;
    int count = 0;
    bool is_good = true;
    for (std::string_view word = next_word(line); !is_end(word); word = next_word(line), ++count) {
      is_good = is_good && count < 4 && read_number(word, parts[count]) == NumberKind::finite;
      if (is_good) parts[count] = std::max(parts[count], 0.0f);
    }
    const bool is_color = is_good && count >= 3;
    if (is_color) {
      // Fills in the vertices before the first color.
      faces_.colors.resize(so_far_.positions - faces_.first_vertex - 1, kNoColor);
      ++faces_.colored;
      faces_.has_alpha |= count == 4;
    } else if (!is_good || count != 1 || parts.x != 1.0f) {
      faces_.odd_vertices.note(lines_.number());
    }
    if (is_color || !faces_.colors.empty()) faces_.colors.push_back(is_color ? parts : kNoColor);
  }

  void object(const std::string& name) {
    if (faces_.face_end.empty() && !name.empty()) faces_.objects.insert(name);
    change(&ObjState::object, name);
  }

  /// Of several changes before a face, only the last one counts.
  void change(const std::string* ObjState::*part, std::string name) {
    const auto face = std::uint32_t(faces_.face_end.size());
    for (auto old = faces_.changes.rbegin();
         old != faces_.changes.rend() && old->first_face == face; ++old) {
      if (old->part == part) return old->name.swap(name);
    }
    faces_.changes.push_back({face, part, std::move(name)});
  }

  /// Faces with fewer than 3 corners are only counted.
  void face() {
    corners_.clear();
    std::string_view line = rest_;
    for (std::string_view word = next_word(line); !is_end(word); word = next_word(line))
      corners_.push_back(corner(word));
    if (corners_.size() < 3) return faces_.degenerate.note(lines_.number());
    for (int c = 0; c < int(corners_.size()); ++c) {
      const auto [in_file, uv_in_file, normal_in_file] = corners_[std::size_t(c)];
      faces_.corner_vertex.push_back(found(in_file, c, kVertices));
      const std::uint32_t uv = found(uv_in_file, c, kUvs);
      const std::uint32_t normal = found(normal_in_file, c, kNormals);
      // Some exporters write indices of normals or texture coordinates into files that have none.
      faces_.corners_without +=
          (uv == kNoIndex && uv_in_file != 0) || (normal == kNoIndex && normal_in_file != 0);
      append(faces_.corner_uv, uv);
      append(faces_.corner_normal, normal);
    }
    faces_.face_end.push_back(std::uint32_t(faces_.corner_vertex.size()));
  }

  /// The kinds of indices of corners.
  struct Kind {
    const char* name;
    std::size_t ObjCounts::*count;
    bool may_lack;  ///< in the whole file
  };
  static constexpr Kind kVertices{"vertex", &ObjCounts::positions, false};
  static constexpr Kind kUvs{"texture coordinate", &ObjCounts::uvs, true};
  static constexpr Kind kNormals{"normal", &ObjCounts::normals, true};

  /// Converts to an index from 0; 0 becomes kNoIndex. Negative indices count back from preceding
  /// lines; others may refer to later lines, so they are limited by the whole file's count.
  std::uint32_t found(std::int64_t index, int corner, const Kind& kind) const {
    const auto so_far = std::int64_t(so_far_.*kind.count);
    const auto count = std::int64_t(target_.counts.*kind.count);
    if (index == 0 || (index > 0 && count == 0 && kind.may_lack)) return kNoIndex;
    const std::int64_t from_zero = index > 0 ? index - 1 : so_far + index;
    if (from_zero >= 0 && from_zero < count) return std::uint32_t(from_zero);
    if (index > 0)
      refuse(fmt::format("{} {} does not exist; the file has {}", kind.name, index, count));
    std::string_view line = rest_, word = next_word(line);
    for (; corner > 0; --corner) word = next_word(line);
    refuse(fmt::format("the index in {} counts back beyond the first of {} so far", in_quotes(word),
                       so_far));
  }

  /// The first corner with an index fills in earlier corners without one.
  void append(std::vector<std::uint32_t>& indices, std::uint32_t index) const {
    if (indices.empty() && index == kNoIndex) return;
    indices.resize(faces_.corner_vertex.size() - 1, kNoIndex);
    indices.push_back(index);
  }

  const ObjTarget& target_;
  Lines lines_;
  ObjCounts so_far_;
  std::string_view rest_;        ///< of the current line: the text that is not read yet
  std::vector<Corner> corners_;  ///< of the current line
  ObjFaces faces_;
};

}  // namespace

ObjCounts count_obj(std::string_view text) {
  ObjCounts counts;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::string_view keyword = next_word(line);
    counts.positions += keyword == "v";
    counts.uvs += keyword == "vt";
    counts.normals += keyword == "vn";
  }
  counts.lines = lines.next_number() - 1;
  return counts;
}

ObjFaces read_obj_piece(const ObjPiece& piece, const ObjTarget& target) {
  return PieceReader(piece, target).run();
}

}  // namespace marrow::io
