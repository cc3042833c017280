#include "io/fbx/fbx_document.h"

#include "io/counts.h"
#include "io/gltf/access.h"
#include "io/number_text.h"

namespace marrow::io {

void FbxNotes::report(std::vector<std::string>& warnings) const {
  const auto note = [&](std::size_t count, const char* text) { warn_of(count, text, warnings); };
  note(bad_numbers, "{} numbers that are not finite were set to 0");
  note(lines_and_points, "not kept: {} faces of fewer than three corners");
  note(holes, "not kept: {} faces that the file marks as holes");
  note(vertex_colors, "not kept: {} sets of colors that differ between the corners of a vertex");
  note(uv_sets, "not kept: {} further sets of texture coordinates");
  note(caches, "not kept: {} deformers whose points are in other files");
  note(more_skins, "not kept: {} second skins of a mesh");
  note(repeated_clusters, "not kept: {} bind places of joints that a skin binds twice");
  note(false_bind_poses,
       "the file's bind pose has {} joints elsewhere than the skins; the skins' places are used");
  note(split_skins,
       "{} skins bind joints at other places than another skin; each has a skeleton of its own");
  note(
      mixed_blends,
      "{} skins blend linear and dual-quaternion deformation by vertex; dual quaternions are used");
  note(other_surfaces, "not kept: {} curves and trimmed surfaces");
  note(pictures,
       "not kept: {} pictures that are not in the file, nor next to it as PNG, JPEG or WebP");
  note(placed_pictures, "{} pictures are moved or scaled on their surface; they are drawn as is");
  note(layered_pictures, "of {} layered textures the lowest picture is used");
  note(lights, "not kept: {} lights that are neither point, spot nor directional");
  note(other_tracks, "not kept: {} animated properties other than places and blend shapes");
  note(long_motions, "not kept: {} animations that would need too much memory");
  note(long_shapes, "not kept: keys of shapes of {} meshes, which would need too much memory");
  if (shifted_times) warnings.push_back("animations that began before 0 were moved to begin there");
}

int FbxDocument::add(const char* list, FbxJson item) {
  FbxJson& items = root[list];
  items.push_back(std::move(item));
  return int(items.size()) - 1;
}

int FbxDocument::add_view(const void* data, std::size_t size) {
  buffer.resize((buffer.size() + 3) / 4 * 4);
  const std::size_t offset = buffer.size();
  const auto* bytes = static_cast<const unsigned char*>(data);
  buffer.insert(buffer.end(), bytes, bytes + size);
  return add("bufferViews", {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}});
}

int FbxDocument::add_floats(const std::vector<float>& numbers, const char* type,
                            std::size_t width) {
  const int view = add_view(numbers.data(), numbers.size() * sizeof(float));
  return add("accessors", {{"bufferView", view},
                           {"componentType", 5126},
                           {"type", type},
                           {"count", numbers.size() / width}});
}

int FbxDocument::add_nothing(const char* type, int component) {
  return add("accessors", {{"componentType", component}, {"type", type}, {"count", 1}});
}

std::string FbxDocument::text() {
  if (!buffer.empty()) root["buffers"] = FbxJson::array({{{"byteLength", buffer.size()}}});
  return root.dump(-1, ' ', false, FbxJson::error_handler_t::replace);
}

std::string name_of(const ufbx_string& string) {
  return clean_name(std::string_view(string.data, string.length));
}

glm::dmat4 matrix_of(const ufbx_matrix& matrix) {
  glm::dmat4 result(1.0);
  for (int c = 0; c < 4; ++c) result[c] = glm::dvec4(vector_of(matrix.cols[c]), c == 3 ? 1.0 : 0.0);
  return result;
}

float finite(double number, FbxNotes& notes) {
  if (fits_float(number)) return float(number);
  ++notes.bad_numbers;
  return 0.0f;
}

}  // namespace marrow::io
