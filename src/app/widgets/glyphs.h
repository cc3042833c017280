// Names in every script. Dear ImGui draws 16-bit characters of a font that was rasterized before;
// here characters and words that it lacks are added to the fonts as a text first needs them.
#pragma once

#include <imgui.h>
#include <optional>
#include <string>
#include <string_view>

namespace marrow::app {

/// What ImGui draws for a text: the text itself where the window's fonts have all of it. Otherwise
/// in the order in which it is read (view/type/reading_order.h), missing characters rasterized in
/// this very call from the fonts of the system. Words whose letters join, and characters beyond
/// U+FFFF, become one character each of the private use area, which stands for them until
/// forget_glyphs(). What no font has becomes U+FFFD. as_shown(as_shown(text)) is as_shown(text), so
/// that texts may be put together from shown ones. For one frame: not to be kept, parsed or saved.
std::string as_shown(std::string_view text);

/// The text as ImGui's fields can hold it: in the order written, each character beyond U+FFFF and
/// each of the private use area as one of the private use area. as_written() turns it back, byte
/// for byte. None when it is not valid UTF-8, or all stand-ins (2,048) are taken.
std::optional<std::string> as_typed(std::string_view text);
std::string as_written(std::string_view typed);

/// Adds an empty area for glyphs to the atlas, which the caller is about to build.
void reserve_glyphs(ImFontAtlas& atlas);
/// After the atlas was built: no glyph is in the area.
void forget_glyphs();
/// Whether the area was too small for what the last frame showed: time to build the atlas anew,
/// with a larger area or without what is no longer shown.
bool wants_larger_glyphs();

/// Rows of the atlas's RGBA pixels that changed since the last call; none when end <= begin.
struct ChangedRows {
  int begin = 0, end = 0;
};
ChangedRows take_changed_rows();

}  // namespace marrow::app
