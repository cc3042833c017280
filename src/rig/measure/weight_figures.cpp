#include "rig/measure/weight_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/skinning/weights.h"

namespace marrow {

WeightFigures weight_figures(const DeformedMesh& mesh, const Skeleton& skeleton) {
  WeightFigures figures{std::numeric_limits<double>::quiet_NaN(), 0.0};
  const Influences& rows = mesh.influences;
  const std::size_t vertices = mesh.mesh->positions.size();
  if (mesh.mesh->weights && vertices > 0) {
    const Influences own = explicit_influences(skeleton, *mesh.mesh->weights);
    figures.l1 = 0.0;
    for (std::size_t v = 0; v < vertices; ++v)
      compare_rows(rows, v, own, v, [&](std::uint32_t, float used, float wanted) {
        figures.l1 += std::abs(double(used) - double(wanted));
      });
    figures.l1 /= double(vertices);
  }
  std::size_t sides = 0;
  const std::vector<std::uint32_t>&corners = mesh.mesh->corner_vertex,
        &begins = mesh.mesh->face_begin;
  for (std::size_t f = 0; f + 1 < begins.size(); ++f)
    for (std::uint32_t c = begins[f]; c < begins[f + 1]; ++c, ++sides) {
      const std::uint32_t next = c + 1 < begins[f + 1] ? c + 1 : begins[f];
      compare_rows(rows, corners[c], rows, corners[next],
                   [&](std::uint32_t, float here, float there) {
                     const double step = double(here) - double(there);
                     figures.roughness += step * step;
                   });
    }
  figures.roughness /= double(std::max<std::size_t>(sides, 1));
  return figures;
}

CoverageSummary coverage(const Deformer& deformer, Id skeleton) {
  CoverageSummary summary;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton == kNoId || (skeleton != kNoId && mesh.skeleton != skeleton)) continue;
    summary.covered += mesh.coverage.covered;
    summary.uncovered += mesh.coverage.uncovered;
  }
  return summary;
}

}  // namespace marrow
