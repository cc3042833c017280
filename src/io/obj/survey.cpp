#include "io/obj/survey.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

#include "io/error.h"
#include "io/obj/lines.h"
#include "io/text.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

constexpr std::array<std::string_view, 7> kOtherStatements = {"f", "vp", "mg", "usemap", "maplib", "d_interp", "c_interp"};

/// The names of one kind of statement in one piece.
struct FoundNames {
  std::vector<std::string> names;  ///< each once, in the order of their first use
  std::set<std::string> seen;
  std::string last;
  std::size_t statements = 0;

  void note(std::string_view line) {
    ++statements;
    last = clean_name(line);
    if (!last.empty() && seen.insert(last).second) names.push_back(last);
  }
};

/// What one piece holds.
struct Found {
  ObjCounts counts;
  std::uint32_t lines = 0;  ///< physical ones
  bool has_nul = false;
  FoundNames materials, objects, groups;
  std::vector<std::string> libraries;
  ObjTally line_elements, points;
  bool any_smoothing = false;
  std::uint32_t smoothing = 0;  ///< the last
  bool any_known = false;
  std::uint32_t unknown_line = 0;  ///< of the piece, from 1: the first that is no statement of OBJ; 0: none
  std::string unknown;
};

/// The end of the first logical line that ends at `from` or after it.
std::size_t line_end(std::string_view text, std::size_t from) {
  const auto is_end = [](char c) { return c == '\n' || c == '\r'; };
  for (std::size_t at = from; at < text.size(); ++at) {
    if (!is_end(text[at])) continue;
    const std::size_t line = at > 0 && text[at] == '\n' && text[at - 1] == '\r' ? at - 1 : at;  // `from` may be inside a CR LF
    const bool goes_on = line > 0 && text[line - 1] == '\\';
    if (text.substr(at, 2) == "\r\n") ++at;
    if (!goes_on) return at + 1;
  }
  return text.size();
}

std::vector<ObjPiece> cut(std::string_view text, std::size_t piece_size) {
  std::vector<ObjPiece> pieces;
  while (!text.empty()) {
    const std::size_t end = line_end(text, std::min(piece_size, text.size()) - 1);
    ObjPiece piece;
    piece.text = text.substr(0, end);
    pieces.push_back(std::move(piece));
    text.remove_prefix(end);
  }
  return pieces;
}

class Surveyor {
 public:
  explicit Surveyor(std::string_view text) : text_(text), lines_(text) {}

  Found run() {
    found_.has_nul = text_.find('\0') != std::string_view::npos;
    std::string_view line;
    while (lines_.next(line)) statement(line);
    found_.lines = lines_.next_number() - 1;
    return std::move(found_);
  }

 private:
  void statement(std::string_view line) {
    const std::string_view whole = line;
    const std::string_view keyword = next_word(line);
    if (keyword.empty() || keyword[0] == '#') return;
    const bool is_known = count(keyword, line);
    found_.any_known |= is_known;
    if (!is_known && found_.unknown_line == 0) {
      found_.unknown_line = lines_.number();
      found_.unknown = whole.substr(0, 64);
    }
  }

  bool count(std::string_view keyword, std::string_view line) {
    if (keyword == "v") {
      ++found_.counts.positions;
    } else if (keyword == "vn") {
      ++found_.counts.normals;
    } else if (keyword == "vt") {
      ++found_.counts.uvs;
    } else if (keyword == "usemtl") {
      found_.materials.note(line);
    } else if (keyword == "mtllib") {
      found_.libraries.push_back(clean_name(line));
    } else if (keyword == "o") {
      found_.objects.note(line);
    } else if (keyword == "g") {
      found_.groups.note(line);
    } else if (keyword == "s") {
      found_.any_smoothing = true;
      found_.smoothing = smoothing_of(line);
    } else if (keyword == "l") {
      found_.line_elements.note(lines_.number());
    } else if (keyword == "p") {
      found_.points.note(lines_.number());
    } else {
      return std::find(kOtherStatements.begin(), kOtherStatements.end(), keyword) != kOtherStatements.end();
    }
    return true;
  }

  std::string_view text_;
  Lines lines_;
  Found found_;
};

void refuse_binary(const std::string& file, std::string_view text) {
  const auto nul = text.begin() + static_cast<std::ptrdiff_t>(text.find('\0'));
  throw Error(file, fmt::format("line {}", 1 + std::count(text.begin(), nul, '\n')), "expected text, found a NUL byte (binary data)");
}

/// Numbers the names of a piece behind those before it. `state`: the last one's number, also beyond pieces that have none.
void join_names(const FoundNames& found, ObjNames& names, std::uint32_t& state) {
  for (const std::string& name : found.names) names.numbers.try_emplace(name, static_cast<std::uint32_t>(names.numbers.size()));
  names.statements += found.statements;
  if (found.statements > 0) state = names.number_of(found.last);
}

/// Sums up what stands before each piece.
void join(const std::vector<Found>& found, ObjSurvey& survey) {
  std::uint32_t lines = 0;
  ObjState state;
  for (std::size_t p = 0; p < found.size(); ++p) {
    ObjPiece& piece = survey.pieces[p];
    piece.before = survey.counts;
    piece.first_line = lines + 1;
    piece.state = state;
    survey.counts.positions += found[p].counts.positions;
    survey.counts.uvs += found[p].counts.uvs;
    survey.counts.normals += found[p].counts.normals;
    join_names(found[p].materials, survey.materials, state.material);
    join_names(found[p].objects, survey.objects, state.object);
    join_names(found[p].groups, survey.groups, state.group);
    if (found[p].any_smoothing) state.smoothing = found[p].smoothing;
    survey.libraries.insert(survey.libraries.end(), found[p].libraries.begin(), found[p].libraries.end());
    survey.lines.add(found[p].line_elements, lines);
    survey.points.add(found[p].points, lines);
    lines += found[p].lines;
  }
}

void refuse_if_nothing_is_known(const std::string& file, const std::vector<Found>& found, const ObjSurvey& survey) {
  if (std::any_of(found.begin(), found.end(), [](const Found& piece) { return piece.any_known; })) return;
  for (std::size_t p = 0; p < found.size(); ++p) {
    if (found[p].unknown_line == 0) continue;
    throw Error(file, fmt::format("line {}", survey.pieces[p].first_line + found[p].unknown_line - 1),
                "expected OBJ statements (v, f, ...), found " + in_quotes(found[p].unknown));
  }
}

}  // namespace

std::vector<std::string> ObjNames::in_order() const {
  std::vector<std::string> names(numbers.size());
  for (const auto& [name, number] : numbers) names[number] = name;
  return names;
}

std::uint32_t smoothing_of(std::string_view line) {
  const std::string_view word = next_word(line);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : 0;
}

ObjSurvey survey_obj(const std::string& file, std::string_view text, std::size_t piece_size, Progress& progress, double share) {
  if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF") {
    throw Error(file, "line 1", "is UTF-16 text; save it as UTF-8 or plain ASCII");
  }
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  ObjSurvey survey;
  survey.pieces = cut(text, piece_size);
  std::vector<Found> found(survey.pieces.size());
  progress.begin_stage(share, found.size());
  parallel_for(found.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) found[p] = Surveyor(survey.pieces[p].text).run();
    progress.advance(end - begin);
  });
  if (std::any_of(found.begin(), found.end(), [](const Found& piece) { return piece.has_nul; })) refuse_binary(file, text);
  join(found, survey);
  refuse_if_nothing_is_known(file, found, survey);
  return survey;
}

}  // namespace marrow::io
