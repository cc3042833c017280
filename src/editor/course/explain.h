// Explaining a vertex that Alt+click picked: a card (explain_card.cpp) lists its joints' distances
// and weights, and the picture shows them. Also the matrices of a joint. No ImGui.
#pragma once

#include "editor/course/explain_state.h"
#include "editor/session.h"
#include "rig/vertex_explanation.h"

namespace marrow {

struct Editor;
struct ShelfState;
struct TransportState;

/// None if no vertex is picked or it no longer exists. Precondition: the deformer is up to date.
std::optional<VertexExplanation> present_explanation(const Session& session,
                                                     const ExplainState& explain);

/// Adds the vertex, each holding joint's nearest point, the place where that joint alone would put
/// the vertex, and the blend. During slow motion: each holding joint's bone and vertex on their
/// way.
void add_explanation(view::Overlay& overlay, const Session& session, const ExplainState& explain);

/// Plays from the present stage, at the end from the beginning; or stops.
void play_slow_motion(Session& session, ExplainState& explain, bool on);
/// Once a frame: advances the stage and requests the next frame while it plays.
void advance_slow_motion(Session& session, ExplainState& explain);
/// Stops and goes to a stage of 0 to 3.
void set_stage(Session& session, ExplainState& explain, float stage);
/// One sentence about a stage.
const char* stage_words(float stage);

struct LetterInfo {
  const char* name;     ///< "Ul"
  const char* formula;  ///< as for draw_formula(); "= W_p L Ul"
  const char* meaning;  ///< for a tooltip, with the letters of other courses
};
const LetterInfo& letter_info(Letter letter);

/// L, Ul, W, B, T of a joint in the scene as shown; none if the id is unknown. Precondition: the
/// deformer is up to date.
std::optional<std::array<glm::mat4, kLetters>> letters_of(const Session& session,
                                                          const ShelfState& shelf, Id joint);
/// Records which cells changed; another joint starts without any.
void watch_letters(MatrixWatch& watch, Id joint, const std::array<glm::mat4, kLetters>& now,
                   double seconds);
/// Highlight of a cell: 1 when it has just changed, falling to 0.
float cell_light(const MatrixWatch& watch, Letter letter, std::size_t cell, double seconds);
/// "scales 1.2 1 1, shears": a matrix's parts besides rotation and translation; empty: none.
std::string matrix_words(const glm::mat4& matrix);
/// "45.0\u00b0": angle of the rotation; empty if none.
std::string turn_words(const glm::mat4& matrix);

void show_explain_tab(Session& session);

void on_document_replaced(ExplainState& explain, DocumentChange change);

}  // namespace marrow
