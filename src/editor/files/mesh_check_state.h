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
  std::string name;  ///< of the node
  std::shared_ptr<const ExaminedMesh> examined;
};

/// A row of the card: the faults that one button repairs, or the faults that no button repairs.
struct MeshCheckRow {
  const MeshCureRow* cure = nullptr;  ///< nullptr: nothing repairs them
  std::string words;                  ///< "1294 duplicate vertices, 2 double faces", of all meshes
  view::VertexMarks marks;
};

struct MeshCheckState {
  /// Why meshes are examined, thus what follows.
  enum class Purpose {
    opened,  ///< a file brought them: a note, and the card if its mesh cannot be rigged as it is
    asked,   ///< the card
    shown,   ///< the card is open, and a mesh has changed
    cure     ///< the repair `cure`
  } purpose = Purpose::asked;
  const MeshCureRow* cure = nullptr;
  platform::BackgroundJob<std::vector<CheckedMesh>> job;
  double began = 0.0;  ///< seconds of the app's clock

  // The last result.
  std::vector<CheckedMesh> meshes;
  std::vector<MeshCheckRow> rows;        ///< with something in them
  view::VertexMarks all_marks;           ///< of all rows
  bool is_open = false;                  ///< the card is shown
  std::optional<std::size_t> hovered{};  ///< index into rows: only that one is marked
};

}  // namespace marrow
