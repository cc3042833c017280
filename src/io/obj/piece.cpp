#include "io/obj/piece.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>

#include "io/error.h"
#include "io/obj/lines.h"
#include "io/text.h"

namespace marrow::io {

namespace {

/// Vertex, texture coordinate and normal of a corner, counted from 1 as in the text; 0: none.
using Corner = std::array<std::uint32_t, 3>;

constexpr glm::vec4 kNoColor{-1.0f};

bool is_at_end(std::string_view line) {
  const std::string_view word = next_word(line);
  return word.empty() || word[0] == '#';
}

/// "7", "7/8", "7//9" and "7/8/9" of at most 9 digits each, as almost all corners are. False: it needs a closer look.
bool read_plain_corner(std::string_view word, Corner& corner) {
  corner = {0, 0, 0};
  const char *at = word.data(), *const end = at + word.size();
  for (std::uint32_t& index : corner) {
    const char* const begin = at;
    for (; at != end && *at >= '0' && *at <= '9' && at - begin < 9; ++at) index = 10 * index + static_cast<std::uint32_t>(*at - '0');
    if (index == 0 && (at != begin || &index == corner.data())) return false;
    if (at == end) return true;
    if (*at++ != '/') return false;
  }
  return false;
}

class PieceReader {
 public:
  PieceReader(const ObjPiece& piece, const ObjTarget& target)
      : target_(target), lines_(piece.text, piece.first_line), so_far_(piece.before), state_(piece.state) {}

  ObjFaces run() {
    std::string_view line;
    while (lines_.next(line)) statement(line);
    return std::move(faces_);
  }

 private:
  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(target_.file, fmt::format("line {}", lines_.number()), expected);
  }

  void statement(std::string_view line) {
    const std::string_view keyword = next_word(line);
    if (keyword == "v") {
      vertex(line);
    } else if (keyword == "f") {
      face(line);
    } else if (keyword == "vn") {
      target_.normals[so_far_.normals++] = {number(line, "vn", 3), number(line, "vn", 3), number(line, "vn", 3)};
    } else if (keyword == "vt") {
      const float u = number(line, "vt", 1);
      target_.uvs[so_far_.uvs++] = {u, is_at_end(line) ? 0.0f : number(line, "vt", 1)};
      if (!is_at_end(line)) third_coordinate(line);
    } else if (keyword == "usemtl") {
      state_.material = target_.survey.materials.number_of(clean_name(line));
    } else if (keyword == "o") {
      state_.object = target_.survey.objects.number_of(clean_name(line));
    } else if (keyword == "g") {
      state_.group = target_.survey.groups.number_of(clean_name(line));
    } else if (keyword == "s") {
      state_.smoothing = smoothing_of(line);
    }
  }

  float number(std::string_view& line, const char* keyword, int needed) const {
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
    if (word.empty() || word[0] == '#') refuse(fmt::format("expected {} number{} after {}", needed, needed == 1 ? "" : "s", keyword));
    if (word.find(',') != std::string_view::npos) refuse("expected a number with a decimal point, found a comma in " + in_quotes(word));
    refuse("expected a number, found " + in_quotes(word));
  }

  void vertex(std::string_view line) {
    const float x = number(line, "v", 3), y = number(line, "v", 3), z = number(line, "v", 3);
    target_.positions[so_far_.positions++] = {x, y, z};
    ++vertices_;
    if (!is_at_end(line)) return beyond_position(line);
    if (!faces_.colors.empty()) faces_.colors.push_back(kNoColor);
  }

  /// A weight w, or a colour of 3 or 4 parts, as several programs write them.
  void beyond_position(std::string_view line) {
    glm::vec4 parts = kNoColor;
    int count = 0;
    bool is_good = true;
    for (std::string_view word = next_word(line); !word.empty() && word[0] != '#'; word = next_word(line)) {
      is_good = is_good && count < 4 && read_number(word, parts[count]) == NumberKind::finite;
      if (is_good) parts[count] = std::max(parts[count], 0.0f);
      ++count;
    }
    const bool is_color = is_good && count >= 3, is_plain_weight = is_good && count == 1 && parts.x == 1.0f;
    if (is_color) {
      faces_.colors.resize(vertices_ - 1, kNoColor);  // room for those before the first
      ++faces_.colored;
      faces_.has_alpha |= count == 4;
    } else if (!is_plain_weight) {
      faces_.odd_vertices.note(lines_.number());
    }
    if (is_color || !faces_.colors.empty()) faces_.colors.push_back(is_color ? parts : kNoColor);
  }

  void third_coordinate(std::string_view line) {
    float w = 0.0f;
    if (read_number(next_word(line), w) != NumberKind::finite || w != 0.0f) faces_.deep_uvs.note(lines_.number());
  }

  void face(std::string_view line) {
    corners_.clear();
    for (std::string_view word = next_word(line); !word.empty() && word[0] != '#'; word = next_word(line)) {
      Corner corner;
      corners_.push_back(read_plain_corner(word, corner) ? corner : read_corner(word));
    }
    if (corners_.size() < 3) {
      faces_.degenerate.note(lines_.number());
      return;
    }
    if (faces_.runs.empty() || faces_.runs.back().state != state_) {
      faces_.runs.push_back({static_cast<std::uint32_t>(faces_.face_end.size()), state_});
    }
    for (const Corner& corner : corners_) add(corner);
    faces_.face_end.push_back(static_cast<std::uint32_t>(faces_.corner_vertex.size()));
  }

  /// Any corner: "v", "v/t", "v//n" or "v/t/n", also with slashes that nothing follows.
  Corner read_corner(std::string_view word) const {
    const std::array<std::size_t, 3> counts = {so_far_.positions, so_far_.uvs, so_far_.normals};
    Corner indices = {0, 0, 0};
    std::string_view rest = word;
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t slash = rest.find('/');
      const std::string_view digits = rest.substr(0, slash);
      if (!digits.empty()) {
        indices[part] = read_index(digits, counts[part], word);
      } else if (part == 0) {
        refuse("expected a vertex index, found " + in_quotes(word));
      }
      if (slash == std::string_view::npos) return indices;
      rest.remove_prefix(slash + 1);
    }
    refuse("expected at most vertex/texture/normal, found " + in_quotes(word));
  }

  /// Negative ones count back from the `so_far` lines that stand before.
  std::uint32_t read_index(std::string_view digits, std::size_t so_far, std::string_view word) const {
    if (digits[0] == '+') digits.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) refuse("expected an index, found " + in_quotes(word));
    const bool too_large = error == std::errc::result_out_of_range || value > std::numeric_limits<std::int32_t>::max();
    if (too_large) refuse("the index in " + in_quotes(word) + " is too large");
    if (value == 0) refuse("index 0 in " + in_quotes(word) + "; indices count from 1, or from -1 backwards");
    const auto count = static_cast<std::int64_t>(so_far);
    if (value < -count) refuse(fmt::format("the index in {} counts back beyond the first of {} so far", in_quotes(word), so_far));
    return static_cast<std::uint32_t>(value < 0 ? count + value + 1 : value);
  }

  /// An OBJ file may name a vertex before its line, so what counts is the whole file.
  std::uint32_t checked(std::uint32_t index, std::size_t count, const char* what) const {
    if (index >= 1 && index <= count) return index - 1;
    refuse(fmt::format("{} {} does not exist; the file has {}", what, index, count));
  }

  void add(const Corner& corner) {
    const auto [vertex, uv, normal] = corner;
    faces_.corner_vertex.push_back(checked(vertex, target_.survey.counts.positions, "vertex"));
    // Some exporters name normals or texture coordinates in a file that has none at all.
    const bool has_uv = uv != 0 && target_.survey.counts.uvs > 0, has_normal = normal != 0 && target_.survey.counts.normals > 0;
    if ((uv != 0 && !has_uv) || (normal != 0 && !has_normal)) ++faces_.corners_without;
    append(faces_.corner_uv, has_uv, has_uv ? checked(uv, target_.survey.counts.uvs, "texture coordinate") : kNoIndex);
    append(faces_.corner_normal, has_normal, has_normal ? checked(normal, target_.survey.counts.normals, "normal") : kNoIndex);
  }

  /// The first corner that has an index makes room for those before it that have none.
  void append(std::vector<std::uint32_t>& indices, bool has, std::uint32_t index) const {
    if (indices.empty()) {
      if (!has) return;
      indices.assign(faces_.corner_vertex.size() - 1, kNoIndex);
    }
    indices.push_back(index);
  }

  const ObjTarget& target_;
  Lines lines_;
  ObjCounts so_far_;
  ObjState state_;
  std::size_t vertices_ = 0;  ///< `v` lines of this piece so far
  ObjFaces faces_;
  std::vector<Corner> corners_;  ///< of the face at hand
};

}  // namespace

ObjFaces read_obj_piece(const ObjPiece& piece, const ObjTarget& target) { return PieceReader(piece, target).run(); }

}  // namespace marrow::io
