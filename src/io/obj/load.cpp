#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "base/text.h"
#include "io/error.h"
#include "io/file.h"
#include "io/memory_budget.h"
#include "io/number_text.h"
#include "io/obj/mtl.h"
#include "io/obj/obj.h"
#include "io/obj/obj_parser.h"
#include "io/obj/obj_text.h"
#include "platform/files.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

// Share of the total time at the end of each stage.
constexpr double kRead = 0.1, kCounted = 0.2, kParsed = 0.95, kJoined = 1.0;

template <typename Body>
void for_each_index(std::size_t count, const Body& body) {
  parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

/// The end of the first logical line that ends at `from` or after it.
std::size_t line_end(std::string_view text, std::size_t from) {
  constexpr std::string_view kEnds = "\n\r";
  for (std::size_t at = text.find_first_of(kEnds, from); at < text.size();
       at = text.find_first_of(kEnds, at + 1)) {
    if (text.substr(at, 2) == "\r\n") ++at;
    const std::size_t end = at > 0 && text.substr(at - 1, 2) == "\r\n" ? at - 1 : at;
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

/// Sets each piece's first line and counts; returns the file's totals.
ObjCounts count(const std::string& file, std::vector<ObjPiece>& pieces, LoadProgress& progress) {
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

template <typename... T>
std::uint64_t bytes_of(const std::vector<T>&... values) {
  return (0 + ... + (values.size() * sizeof(T)));
}

/// Reads all pieces with several threads, freeing the text of finished ones. If several pieces
/// fail, throws the first error in the file's order.
std::vector<ObjFaces> read_pieces(const std::vector<ObjPiece>& pieces, const ObjTarget& target,
                                  std::uint64_t most_bytes, LoadProgress& progress) {
  const Mesh& mesh = target.mesh;
  std::vector<ObjFaces> faces(pieces.size());
  std::vector<std::optional<Error>> errors(pieces.size());
  std::atomic<std::uint64_t> bytes{bytes_of(mesh.positions, mesh.normals, mesh.uvs)};
  progress.begin_stage(kParsed, pieces.size());
  for_each_index(pieces.size(), [&](std::size_t p) {
    try {
      ObjFaces read = read_obj_piece(pieces[p], target);
      platform::give_back_pages(pieces[p].text);
      bytes += bytes_of(read.face_end, read.changes, read.corner_vertex, read.corner_uv,
                        read.corner_normal, read.colors);
      if (bytes > most_bytes)
        throw Error(
            target.file, "",
            fmt::format("its vertices and faces take more than {} MB of memory", most_bytes >> 20));
      faces[p] = std::move(read);
    } catch (const Error& error) {
      errors[p] = error;
    }
    progress.advance(1);
  });
  for (const std::optional<Error>& error : errors) {
    if (error) throw *error;
  }
  return faces;
}

using Indices = std::vector<std::uint32_t>;

/// Consecutive faces under the same statements.
struct Run {
  std::size_t first_face = 0;
  ObjState state;
};

/// The runs of all pieces, in the file's order, without empty runs. `names` owns the names.
std::vector<Run> join_runs(std::vector<ObjFaces>& pieces, std::set<std::string>& names) {
  std::vector<Run> runs(1);
  std::size_t faces = 0;
  for (ObjFaces& piece : pieces) {
    for (ObjChange& change : piece.changes) {
      const std::size_t face = faces + change.first_face;
      if (runs.back().first_face < face) runs.push_back({face, runs.back().state});
      runs.back().state.*change.part =
          change.name.empty() ? nullptr : &*names.insert(std::move(change.name)).first;
    }
    piece.changes = {};
    faces += piece.face_end.size();
  }
  while (!runs.empty() && runs.back().first_face == faces) runs.pop_back();
  return runs;
}

/// One value per face: `value(state)` of its run.
template <typename Value>
Indices of_faces(const std::vector<Run>& runs, std::size_t faces, Value value) {
  Indices values;
  values.reserve(faces);
  for (std::size_t r = 0; r < runs.size(); ++r)
    values.resize(r + 1 < runs.size() ? runs[r + 1].first_face : faces, value(runs[r].state));
  return values;
}

/// Joins the pieces' corners and frees the sources. `joined` stays empty if no piece has any.
void join_corners(std::vector<ObjFaces>& pieces, Indices ObjFaces::*part, Indices& joined) {
  std::size_t corners = 0;
  bool has_any = false;
  for (const ObjFaces& piece : pieces) {
    corners += piece.corners();
    has_any |= !(piece.*part).empty();
  }
  if (!has_any) return;
  joined.reserve(corners);
  for (ObjFaces& piece : pieces) {
    joined.insert(joined.end(), (piece.*part).begin(), (piece.*part).end());
    if ((piece.*part).empty()) joined.resize(joined.size() + piece.corners(), kNoIndex);
    piece.*part = {};
  }
}

void join_faces(std::vector<ObjFaces>& pieces, Mesh& mesh) {
  join_corners(pieces, &ObjFaces::corner_uv, mesh.corner_uv);
  join_corners(pieces, &ObjFaces::corner_normal, mesh.corner_normal);
  join_corners(pieces, &ObjFaces::corner_vertex, mesh.corner_vertex);
  for (ObjFaces& piece : pieces) {
    const std::uint32_t first = mesh.face_begin.back();
    for (const std::uint32_t end : piece.face_end) mesh.face_begin.push_back(first + end);
    piece.face_end = {};
  }
}

/// The material that the libraries define under a name. An undefined one looks like clay and gets
/// the name; a name for "none" has no material.
std::optional<Material> material_of(const std::string& name,
                                    const std::map<std::string, Material>& defined) {
  if (const auto found = defined.find(name); found != defined.end()) return found->second;
  if (is_no_material(name)) return std::nullopt;
  Material material;
  material.name = name;
  material.base_color = kUnknownColor;
  return material;
}

/// Sets materials in the order of the faces that use them. A face without a material, or with a
/// name for "none", is clay.
void add_materials(const std::map<std::string, Material>& defined, const std::vector<Run>& runs,
                   Mesh& mesh) {
  std::map<const std::string*, std::uint32_t> numbers{{nullptr, kNoIndex}};
  bool has_clay = false;
  for (const Run& run : runs) {
    const auto [number, is_new] = numbers.try_emplace(run.state.material, kNoIndex);
    if (const auto material = is_new ? material_of(*number->first, defined) : std::nullopt) {
      number->second = std::uint32_t(mesh.materials.size());
      mesh.materials.push_back(*material);
    }
    has_clay |= number->second == kNoIndex;
  }
  if (mesh.materials.size() + has_clay <= 1) return;
  mesh.face_material = of_faces(runs, mesh.face_count(),
                                [&](const ObjState& state) { return numbers.at(state.material); });
}

/// The object of all faces; nullptr if they differ.
const std::string* only_object(const std::vector<Run>& runs) {
  const std::string* const object = runs.empty() ? nullptr : runs.front().state.object;
  const auto has_it = [&](const Run& run) { return run.state.object == object; };
  return std::all_of(runs.begin(), runs.end(), has_it) ? object : nullptr;
}

/// Sets objects and groups, named by group_name(), in the order of the faces. An object of all
/// faces becomes the node's name.
void add_groups(const std::vector<Run>& runs, bool has_objects, MemoryBudget& budget, Mesh& mesh) {
  using Place = std::pair<const std::string*, const std::string*>;
  std::map<Place, std::uint32_t> numbers{{{nullptr, nullptr}, kNoIndex}};
  const auto place_of = [&](const ObjState& state) {
    return Place(has_objects ? state.object : nullptr, state.group);
  };
  for (const Run& run : runs) {
    const auto [object, group] = place_of(run.state);
    const auto next = std::uint32_t(mesh.groups.size());
    if (!numbers.try_emplace({object, group}, next).second) continue;
    budget.take((object ? object->size() : 0) + (group ? group->size() : 0), "names of groups");
    mesh.groups.push_back(group_name({object ? *object : "", group ? *group : ""}));
  }
  if (mesh.groups.empty()) return;
  mesh.face_group = of_faces(runs, mesh.face_count(),
                             [&](const ObjState& state) { return numbers.at(place_of(state)); });
}

/// "off" and invalid numbers count as 0.
void add_smoothing(const std::vector<Run>& runs, Mesh& mesh) {
  SmoothingRuns smoothing;
  for (const Run& run : runs) {
    const std::string word = run.state.smoothing ? *run.state.smoothing : "off";
    const char* const last = word.data() + word.size();
    std::uint32_t number = 0;
    if (std::from_chars(word.data(), last, number).ptr != last) number = 0;
    if ((smoothing.empty() ? 0 : smoothing.back().second) != number)
      smoothing.emplace_back(std::uint32_t(run.first_face), number);
  }
  mesh.carried = carried_smoothing(mesh, smoothing);
}

/// Adds colors of `v` lines as COLOR_0 (white if missing, in [0, 1] for glTF) and frees them.
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
  std::vector<float> parts(vertices * std::size_t(width), 1.0f);
  const float whole = most > 1.0f && most <= 255.0f ? 255.0f : 1.0f;
  for (ObjFaces& piece : pieces) {
    float* part = parts.data() + piece.first_vertex * std::size_t(width);
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
    warnings.push_back(fmt::format("vertex colors go up to {}; they were {}", most,
                                   whole > 1.0f ? "divided by 255" : "brought between 0 and 1"));
  if (colored < vertices)
    warnings.push_back(
        counted("{} vert[ex|ices] [has|have] no color where others do; [it|they] [is|are] white",
                vertices - colored));
}

/// Joins everything except the pieces' faces. Throws Error if no line is OBJ.
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
  const auto note = [&](const ObjTally& tally, const char* what) {
    if (tally.count == 0) return;
    warnings.push_back(fmt::format("not kept: {}, the first in line {}", counted(what, tally.count),
                                   tally.first_line));
  };
  note(said.degenerate, "{} face[|s] with fewer than 3 corners");
  note(said.lines, "{} line element[|s] (l)");
  note(said.points, "{} point element[|s] (p)");
  note(said.odd_vertices, "{} weight[|s] or other number[|s] behind [a position|positions]");
  note(said.deep_uvs, "{} third texture coordinate[|s]");
  if (mesh.positions.empty()) warnings.push_back("the file has no vertices");
  if (said.corners_without > 0)
    warnings.push_back(
        counted("{} corner[|s] name[s|] normals or texture coordinates; the file has none",
                said.corners_without));
  return warnings;
}

/// All data except the faces is written directly to `mesh`.
std::vector<ObjFaces> read_text(const std::filesystem::path& path, std::size_t piece_size,
                                std::uint64_t most_bytes, LoadProgress& progress, Mesh& mesh) {
  const std::string file = path.string();
  const FileBytes bytes = read_big_file(path, progress, kRead);
  std::vector<ObjPiece> pieces = cut(file, bytes.view(), piece_size);
  const ObjCounts counts = count(file, pieces, progress);
  mesh.positions.resize(counts.positions);
  mesh.normals.resize(counts.normals);
  mesh.uvs.resize(counts.uvs);
  return read_pieces(pieces, {file, counts, mesh}, most_bytes, progress);
}

}  // namespace

float unusual_size(const Bounds& bounds) {
  if (bounds.empty()) return 0.0f;
  const glm::vec3 sides = bounds.high - bounds.low;
  const float longest = std::max({sides.x, sides.y, sides.z});
  return longest > 100.0f || (longest > 0.0f && longest < 0.01f) ? longest : 0.0f;
}

Loaded load_obj(const std::filesystem::path& path, LoadProgress& progress, std::size_t piece_size,
                std::uint64_t most_bytes) {
  auto mesh = std::make_shared<Mesh>();
  std::vector<ObjFaces> pieces = read_text(path, piece_size, most_bytes, progress, *mesh);
  const ObjFaces said = said_by(path.string(), pieces);
  Loaded loaded;
  loaded.warnings = warnings_of(said, *mesh);
  progress.begin_stage(kJoined, 1);
  std::set<std::string> names;
  const std::vector<Run> runs = join_runs(pieces, names);
  join_faces(pieces, *mesh);
  const MaterialLibraries libraries{std::filesystem::canonical(path).parent_path(), said.libraries};
  std::set<const std::string*> used;
  for (const Run& run : runs) used.insert(run.state.material);
  const auto is_used = [&](const std::string& name) {
    const auto found = names.find(name);
    return found != names.end() && used.count(&*found) > 0;
  };
  add_materials(read_material_libraries(libraries, is_used, loaded.warnings), runs, *mesh);
  const std::string* const object = only_object(runs);
  MemoryBudget budget(path.string(), std::filesystem::file_size(path));
  add_groups(runs, object == nullptr, budget, *mesh);
  add_smoothing(runs, *mesh);
  add_colors(pieces, *mesh, loaded.warnings);
  if (const float size = unusual_size(bounds_of(mesh->positions)); size > 0.0f)
    loaded.warnings.push_back(fmt::format(
        "the model is {:.3g} units large, where 0.01 to 100 is usual; it was left as it is", size));

  Node node;
  node.id = take_id(loaded.scene);
  node.name = object ? *object : clean_name(path.stem().string());
  if (runs.empty() && said.objects.size() == 1) node.name = *said.objects.begin();
  node.mesh = std::move(mesh);
  loaded.scene.nodes.push_back(std::move(node));
  return loaded;
}

}  // namespace marrow::io
