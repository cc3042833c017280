// An OBJ file's unit, up axis and height: a card asks where the model is very large, very small or
// off the ground; each answer is an ordinary edit. No ImGui, no SDL.
#pragma once

#include "editor/session.h"

namespace marrow {

struct FilesState;
struct SizeQuestion;

/// After a file was taken: asks if it is an OBJ of an unusual size, or off the ground, otherwise
/// forgets an older question. `first_node`: the first of its nodes.
void ask_about_size(Session& session, FilesState& files, const std::string& path,
                    std::size_t first_node);

/// The open question; nullptr when its object is gone or has another mesh.
const SizeQuestion* size_question(const Session& session, const FilesState& files);

/// The power of ten that brings a size between 0.3 and 3 units: people and animals in meters.
float size_factor(float size);

/// Answers, each one step of the history; the camera shows all afterwards.
/// By size_factor(), about the world's origin.
void scale_asked(Session& session, FilesState& files);
/// What pointed along Z points along Y.
void stand_up(Session& session, FilesState& files);
/// All that is open stands on the ground.
void put_on_ground(Session& session, FilesState& files);
void forget_size(FilesState& files);  ///< it is right as it is

}  // namespace marrow
