// Questions after a file was read, each on a card: an OBJ file's unit, up axis and height, and
// normals that point away from their faces. Answers are ordinary edits. No ImGui, no SDL.
#pragma once

#include "editor/editor.h"

namespace marrow {

struct NormalsQuestion;
struct SizeQuestion;

/// Call after a file was taken: asks if it is an OBJ of unusual size or off the ground, else
/// forgets an older question. `first_node`: index of the first node that the file added.
void ask_about_size(Session& session, FilesState& files, const std::string& path,
                    std::size_t first_node);
/// The open question; nullptr if none, or if its object is gone or has another mesh.
const SizeQuestion* size_question(const Session& session, const FilesState& files);
/// The power of ten that brings a size to 0.3 to 3 units: people and animals in meters.
float size_factor(float size);

// Answers to the question about size, each one step; then the camera frames the scene.
void scale_asked(Session& session, FilesState& files);  ///< size_factor() about the origin
void stand_up(Session& session, FilesState& files);     ///< turns Z up into Y up
void put_on_ground(Session& session, FilesState& files);
void forget_size(FilesState& files);  ///< keeps the size and orientation

/// Call after a file was taken: asks and warns if on more than kMaxFlippedShare of a mesh's area
/// the normals point away from the faces, else forgets an older question. `first_node` as above.
void ask_about_normals(Session& session, FilesState& files, std::size_t first_node);
/// The open question; nullptr if none of its objects still has its mesh.
const NormalsQuestion* normals_question(const Session& session, const FilesState& files);

// Answers to the question about normals.
void recalculate_asked(Session& session, FilesState& files);  ///< one step of the history
void forget_normals(FilesState& files);  ///< keeps the file's normals, also when saving

/// Recalculates the normals of the selected meshes, or of all; one step of the history.
void recalculate_normals(Session& session);

}  // namespace marrow
