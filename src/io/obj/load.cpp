#include <algorithm>
#include <atomic>
#include <cstring>
#include <fmt/format.h>
#include <optional>

#include "io/file.h"
#include "io/obj/groups.h"
#include "io/obj/mtl.h"
#include "io/obj/obj.h"
#include "io/obj/piece.h"
#include "io/text.h"
#include "scene/parallel.h"

namespace marrow::io {

namespace {

// Shares of the whole at the end of each stage, by the time that they take.
constexpr double kRead = 0.1, kSurveyed = 0.3, kParsed = 0.9, kJoined = 1.0;

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

std::uint64_t bytes_of(const ObjTarget& target) { return bytes_of(target.positions) + bytes_of(target.normals) + bytes_of(target.uvs); }

std::uint64_t bytes_of(const ObjFaces& faces) {
  return bytes_of(faces.face_end) + bytes_of(faces.runs) + bytes_of(faces.corner_vertex) + bytes_of(faces.corner_uv) +
         bytes_of(faces.corner_normal) + bytes_of(faces.colors);
}

/// Reads all pieces with several threads, and gives back the text of those that were read. Of several errors the first in the file counts,
/// whichever was found first.
std::vector<ObjFaces> read_pieces(const ObjTarget& target, std::uint64_t most_bytes, Progress& progress) {
  const std::vector<ObjPiece>& pieces = target.survey.pieces;
  std::vector<ObjFaces> faces(pieces.size());
  std::vector<std::optional<Error>> errors(pieces.size());
  std::atomic<std::uint64_t> bytes{bytes_of(target)};
  Lowest failed;
  progress.begin_stage(kParsed, pieces.size());
  const auto read = [&](std::size_t p) {
    if (p > failed.number()) return;
    try {
      faces[p] = read_obj_piece(pieces[p], target);
      give_back(pieces[p].text);
      if (bytes.fetch_add(bytes_of(faces[p])) + bytes_of(faces[p]) > most_bytes)
        throw Error(target.file, "", fmt::format("its vertices and faces take more than {} MB of memory", most_bytes >> 20));
    } catch (const Error& error) {
      errors[p] = error;
      failed.note(p);
    }
  };
  parallel_for(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) read(p);
    progress.advance(end - begin);
  });
  if (failed.number() < errors.size()) throw *errors[failed.number()];
  return faces;
}

/// Puts the pieces' faces one behind the other. What was copied is freed at once.
class Joiner {
 public:
  explicit Joiner(std::vector<ObjFaces>& pieces) : pieces_(pieces) {
    for (const ObjFaces& piece : pieces) {
      first_face_.push_back(faces_);
      first_corner_.push_back(corners_);
      faces_ += piece.face_end.size();
      corners_ += piece.corner_vertex.size();
    }
  }

  void join_into(Mesh& mesh) {
    mesh.face_begin.resize(faces_ + 1);
    for_each_piece([&](std::size_t p) {
      const auto first = static_cast<std::uint32_t>(first_corner_[p]);
      std::transform(pieces_[p].face_end.begin(), pieces_[p].face_end.end(), from(mesh.face_begin, first_face_[p] + 1),
                     [&](std::uint32_t end) { return first + end; });
      pieces_[p].face_end = {};
    });
    join_corners(&ObjFaces::corner_vertex, mesh.corner_vertex);
    join_corners(&ObjFaces::corner_uv, mesh.corner_uv);
    join_corners(&ObjFaces::corner_normal, mesh.corner_normal);
  }

  /// One value a face, `value(run)` of the run that it belongs to.
  template <typename Value>
  std::vector<std::uint32_t> of_faces(Value value) const {
    std::vector<std::uint32_t> joined(faces_);
    for_each_piece([&](std::size_t p) {
      const std::vector<ObjRun>& runs = pieces_[p].runs;
      for (std::size_t r = 0; r < runs.size(); ++r) {
        const std::size_t end = r + 1 < runs.size() ? runs[r + 1].first_face : face_count(p);
        std::fill(from(joined, first_face_[p] + runs[r].first_face), from(joined, first_face_[p] + end), value(runs[r].state));
      }
    });
    return joined;
  }

  /// Calls visit(first face, state) for all runs in the file's order.
  template <typename Visit>
  void for_each_run(Visit visit) const {
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      for (const ObjRun& run : pieces_[p].runs) visit(static_cast<std::uint32_t>(first_face_[p] + run.first_face), run.state);
    }
  }

 private:
  using Indices = std::vector<std::uint32_t>;

  static Indices::iterator from(Indices& indices, std::size_t begin) { return indices.begin() + static_cast<std::ptrdiff_t>(begin); }

  template <typename Body>
  void for_each_piece(const Body& body) const {
    parallel_for(pieces_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) body(p);
    });
  }

  std::size_t face_count(std::size_t piece) const {
    return (piece + 1 < first_face_.size() ? first_face_[piece + 1] : faces_) - first_face_[piece];
  }

  /// Empty when no piece has any.
  void join_corners(Indices ObjFaces::*part, Indices& joined) {
    if (std::all_of(pieces_.begin(), pieces_.end(), [&](const ObjFaces& piece) { return (piece.*part).empty(); })) return;
    joined.assign(corners_, kNoIndex);
    for_each_piece([&](std::size_t p) {
      std::copy((pieces_[p].*part).begin(), (pieces_[p].*part).end(), from(joined, first_corner_[p]));
      pieces_[p].*part = {};
    });
  }

  std::vector<ObjFaces>& pieces_;
  std::vector<std::size_t> first_face_, first_corner_;
  std::size_t faces_ = 0, corners_ = 0;
};

/// Numbers from 0 on, given out in the order in which they are first asked for.
class Numbering {
 public:
  explicit Numbering(std::size_t count) : number_(count, kNoIndex) {}
  /// True when `of` had no number yet.
  bool give(std::size_t of) {
    if (number_[of] != kNoIndex) return false;
    number_[of] = next_++;
    return true;
  }
  std::uint32_t operator[](std::size_t of) const { return number_[of]; }

 private:
  std::vector<std::uint32_t> number_;
  std::uint32_t next_ = 0;
};

/// What the libraries define of a name; a name of its own that looks like clay where they define nothing.
std::optional<Material> material_of(const std::string& name, const std::map<std::string, Material>& defined) {
  if (const auto found = defined.find(name); found != defined.end()) return found->second;
  if (is_no_material(name)) return std::nullopt;
  Material material;
  material.name = name;
  material.base_color = kUnknownColor;
  return material;
}

/// The materials that faces use, in the order in which they do; a face without one, or of one that says so, is clay.
void add_materials(const ObjSurvey& survey, const std::map<std::string, Material>& defined, const Joiner& joiner, Mesh& mesh) {
  const std::vector<std::string> names = survey.materials.in_order();
  std::vector<std::optional<Material>> material;
  for (const std::string& name : names) material.push_back(material_of(name, defined));
  Numbering numbers(names.size());
  bool has_clay = false;
  joiner.for_each_run([&](std::uint32_t, const ObjState& state) {
    const bool is_clay = state.material == kNoIndex || !material[state.material];
    has_clay |= is_clay;
    if (!is_clay && numbers.give(state.material)) mesh.materials.push_back(*material[state.material]);
  });
  if (mesh.materials.size() + has_clay <= 1) return;
  mesh.face_material =
      joiner.of_faces([&](const ObjState& state) { return state.material == kNoIndex ? kNoIndex : numbers[state.material]; });
}

/// The object that all faces stand under, where they do; of a file without faces the only one that it names.
std::uint32_t only_object(const ObjSurvey& survey, const Joiner& joiner) {
  std::uint32_t object = kNoIndex;
  bool is_first = true, agree = true;
  joiner.for_each_run([&](std::uint32_t, const ObjState& state) {
    agree &= is_first || state.object == object;
    object = state.object;
    is_first = false;
  });
  if (is_first) return survey.objects.numbers.size() == 1 ? 0 : kNoIndex;
  return agree ? object : kNoIndex;
}

/// Objects and groups by the names of obj_groups.h, in the order in which faces use them. An object that all have is the node's name.
void add_groups(const ObjSurvey& survey, const Joiner& joiner, std::uint32_t node_object, Mesh& mesh) {
  const std::vector<std::string> objects = survey.objects.in_order(), groups = survey.groups.in_order();
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Place, std::uint32_t> numbers{{{kNoIndex, kNoIndex}, kNoIndex}};
  const auto place_of = [&](const ObjState& state) { return Place(node_object == kNoIndex ? state.object : kNoIndex, state.group); };
  joiner.for_each_run([&](std::uint32_t, const ObjState& state) {
    const Place place = place_of(state);
    if (!numbers.try_emplace(place, static_cast<std::uint32_t>(mesh.groups.size())).second) return;
    mesh.groups.push_back(group_name(
        {place.first == kNoIndex ? std::string() : objects[place.first], place.second == kNoIndex ? std::string() : groups[place.second]}));
  });
  if (!mesh.groups.empty()) mesh.face_group = joiner.of_faces([&](const ObjState& state) { return numbers.at(place_of(state)); });
}

void add_smoothing(const Joiner& joiner, Mesh& mesh) {
  SmoothingRuns runs;
  joiner.for_each_run([&](std::uint32_t first_face, const ObjState& state) {
    if ((runs.empty() ? 0 : runs.back().second) != state.smoothing) runs.emplace_back(first_face, state.smoothing);
  });
  mesh.carried = carried_smoothing(mesh, runs);
}

/// Colours of the `v` lines as COLOR_0: white where there is none, in [0, 1] as glTF wants them. Also frees them.
void add_colors(const ObjSurvey& survey, std::vector<ObjFaces>& pieces, Mesh& mesh, std::vector<std::string>& warnings) {
  float most = 0.0f;
  std::size_t colored = 0;
  bool has_alpha = false;
  for (const ObjFaces& piece : pieces) {
    for (const glm::vec4& color : piece.colors) most = std::max({most, color.x, color.y, color.z, color.w});
    colored += piece.colored;
    has_alpha |= piece.has_alpha;
  }
  if (colored == 0) return;
  const std::size_t vertices = survey.counts.positions;
  const int width = has_alpha ? 4 : 3;
  std::vector<float> parts(vertices * static_cast<std::size_t>(width), 1.0f);
  const float whole = most > 1.0f && most <= 255.0f ? 255.0f : 1.0f;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    float* part = parts.data() + survey.pieces[p].before.positions * static_cast<std::size_t>(width);
    for (const glm::vec4& color : pieces[p].colors) {
      for (int c = 0; c < width; ++c, ++part) *part = color[c] < 0.0f ? 1.0f : std::min(color[c] / whole, 1.0f);
    }
    pieces[p].colors = {};
  }
  VertexAttribute attribute{"COLOR_0", width, 5126, false, std::vector<std::uint8_t>(parts.size() * sizeof(float))};
  std::memcpy(attribute.bytes.data(), parts.data(), attribute.bytes.size());
  mesh.attributes.push_back(std::move(attribute));
  if (whole > 1.0f) warnings.push_back(fmt::format("vertex colours go up to {}; they were divided by 255", most));
  if (most > 255.0f) warnings.push_back(fmt::format("vertex colours go up to {}; they were brought between 0 and 1", most));
  if (colored < vertices) warnings.push_back(fmt::format("{} vertices have no colour where others do; they are white", vertices - colored));
}

void warn(const ObjSurvey& survey, const std::vector<ObjFaces>& pieces, std::vector<std::string>& warnings) {
  ObjTally degenerate, odd_vertices, deep_uvs;
  std::size_t without = 0;
  for (std::size_t p = 0; p < pieces.size(); ++p) {  // their lines are the file's already
    degenerate.add(pieces[p].degenerate, 0);
    odd_vertices.add(pieces[p].odd_vertices, 0);
    deep_uvs.add(pieces[p].deep_uvs, 0);
    without += pieces[p].corners_without;
  }
  const auto note = [&](const ObjTally& tally, const char* one, const char* many) {
    if (tally.count == 0) return;
    warnings.push_back(fmt::format("not kept: {} {}, the first in line {}", tally.count, tally.count == 1 ? one : many, tally.first_line));
  };
  note(degenerate, "face with fewer than 3 corners", "faces with fewer than 3 corners");
  note(survey.lines, "line element (l)", "line elements (l)");
  note(survey.points, "point element (p)", "point elements (p)");
  note(odd_vertices, "weight or other number behind a position", "weights or other numbers behind positions");
  note(deep_uvs, "third texture coordinate", "third texture coordinates");
  if (survey.counts.positions == 0) warnings.push_back("the file has no vertices");
  if (without > 0) warnings.push_back(fmt::format("{} corners name normals or texture coordinates; the file has none", without));
}

struct Read {
  ObjSurvey survey;  ///< its text is gone
  std::vector<ObjFaces> pieces;
};

/// Everything but the faces goes to `mesh` at once.
Read read_text(const std::filesystem::path& path, std::size_t piece_size, std::uint64_t most_bytes, Progress& progress, Mesh& mesh) {
  const std::string file = path.string();
  const FileBytes bytes = read_big_file(path, progress, kRead);
  Read read;
  read.survey = survey_obj(file, bytes.view(), piece_size, progress, kSurveyed);
  mesh.positions.resize(read.survey.counts.positions);
  mesh.normals.resize(read.survey.counts.normals);
  mesh.uvs.resize(read.survey.counts.uvs);
  read.pieces = read_pieces({file, read.survey, mesh.positions, mesh.normals, mesh.uvs}, most_bytes, progress);
  return read;
}

std::string node_name(const std::filesystem::path& path, const ObjSurvey& survey, std::uint32_t object) {
  return object == kNoIndex ? clean_name(path.stem().string()) : survey.objects.in_order()[object];
}

}  // namespace

float unusual_size(const Bounds& bounds) {
  if (bounds.empty()) return 0.0f;
  const glm::vec3 sides = bounds.high - bounds.low;
  const float longest = std::max({sides.x, sides.y, sides.z});
  return longest > 100.0f || (longest > 0.0f && longest < 0.01f) ? longest : 0.0f;
}

Loaded load_obj(const std::filesystem::path& path, Progress& progress, std::size_t piece_size, std::uint64_t most_bytes) {
  auto mesh = std::make_shared<Mesh>();
  Read read = read_text(path, piece_size, most_bytes, progress, *mesh);
  Loaded loaded;
  warn(read.survey, read.pieces, loaded.warnings);
  progress.begin_stage(kJoined, 1);
  Joiner joiner(read.pieces);
  joiner.join_into(*mesh);
  const MaterialLibraries libraries{std::filesystem::canonical(path).parent_path(), read.survey.libraries};
  const auto is_used = [&](const std::string& name) { return read.survey.materials.numbers.count(name) > 0; };
  add_materials(read.survey, read_material_libraries(libraries, is_used, loaded.warnings), joiner, *mesh);
  const std::uint32_t object = only_object(read.survey, joiner);
  add_groups(read.survey, joiner, object, *mesh);
  add_smoothing(joiner, *mesh);
  add_colors(read.survey, read.pieces, *mesh, loaded.warnings);

  if (const float size = unusual_size(bounds_of(mesh->positions)); size > 0.0f) {
    loaded.warnings.push_back(fmt::format("the model is {:.3g} units large, where 0.01 to 100 is usual; it was left as it is", size));
  }

  Node node;
  node.id = take_id(loaded.scene);
  node.name = node_name(path, read.survey, object);
  node.mesh = std::move(mesh);
  loaded.scene.nodes.push_back(std::move(node));
  return loaded;
}

}  // namespace marrow::io
