#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "io/obj.h"
#include "io/text.h"

namespace marrow::io {

namespace {

void append_vector(std::string& text, const char* keyword, const glm::vec3& v) {
  text += keyword;
  for (int axis = 0; axis < 3; ++axis) append_number(text += ' ', v[axis]);
  text += '\n';
}

/// A name on a line of its own: a backslash at its end would join the next line.
std::string line_name(const std::string& name) {
  std::string clean = clean_name(name);
  if (!clean.empty() && clean.back() == '\\') clean += '_';
  return clean;
}

/// Normals go by the inverse transpose. An identity leaves them as they are, so that what was read is written again.
glm::vec3 moved_normal(const glm::mat3& world_from_normal, const glm::vec3& normal) {
  if (world_from_normal == glm::mat3(1.0f)) return normal;
  const glm::vec3 moved = world_from_normal * normal;
  const float length = glm::length(moved);
  return length > 0.0f ? moved / length : moved;
}

class Writer {
 public:
  void object(const std::string& name, const Mesh& mesh, const glm::mat4& world_from_mesh, const Derived::Skinned* posed) {
    text += "o " + line_name(name) + '\n';
    const bool is_posed = posed && posed->positions.size() == mesh.positions.size();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      const glm::vec3 at_rest = glm::vec3(world_from_mesh * glm::vec4(mesh.positions[v], 1.0f));
      append_vector(text, "v", is_posed ? posed->positions[v] : at_rest);
    }
    for (const glm::vec2& uv : mesh.uvs) {
      append_number(text += "vt ", uv.x);
      append_number(text += ' ', uv.y);
      text += '\n';
    }
    const bool has_normals = !mesh.corner_normal.empty();
    const bool posed_normals = has_normals && is_posed && posed->normals.size() == mesh.positions.size();
    if (posed_normals) {
      for (const glm::vec3& normal : posed->normals) append_vector(text, "vn", normal);
    } else {
      const glm::mat3 world_from_normal = glm::inverseTranspose(glm::mat3(world_from_mesh));
      for (const glm::vec3& normal : mesh.normals) append_vector(text, "vn", moved_normal(world_from_normal, normal));
    }
    faces(mesh, posed_normals);
    vertices_ += mesh.positions.size();
    uvs_ += mesh.uvs.size();
    normals_ += posed_normals ? posed->normals.size() : mesh.normals.size();
  }

  std::string text;

 private:
  void faces(const Mesh& mesh, bool posed_normals) {
    for (std::size_t f = 0; f < mesh.face_count(); ++f) {
      use_material(mesh, f);
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
  }

  /// A line where the material changes; OBJ has no way to go back to none but a name that nobody defines.
  void use_material(const Mesh& mesh, std::size_t face) {
    const std::uint32_t index = mesh.materials.empty() ? kNoIndex : (mesh.face_material.empty() ? 0 : mesh.face_material[face]);
    const Material* material = index == kNoIndex ? nullptr : &mesh.materials[index];
    if (material == material_) return;
    material_ = material;
    const std::string name = material ? line_name(material->name) : "none";
    text += "usemtl " + (name.empty() ? "material" : name) + '\n';
  }

  const Material* material_ = nullptr;                ///< of the face before; null: clay
  std::size_t vertices_ = 0, uvs_ = 0, normals_ = 0;  ///< written by the objects before
};

}  // namespace

std::string obj_from_scene(const Scene& scene, const Derived& derived, std::vector<std::string>& warnings) {
  Writer writer;
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  std::size_t skeletons = 0, materials = 0;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.skeleton) ++skeletons;
    if (!node.mesh) continue;
    materials += node.mesh->materials.size();
    const auto posed = derived.meshes.find(node.id);
    writer.object(node.name, *node.mesh, world[n], posed == derived.meshes.end() ? nullptr : &posed->second);
  }
  if (skeletons > 0)
    warnings.push_back(fmt::format("OBJ holds the posed surface only; not kept: {} skeleton{}", skeletons, skeletons == 1 ? "" : "s"));
  if (materials > 0) {
    warnings.push_back(
        fmt::format("OBJ names materials only; not kept: colours and pictures of {} material{}", materials, materials == 1 ? "" : "s"));
  }
  return std::move(writer.text);
}

}  // namespace marrow::io
