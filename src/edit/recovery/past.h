// The history beside an autosaved scene: where it began, and the lines of its edits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "edit/document.h"

namespace marrow {

/// Edits that, applied one after the other to `first`, give the steps of a history again.
struct RecoveryPast {
  Scene first;                      ///< before the first line
  std::string label;                ///< of the step that stands there
  std::vector<std::string> lines;   ///< line_of() of each edit
  std::vector<std::string> labels;  ///< of each step, with its note
  std::size_t current = 0;          ///< lines that were done; those after it were undone
};

/// The scene with stand-ins for all meshes: what changes between edits.
Scene without_meshes(Scene scene);

/// The newest steps of the document: at most 100, and none from before an edit that holds much data
/// (an added file) or whose line cannot be written.
RecoveryPast past_of(const Document& document);

/// A document that shows `scene` and has that past. The edits are made anew: where they do not lead
/// to `scene`, bit for bit, the document has no past, and its one step is called `label`.
Document document_of(const Tasks& tasks, Scene scene, const RecoveryPast& past,
                     const std::string& label);

}  // namespace marrow
