// Builds the glTF document that an FBX file becomes.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <ufbx.h>
#include <vector>

namespace marrow::io {

using FbxJson = nlohmann::json;

/// Counts of repairs and omissions in the whole file; reported once.
struct FbxNotes {
  std::size_t bad_numbers = 0, lines_and_points = 0, holes = 0, vertex_colors = 0, uv_sets = 0,
              caches = 0, more_skins = 0, repeated_clusters = 0, false_bind_poses = 0,
              split_skins = 0, mixed_blends = 0, other_surfaces = 0, pictures = 0,
              placed_pictures = 0, layered_pictures = 0, lights = 0, other_tracks = 0,
              long_motions = 0, long_shapes = 0;
  bool shifted_times = false;
  void report(std::vector<std::string>& warnings) const;
};

struct FbxDocument {
  FbxJson root = {{"asset", {{"version", "2.0"}}}};
  std::vector<unsigned char> buffer;

  /// Appends an item to a list of the document; returns its index.
  int add(const char* list, FbxJson item);
  int add_view(const void* data, std::size_t size);
  /// `type`: glTF's accessor type, with `width` numbers per element.
  int add_floats(const std::vector<float>& numbers, const char* type, std::size_t width);
  /// Adds an accessor of one element without data.
  int add_nothing(const char* type, int component);
  std::string text();
};

std::string name_of(const ufbx_string& string);
inline glm::dvec3 vector_of(const ufbx_vec3& v) { return {v.x, v.y, v.z}; }
inline glm::dquat rotation_of(const ufbx_quat& q) { return glm::dquat(q.w, q.x, q.y, q.z); }
glm::dmat4 matrix_of(const ufbx_matrix& matrix);

/// The number as a float; 0, counted in `notes`, if no float can hold it.
float finite(double number, FbxNotes& notes);

}  // namespace marrow::io
