// Normals that point away from their faces: a card says so after a file was read and offers to make
// them anew; so does the Rig menu. No ImGui, no SDL.
#pragma once

#include "editor/session.h"

namespace marrow {

struct FilesState;
struct NormalsQuestion;

/// After a file was taken: asks if normals of its meshes point away from more than kMaxFlippedShare
/// of their area, and warns; otherwise forgets an older question. `first_node`: the first of its
/// nodes.
void ask_about_normals(Session& session, FilesState& files, std::size_t first_node);

/// The open question; nullptr when none of its objects still has that mesh.
const NormalsQuestion* normals_question(const Session& session, const FilesState& files);

/// Answers. The first is one step of the history; without it the file's normals are saved as they
/// came.
void recalculate_asked(Session& session, FilesState& files);
void forget_normals(FilesState& files);

/// Of the selected meshes, else of all; one step of the history.
void recalculate_normals(Session& session);

}  // namespace marrow
