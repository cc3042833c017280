// The increment lens: how a turn about an axis of the world becomes the joint's own Ul'. No ImGui.
#pragma once

#include <optional>
#include <string>

#include "editor/course/explain_state.h"
#include "editor/session.h"

namespace marrow {

struct PanelsState;

/// On as asked for; else while the Explain tab is open.
bool lens_is_on(const Session& session, const ExplainPanelState& explain_panel);

/// The ring in hand: U turns about `world`, and Ul' = L^-1 W_p^-1 U W in the joint's frame.
/// Conjugating a turn by A takes its axis through A^-1, whatever A scales. W_p is S W_p here: the
/// axis is the world's.
struct Lens {
  std::string joint, parent;   ///< names; the parent's of a root is "the skeleton"
  float degrees = 0.0f;        ///< of U, about `world`
  glm::vec3 world{0.0f};       ///< unit, as are the next three
  glm::vec3 in_parent{0.0f};   ///< after W_p^-1
  glm::vec3 in_joint{0.0f};    ///< after L^-1: the joint's rest frame, in which Ul acts
  glm::vec3 transposed{0.0f};  ///< what (W_p L)^T would have made of it
  bool transpose_differs = false;
  glm::mat4 before{1.0f}, after{1.0f};              ///< Ul, Ul'
  glm::vec3 euler_before{0.0f}, euler_after{0.0f};  ///< degrees about x, y, z, as fields show them
  bool is_near_lock =
      false;  ///< the y angle is within 5 degrees of a quarter turn: x and z do the same
};

/// Nothing while no ring of the gizmo turns joints, or the lens is off.
std::optional<Lens> lens_of(const Session& session, const ExplainPanelState& explain_panel,
                            const PanelsState& panels);

}  // namespace marrow
