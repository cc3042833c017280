// Explaining a vertex that Alt+click picked: a card (explain_card.cpp) lists its joints' distances
// and weights, and the picture shows them. Also the matrices of a joint and the increment lens. No
// ImGui.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "editor/editor.h"
#include "rig/vertex_explanation.h"
#include "scene/mesh.h"

namespace marrow {

/// The explained vertex and the stage of its slow motion.
struct ExplainState {
  Id mesh = kNoId;  ///< node; kNoId: none
  std::uint32_t vertex = 0;
  /// 0: v, 1: B^-1 v, 2: W B^-1 v, 3: the weighted mean, as in the mesh (rig/vertex_explanation.h).
  float stage = 3.0f;
  bool plays = false;
  /// Lower right, screen pixels: fixed while the card's height changes.
  glm::vec2 card_corner{0.0f};
  glm::vec2 card_size{0.0f};  ///< as last drawn
  int held_frames = 0;        ///< frames for which the corner is still fixed
  double play_began = 0.0;    ///< seconds of the app's clock at stage 0
};

/// The matrices of a joint, in the order of the Explain tab.
enum class Letter { bind_local, user_local, posed, bind, skinning };
inline constexpr std::size_t kLetters = 5;

/// The matrices shown last: cells that changed are highlighted for a moment.
struct MatrixWatch {
  Id joint = kNoId;
  std::array<glm::mat4, kLetters> seen{};
  /// Seconds of the app's clock, column by column; 0: unchanged since the joint is shown.
  std::array<std::array<double, 16>, kLetters> changed_at{};
};

struct ExplainPanelState {
  MatrixWatch watch;
  std::optional<bool> lens;  ///< the increment lens; none: on while the Explain tab is open
};

/// None if no vertex is picked or it no longer exists. Precondition: the deformer is up to date.
std::optional<VertexExplanation> present_explanation(const Session& session,
                                                     const ExplainState& explain);

/// Adds the vertex, each holding joint's nearest point, the place where that joint alone would put
/// the vertex, and the blend. During slow motion: each holding joint's bone and vertex on their
/// way.
void add_explanation(view::Overlay& overlay, const Session& session, const ExplainState& explain);

/// On: plays from the present stage, or from the first if the present one is the last. Off: stops.
void play_slow_motion(Session& session, ExplainState& explain, bool on);
/// Call once per frame: advances the stage and requests the next frame while it plays.
void advance_slow_motion(Session& session, ExplainState& explain);
/// Stops and goes to a stage of 0 to 3.
void set_stage(Session& session, ExplainState& explain, float stage);
const char* stage_words(float stage);

struct LetterInfo {
  const char* name;     ///< "Ul"
  const char* formula;  ///< in the notation of draw_formula(); "= W_p L Ul"
  const char* meaning;  ///< for a tooltip, with the letters of other courses
};
const LetterInfo& letter_info(Letter letter);

/// L, Ul, W, B, T of a joint in the scene as shown; none if the id is unknown. Precondition: the
/// deformer is up to date.
std::optional<std::array<glm::mat4, kLetters>> letters_of(const Session& session,
                                                          const ShelfState& shelf, Id joint);
/// Records which cells changed; for another joint than before, none count as changed.
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

// The increment lens: how a turn about a world axis becomes the joint's own Ul'.

/// True if the lens is switched on; if never switched, while the Explain tab is open.
bool lens_is_on(const Session& session, const ExplainPanelState& explain_panel);

/// A ring is dragged: U turns about `world`, and Ul' = L^-1 W_p^-1 U W in the joint's frame.
/// If U turns about a, A^-1 U A turns about A^-1 a, even if A scales. W_p here includes S, the
/// skeleton node's world matrix, because the axis is in world space.
struct Lens {
  std::string joint, parent;   ///< names; parent of a root: "the skeleton"
  float degrees = 0.0f;        ///< angle of U about `world`
  glm::vec3 world{0.0f};       ///< unit length, like the next three
  glm::vec3 in_parent{0.0f};   ///< `world` after W_p^-1
  glm::vec3 in_joint{0.0f};    ///< after L^-1: the joint's rest frame, in which Ul acts
  glm::vec3 transposed{0.0f};  ///< `world` times (W_p L)^T, not the inverse
  bool transpose_differs = false;
  glm::mat4 before{1.0f}, after{1.0f};              ///< Ul, Ul'
  glm::vec3 euler_before{0.0f}, euler_after{0.0f};  ///< degrees about x, y, z, as in the fields
  bool is_near_lock = false;  ///< y within 5 degrees of a quarter turn, so that x and z act alike
};

/// None unless a ring of the gizmo turns joints and the lens is on.
std::optional<Lens> lens_of(const Session& session, const ExplainPanelState& explain_panel,
                            const PanelsState& panels);

}  // namespace marrow
