// What is wrong with the meshes of the scene: examined in the background, marked in the picture,
// listed on a card with a button for each repair. No ImGui, no SDL.
#pragma once

#include <cstddef>

#include "editor/editor.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow {

struct MeshCheckState;

/// Examines the selected meshes, or all if none is selected, then opens the card; a toast if
/// nothing is wrong. Meshes of a million faces take more than a second: a job.
void ask_for_mesh_check(Editor& editor);
/// Examines the same meshes and repairs them, as one step; a toast reports the result.
void cure_meshes(Editor& editor, const MeshCureRow& cure);
/// After a file was taken. `first_node`: index of the first node it added.
void check_opened_meshes(Editor& editor, std::size_t first_node);
/// Call once per frame: takes the result of the job, examines again what has changed while the card
/// is open, updates viewport.faults. True if a result came.
bool advance_mesh_check(Editor& editor);
/// Stops the job and closes the card.
void close_mesh_check(MeshCheckState& state);

}  // namespace marrow
