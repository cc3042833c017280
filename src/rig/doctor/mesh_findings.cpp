#include "rig/doctor/mesh_findings.h"

#include <fmt/format.h>

#include "base/index.h"

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

FaultCounts counts_of(const MeshFindings& findings) {
  FaultCounts counts{};
  counts[std::size_t(MeshFault::duplicates)] = findings.duplicates.size();
  counts[std::size_t(MeshFault::double_faces)] = findings.double_faces.size();
  counts[std::size_t(MeshFault::inner)] = findings.inner;
  counts[std::size_t(MeshFault::flipped)] = findings.flipped_faces.size();
  counts[std::size_t(MeshFault::holes)] = findings.holes.size();
  counts[std::size_t(MeshFault::needles)] = findings.needles.size();
  return counts;
}

bool is_sound(const MeshFindings& findings) { return counts_of(findings) == FaultCounts{}; }

bool is_closed(const MeshFindings& findings) {
  return findings.holes.empty() && findings.openings == 0 && findings.crowded_edges == 0;
}

FaultCounts repaired_by(const MeshCureRow* cure, FaultCounts counts) {
  for (const MeshFaultRow& row : kMeshFaults)
    if (cure_of(row.fault) != cure) counts[std::size_t(row.fault)] = 0;
  return counts;
}

std::string words_of(const FaultCounts& counts) {
  std::string words;
  for (const MeshFaultRow& fault : kMeshFaults) {
    const std::size_t count = counts[std::size_t(fault.fault)];
    if (count == 0) continue;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count,
                         count == 1 ? fault.one : fault.many);
  }
  return words;
}

std::vector<std::uint32_t> vertices_at(const Mesh& mesh, const MeshFindings& findings,
                                       MeshFault fault) {
  if (fault == MeshFault::duplicates) return findings.duplicates;
  std::vector<std::uint32_t> vertices;
  const auto add_faces = [&](const std::vector<std::uint32_t>& faces) {
    for (const std::uint32_t face : faces)
      vertices.insert(vertices.end(), mesh.corner_vertex.begin() + mesh.face_begin[face],
                      mesh.corner_vertex.begin() + mesh.face_begin[face + 1]);
  };
  if (fault == MeshFault::double_faces) add_faces(findings.double_faces);
  if (fault == MeshFault::inner) add_faces(findings.inner_faces);
  if (fault == MeshFault::flipped) add_faces(findings.flipped_faces);
  if (fault == MeshFault::needles) add_faces(findings.needles);
  if (fault == MeshFault::holes)
    for (const std::vector<std::uint32_t>& hole : findings.holes)
      for (const std::uint32_t corner : hole) vertices.push_back(mesh.corner_vertex[corner]);
  sort_unique(vertices);
  return vertices;
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
