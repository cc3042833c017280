#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "io/file.h"
#include "io/mtl.h"
#include "io/obj.h"
#include "io/obj_groups.h"
#include "io/obj_piece.h"
#include "io/text.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

// Shares of the whole at the end of each stage, by the time that they take.
constexpr double kRead = 0.1, kCounted = 0.2, kParsed = 0.95, kJoined = 1.0;

template <typename Body>
void for_each_index(std::size_t count, const Body& body) {
  parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// ---- Pieces ------------------------------------------------------------------------------------

/// Where the first logical line ends that ends with a line feed at `from` or after it.
std::size_t line_end(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('\n', from); at < text.size(); at = text.find('\n', at + 1)) {
    const std::size_t end = at > 0 && text[at - 1] == '\r' ? at - 1 : at;
    if (end == 0 || text[end - 1] != '\\') return at + 1;
  }
  return text.size();
}

std::vector<ObjPiece> cut(const std::string& file, std::string_view text, std::size_t piece_size) {
  if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF")
    throw Error(file, "line 1", "is UTF-16 text; save it as UTF-8 or plain ASCII");
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  // ZBrush ends its files with a NUL.
  const std::size_t last = text.find_last_not_of(std::string_view("\0\r\n", 3));
  if (last != std::string_view::npos) text = text.substr(0, last + 1);
  std::vector<ObjPiece> pieces;
  while (!text.empty()) {
    const std::size_t end = line_end(text, std::min(piece_size, text.size()) - 1);
    pieces.push_back({text.substr(0, end), {}});
    text.remove_prefix(end);
  }
  return pieces;
}

/// Tells all pieces what stands before them; returns what the file holds.
ObjCounts count(const std::string& file, std::vector<ObjPiece>& pieces, Progress& progress) {
  std::vector<ObjCounts> counts(pieces.size());
  std::vector<std::size_t> nul(pieces.size());
  progress.begin_stage(kCounted, pieces.size());
  for_each_index(pieces.size(), [&](std::size_t p) {
    counts[p] = count_obj(pieces[p].text);
    nul[p] = pieces[p].text.find('\0');
    progress.advance(1);
  });
  ObjCounts all;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    pieces[p].before = all;
    if (nul[p] != std::string_view::npos) {
      const auto line = all.lines + count_obj(pieces[p].text.substr(0, nul[p] + 1)).lines;
      throw Error(file, fmt::format("line {}", line),
                  "expected text, found a NUL byte (binary data)");
    }
    all += counts[p];
  }
  return all;
}

/// The smallest number that was noted, from any thread.
class Lowest {
 public:
  void note(std::size_t number) {
    std::size_t seen = lowest_;
    while (number < seen && !lowest_.compare_exchange_weak(seen, number)) {
    }
  }
  std::size_t number() const { return lowest_; }

 private:
  std::atomic<std::size_t> lowest_{SIZE_MAX};
};

template <typename T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::uint64_t bytes_of(const ObjTarget& target) {
  return bytes_of(target.positions) + bytes_of(target.normals) + bytes_of(target.uvs);
}

std::uint64_t bytes_of(const ObjFaces& faces) {
  return bytes_of(faces.face_end) + bytes_of(faces.changes) + bytes_of(faces.corner_vertex) +
         bytes_of(faces.corner_uv) + bytes_of(faces.corner_normal) + bytes_of(faces.colors);
}

/// Reads all pieces with several threads, and gives back the text of those that were read. Of
/// several errors the first in the file counts, whichever was found first.
std::vector<ObjFaces> read_pieces(const std::vector<ObjPiece>& pieces, const ObjTarget& target,
                                  std::uint64_t most_bytes, Progress& progress) {
  std::vector<ObjFaces> faces(pieces.size());
  std::vector<std::optional<Error>> errors(pieces.size());
  std::atomic<std::uint64_t> bytes{bytes_of(target)};
  Lowest failed;
  progress.begin_stage(kParsed, pieces.size());
  for_each_index(pieces.size(), [&](std::size_t p) {
    if (p < failed.number()) try {
        faces[p] = read_obj_piece(pieces[p], target);
        give_back(pieces[p].text);
        if (bytes.fetch_add(bytes_of(faces[p])) + bytes_of(faces[p]) > most_bytes)
          throw Error(target.file, "",
                      fmt::format("its vertices and faces take more than {} MB of memory",
                                  most_bytes >> 20));
      } catch (const Error& error) {
        errors[p] = error;
        failed.note(p);
      }
    progress.advance(1);
  });
  if (failed.number() < errors.size()) throw *errors[failed.number()];
  return faces;
}

// ---- One mesh ----------------------------------------------------------------------------------

/// What an `s` statement says: its number; 0 for "off" and for what is no number.
std::uint32_t smoothing_number(const std::string& word) {
  std::uint32_t number = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  return error == std::errc() && end == last ? number : 0;
}

/// Faces in a row that have the same state; its names are numbers.
struct Run {
  std::size_t first_face = 0;
  ObjState state;
};

/// Puts the pieces' faces one behind the other. What was copied is freed at once.
class Joiner {
 public:
  explicit Joiner(std::vector<ObjFaces>& pieces) : pieces_(pieces) {
    for (const ObjFaces& piece : pieces) {
      for (const ObjChange& change : piece.changes) {
        begin_run(faces_ + change.first_face);
        runs_.back().state.*change.part = value_of(change);
      }
      first_face_.push_back(faces_);
      first_corner_.push_back(corners_);
      faces_ += piece.face_end.size();
      corners_ += piece.corner_vertex.size();
    }
    while (!runs_.empty() && runs_.back().first_face == faces_) runs_.pop_back();
  }

  void join_into(Mesh& mesh) {
    mesh.face_begin.resize(faces_ + 1);
    for_each_index(pieces_.size(), [&](std::size_t p) {
      const auto first = static_cast<std::uint32_t>(first_corner_[p]);
      std::transform(pieces_[p].face_end.begin(), pieces_[p].face_end.end(),
                     from(mesh.face_begin, first_face_[p] + 1),
                     [&](std::uint32_t end) { return first + end; });
      pieces_[p].face_end = {};
    });
    join_corners(&ObjFaces::corner_vertex, mesh.corner_vertex);
    join_corners(&ObjFaces::corner_uv, mesh.corner_uv);
    join_corners(&ObjFaces::corner_normal, mesh.corner_normal);
  }

  /// In the file's order; none where there are no faces.
  const std::vector<Run>& runs() const { return runs_; }
  /// Of the numbers in runs(); empty for kNoIndex.
  const std::string& name(std::uint32_t number) const {
    return number == kNoIndex ? no_name_ : names_[number]->first.second;
  }
  bool has_material(const std::string& name) const { return numbers_.count({true, name}) > 0; }

  /// One value a face, `value(state)` of the run that it belongs to.
  template <typename Value>
  std::vector<std::uint32_t> of_faces(Value value) const {
    std::vector<std::uint32_t> joined;
    joined.reserve(faces_);
    for (std::size_t r = 0; r < runs_.size(); ++r)
      joined.resize(r + 1 < runs_.size() ? runs_[r + 1].first_face : faces_, value(runs_[r].state));
    return joined;
  }

 private:
  using Indices = std::vector<std::uint32_t>;
  using Numbers = std::map<std::pair<bool, std::string>, std::uint32_t>;  ///< by is material, name

  static Indices::iterator from(Indices& indices, std::size_t begin) {
    return indices.begin() + static_cast<std::ptrdiff_t>(begin);
  }

  void begin_run(std::size_t face) {
    if (runs_.back().first_face < face) runs_.push_back({face, runs_.back().state});
  }

  std::uint32_t value_of(const ObjChange& change) {
    if (change.part == &ObjState::smoothing) return smoothing_number(change.name);
    if (change.name.empty()) return kNoIndex;
    const auto number = static_cast<std::uint32_t>(names_.size());
    const auto [found, is_new] =
        numbers_.try_emplace({change.part == &ObjState::material, change.name}, number);
    if (is_new) names_.push_back(found);
    return found->second;
  }

  /// Empty when no piece has any.
  void join_corners(Indices ObjFaces::*part, Indices& joined) {
    const auto has_none = [&](const ObjFaces& piece) { return (piece.*part).empty(); };
    if (std::all_of(pieces_.begin(), pieces_.end(), has_none)) return;
    joined.assign(corners_, kNoIndex);
    for_each_index(pieces_.size(), [&](std::size_t p) {
      std::copy((pieces_[p].*part).begin(), (pieces_[p].*part).end(),
                from(joined, first_corner_[p]));
      pieces_[p].*part = {};
    });
  }

  const std::string no_name_;
  std::vector<ObjFaces>& pieces_;
  std::vector<std::size_t> first_face_, first_corner_;
  std::size_t faces_ = 0, corners_ = 0;
  Numbers numbers_;
  std::vector<Numbers::const_iterator> names_;
  std::vector<Run> runs_{1};
};

/// What the libraries define of a name; a name of its own that looks like clay where they define
/// nothing.
std::optional<Material> material_of(const std::string& name,
                                    const std::map<std::string, Material>& defined) {
  if (const auto found = defined.find(name); found != defined.end()) return found->second;
  if (is_no_material(name)) return std::nullopt;
  Material material;
  material.name = name;
  material.base_color = kUnknownColor;
  return material;
}

/// The materials that faces use, in the order in which they do; a face without one, or of one that
/// says so, is clay.
void add_materials(const std::map<std::string, Material>& defined, const Joiner& joiner,
                   Mesh& mesh) {
  std::map<std::uint32_t, std::uint32_t> numbers{{kNoIndex, kNoIndex}};
  bool has_clay = false;
  for (const Run& run : joiner.runs()) {
    const auto next = static_cast<std::uint32_t>(mesh.materials.size());
    const auto [number, is_new] = numbers.try_emplace(run.state.material, next);
    if (is_new) {
      std::optional<Material> material = material_of(joiner.name(run.state.material), defined);
      if (!material) number->second = kNoIndex;
      if (material) mesh.materials.push_back(*std::move(material));
    }
    has_clay |= number->second == kNoIndex;
  }
  if (mesh.materials.size() + has_clay <= 1) return;
  mesh.face_material =
      joiner.of_faces([&](const ObjState& state) { return numbers.at(state.material); });
}

/// The object that all faces stand under, where they do.
std::uint32_t only_object(const std::vector<Run>& runs) {
  if (runs.empty()) return kNoIndex;
  const std::uint32_t object = runs.front().state.object;
  const auto is_other = [&](const Run& run) { return run.state.object != object; };
  return std::any_of(runs.begin(), runs.end(), is_other) ? kNoIndex : object;
}

/// Objects and groups by the names of obj_groups.h, in the order in which faces use them. An object
/// that all have is the node's name.
void add_groups(const Joiner& joiner, std::uint32_t node_object, Mesh& mesh) {
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Place, std::uint32_t> numbers{{{kNoIndex, kNoIndex}, kNoIndex}};
  const auto place_of = [&](const ObjState& state) {
    return Place(node_object == kNoIndex ? state.object : kNoIndex, state.group);
  };
  for (const Run& run : joiner.runs()) {
    const Place place = place_of(run.state);
    const auto next = static_cast<std::uint32_t>(mesh.groups.size());
    if (numbers.try_emplace(place, next).second)
      mesh.groups.push_back(group_name({joiner.name(place.first), joiner.name(place.second)}));
  }
  if (mesh.groups.empty()) return;
  mesh.face_group =
      joiner.of_faces([&](const ObjState& state) { return numbers.at(place_of(state)); });
}

void add_smoothing(const std::vector<Run>& runs, Mesh& mesh) {
  SmoothingRuns smoothing;
  for (const Run& run : runs) {
    if ((smoothing.empty() ? 0 : smoothing.back().second) != run.state.smoothing)
      smoothing.emplace_back(static_cast<std::uint32_t>(run.first_face), run.state.smoothing);
  }
  mesh.carried = carried_smoothing(mesh, smoothing);
}

/// Colours of the `v` lines as COLOR_0: white where there is none, in [0, 1] as glTF wants them.
/// Also frees them.
void add_colors(std::vector<ObjFaces>& pieces, Mesh& mesh, std::vector<std::string>& warnings) {
  float most = 0.0f;
  std::size_t colored = 0;
  bool has_alpha = false;
  for (const ObjFaces& piece : pieces) {
    for (const glm::vec4& c : piece.colors) most = std::max({most, c.x, c.y, c.z, c.w});
    colored += piece.colored;
    has_alpha |= piece.has_alpha;
  }
  if (colored == 0) return;
  const std::size_t vertices = mesh.positions.size();
  const int width = has_alpha ? 4 : 3;
  std::vector<float> parts(vertices * static_cast<std::size_t>(width), 1.0f);
  const float whole = most > 1.0f && most <= 255.0f ? 255.0f : 1.0f;
  for (ObjFaces& piece : pieces) {
    float* part = parts.data() + piece.first_vertex * static_cast<std::size_t>(width);
    for (const glm::vec4& color : piece.colors) {
      for (int c = 0; c < width; ++c, ++part)
        *part = color[c] < 0.0f ? 1.0f : std::min(color[c] / whole, 1.0f);
    }
    piece.colors = {};
  }
  VertexAttribute attribute{"COLOR_0", width, 5126, false, {}};
  attribute.bytes.resize(parts.size() * sizeof(float));
  std::memcpy(attribute.bytes.data(), parts.data(), attribute.bytes.size());
  mesh.attributes.push_back(std::move(attribute));
  if (most > 1.0f)
    warnings.push_back(fmt::format("vertex colours go up to {}; they were {}", most,
                                   whole > 1.0f ? "divided by 255" : "brought between 0 and 1"));
  if (colored < vertices)
    warnings.push_back(fmt::format("{} vertices have no colour where others do; they are white",
                                   vertices - colored));
}

// ---- The file ----------------------------------------------------------------------------------

/// What all pieces say beside their faces. Throws Error where nothing in them is OBJ.
ObjFaces said_by(const std::string& file, const std::vector<ObjFaces>& pieces) {
  ObjFaces all;
  for (const ObjFaces& piece : pieces) {
    if (all.unknown.count == 0) all.first_unknown = piece.first_unknown;
    all.any_known |= piece.any_known;
    for (const auto tally : {&ObjFaces::degenerate, &ObjFaces::lines, &ObjFaces::points,
                             &ObjFaces::odd_vertices, &ObjFaces::deep_uvs, &ObjFaces::unknown})
      all.*tally += piece.*tally;
    all.corners_without += piece.corners_without;
    all.objects.insert(piece.objects.begin(), piece.objects.end());
    all.libraries.insert(all.libraries.end(), piece.libraries.begin(), piece.libraries.end());
  }
  if (!all.any_known && all.unknown.count > 0)
    throw Error(file, fmt::format("line {}", all.unknown.first_line),
                "expected OBJ statements (v, f, ...), found " + in_quotes(all.first_unknown));
  return all;
}

std::vector<std::string> warnings_of(const ObjFaces& said, const Mesh& mesh) {
  std::vector<std::string> warnings;
  const auto note = [&](const ObjTally& tally, const char* one, const char* many) {
    if (tally.count == 0) return;
    warnings.push_back(fmt::format("not kept: {} {}, the first in line {}", tally.count,
                                   tally.count == 1 ? one : many, tally.first_line));
  };
  note(said.degenerate, "face with fewer than 3 corners", "faces with fewer than 3 corners");
  note(said.lines, "line element (l)", "line elements (l)");
  note(said.points, "point element (p)", "point elements (p)");
  note(said.odd_vertices, "weight or other number behind a position",
       "weights or other numbers behind positions");
  note(said.deep_uvs, "third texture coordinate", "third texture coordinates");
  if (mesh.positions.empty()) warnings.push_back("the file has no vertices");
  if (said.corners_without > 0)
    warnings.push_back(fmt::format(
        "{} corners name normals or texture coordinates; the file has none", said.corners_without));
  return warnings;
}

/// Everything but the faces goes to `mesh` at once.
std::vector<ObjFaces> read_text(const std::filesystem::path& path, std::size_t piece_size,
                                std::uint64_t most_bytes, Progress& progress, Mesh& mesh) {
  const std::string file = path.string();
  const FileBytes bytes = read_big_file(path, progress, kRead);
  std::vector<ObjPiece> pieces = cut(file, bytes.view(), piece_size);
  const ObjCounts counts = count(file, pieces, progress);
  mesh.positions.resize(counts.positions);
  mesh.normals.resize(counts.normals);
  mesh.uvs.resize(counts.uvs);
  return read_pieces(pieces, {file, counts, mesh.positions, mesh.normals, mesh.uvs}, most_bytes,
                     progress);
}

}  // namespace

float unusual_size(const Bounds& bounds) {
  if (bounds.empty()) return 0.0f;
  const glm::vec3 sides = bounds.high - bounds.low;
  const float longest = std::max({sides.x, sides.y, sides.z});
  return longest > 100.0f || (longest > 0.0f && longest < 0.01f) ? longest : 0.0f;
}

Loaded load_obj(const std::filesystem::path& path, Progress& progress, std::size_t piece_size,
                std::uint64_t most_bytes) {
  auto mesh = std::make_shared<Mesh>();
  std::vector<ObjFaces> pieces = read_text(path, piece_size, most_bytes, progress, *mesh);
  const ObjFaces said = said_by(path.string(), pieces);
  Loaded loaded;
  loaded.warnings = warnings_of(said, *mesh);
  progress.begin_stage(kJoined, 1);
  Joiner joiner(pieces);
  joiner.join_into(*mesh);
  const MaterialLibraries libraries{std::filesystem::canonical(path).parent_path(), said.libraries};
  const auto is_used = [&](const std::string& name) { return joiner.has_material(name); };
  add_materials(read_material_libraries(libraries, is_used, loaded.warnings), joiner, *mesh);
  const std::uint32_t object = only_object(joiner.runs());
  add_groups(joiner, object, *mesh);
  add_smoothing(joiner.runs(), *mesh);
  add_colors(pieces, *mesh, loaded.warnings);
  if (const float size = unusual_size(bounds_of(mesh->positions)); size > 0.0f) {
    loaded.warnings.push_back(fmt::format(
        "the model is {:.3g} units large, where 0.01 to 100 is usual; it was left as it is", size));
  }

  Node node;
  node.id = take_id(loaded.scene);
  node.name = object != kNoIndex ? joiner.name(object) : clean_name(path.stem().string());
  if (joiner.runs().empty() && said.objects.size() == 1) node.name = *said.objects.begin();
  node.mesh = std::move(mesh);
  loaded.scene.nodes.push_back(std::move(node));
  return loaded;
}

}  // namespace marrow::io
