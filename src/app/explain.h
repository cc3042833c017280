// Explain this vertex: Alt+click takes one, a card (explain_card.cpp) tells its joints' distances and weights, lines in the picture show
// them. No ImGui.
#pragma once

#include "app/editor.h"
#include "rig/explain.h"

namespace marrow::app {

/// Takes the vertex nearest to what is under a pixel of the viewport; over no bound mesh the card closes.
void explain_at(Editor& editor, glm::vec2 pixel);

/// The explanation as things are now; none when no vertex is taken or it is gone. The deformer must be up to date.
std::optional<VertexExplanation> present_explanation(const Editor& editor);

/// The vertex, each holding joint's nearest point and the place where that joint alone would put the vertex, and how they blend.
void add_explanation(view::Overlay& overlay, const Editor& editor);

}  // namespace marrow::app
