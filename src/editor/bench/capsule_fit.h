// The window "Fit the capsules": radii, falloff and distance solved for, shown before and after,
// and taken as one step. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/bench/capsule_fit_state.h"
#include "editor/session.h"

namespace marrow {

struct Editor;

/// Why nothing can be fitted to this here, in a sentence; empty: it can.
std::string why_no_capsule_fit(const Session& session, const CapsuleFitState& state);

void open_capsule_fit(Editor& editor);
/// Also stops what is under way. True when it was open.
bool close_capsule_fit(Editor& editor);
void start_capsule_fit(Editor& editor);
/// What is under way leaves nothing behind.
void stop_capsule_fit(Editor& editor);
/// Once a frame while it is open: what was found is shown beside the document.
void update_capsule_fit(Editor& editor);
/// The document gets what was found, as one step. False when refused.
bool apply_capsule_fit(Editor& editor);
void on_document_replaced(CapsuleFitState& state);

}  // namespace marrow
