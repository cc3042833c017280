// The history saved with an autosaved scene: its first scene, and the lines of its edits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "edit/document.h"

namespace marrow {

/// Edits that, applied in order to `first`, rebuild the steps of a history.
struct RecoveryPast {
  Scene first;                      ///< before the first line
  std::string label;                ///< of the first step
  std::vector<std::string> lines;   ///< line_of() of each edit
  std::vector<std::string> labels;  ///< of each later step, with its note
  std::size_t current = 0;          ///< number of lines in effect; the later ones were undone
};

/// The scene with placeholders for all meshes: the part that edits change.
Scene without_meshes(Scene scene);

/// The newest steps of the document: at most 100, and only those after the last edit that holds
/// much data (an added file), makes new meshes, or whose line cannot be written.
RecoveryPast past_of(const Document& document);

/// A document that shows `scene` and has that past. The edits are performed again; if they do not
/// lead to `scene`, bit for bit, the document has no past, and its only step is called `label`.
Document document_of(const Tasks& tasks, Scene scene, const RecoveryPast& past,
                     const std::string& label);

}  // namespace marrow
