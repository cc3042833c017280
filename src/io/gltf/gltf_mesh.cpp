#include "io/gltf/gltf_mesh.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tiny_gltf.h>

#include "io/counts.h"
#include "io/gltf/attributes.h"

namespace marrow::io {

namespace {

using Attributes = std::map<std::string, int>;

/// Reads a vector of floats. If a number fits no float, the vector is 0 and counted in `bad`.
template <typename V>
V vector_at(const Values& values, std::size_t element, std::size_t& bad) {
  V vector(0.0f);
  bool good = true;
  for (int c = 0; c < V::length(); ++c) {
    const double number = values.at(element, std::size_t(c));
    good = good && fits_float(number);
    vector[c] = float(good ? number : 0.0);
  }
  if (good) return vector;
  ++bad;
  return V(0.0f);
}

class MeshBuilder {
 public:
  MeshBuilder(AccessorReader& reader, const tinygltf::Model& model, const std::vector<Id>& joints,
              MaterialReader& materials, MeshNotes& notes)
      : reader_(reader),
        model_(model),
        joints_(joints),
        materials_(materials),
        notes_(notes),
        extras_(reader, model) {}

  std::shared_ptr<Mesh> build(int index, const std::vector<std::string>& target_names) {
    const tinygltf::Mesh& source = model_.meshes[std::size_t(index)];
    if (!joints_.empty()) mesh_->weights = ExplicitWeights{{0}, {}, {}};
    for (std::size_t p = 0; p < source.primitives.size(); ++p) {
      add_primitive(source.primitives[p], fmt::format("/meshes/{}/primitives/{}", index, p));
      add_material(source.primitives[p].material);
    }
    drop_needless_list();
    extras_.finish(*mesh_, target_names);
    notes_.bad_carried += extras_.bad_numbers();
    notes_.unread_attributes += extras_.not_read();
    return mesh_;
  }

 private:
  /// The range of vertices that one set of attributes became.
  struct Part {
    std::uint32_t first = 0, count = 0;
    std::uint32_t first_normal = kNoIndex, first_uv = kNoIndex;
  };

  /// Reserves exactly for large primitives, and doubles the capacity for many small ones.
  template <typename T>
  static void make_room(std::vector<T>& list, std::size_t more) {
    if (list.capacity() - list.size() < more)
      list.reserve(std::max(list.size() + more, 2 * list.size()));
  }

  void add_primitive(const tinygltf::Primitive& primitive, const std::string& pointer) {
    if (primitive.attributes.count("POSITION") == 0) {
      ++notes_.primitives_without_positions;
      return;
    }
    const auto [found, is_new] = parts_.try_emplace({primitive.attributes, primitive.targets});
    if (is_new) {
      found->second = add_part(primitive.attributes, pointer + "/attributes");
      extras_.add(primitive, found->second.first, found->second.count, pointer);
    }
    std::vector<std::uint32_t> corners;
    if (primitive.indices >= 0) {
      corners = reader_.read_indices(primitive.indices, pointer + "/indices");
      for (const std::uint32_t corner : corners) {
        if (corner >= found->second.count)
          reader_.refuse(pointer + "/indices",
                         fmt::format("index {} does not exist; the primitive has {} vertices",
                                     corner, found->second.count));
      }
    } else {
      reader_.budget().take(found->second.count * sizeof(std::uint32_t), pointer);
      corners.resize(found->second.count);
      for (std::uint32_t c = 0; c < found->second.count; ++c) corners[c] = c;
    }
    take_faces(primitive.mode, corners.size(), found->second, pointer);
    add_faces(primitive.mode, corners, found->second);
  }

  /// Strips and fans have nearly as many triangles as corners.
  void take_faces(int mode, std::size_t corners, const Part& part, const std::string& pointer) {
    const std::size_t triangles = mode == TINYGLTF_MODE_TRIANGLES ? corners / 3 : corners;
    const std::size_t lists = 1 + (part.first_normal != kNoIndex || !mesh_->corner_normal.empty()) +
                              (part.first_uv != kNoIndex || !mesh_->corner_uv.empty());
    reader_.budget().take(triangles * (3 * lists + 1) * sizeof(std::uint32_t), pointer);
  }

  Part add_part(const Attributes& attributes, const std::string& pointer) {
    const Values positions = reader_.read(attributes.at("POSITION"), "VEC3", pointer + "/POSITION");
    for (const auto& [name, accessor] : attributes) {
      if (reader_.count(accessor) != positions.count)
        reader_.refuse(pointer + "/" + name,
                       fmt::format("expected {} elements as in POSITION, found {}", positions.count,
                                   reader_.count(accessor)));
    }
    if (mesh_->positions.size() + positions.count >= kNoIndex)
      reader_.refuse(pointer, "too many vertices for one mesh");
    Part part;
    part.first = std::uint32_t(mesh_->positions.size());
    part.count = std::uint32_t(positions.count);
    make_room(mesh_->positions, positions.count);
    for (std::size_t v = 0; v < positions.count; ++v)
      mesh_->positions.push_back(vector_at<glm::vec3>(positions, v, notes_.bad_positions));
    add_normals(attributes, pointer, part);
    add_uvs(attributes, pointer, part);
    if (!joints_.empty()) add_weights(attributes, pointer, part.count);
    return part;
  }

  void add_normals(const Attributes& attributes, const std::string& pointer, Part& part) {
    const auto found = attributes.find("NORMAL");
    if (found == attributes.end()) return;
    const Values normals = reader_.read(found->second, "VEC3", pointer + "/NORMAL");
    part.first_normal = std::uint32_t(mesh_->normals.size());
    make_room(mesh_->normals, normals.count);
    for (std::size_t v = 0; v < normals.count; ++v)
      mesh_->normals.push_back(vector_at<glm::vec3>(normals, v, notes_.bad_normals));
  }

  void add_uvs(const Attributes& attributes, const std::string& pointer, Part& part) {
    const auto found = attributes.find("TEXCOORD_0");
    if (found == attributes.end()) return;
    const Values uvs = reader_.read(found->second, "VEC2", pointer + "/TEXCOORD_0");
    part.first_uv = std::uint32_t(mesh_->uvs.size());
    make_room(mesh_->uvs, uvs.count);
    for (std::size_t v = 0; v < uvs.count; ++v) {
      const glm::vec2 uv = vector_at<glm::vec2>(uvs, v, notes_.bad_uvs);
      mesh_->uvs.emplace_back(uv.x, 1.0f - uv.y);
    }
  }

  /// Sets the material of the faces that have none yet, those of the last primitive.
  void add_material(int material) {
    if (mesh_->face_material.size() == mesh_->face_count()) return;
    std::uint32_t index = kNoIndex;
    if (material >= 0) {
      const auto [found, is_new] =
          material_index_.try_emplace(material, std::uint32_t(mesh_->materials.size()));
      if (is_new) {
        const Material& made = materials_.read(material);
        reader_.budget().take(sizeof made + made.name.size() + made.carried.size(),
                              fmt::format("/materials/{}", material));
        mesh_->materials.push_back(made);
      }
      index = found->second;
    }
    mesh_->face_material.resize(mesh_->face_count(), index);
  }

  /// A single material, or none, needs no list.
  void drop_needless_list() {
    const auto is_other = [&](std::uint32_t material) {
      return material != mesh_->face_material.front();
    };
    if (std::none_of(mesh_->face_material.begin(), mesh_->face_material.end(), is_other))
      mesh_->face_material.clear();
  }

  void add_weights(const Attributes& attributes, const std::string& pointer, std::uint32_t count) {
    std::vector<std::pair<Values, Values>> sets;
    for (int set = 0;; ++set) {
      const auto joints = attributes.find(fmt::format("JOINTS_{}", set)),
                 weights = attributes.find(fmt::format("WEIGHTS_{}", set));
      const bool has_joints = joints != attributes.end(), has_weights = weights != attributes.end();
      if (has_joints != has_weights)
        reader_.refuse(pointer, fmt::format("expected JOINTS_{0} and WEIGHTS_{0} together", set));
      if (!has_joints) break;
      sets.emplace_back(reader_.read(joints->second, "VEC4", pointer + "/" + joints->first),
                        reader_.read(weights->second, "VEC4", pointer + "/" + weights->first));
    }
    make_room(mesh_->weights->row_begin, count);
    std::vector<WeightEntry> row;
    for (std::uint32_t v = 0; v < count; ++v) {
      row.clear();
      for (const auto& [joints, weights] : sets) collect(joints, weights, v, pointer, row);
      add_weights_row(row, *mesh_->weights, notes_);
    }
  }

  void collect(const Values& joints, const Values& weights, std::size_t v,
               const std::string& pointer, std::vector<WeightEntry>& row) {
    for (std::size_t c = 0; c < 4; ++c) {
      const double weight = weights.at(v, c), joint = joints.at(v, c);
      if (!fits_float(weight) || weight < 0.0) {
        ++notes_.bad_weights;
        continue;
      }
      if (!(joint >= 0.0 && joint < double(joints_.size()))) {
        if (weight == 0.0) continue;
        reader_.refuse(pointer, fmt::format("vertex {} names joint {}; the skin has {}", v, joint,
                                            joints_.size()));
      }
      if (weight > 0.0) row.push_back({joints_[std::size_t(joint)], weight});
    }
  }

  void add_faces(int mode, const std::vector<std::uint32_t>& corners, const Part& part) {
    const std::size_t count = corners.size();
    if (mode == TINYGLTF_MODE_TRIANGLES) {
      make_room(mesh_->corner_vertex, count);
      make_room(mesh_->face_begin, count / 3);
      if (part.first_normal != kNoIndex || !mesh_->corner_normal.empty())
        make_room(mesh_->corner_normal, count);
      if (part.first_uv != kNoIndex || !mesh_->corner_uv.empty())
        make_room(mesh_->corner_uv, count);
    }
    switch (mode) {
      case TINYGLTF_MODE_TRIANGLES:
        notes_.leftover_corners += count % 3;
        for (std::size_t c = 0; c + 2 < count; c += 3)
          add_triangle(corners[c], corners[c + 1], corners[c + 2], part);
        return;
      case TINYGLTF_MODE_TRIANGLE_STRIP:
        for (std::size_t c = 0; c + 2 < count; ++c)
          add_strip_triangle(corners[c], corners[c + 1 + c % 2], corners[c + 2 - c % 2], part);
        return;
      case TINYGLTF_MODE_TRIANGLE_FAN:
        for (std::size_t c = 1; c + 1 < count; ++c)
          add_strip_triangle(corners[0], corners[c], corners[c + 1], part);
        return;
      default:
        ++notes_.lines_and_points;
    }
  }

  /// Strips connect their parts by triangles that use a vertex twice, which are not meant to be
  /// visible.
  void add_strip_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, const Part& part) {
    if (a != b && b != c && c != a) add_triangle(a, b, c, part);
  }

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, const Part& part) {
    for (const std::uint32_t corner : {a, b, c}) {
      mesh_->corner_vertex.push_back(part.first + corner);
      add_corner(mesh_->corner_normal, part.first_normal, corner);
      add_corner(mesh_->corner_uv, part.first_uv, corner);
    }
    mesh_->face_begin.push_back(std::uint32_t(mesh_->corner_vertex.size()));
  }

  /// Precondition: corner_vertex has the corner. The first part with normals (or uvs) gives earlier
  /// corners kNoIndex.
  void add_corner(std::vector<std::uint32_t>& indices, std::uint32_t first,
                  std::uint32_t corner) const {
    if (indices.empty() && first == kNoIndex) return;
    indices.resize(mesh_->corner_vertex.size() - 1, kNoIndex);
    indices.push_back(first == kNoIndex ? kNoIndex : first + corner);
  }

  AccessorReader& reader_;
  const tinygltf::Model& model_;
  const std::vector<Id>& joints_;
  MaterialReader& materials_;
  MeshNotes& notes_;
  std::shared_ptr<Mesh> mesh_ = std::make_shared<Mesh>();
  AttributeReader extras_;
  /// Vertex ranges by attributes and morph targets.
  std::map<std::pair<Attributes, std::vector<Attributes>>, Part> parts_;
  /// Index into the file's materials -> index into the mesh's materials.
  std::map<int, std::uint32_t> material_index_;
};

}  // namespace

void add_weights_row(std::vector<WeightEntry>& row, ExplicitWeights& weights, MeshNotes& notes) {
  std::stable_sort(row.begin(), row.end(),
                   [](const WeightEntry& a, const WeightEntry& b) { return a.joint < b.joint; });
  double sum = 0.0;
  std::size_t kept = 0;
  for (const WeightEntry& entry : row) {
    sum += entry.weight;
    if (kept > 0 && row[kept - 1].joint == entry.joint) {
      row[kept - 1].weight += entry.weight;
      ++notes.repeated_joints;
    } else {
      row[kept++] = entry;
    }
  }
  row.resize(kept);
  if (row.empty()) ++notes.unweighted_vertices;
  if (!row.empty() && std::abs(sum - 1.0) > 1e-3) ++notes.unnormalized_rows;
  const double scale = std::abs(sum - 1.0) > 1e-6 ? sum : 1.0;
  for (const WeightEntry& entry : row) {
    const auto weight = float(entry.weight / scale);
    if (!(weight > 0.0f)) continue;
    weights.joint.push_back(entry.joint);
    weights.weight.push_back(weight);
  }
  weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
}

std::shared_ptr<Mesh> read_mesh(AccessorReader& reader, const tinygltf::Model& model, int mesh,
                                const std::vector<Id>& joints,
                                const std::vector<std::string>& target_names,
                                MaterialReader& materials, MeshNotes& notes) {
  return MeshBuilder(reader, model, joints, materials, notes).build(mesh, target_names);
}

void MeshNotes::report(std::vector<std::string>& warnings) const {
  warn_of(
      {{bad_positions, "{} position[|s] that [is|are] not finite [was|were] set to 0"},
       {bad_normals, "{} normal[|s] that [is|are] not finite [was|were] set to 0"},
       {bad_uvs, "{} texture coordinate[|s] that [is|are] not finite [was|were] set to 0"},
       {bad_weights, "{} weight[|s] that [is|are] negative or not finite [was|were] set to 0"},
       {unnormalized_rows, "the weights of {} vert[ex|ices] did not sum to 1 and were scaled"},
       {repeated_joints,
        "{} weight[|s] named a joint again in the same vertex and [was|were] added to the first"},
       {unweighted_vertices,
        "{} vert[ex|ices] of skinned meshes [has|have] no weight; no joint moves [it|them]"},
       {primitives_without_positions, "not kept: {} primitive[|s] without positions"},
       {lines_and_points, "not kept: {} primitive[|s] of lines or points"},
       {leftover_corners, "not kept: {} corner[|s] that do[es|] not make a whole triangle"},
       {bad_carried,
        "{} number[|s] of colors, tangents or morph targets that [is|are] not finite [was|were] "
        "set to 0"},
       {unread_attributes,
        "not kept: {} vertex attribute[|s] of types or sizes that glTF does not allow"}},
      warnings);
}

}  // namespace marrow::io
