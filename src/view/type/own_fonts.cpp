#include "view/type/own_fonts.h"

#include "platform/folders.h"
#include "view/font_paths.h"

namespace marrow::view {
namespace {

std::string found_font(const std::filesystem::path& of_system) {
  const std::filesystem::path own = platform::resource("fonts/" + of_system.filename().string());
  return (own.empty() ? of_system : own).string();
}

}  // namespace

std::string regular_font() { return found_font(kFontRegular); }
std::string semibold_font() { return found_font(kFontSemibold); }
std::string mono_font() { return found_font(kFontMono); }
std::string icon_font() { return found_font(kFontIcons); }

}  // namespace marrow::view
