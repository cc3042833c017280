#include "rig/doctor/mesh_findings.h"

#include <algorithm>
#include <fmt/format.h>

namespace marrow {

const MeshCureRow* cure_of(MeshFault fault) {
  switch (fault) {
    case MeshFault::duplicates:
    case MeshFault::double_faces:
      return &kMeshCures[std::size_t(MeshCure::merge)];
    case MeshFault::inner:
      return &kMeshCures[std::size_t(MeshCure::inner)];
    case MeshFault::flipped:
      return &kMeshCures[std::size_t(MeshCure::orient)];
    case MeshFault::holes:
      return &kMeshCures[std::size_t(MeshCure::holes)];
    case MeshFault::needles:
      break;
  }
  return nullptr;
}

std::size_t count_of(const MeshFindings& findings, MeshFault fault) {
  switch (fault) {
    case MeshFault::duplicates:
      return findings.duplicates.size();
    case MeshFault::double_faces:
      return findings.double_faces.size();
    case MeshFault::inner:
      return findings.inner;
    case MeshFault::flipped:
      return findings.flipped_faces.size();
    case MeshFault::holes:
      return findings.holes.size();
    case MeshFault::needles:
      break;
  }
  return findings.needles.size();
}

bool is_sound(const MeshFindings& findings) { return words_of(findings).empty(); }

bool is_closed(const MeshFindings& findings) {
  return findings.holes.empty() && findings.openings == 0 && findings.crowded_edges == 0;
}

std::string words_of(const MeshFindings& findings, const MeshCureRow* row) {
  std::string words;
  for (const MeshFaultRow& fault : kMeshFaults) {
    const std::size_t count = count_of(findings, fault.fault);
    if (count == 0 || (row != nullptr && cure_of(fault.fault) != row)) continue;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count,
                         count == 1 ? fault.one : fault.many);
  }
  return words;
}

std::vector<HeldShell> held_shells(const MeshFindings& findings, const Influences& rows) {
  constexpr float kAlone = 0.999f;
  std::vector<HeldShell> shells(findings.shells);
  for (std::size_t v = 0; v < findings.shell.size(); ++v) {
    if (findings.shell[v] == kNoIndex) continue;
    HeldShell& its = shells[findings.shell[v]];
    int joint = -1;
    for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k)
      if (rows.weight[k] >= kAlone) joint = int(rows.joint[k]);
    if (its.vertices++ == 0)
      its.joint = joint;
    else if (its.joint != joint)
      its.joint = -1;
  }
  return shells;
}

}  // namespace marrow
