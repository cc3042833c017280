// The program's own fonts: in fonts/ among what ships with it, else where the system that it was
// built on keeps them. The files need not exist.
#pragma once

#include <string>

namespace marrow::view {

std::string regular_font();   ///< text
std::string semibold_font();  ///< headings and numbers
std::string mono_font();      ///< characters that the others lack
std::string icon_font();      ///< pictures on buttons

}  // namespace marrow::view
