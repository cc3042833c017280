// Faults of the scene's meshes: found in the background, marked in the picture, listed on a card
// with a button for each repair. No ImGui, no SDL.
#pragma once

#include <cstddef>

#include "editor/editor.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow {

struct MeshCheckState;

/// Examines the selected meshes, or all if none is selected, then opens the card; a toast if
/// nothing is wrong. Runs as a job: a million faces take over a second.
void ask_for_mesh_check(Editor& editor);
/// Repairs the meshes on the open card, else those that ask_for_mesh_check() would examine, as one
/// step; a toast reports the result.
void cure_meshes(Editor& editor, const MeshCureRow& cure);
/// Call after a file was taken. `first_node`: index of the first node that the file added.
void check_opened_meshes(Editor& editor, std::size_t first_node);
/// Call once per frame: takes the result of the job, examines changed meshes again while the card
/// is open, updates viewport.faults. Returns true if the job had ended.
bool advance_mesh_check(Editor& editor);
/// Stops the job and closes the card.
void close_mesh_check(MeshCheckState& state);

}  // namespace marrow
