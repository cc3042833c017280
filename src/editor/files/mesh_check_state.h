// State of the mesh check (mesh_check.h): examined meshes and the rows of the card.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/background_job.h"
#include "rig/doctor/mesh_findings.h"
#include "view/picture/picture.h"

namespace marrow {

struct CheckedMesh {
  Id node = kNoId;
  std::string name;  ///< name of the node
  std::shared_ptr<const ExaminedMesh> examined;
};

/// A row of the card: the faults that one button repairs, or the faults that no button repairs.
struct MeshCheckRow {
  const MeshCureRow* cure = nullptr;  ///< nullptr: nothing repairs them
  std::string words;                  ///< "1294 duplicate vertices, 2 double faces", of all meshes
  view::VertexMarks marks;
};

struct MeshCheckState {
  /// Why meshes are examined, which decides what happens with the result.
  enum class Purpose {
    opened,  ///< a file added them: a note, and the card if faults hinder rigging
    asked,   ///< opens the card
    shown,   ///< updates the open card after a mesh has changed
    cure     ///< performs the repair `cure`
  } purpose = Purpose::asked;
  const MeshCureRow* cure = nullptr;
  platform::BackgroundJob<std::vector<CheckedMesh>> job;
  double began = 0.0;  ///< seconds of the app's clock

  // The last result.
  std::vector<CheckedMesh> meshes;
  std::vector<MeshCheckRow> rows;        ///< only those with faults
  view::VertexMarks all_marks;           ///< marks of all rows
  bool is_open = false;                  ///< the card is shown
  std::optional<std::size_t> hovered{};  ///< index into rows: only that one is marked
};

}  // namespace marrow
