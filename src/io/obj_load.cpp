#include <algorithm>
#include <fmt/format.h>
#include <istream>
#include <streambuf>
#include <tiny_obj_loader.h>

#include "io/file.h"
#include "io/mtl.h"
#include "io/obj.h"
#include "io/obj_text.h"
#include "io/text.h"

namespace marrow::io {

namespace {

/// A stream over text that is already in memory.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string& text) { setg(text.data(), text.data(), text.data() + text.size()); }
};

/// What the parser's callbacks fill. tinyobj reports faces as they stand in the text, which the whole-file API does not: it folds
/// polygons of more than 255 corners. Its numbers are not used: it adds digits up in double, which can miss the nearest float.
struct Builder {
  const std::string& file;
  ObjText& text;
  Mesh& mesh;
  std::vector<std::string> objects;
  std::size_t faces = 0;
  std::size_t corners_without = 0;  ///< that name a normal or texture coordinate although the file has none
  bool any_normal = false, any_uv = false;

  std::uint32_t checked(int index, std::size_t count, const char* what) const {
    if (index >= 1 && static_cast<std::size_t>(index) <= count) return static_cast<std::uint32_t>(index - 1);
    throw Error(file, fmt::format("line {}", text.face_lines[faces]),
                fmt::format("{} {} does not exist; the file has {}", what, index, count));
  }

  void add_face(const tinyobj::index_t* corners, int count) {
    for (int c = 0; c < count; ++c) {
      const tinyobj::index_t& corner = corners[c];
      mesh.corner_vertex.push_back(checked(corner.vertex_index, text.positions.size(), "vertex"));
      // Some exporters name normals or texture coordinates in a file that has none at all.
      const bool has_uv = corner.texcoord_index != 0 && !text.uvs.empty(), has_normal = corner.normal_index != 0 && !text.normals.empty();
      if ((corner.texcoord_index != 0 && !has_uv) || (corner.normal_index != 0 && !has_normal)) ++corners_without;
      grow(any_uv, has_uv, mesh.corner_uv);
      grow(any_normal, has_normal, mesh.corner_normal);
      if (any_uv) mesh.corner_uv.push_back(has_uv ? checked(corner.texcoord_index, text.uvs.size(), "texture coordinate") : kNoIndex);
      if (any_normal) mesh.corner_normal.push_back(has_normal ? checked(corner.normal_index, text.normals.size(), "normal") : kNoIndex);
    }
    mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.corner_vertex.size()));
    ++faces;
  }

  /// The first corner that has one makes room for those before it that have none.
  void grow(bool& any, bool has, std::vector<std::uint32_t>& indices) const {
    if (any || !has) return;
    any = true;
    indices.assign(mesh.corner_vertex.size() - 1, kNoIndex);
  }
};

void on_face(void* builder, tinyobj::index_t* corners, int count) { static_cast<Builder*>(builder)->add_face(corners, count); }

void on_object(void* builder, const char* name) { static_cast<Builder*>(builder)->objects.emplace_back(name); }

void parse(Builder& builder) {
  TextBuffer buffer(builder.text.statements);
  std::istream stream(&buffer);
  tinyobj::callback_t callbacks;
  callbacks.index_cb = on_face;
  callbacks.object_cb = on_object;
  tinyobj::LoadObjWithCallback(stream, callbacks, &builder);
  if (builder.faces != builder.text.face_lines.size()) throw Error(builder.file, "", "the parser lost faces; please report this file");
}

/// The materials that the libraries define, in the order in which faces use them; faces of others are clay.
void add_materials(const ObjText& text, const std::map<std::string, Material>& defined, Mesh& mesh) {
  if (defined.empty()) return;
  std::vector<std::uint32_t> index(text.materials.size(), kNoIndex);
  for (const std::uint32_t name : text.face_material) {
    const auto found = name == kNoIndex ? defined.end() : defined.find(text.materials[name]);
    if (found != defined.end() && index[name] == kNoIndex) {
      index[name] = static_cast<std::uint32_t>(mesh.materials.size());
      mesh.materials.push_back(found->second);
    }
    mesh.face_material.push_back(name == kNoIndex ? kNoIndex : index[name]);
  }
  const auto is_first = [&](std::uint32_t material) { return material == (mesh.materials.empty() ? kNoIndex : 0); };
  if (std::all_of(mesh.face_material.begin(), mesh.face_material.end(), is_first)) mesh.face_material.clear();
}

void warn(const ObjText& text, std::vector<std::string>& warnings) {
  if (text.degenerate_faces > 0) warnings.push_back(fmt::format("not kept: {} faces with fewer than 3 corners", text.degenerate_faces));
  if (text.lines_and_points > 0) warnings.push_back(fmt::format("not kept: {} line and point statements", text.lines_and_points));
  if (text.has_colors) warnings.push_back("not kept: vertex colours");
  if (text.positions.empty()) warnings.push_back("the file has no vertices");
}

}  // namespace

Loaded load_obj(const std::filesystem::path& path) {
  const std::string file = path.string();
  ObjText text = read_obj_text(file, read_file(path));
  auto mesh = std::make_shared<Mesh>();
  Builder builder{file, text, *mesh, {}};
  parse(builder);
  Loaded loaded;
  warn(text, loaded.warnings);
  if (builder.corners_without > 0) {
    loaded.warnings.push_back(fmt::format("{} corners name normals or texture coordinates; the file has none", builder.corners_without));
  }
  add_materials(text, read_material_libraries(std::filesystem::canonical(path).parent_path(), text.libraries, loaded.warnings), *mesh);
  mesh->positions = std::move(text.positions);
  mesh->normals = std::move(text.normals);
  mesh->uvs = std::move(text.uvs);

  Node node;
  node.id = take_id(loaded.scene);
  node.name = builder.objects.size() == 1 ? clean_name(builder.objects[0]) : std::string();
  if (node.name.empty()) node.name = clean_name(path.stem().string());
  node.mesh = std::move(mesh);
  loaded.scene.nodes.push_back(std::move(node));
  return loaded;
}

}  // namespace marrow::io
