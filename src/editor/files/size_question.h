// What an OBJ file does not say: its unit, and which way is up. Asked by a card where the model is
// very large or very small; each answer is an edit like any other. No ImGui, no SDL.
#pragma once

#include "editor/session.h"

namespace marrow {

struct FilesState;
struct SizeQuestion;

/// After a file was taken: asks where it is an OBJ of an unusual size, otherwise forgets an older
/// question. `first_node`: its nodes stand from there on.
void ask_about_size(Session& session, FilesState& files, const std::string& path,
                    std::size_t first_node);

/// The question that still stands: its object is there with the same mesh.
const SizeQuestion* size_question(const Session& session, const FilesState& files);

/// The power of ten that brings a size between 0.3 and 3 units, which is what a person or an animal
/// measures in metres.
float size_factor(float size);

/// Answers, each one step of the history; the camera shows all afterwards.
/// By size_factor(), about the world's origin.
void scale_asked(Session& session, FilesState& files);
/// What pointed along Z points along Y.
void stand_up(Session& session, FilesState& files);
void forget_size(FilesState& files);  ///< it is right as it is

}  // namespace marrow
