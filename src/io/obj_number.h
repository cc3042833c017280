// Numbers as OBJ files and their material libraries hold them.
#pragma once

#include <string>

namespace marrow::io {

/// Appends the shortest decimal of a float, or nine digits where tinyobjloader, which does not
/// always round to the nearest, would read another float from it. Precondition: finite.
void append_obj_number(std::string& text, float value);

}  // namespace marrow::io
