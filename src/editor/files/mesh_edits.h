// A mesh replaced by that of a file, or given the weights of another mesh: which mesh is meant, and
// what a background job (file_jobs.h) has found.
#pragma once

#include "editor/editor.h"
#include "editor/files/files_state.h"

namespace marrow {

/// The mesh that is selected alone, or the scene's only one; kNoId if there is none.
Id mesh_to_replace(const Document& document);

struct WeightsTaken {
  Id mesh = kNoId, source = kNoId;
};
/// Of two selected meshes the one selected last is the source. With one selected, the source is the
/// only other mesh that follows a skeleton; with none, the mesh is the only one that follows none.
/// kNoId if that is not clear.
WeightsTaken weights_to_take(const Document& document);

void take_weights(Editor& editor, const WeightsTaken& taken);

/// Carries the skeleton of a file over to the meshes without one (edit/figure/own_template.h).
void take_skeleton(Editor& editor, const std::string& path);

/// Gives the node the mesh of the file, as one step, and reports it. False if the edit was refused.
bool take_new_mesh(Session& session, FilesState& files, const LoadRequest& request,
                   LoadedFile file);

}  // namespace marrow
