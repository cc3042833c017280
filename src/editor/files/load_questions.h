// Questions after a file was read, each on a card: an OBJ file's unit, up axis and height, and
// normals that point away from their faces. Answers are ordinary edits. No ImGui, no SDL.
#pragma once

#include "editor/editor.h"

namespace marrow {

struct NormalsQuestion;
struct SizeQuestion;

/// After a file was taken: asks if it is an OBJ of unusual size or off the ground, else forgets an
/// older question. `first_node`: index of the first node it added.
void ask_about_size(Session& session, FilesState& files, const std::string& path,
                    std::size_t first_node);
/// The open question; nullptr if none, or if its object is gone or has another mesh.
const SizeQuestion* size_question(const Session& session, const FilesState& files);
/// The power of ten that brings a size to 0.3 to 3 units: people and animals in meters.
float size_factor(float size);

// Answers to it, each one step of the history; then the camera frames the scene.
void scale_asked(Session& session, FilesState& files);  ///< by size_factor(), about the origin
void stand_up(Session& session, FilesState& files);     ///< turns Z up into Y up
void put_on_ground(Session& session, FilesState& files);
void forget_size(FilesState& files);  ///< it is right as it is

/// After a file was taken: asks and warns if normals point away from more than kMaxFlippedShare of
/// a mesh's area, else forgets an older question. `first_node`: index of the first node it added.
void ask_about_normals(Session& session, FilesState& files, std::size_t first_node);
/// The open question; nullptr if none of its objects still has its mesh.
const NormalsQuestion* normals_question(const Session& session, const FilesState& files);

// Answers to it.
void recalculate_asked(Session& session, FilesState& files);  ///< one step of the history
void forget_normals(FilesState& files);  ///< the file's normals are kept, also when saved

/// Recalculates the normals of the selected meshes, or of all; one step of the history.
void recalculate_normals(Session& session);

}  // namespace marrow
