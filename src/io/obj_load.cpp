#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <optional>

#include "io/file.h"
#include "io/mtl.h"
#include "io/obj.h"
#include "io/obj_piece.h"
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

/// Reads all pieces with several threads. Of several errors the first in the file counts, whichever was found first.
std::vector<ObjFaces> read_pieces(const ObjTarget& target, Progress& progress) {
  const std::vector<ObjPiece>& pieces = target.survey.pieces;
  std::vector<ObjFaces> faces(pieces.size());
  std::vector<std::optional<Error>> errors(pieces.size());
  Lowest failed;
  progress.begin_stage(kParsed, pieces.size());
  const auto read = [&](std::size_t p) {
    if (p > failed.number()) return;
    try {
      faces[p] = read_obj_piece(pieces[p], target);
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

  std::vector<std::uint32_t> materials() {
    std::vector<std::uint32_t> joined(faces_);
    for_each_piece([&](std::size_t p) {
      std::copy(pieces_[p].face_material.begin(), pieces_[p].face_material.end(), from(joined, first_face_[p]));
      pieces_[p].face_material = {};
    });
    return joined;
  }

 private:
  using Indices = std::vector<std::uint32_t>;

  static Indices::iterator from(Indices& indices, std::size_t begin) { return indices.begin() + static_cast<std::ptrdiff_t>(begin); }

  template <typename Body>
  void for_each_piece(const Body& body) {
    parallel_for(pieces_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) body(p);
    });
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

/// The materials that the libraries define, in the order in which faces use them; faces of others are clay. `names`: a number of `survey`
/// for each face.
void add_materials(const ObjSurvey& survey, const std::map<std::string, Material>& defined, const std::vector<std::uint32_t>& names,
                   Mesh& mesh) {
  std::vector<const Material*> material(survey.materials.size(), nullptr);
  for (const auto& [name, number] : survey.materials) {
    if (const auto found = defined.find(name); found != defined.end()) material[number] = &found->second;
  }
  std::vector<std::uint32_t> index(material.size(), kNoIndex);
  for (const std::uint32_t name : names) {
    if (name != kNoIndex && material[name] && index[name] == kNoIndex) {
      index[name] = static_cast<std::uint32_t>(mesh.materials.size());
      mesh.materials.push_back(*material[name]);
    }
    mesh.face_material.push_back(name == kNoIndex ? kNoIndex : index[name]);
  }
  const auto is_first = [&](std::uint32_t found) { return found == (mesh.materials.empty() ? kNoIndex : 0); };
  if (std::all_of(mesh.face_material.begin(), mesh.face_material.end(), is_first)) mesh.face_material = {};
}

void warn(const ObjSurvey& survey, const std::vector<ObjFaces>& pieces, std::vector<std::string>& warnings) {
  std::size_t degenerate = 0, without = 0;
  bool has_colors = false;
  for (const ObjFaces& piece : pieces) {
    degenerate += piece.degenerate;
    without += piece.corners_without;
    has_colors |= piece.has_colors;
  }
  if (degenerate > 0) warnings.push_back(fmt::format("not kept: {} faces with fewer than 3 corners", degenerate));
  if (survey.lines_and_points > 0) warnings.push_back(fmt::format("not kept: {} line and point statements", survey.lines_and_points));
  if (has_colors) warnings.push_back("not kept: vertex colours");
  if (survey.counts.positions == 0) warnings.push_back("the file has no vertices");
  if (without > 0) warnings.push_back(fmt::format("{} corners name normals or texture coordinates; the file has none", without));
}

struct Read {
  ObjSurvey survey;  ///< its text is gone
  std::vector<ObjFaces> pieces;
};

/// Everything but the faces goes to `mesh` at once.
Read read_text(const std::filesystem::path& path, std::size_t piece_size, Progress& progress, Mesh& mesh) {
  const std::string file = path.string();
  const FileBytes bytes = read_big_file(path, progress, kRead);
  Read read;
  read.survey = survey_obj(file, bytes.view(), piece_size, progress, kSurveyed);
  mesh.positions.resize(read.survey.counts.positions);
  mesh.normals.resize(read.survey.counts.normals);
  mesh.uvs.resize(read.survey.counts.uvs);
  read.pieces = read_pieces({file, read.survey, mesh.positions, mesh.normals, mesh.uvs}, progress);
  return read;
}

std::string node_name(const std::filesystem::path& path, const ObjSurvey& survey) {
  std::string name = survey.objects == 1 ? survey.first_object : std::string();
  return name.empty() ? clean_name(path.stem().string()) : name;
}

}  // namespace

Loaded load_obj(const std::filesystem::path& path, Progress& progress, std::size_t piece_size) {
  auto mesh = std::make_shared<Mesh>();
  Read read = read_text(path, piece_size, progress, *mesh);
  Loaded loaded;
  warn(read.survey, read.pieces, loaded.warnings);
  progress.begin_stage(kJoined, 1);
  Joiner joiner(read.pieces);
  joiner.join_into(*mesh);
  const auto defined = read_material_libraries(std::filesystem::canonical(path).parent_path(), read.survey.libraries, loaded.warnings);
  if (!defined.empty()) add_materials(read.survey, defined, joiner.materials(), *mesh);

  Node node;
  node.id = take_id(loaded.scene);
  node.name = node_name(path, read.survey);
  node.mesh = std::move(mesh);
  loaded.scene.nodes.push_back(std::move(node));
  return loaded;
}

}  // namespace marrow::io
