#include "io/fbx/fbx_document.h"

#include "io/counts.h"
#include "io/gltf/access.h"
#include "io/number_text.h"

namespace marrow::io {

void FbxNotes::report(std::vector<std::string>& warnings) const {
  warn_of(
      {{bad_numbers, "{} number[|s] that [is|are] not finite [was|were] set to 0"},
       {lines_and_points, "not kept: {} face[|s] of fewer than three corners"},
       {holes, "not kept: {} face[|s] that the file marks as [a hole|holes]"},
       {vertex_colors,
        "not kept: {} set[|s] of colors that differ[s|] between the corners of a vertex"},
       {uv_sets, "not kept: {} further set[|s] of texture coordinates"},
       {caches, "not kept: {} deformer[|s] whose points are in other files"},
       {more_skins, "not kept: {} second skin[|s] of a mesh"},
       {repeated_clusters, "not kept: {} bind place[|s] of joints that a skin binds twice"},
       {false_bind_poses,
        "the file's bind pose has {} joint[|s] elsewhere than the skins; the skins' places are "
        "used"},
       {split_skins,
        "{} skin[|s] bind[s|] joints at other places than another skin; each has a skeleton of its "
        "own"},
       {mixed_blends,
        "{} skin[|s] blend[s|] linear and dual-quaternion deformation by vertex; dual quaternions "
        "are used"},
       {other_surfaces, "not kept: {} curve[|s] [or|and] trimmed surface[|s]"},
       {pictures,
        "not kept: {} picture[|s] that [is|are] not in the file, nor next to it as PNG, JPEG or "
        "WebP"},
       {placed_pictures,
        "{} picture[|s] [is|are] moved or scaled on [its|their] surface; [it|they] [is|are] drawn "
        "as is"},
       {layered_pictures, "of {} layered texture[|s] the lowest picture is used"},
       {lights, "not kept: {} light[|s] that [is|are] neither point, spot nor directional"},
       {other_tracks, "not kept: {} animated propert[y|ies] other than places and blend shapes"},
       {long_motions, "not kept: {} animation[|s] that would need too much memory"},
       {long_shapes, "not kept: keys of shapes of {} mesh[|es], which would need too much memory"}},
      warnings);
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
