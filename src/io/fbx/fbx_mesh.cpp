#include "io/fbx/fbx_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace marrow::io {

namespace {

class FbxMeshBuilder {
 public:
  FbxMeshBuilder(const FbxMesh& source, MemoryBudget& budget, FbxNotes& notes)
      : source_(source), from_(*source.mesh), budget_(budget), notes_(notes) {}

  std::shared_ptr<Mesh> build(MaterialReader& materials) {
    take_memory();
    mesh_->positions = vectors_of(from_.vertices);
    for (std::size_t f = 0; f < from_.num_faces; ++f) add_face(f);
    add_corners();
    add_materials(materials);
    add_colors();
    for (const FbxTarget& target : source_.targets) add_target(target);
    return mesh_;
  }

  void add_weights(const std::vector<Id>& joints, MeshNotes& notes) {
    const ufbx_skin_deformer& skin = *source_.skin;
    mesh_->weights = ExplicitWeights{{0}, {}, {}};
    std::vector<WeightEntry> row;
    for (std::size_t v = 0; v < mesh_->positions.size(); ++v) {
      row.clear();
      if (v < skin.vertices.count) {
        const ufbx_skin_vertex& vertex = skin.vertices.data[v];
        for (std::uint32_t w = 0; w < vertex.num_weights; ++w) {
          const ufbx_skin_weight& entry = skin.weights.data[vertex.weight_begin + w];
          row.push_back({joints[source_.joint_of_cluster[entry.cluster_index]], entry.weight});
        }
      }
      add_weights_row(row, *mesh_->weights, notes);
    }
  }

 private:
  /// Takes the mesh's memory in the scene from the budget; ufbx counted it once for all nodes.
  void take_memory() {
    const std::uint64_t corners = from_.num_indices, vertices = from_.num_vertices;
    budget_.take(vertices * sizeof(glm::vec3) * (1 + source_.targets.size()) +
                     corners * (3 * sizeof(std::uint32_t) + sizeof(glm::vec3) + sizeof(glm::vec2)) +
                     from_.num_faces * 2 * sizeof(std::uint32_t),
                 in_words());
    if (source_.skin) budget_.take(source_.skin->weights.count * sizeof(WeightEntry), in_words());
  }

  std::string in_words() const { return fmt::format("mesh \"{}\"", io::name_of(from_.name)); }

  std::vector<glm::vec3> vectors_of(const ufbx_vec3_list& list) const {
    std::vector<glm::vec3> vectors;
    vectors.reserve(list.count);
    for (std::size_t i = 0; i < list.count; ++i) vectors.push_back(vector_at(list.data[i]));
    return vectors;
  }

  glm::vec3 vector_at(const ufbx_vec3& v) const {
    return {finite(v.x, notes_), finite(v.y, notes_), finite(v.z, notes_)};
  }

  void add_face(std::size_t f) {
    const ufbx_face& face = from_.faces.data[f];
    const bool is_hole = f < from_.face_hole.count && from_.face_hole.data[f];
    if (face.num_indices < 3 || is_hole) {
      ++(is_hole ? notes_.holes : notes_.lines_and_points);
      return;
    }
    for (std::uint32_t c = 0; c < face.num_indices; ++c) {
      corners_.push_back(face.index_begin + c);
      mesh_->corner_vertex.push_back(from_.vertex_indices.data[face.index_begin + c]);
    }
    mesh_->face_begin.push_back(std::uint32_t(corners_.size()));
    faces_.push_back(f);
  }

  void add_corners() {
    if (from_.vertex_normal.exists) {
      mesh_->normals = vectors_of(from_.vertex_normal.values);
      for (const std::size_t corner : corners_)
        mesh_->corner_normal.push_back(from_.vertex_normal.indices.data[corner]);
    }
    notes_.uv_sets += from_.uv_sets.count > 1 ? from_.uv_sets.count - 1 : 0;
    if (!from_.vertex_uv.exists) return;
    for (std::size_t i = 0; i < from_.vertex_uv.values.count; ++i) {
      const ufbx_vec2& uv = from_.vertex_uv.values.data[i];
      mesh_->uvs.emplace_back(finite(uv.x, notes_), finite(uv.y, notes_));
    }
    for (const std::size_t corner : corners_)
      mesh_->corner_uv.push_back(from_.vertex_uv.indices.data[corner]);
  }

  void add_materials(MaterialReader& materials) {
    std::map<int, std::uint32_t> place_of;  // material index: document -> mesh
    for (const std::size_t f : faces_) {
      const std::size_t slot =
          f < from_.face_material.count ? from_.face_material.data[f] : std::size_t(0);
      const int material = slot < source_.materials.size() ? source_.materials[slot] : -1;
      const auto [found, is_new] =
          place_of.try_emplace(material, std::uint32_t(mesh_->materials.size()));
      if (is_new && material < 0) found->second = kNoIndex;
      if (is_new && material >= 0) {
        const Material& made = materials.read(material);
        budget_.take(sizeof made + made.name.size() + made.carried.size(), in_words());
        mesh_->materials.push_back(made);
      }
      mesh_->face_material.push_back(found->second);
    }
    if (place_of.size() < 2) mesh_->face_material.clear();
  }

  void add_colors() {
    const ufbx_vertex_vec4& colors = from_.vertex_color;
    if (!colors.exists) return;
    std::vector<glm::vec4> color_of(mesh_->positions.size(), glm::vec4(1.0f));
    std::vector<char> is_known(mesh_->positions.size(), 0);
    for (std::size_t c = 0; c < corners_.size(); ++c) {
      const ufbx_vec4& from = colors.values.data[colors.indices.data[corners_[c]]];
      const glm::vec4 color = {finite(from.x, notes_), finite(from.y, notes_),
                               finite(from.z, notes_), finite(from.w, notes_)};
      const std::uint32_t v = mesh_->corner_vertex[c];
      if (is_known[v] && color_of[v] != color) {
        ++notes_.vertex_colors;
        return;
      }
      color_of[v] = color;
      is_known[v] = 1;
    }
    budget_.take(color_of.size() * sizeof(glm::vec4), in_words());
    VertexAttribute attribute{"COLOR_0", 4, 5126, false, {}};
    attribute.bytes.resize(color_of.size() * sizeof(glm::vec4));
    if (!color_of.empty())
      std::memcpy(attribute.bytes.data(), color_of.data(), attribute.bytes.size());
    mesh_->attributes.push_back(std::move(attribute));
  }

  void add_target(const FbxTarget& target) {
    const ufbx_blend_shape& shape = *target.channel->keyframes.data[target.key].shape;
    MorphTarget& morph = mesh_->morph_targets.emplace_back();
    morph.name = name_of(target);
    morph.positions.assign(mesh_->positions.size(), glm::vec3(0.0f));
    for (std::size_t i = 0; i < shape.num_offsets; ++i) {
      const std::uint32_t v = shape.offset_vertices.data[i];
      const double share = i < shape.offset_weights.count ? shape.offset_weights.data[i] : 1.0;
      if (v >= morph.positions.size()) continue;
      morph.positions[v] += vector_at(shape.position_offsets.data[i]) * finite(share, notes_);
    }
  }

  const FbxMesh& source_;
  const ufbx_mesh& from_;
  MemoryBudget& budget_;
  FbxNotes& notes_;
  std::vector<std::size_t> corners_, faces_;  ///< kept ones: indices in the file
  std::shared_ptr<Mesh> mesh_ = std::make_shared<Mesh>();
};

}  // namespace

std::vector<double> shares_of(const ufbx_blend_channel& channel, double weight) {
  const ufbx_blend_keyframe_list& keys = channel.keyframes;
  std::vector<double> shares(keys.count, 0.0);
  // the shapes on the weight's side of 0, from 0 outwards; if none, the nearest on the other side
  std::vector<std::size_t> side, other;
  for (std::size_t k = 0; k < keys.count; ++k)
    ((keys.data[k].target_weight >= 0.0) == (weight > 0.0) ? side : other).push_back(k);
  if (weight <= 0.0) std::reverse(side.begin(), side.end());
  if (side.empty() && !other.empty()) side = {weight > 0.0 ? other.back() : other.front()};
  std::size_t next = 0;
  while (next + 1 < side.size() &&
         std::abs(double(keys.data[side[next]].target_weight)) <= std::abs(weight))
    ++next;
  if (side.empty()) return shares;
  const double from = next == 0 ? 0.0 : double(keys.data[side[next - 1]].target_weight);
  const double way = double(keys.data[side[next]].target_weight) - from;
  if (way == 0.0) return shares;
  shares[side[next]] = (weight - from) / way;
  if (next > 0) shares[side[next - 1]] = 1.0 - shares[side[next]];
  return shares;
}

std::vector<FbxTarget> targets_of(const ufbx_mesh& mesh) {
  std::vector<FbxTarget> targets;
  for (std::size_t d = 0; d < mesh.blend_deformers.count; ++d) {
    const ufbx_blend_channel_list& channels = mesh.blend_deformers.data[d]->channels;
    for (std::size_t c = 0; c < channels.count; ++c)
      for (std::size_t k = 0; k < channels.data[c]->keyframes.count; ++k)
        targets.push_back({channels.data[c], k});
  }
  return targets;
}

std::string name_of(const FbxTarget& target) {
  const ufbx_blend_channel& channel = *target.channel;
  const std::string own = io::name_of(channel.keyframes.data[target.key].shape->name);
  const bool is_last = target.key + 1 == channel.keyframes.count;
  const std::string name = is_last ? io::name_of(channel.name) : own;
  return name.empty() ? own : name;
}

std::shared_ptr<Mesh> made_mesh(const FbxMesh& source, const std::vector<Id>& joints,
                                MaterialReader& materials, MemoryBudget& budget, MeshNotes& notes,
                                FbxNotes& fbx_notes) {
  FbxMeshBuilder builder(source, budget, fbx_notes);
  const std::shared_ptr<Mesh> mesh = builder.build(materials);
  if (!joints.empty()) builder.add_weights(joints, notes);
  return mesh;
}

}  // namespace marrow::io
