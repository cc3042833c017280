#include "app/bench_csv.h"

#include <cmath>
#include <fmt/format.h>

#include "app/bench_model.h"

namespace marrow::app {
namespace {

/// The shortest digits that read back as the same number; nothing for one that is not known. fmt never asks the locale.
template <typename Number>
std::string digits(Number value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

void append_influences(std::string& csv, std::size_t mesh_index, const DeformedMesh& mesh, const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const Joint& joint : skeleton.joints) names.push_back(csv_field(joint.name));
  const Influences& rows = mesh.influences;
  for (std::size_t vertex = 0; vertex < mesh.mesh->positions.size(); ++vertex)
    for (std::uint32_t entry = rows.row_begin[vertex]; entry < rows.row_begin[vertex + 1]; ++entry) {
      const std::string distance = rows.distance.empty() ? std::string() : digits(rows.distance[entry]);
      csv += fmt::format("{},{},{},{},{}\n", mesh_index, vertex, names[rows.joint[entry]], distance, digits(rows.weight[entry]));
    }
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

std::string influences_csv(const Scene& scene, const Deformer& deformer) {
  std::string csv = "mesh,vertex,joint,distance,weight\n";
  const std::vector<DeformedMesh>& meshes = deformer.meshes();
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (meshes[m].skeleton != kNoId) append_influences(csv, m, meshes[m], *find_node(scene, meshes[m].skeleton)->skeleton);
  return csv;
}

std::string coverage_csv(const Scene& scene, const Deformer& deformer, Measures& measures, Id skeleton) {
  std::string csv = "joint,captured,radius,fit,bleeding,volume,section,stretch,step\n";
  const Node* node = find_node(scene, skeleton);
  const PosedSkeleton* posed = deformer.skeleton(skeleton);
  if (node == nullptr || !node->skeleton || posed == nullptr) return csv;
  measures.update(scene, deformer);
  const std::vector<Fit> fits = measures.fit_all(skeleton);
  const std::vector<Joint>& joints = node->skeleton->joints;
  for (std::size_t j = 0; j < joints.size() && j < posed->captured.size(); ++j) {
    const std::string fit = j < fits.size() && fits[j].has_skin ? digits(fits[j].radius) : std::string();
    csv += fmt::format("{},{},{},{},{}", csv_field(joints[j].name), posed->captured[j], digits(joints[j].radius), fit,
                       measures.bleed(joints[j].id).count);
    for (const MeterKind kind : kMeterKinds) csv += fmt::format(",{}", digits(meter_of(measures.joint(joints[j].id), kind).value));
    csv += "\n";
  }
  return csv;
}

std::string sweep_csv(const std::vector<SweepPoint>& points) {
  std::string csv = "radius,covered,shared,volume,step\n";
  for (const SweepPoint& point : points)
    csv += fmt::format("{},{},{},{},{}\n", digits(point.radius), digits(point.covered), digits(point.shared), digits(point.volume),
                       digits(point.step));
  return csv;
}

std::string sides_csv(const Scene& scene, const std::vector<SideRow>& rows) {
  std::string csv = "left,right,position,tip,length,radius,left_captured,right_captured,even\n";
  for (const SideRow& row : rows)
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(joint_name(scene, row.left)), csv_field(joint_name(scene, row.right)),
                       digits(row.position), digits(row.tip), digits(row.length), digits(row.radius), row.left_captured, row.right_captured,
                       row.is_even ? 1 : 0);
  return csv;
}

}  // namespace marrow::app
