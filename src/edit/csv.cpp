#include "edit/csv.h"

#include <cmath>
#include <fmt/format.h>

namespace marrow {

namespace {

template <typename Number>
std::string digits(Number number) {
  // fmt ignores the locale
  return std::isfinite(number) ? fmt::format("{}", number) : std::string();
}

void append_influences(std::string& csv, std::size_t mesh_index, const DeformedMesh& mesh,
                       const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const Joint& joint : skeleton.joints) names.push_back(csv_field(joint.name));
  const Influences& rows = mesh.influences;
  for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v) {
    const std::string start = fmt::format("{},{},", mesh_index, v);
    for (std::uint32_t i = rows.row_begin(v); i < rows.row_end(v); ++i) {
      const std::string distance =
          rows.distance.empty() ? std::string() : csv_number(rows.distance[i]);
      csv +=
          start + names[rows.joint[i]] + ',' + distance + ',' + csv_number(rows.weight[i]) + '\n';
    }
  }
}

}  // namespace

std::string csv_field(const std::string& text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  if (!is_formula && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = is_formula ? "\"'" : "\"";
  for (const char letter : text)
    quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

std::string csv_number(float number) { return digits(number); }
std::string csv_number(double number) { return digits(number); }

std::string influences_csv(const Scene& scene, const Deformer& deformer) {
  std::string csv = "mesh,vertex,joint,distance,weight\n";
  const std::vector<DeformedMesh>& meshes = deformer.meshes();
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (meshes[m].skeleton != kNoId)
      append_influences(csv, m, meshes[m], *find_node(scene, meshes[m].skeleton)->skeleton);
  return csv;
}

std::string motion_csv(const std::vector<std::string>& joint_names,
                       const std::vector<MotionSample>& samples) {
  std::string csv;
  for (const MotionSample& sample : samples)
    for (std::size_t j = 0; j < sample.joints.size(); ++j) {
      std::string row = csv_number(sample.seconds) + ',' + csv_field(joint_names[j]);
      bool has_any = false;
      for (const float value : sample.joints[j]) {
        row += ',' + csv_number(value);
        has_any |= std::isfinite(value);
      }
      if (has_any) csv += row + ',' + csv_number(sample.badness[j]) + '\n';
    }
  return csv;
}

}  // namespace marrow
