#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <stdexcept>

#include "base/names.h"
#include "base/text.h"
#include "io/companion_files.h"
#include "io/counts.h"
#include "io/number_text.h"
#include "io/obj/mtl.h"
#include "io/obj/obj.h"
#include "io/obj/obj_text.h"
#include "io/write_file.h"

namespace marrow::io {

namespace {

void append_vector(std::string& text, const char* keyword, const glm::vec3& v) {
  text += keyword;
  for (int axis = 0; axis < 3; ++axis) append_obj_number(text += ' ', v[axis]);
}

/// A name at a line's end. A final backslash, which would join the next line, gets an underscore.
std::string line_name(const std::string& name) {
  std::string clean = clean_name(name);
  if (!clean.empty() && clean.back() == '\\') clean += '_';
  return clean;
}

/// Normals use the inverse transpose. An identity keeps them bit for bit.
glm::vec3 moved_normal(const glm::dmat3& world_from_normal, const glm::vec3& normal) {
  if (world_from_normal == glm::dmat3(1.0)) return normal;
  const glm::dvec3 moved = world_from_normal * glm::dvec3(normal);
  const double length = glm::length(moved);
  return length > 0.0 ? glm::vec3(moved / length) : glm::vec3(0.0f);
}

glm::vec3 or_none(const glm::vec3& normal) { return is_finite(normal) ? normal : glm::vec3(0.0f); }

/// An identity keeps points bit for bit as well: a product would lose the sign of a zero.
glm::vec3 moved_point(const glm::mat4& world_from_mesh, const glm::vec3& point) {
  return world_from_mesh == glm::mat4(1.0f) ? point
                                            : glm::vec3(world_from_mesh * glm::vec4(point, 1.0f));
}

/// One name per distinct material, and the library that defines them.
class Library {
 public:
  Library(const Scene& scene, CompanionFiles& companions) : companions_(companions) {
    for (const Node& node : scene.nodes) {
      if (!node.mesh) continue;
      for (const Material& material : node.mesh->materials) add(material);
    }
  }

  const std::string& name_of(const Material& material) const { return names_.at(&material); }
  const std::string& text() const { return text_; }
  std::size_t renamed() const { return renamed_; }

 private:
  void add(const Material& material) {
    if (names_.count(&material) > 0) return;
    const std::string wanted = line_name(material.name);
    std::string body;
    for (const std::string& line : mtl_from_material(
             material, [&](const Texture& texture) { return companions_.picture(texture); })) {
      body += line + '\n';
    }
    const auto [found, is_new] = looks_.try_emplace({wanted, body});
    if (is_new) {
      std::string name = wanted.empty() ? "material" : wanted;
      for (int number = 2; is_no_material(name) || !taken_.insert(name).second; ++number)
        name = fmt::format("{}-{}", wanted, number);
      renamed_ += name != wanted && !wanted.empty();
      text_ += (text_.empty() ? "newmtl " : "\nnewmtl ") + name + '\n' + body;
      found->second = std::move(name);
    }
    names_.emplace(&material, found->second);
  }

  CompanionFiles& companions_;
  std::map<const Material*, std::string> names_;
  /// Name and statements -> name in the library.
  std::map<std::pair<std::string, std::string>, std::string> looks_;
  std::set<std::string> taken_;
  std::string text_;
  std::size_t renamed_ = 0;
};

/// COLOR_0 of a mesh as numbers; width 0: OBJ cannot hold it, or there is none.
struct Colors {
  int width = 0;
  std::vector<float> parts;
};

Colors colors_of(const Mesh& mesh) {
  const auto found = std::find_if(mesh.attributes.begin(), mesh.attributes.end(),
                                  [](const VertexAttribute& a) { return a.name == "COLOR_0"; });
  if (found == mesh.attributes.end() || found->width < 3) return {};
  const std::size_t count = mesh.positions.size() * std::size_t(found->width);
  Colors colors{found->width, std::vector<float>(count)};
  const auto fill = [&](auto unit, float whole) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&unit, found->bytes.data() + i * sizeof unit, sizeof unit);
      colors.parts[i] = float(unit) / whole;
    }
  };
  if (found->component_type == 5126) {
    fill(0.0f, 1.0f);
  } else if (found->component_type == 5121) {
    fill(std::uint8_t{}, 255.0f);
  } else if (found->component_type == 5123) {
    fill(std::uint16_t{}, 65535.0f);
  } else {
    return {};
  }
  const bool is_good = std::all_of(colors.parts.begin(), colors.parts.end(),
                                   [](float part) { return part >= 0.0f && part <= 1.0f; });
  return is_good ? colors : Colors();
}

class Writer {
 public:
  explicit Writer(const Library& library) : library_(library) {}

  void begin(const std::string& library_name) {
    if (!library_name.empty()) text = "mtllib " + library_name + '\n';
  }

  /// `is_alone`: it is the only mesh, so its faces may keep their own objects.
  void object(const Node& node, const glm::mat4& world_from_mesh, const Derived::Skinned* posed,
              bool is_alone) {
    const Mesh& mesh = *node.mesh;
    places_.clear();
    for (const std::string& group : mesh.groups) places_.push_back(line_place(group));
    const bool has_objects = std::any_of(places_.begin(), places_.end(), [](const ObjPlace& place) {
      return !place.object.empty();
    });
    own_object_ = is_alone && has_objects ? std::string() : line_name(node.name);
    if (own_object_.empty() && !(is_alone && has_objects)) own_object_ = "mesh";
    if (!is_alone) own_object_ = object_names_.take(own_object_);
    if (!own_object_.empty()) use_object(own_object_);

    vertices(node, world_from_mesh, posed);
    uvs(mesh);
    const bool has_normals = !mesh.corner_normal.empty();
    const bool posed_normals =
        has_normals && posed && posed->normals.size() == mesh.positions.size();
    const glm::dmat3 world_from_normal = normal_matrix_of(world_from_mesh);
    for (const glm::vec3& normal : posed_normals ? posed->normals : mesh.normals) {
      append_vector(text, "vn",
                    or_none(posed_normals ? normal : moved_normal(world_from_normal, normal)));
      text += '\n';
    }
    faces(mesh, posed_normals);
    vertices_ += mesh.positions.size();
    uvs_ += mesh.uvs.size();
    normals_ += posed_normals ? posed->normals.size() : mesh.normals.size();
  }

  std::string text;

 private:
  static ObjPlace line_place(const std::string& group) {
    const ObjPlace place = place_of_group(group);
    return {line_name(place.object), line_name(place.group)};
  }

  void vertices(const Node& node, const glm::mat4& world_from_mesh, const Derived::Skinned* posed) {
    const Mesh& mesh = *node.mesh;
    const Colors colors = colors_of(mesh);
    const auto width = std::size_t(colors.width);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      const glm::vec3 point =
          posed ? posed->positions[v] : moved_point(world_from_mesh, mesh.positions[v]);
      if (!is_finite(point))
        throw std::range_error("a vertex of " + in_quotes(node.name) +
                               " is farther away than a float can hold; scale the scene down");
      append_vector(text, "v", point);
      for (std::size_t c = 0; c < width; ++c)
        append_obj_number(text += ' ', colors.parts[v * width + c]);
      text += '\n';
    }
  }

  void uvs(const Mesh& mesh) {
    for (const glm::vec2& uv : mesh.uvs) {
      append_obj_number(text += "vt ", uv.x);
      append_obj_number(text += ' ', uv.y);
      text += '\n';
    }
  }

  void faces(const Mesh& mesh, bool posed_normals) {
    const SmoothingRuns smoothing = smoothing_of(mesh);
    auto next_smoothing = smoothing.begin();
    for (std::size_t f = 0; f < mesh.face_count(); ++f) {
      use_place(mesh, f);
      use_material(mesh, f);
      std::uint32_t number = f == 0 ? 0 : smoothing_;
      for (; next_smoothing != smoothing.end() && next_smoothing->first <= f; ++next_smoothing)
        number = next_smoothing->second;
      use_smoothing(number);
      face(mesh, f, posed_normals);
    }
  }

  void face(const Mesh& mesh, std::size_t f, bool posed_normals) {
    text += 'f';
    for (std::uint32_t c = mesh.face_begin[f]; c < mesh.face_begin[f + 1]; ++c) {
      const std::uint32_t vertex = mesh.corner_vertex[c];
      const std::uint32_t uv = mesh.corner_uv.empty() ? kNoIndex : mesh.corner_uv[c];
      std::uint32_t normal = mesh.corner_normal.empty() ? kNoIndex : mesh.corner_normal[c];
      if (posed_normals && normal != kNoIndex) normal = vertex;
      append_integer(text += ' ', vertices_ + vertex + 1);
      if (uv != kNoIndex || normal != kNoIndex) text += '/';
      if (uv != kNoIndex) append_integer(text, uvs_ + uv + 1);
      if (normal != kNoIndex) append_integer(text += '/', normals_ + normal + 1);
    }
    text += '\n';
  }

  void use_object(const std::string& object) {
    if (object == object_) return;
    text += object.empty() ? "o\n" : "o " + object + '\n';
    object_ = object;
  }

  /// Repeats the group after a new object, because many readers reset it there.
  void use_place(const Mesh& mesh, std::size_t face) {
    const std::uint32_t index = mesh.face_group.empty() ? kNoIndex : mesh.face_group[face];
    const ObjPlace& place = index == kNoIndex ? none_ : places_[index];
    const std::string& object = place.object.empty() ? own_object_ : place.object;
    const bool is_new_object = object != object_;
    use_object(object);
    if (place.group == group_ && !(is_new_object && !group_.empty())) return;
    text += place.group.empty() ? "g\n" : "g " + place.group + '\n';
    group_ = place.group;
  }

  /// Writes a line where the material changes; the undefined name "none" ends a material.
  void use_material(const Mesh& mesh, std::size_t face) {
    const std::uint32_t index = mesh.materials.empty()
                                    ? kNoIndex
                                    : (mesh.face_material.empty() ? 0 : mesh.face_material[face]);
    const Material* material = index == kNoIndex ? nullptr : &mesh.materials[index];
    if (material == material_) return;
    text += "usemtl " + (material ? library_.name_of(*material) : "none") + '\n';
    material_ = material;
  }

  void use_smoothing(std::uint32_t number) {
    if (number == smoothing_) return;
    if (number == 0) {
      text += "s off\n";
    } else {
      append_integer(text += "s ", number);
      text += '\n';
    }
    smoothing_ = number;
  }

  const Library& library_;
  UniqueNames object_names_;  ///< unique names, because readers join objects with the same name
  const ObjPlace none_;
  std::vector<ObjPlace> places_;  ///< one per group of the current mesh
  std::string own_object_;        ///< object of the mesh's faces that name none
  std::string object_, group_;    ///< values at the previous face, like the next two members
  const Material* material_ = nullptr;
  std::uint32_t smoothing_ = 0;
  std::size_t vertices_ = 0, uvs_ = 0, normals_ = 0;  ///< elements written by previous objects
};

std::vector<std::string> losses_of(const Scene& scene, const Library& library) {
  std::vector<std::string> warnings;
  std::size_t skeletons = 0, targets = 0;
  std::set<std::string> attributes;
  for (const Node& node : scene.nodes) {
    skeletons += node.skeleton != nullptr;
    if (!node.mesh) continue;
    targets += node.mesh->morph_targets.size();
    const bool has_colors = colors_of(*node.mesh).width > 0;
    for (const VertexAttribute& attribute : node.mesh->attributes) {
      if (attribute.name != "COLOR_0" || !has_colors) attributes.insert(attribute.name);
    }
  }
  warn_of({{skeletons, "OBJ holds the posed surface only; not kept: {} skeleton[|s]"},
           {scene.motions.size(), "not kept: {} motion[|s]"},
           {targets, "not kept: {} morph target[|s]"}},
          warnings);
  if (!attributes.empty())
    warnings.push_back(fmt::format("not kept of vertices: {}", fmt::join(attributes, ", ")));
  if (library.renamed() > 0)
    warnings.push_back(counted(
        "{} material[|s] with [an equal name|equal names] [was|were] numbered", library.renamed()));
  return warnings;
}

}  // namespace

std::vector<std::string> save_obj(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options) {
  check_writable(path);
  CompanionFiles companions(path);
  const Library library(scene, companions);
  Writer writer(library);
  writer.begin(library.text().empty() ? std::string() : companions.text(".mtl", library.text()));
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  const auto meshes = std::count_if(scene.nodes.begin(), scene.nodes.end(),
                                    [](const Node& node) { return node.mesh != nullptr; });
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    writer.object(node, world[n], derived.posed(node), meshes == 1);
  }
  companions.write(writer.text, options.keep_backup);
  return losses_of(scene, library);
}

}  // namespace marrow::io
