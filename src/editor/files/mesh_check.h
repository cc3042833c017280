// What is wrong with the meshes of the scene: examined in the background, marked in the picture,
// listed on a card with a button for each repair. No ImGui, no SDL.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/editor.h"
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

/// Examines the selected meshes, or all if none is selected, then opens the card; a toast if
/// nothing is wrong. Meshes of a million faces take more than a second: a job.
void ask_for_mesh_check(Editor& editor);
/// Examines the same and repairs it, one step; a toast reports the result.
void cure_meshes(Editor& editor, const MeshCureRow& cure);
/// After a file was taken. `first_node`: index of the first node it added.
void check_opened_meshes(Editor& editor, std::size_t first_node);
/// Call once per frame: takes the result of the job, examines again what has changed while the card
/// is open, updates viewport.faults. True if a result came.
bool advance_mesh_check(Editor& editor);
/// Stops the job and closes the card.
void close_mesh_check(MeshCheckState& state);

}  // namespace marrow
