// The increment lens: how a turn about a world axis becomes the joint's own Ul'. No ImGui.
#pragma once

#include <optional>
#include <string>

#include "editor/course/explain_state.h"
#include "editor/session.h"

namespace marrow {

struct PanelsState;

/// On or off as the user chose; without a choice on while the Explain tab is open.
bool lens_is_on(const Session& session, const ExplainPanelState& explain_panel);

/// The dragged ring: U turns about `world`, and Ul' = L^-1 W_p^-1 U W in the joint's frame.
/// Conjugating a turn by A maps its axis by A^-1, even if A scales. W_p includes S here, because
/// the axis is in world space.
struct Lens {
  std::string joint, parent;   ///< names; parent of a root: "the skeleton"
  float degrees = 0.0f;        ///< of U, about `world`
  glm::vec3 world{0.0f};       ///< unit length, like the next three
  glm::vec3 in_parent{0.0f};   ///< after W_p^-1
  glm::vec3 in_joint{0.0f};    ///< after L^-1: the joint's rest frame, in which Ul acts
  glm::vec3 transposed{0.0f};  ///< by (W_p L)^T instead of the inverse
  bool transpose_differs = false;
  glm::mat4 before{1.0f}, after{1.0f};              ///< Ul, Ul'
  glm::vec3 euler_before{0.0f}, euler_after{0.0f};  ///< degrees about x, y, z, as in the fields
  bool is_near_lock = false;  ///< y is within 5 degrees of a quarter turn: x and z turn alike
};

/// None unless a ring of the gizmo turns joints and the lens is on.
std::optional<Lens> lens_of(const Session& session, const ExplainPanelState& explain_panel,
                            const PanelsState& panels);

}  // namespace marrow
