#include "io/obj/obj_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <istream>
#include <streambuf>
#include <tiny_obj_loader.h>

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

const char* past_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

/// True for a number that tinyobjloader reads completely; it silently reads others as 0. False:
/// needs a closer check.
bool is_plain_number(std::string_view word) {
  const char *at = word.data(), *const end = at + word.size();
  if (at != end && (*at == '-' || *at == '+')) ++at;
  const char* const whole = at;
  at = past_digits(at, end);
  auto digits = at - whole;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    digits += (at = past_digits(at, end)) - fraction;
  }
  if (digits > 0 && at != end && (*at == 'e' || *at == 'E')) {
    if (++at != end && (*at == '-' || *at == '+')) ++at;
    const char* const exponent = at;
    digits = (at = past_digits(at, end)) - exponent;
    if (digits > 8) return false;
  }
  return digits > 0 && at == end;
}

/// nullptr unless a plain index begins here: at most 9 digits, not 0.
const char* past_index(const char* at, const char* end) {
  if (at != end && *at == '-') ++at;
  const char* const begin = at;
  at = past_digits(at, end);
  return at == begin || at - begin > 9 || *begin == '0' ? nullptr : at;
}

/// True for "7", "7/8", "7//9" and "7/8/9", like almost all corners. False: needs a closer check.
bool is_plain_corner(std::string_view word) {
  const char* const end = word.data() + word.size();
  const char* at = past_index(word.data(), end);
  for (int slash = 0; slash < 2 && at != nullptr && at != end; ++slash) {
    if (*at++ != '/') return false;
    if (slash == 0 && at != end && *at == '/') continue;
    at = past_index(at, end);
  }
  return at == end;
}

/// Passes the lines of a piece to tinyobjloader one by one, so that callbacks belong to the current
/// line. tinyobjloader drops text that it does not understand and checks no index, so this class
/// finds text that would be misread or dropped.
class PieceReader : public std::streambuf {
 public:
  PieceReader(const ObjPiece& piece, const ObjTarget& target)
      : target_(target), lines_(piece.text, piece.before.lines + 1), so_far_(piece.before) {
    faces_.first_vertex = piece.before.positions;
  }

  ObjFaces run() {
    tinyobj::callback_t heard;
    heard.vertex_cb = [](void* self, float x, float y, float z, float) {
      of(self).vertex({x, y, z});
    };
    heard.normal_cb = [](void* self, float x, float y, float z) { of(self).normal({x, y, z}); };
    heard.texcoord_cb = [](void* self, float u, float v, float) { of(self).uv({u, v}); };
    heard.index_cb = [](void* self, tinyobj::index_t* corners, int n) {
      of(self).face(corners, n);
    };
    heard.object_cb = [](void* self, const char* name) { of(self).object(name); };
    heard.group_cb = [](void* self, const char**, int) {
      // several names count as one, including the blanks between them
      PieceReader& reader = of(self);
      reader.change(&ObjState::group, clean_name(reader.rest_));
    };
    heard.usemtl_cb = [](void* self, const char* name, int) {
      of(self).change(&ObjState::material, name);
    };
    std::istream stream(this);
    stream.exceptions(std::ios::badbit);  // lets exceptions of underflow() pass
    tinyobj::LoadObjWithCallback(stream, heard, this);
    return std::move(faces_);
  }

 private:
  static PieceReader& of(void* self) { return *static_cast<PieceReader*>(self); }

  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(target_.file, fmt::format("line {}", lines_.number()), expected);
  }

  int_type underflow() override {
    for (std::string_view line; lines_.next(line);) {
      if (!feed(line)) continue;
      fed_ += '\n';
      setg(fed_.data(), fed_.data(), fed_.data() + fed_.size());
      return traits_type::to_int_type(fed_[0]);
    }
    return traits_type::eof();
  }

  /// False: tinyobjloader need not read this line.
  bool feed(std::string_view line) {
    const std::string_view whole = line;
    const std::string_view keyword = next_word(line);
    if (is_end(keyword)) return false;
    rest_ = line;
    // without the blank, tinyobjloader would not recognize a keyword without arguments
    fed_.assign(keyword) += ' ';
    if (keyword == "v" || keyword == "vn") {
      numbers(keyword, 3, 3);
    } else if (keyword == "f") {
      return corners();
    } else if (keyword == "vt") {
      numbers(keyword, 1, 2);
    } else if (keyword == "usemtl" || keyword == "o" || keyword == "g") {
      fed_ += clean_name(line);
    } else {
      faces_.any_known |= other(keyword, whole);
      return false;
    }
    return faces_.any_known = true;
  }

  /// Statements that tinyobjloader does not pass on. False: not OBJ.
  bool other(std::string_view keyword, std::string_view line) {
    if (keyword == "s") {
      change(&ObjState::smoothing, std::string(next_word(rest_)));
    } else if (keyword == "mtllib") {
      faces_.libraries.push_back(clean_name(rest_));
    } else if (keyword == "l") {
      faces_.lines.note(lines_.number());
    } else if (keyword == "p") {
      faces_.points.note(lines_.number());
    } else if (!list_has(kPassedOver, keyword)) {
      if (faces_.unknown.count == 0) faces_.first_unknown = line.substr(0, 64);
      faces_.unknown.note(lines_.number());
      return false;
    }
    return true;
  }

  /// Leaves the text behind the numbers in behind_.
  void numbers(std::string_view keyword, int least, int most) {
    behind_ = rest_;
    for (int n = 0; n < most && (n < least || !is_at_end(behind_)); ++n) {
      const std::string_view word = next_word(behind_);
      if (!is_plain_number(word)) check_number(word, keyword, least);
      fed_.append(word) += ' ';
    }
  }

  void check_number(std::string_view word, std::string_view keyword, int needed) const {
    float value = 0.0f;
    const NumberKind kind = read_number(word, value);
    if (kind == NumberKind::finite) return;
    if (kind == NumberKind::out_of_range) refuse("the number " + in_quotes(word) + " is too large");
    if (is_end(word))
      refuse(fmt::format("expected {} number{} after {}", needed, needed == 1 ? "" : "s", keyword));
    if (word.find(',') != std::string_view::npos)
      refuse("expected a number with a decimal point, found a comma in " + in_quotes(word));
    refuse("expected a number, found " + in_quotes(word));
  }

  /// Returns false for fewer than 3 corners; such faces are counted.
  bool corners() {
    faces_.any_known = true;
    std::size_t count = 0;
    std::string_view line = rest_;
    for (std::string_view word = next_word(line); !is_end(word); word = next_word(line), ++count) {
      if (is_plain_corner(word)) {
        fed_ += word;
      } else {
        feed_corner(word);
      }
      fed_ += ' ';
    }
    if (count < 3) faces_.degenerate.note(lines_.number());
    return count >= 3;
  }

  /// Reads any corner: "v", "v/t", "v//n" or "v/t/n", also with trailing slashes, after which
  /// tinyobjloader would read the next corner's index.
  void feed_corner(std::string_view word) {
    std::array<std::string_view, 3> parts;
    std::string_view rest = word;
    for (std::size_t part = 0, slash = 0; slash != std::string_view::npos; ++part) {
      if (part == 3) refuse("expected at most vertex/texture/normal, found " + in_quotes(word));
      slash = rest.find('/');
      parts[part] = rest.substr(0, slash);
      rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
      if (!parts[part].empty()) {
        check_index(parts[part], word);
      } else if (part == 0) {
        refuse("expected a vertex index, found " + in_quotes(word));
      }
    }
    fed_ += parts[0];
    if (!parts[1].empty() || !parts[2].empty()) (fed_ += '/') += parts[1];
    if (!parts[2].empty()) (fed_ += '/') += parts[2];
  }

  void check_index(std::string_view& digits, std::string_view word) const {
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
  }

  /// Reports a number in this line that is too large for tinyobjloader.
  [[noreturn]] void refuse_size() const {
    std::string_view line = rest_, word = next_word(line);
    for (float value = 0.0f; read_number(word, value) == NumberKind::finite && !is_at_end(line);)
      word = next_word(line);
    refuse("the number " + in_quotes(word) + " is too large");
  }

  void vertex(const glm::vec3& position) {
    if (!is_finite(position)) refuse_size();
    target_.mesh.positions[so_far_.positions++] = position;
    if (!is_at_end(behind_)) return beyond_position(behind_);
    if (!faces_.colors.empty()) faces_.colors.push_back(kNoColor);
  }

  void normal(const glm::vec3& normal) {
    if (!is_finite(normal)) refuse_size();
    target_.mesh.normals[so_far_.normals++] = normal;
  }

  void uv(const glm::vec2& uv) {
    if (!is_finite(glm::vec3(uv, 0.0f))) refuse_size();
    target_.mesh.uvs[so_far_.uvs++] = uv;
    if (is_at_end(behind_)) return;
    float depth = 0.0f;
    const bool is_number = read_number(next_word(behind_), depth) == NumberKind::finite;
    if (!is_number || depth != 0.0f) faces_.deep_uvs.note(lines_.number());
  }

  /// Reads a weight w, or a color of 3 or 4 components, as several programs write it.
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

  void object(const char* name) {
    if (faces_.face_end.empty() && *name != '\0') faces_.objects.insert(name);
    change(&ObjState::object, name);
  }

  /// If a part changes several times before a face, only the last change counts.
  void change(const std::string* ObjState::*part, std::string name) {
    const auto face = std::uint32_t(faces_.face_end.size());
    for (auto old = faces_.changes.rbegin();
         old != faces_.changes.rend() && old->first_face == face; ++old) {
      if (old->part == part) return old->name.swap(name);
    }
    faces_.changes.push_back({face, part, std::move(name)});
  }

  void face(const tinyobj::index_t* corners, int count) {
    for (int c = 0; c < count; ++c) {
      faces_.corner_vertex.push_back(found(corners[c].vertex_index, c, kVertices));
      const std::uint32_t uv = found(corners[c].texcoord_index, c, kUvs);
      const std::uint32_t normal = found(corners[c].normal_index, c, kNormals);
      // Some exporters write indices of normals or texture coordinates into files that have none.
      faces_.corners_without += (uv == kNoIndex && corners[c].texcoord_index != 0) ||
                                (normal == kNoIndex && corners[c].normal_index != 0);
      append(faces_.corner_uv, uv);
      append(faces_.corner_normal, normal);
    }
    faces_.face_end.push_back(std::uint32_t(faces_.corner_vertex.size()));
  }

  /// A kind of index that corners have.
  struct Kind {
    const char* name;
    std::size_t ObjCounts::*count;
    bool may_lack;  ///< true if the file may have none of this kind
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
  /// the current line: the text after the keyword, and after the numbers
  std::string_view rest_, behind_;
  std::string fed_;  ///< the line as passed to tinyobjloader
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
