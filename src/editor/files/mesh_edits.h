// Replacing a mesh by a file's mesh, or giving it another mesh's weights: which mesh is meant, and
// applying the result of the background job (file_jobs.h).
#pragma once

#include "editor/editor.h"
#include "editor/files/files_state.h"

namespace marrow {

/// The only selected mesh; if none is selected, the scene's only mesh; else kNoId.
Id mesh_to_replace(const Document& document);

struct WeightsTaken {
  Id mesh = kNoId, source = kNoId;
};
/// If two meshes are selected, the one selected last is the source. If one is selected, the source
/// is the only other mesh that follows a skeleton. If none is, the mesh is the only one without a
/// skeleton, the source the only one with one. Both are kNoId if that is ambiguous.
WeightsTaken weights_to_take(const Document& document);

void take_weights(Editor& editor, const WeightsTaken& taken);

/// Carries the skeleton of a file over to the meshes without one (edit/figure/own_template.h).
void take_skeleton(Editor& editor, const std::string& path);

/// Gives the node the mesh of the file, as one step, and reports it. False if the edit was refused.
bool take_new_mesh(Session& session, FilesState& files, const LoadRequest& request,
                   LoadedFile file);

}  // namespace marrow
