// Numbers as OBJ files and their material libraries hold them.
#pragma once

#include <string>

namespace marrow::io {

/// Appends the shortest decimal that reads back as the same float, here and in tinyobjloader, which
/// does not always round to the nearest; nine digits where there is no shorter one. Precondition:
/// finite.
void append_obj_number(std::string& text, float value);

}  // namespace marrow::io
