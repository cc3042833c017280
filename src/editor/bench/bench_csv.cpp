#include "editor/bench/bench_csv.h"

#include <fmt/format.h>

#include "editor/bench/bench_model.h"

namespace marrow {

std::string coverage_csv(const Scene& scene, const Deformer& deformer, Measures& measures,
                         Id skeleton) {
  std::string csv = "joint,captured,radius,fit,bleeding,volume,section,stretch,step,follows\n";
  const Node* node = find_node(scene, skeleton);
  const PosedSkeleton* posed = deformer.skeleton(skeleton);
  if (node == nullptr || !node->skeleton || posed == nullptr) return csv;
  measures.update(scene, deformer);
  const std::vector<Fit> fits = measures.fit_all(skeleton);
  const std::vector<Joint>& joints = node->skeleton->joints;
  for (std::size_t j = 0; j < joints.size() && j < posed->captured.size(); ++j) {
    const std::string fit =
        j < fits.size() && fits[j].has_skin ? csv_number(fits[j].radius) : std::string();
    csv += fmt::format("{},{},{},{},{}", csv_field(joints[j].name), posed->captured[j],
                       csv_number(joints[j].radii().largest()), fit,
                       measures.bleed(joints[j].id).count);
    for (const MeterKind kind : kMeterKinds)
      csv += fmt::format(",{}", csv_number(meter_of(measures.joint(joints[j].id), kind).value));
    csv += "\n";
  }
  return csv;
}

std::string sweep_csv(const std::vector<SweepPoint>& points) {
  std::string csv = "radius,covered,shared,volume,step\n";
  for (const SweepPoint& point : points)
    csv += fmt::format("{},{},{},{},{}\n", csv_number(point.radius), csv_number(point.covered),
                       csv_number(point.shared), csv_number(point.volume),
                       csv_number(point.weight_jump));
  return csv;
}

std::string sides_csv(const Scene& scene, const std::vector<SideRow>& rows) {
  std::string csv = "left,right,position,tip,length,radius,left_captured,right_captured,even\n";
  for (const SideRow& row : rows)
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(name_of(scene, row.left)),
                       csv_field(name_of(scene, row.right)), csv_number(row.position),
                       csv_number(row.tip), csv_number(row.length), csv_number(row.radius),
                       row.left_captured, row.right_captured, row.is_even ? 1 : 0);
  return csv;
}

}  // namespace marrow
