// Names in every script. Dear ImGui draws only 16-bit characters that were rasterized before; here
// missing characters and words are added to the fonts when a text first needs them.
#pragma once

#include <imgui.h>
#include <optional>
#include <string>
#include <string_view>

namespace marrow::app {

/// The form of a text that ImGui can draw: the text itself if the window's fonts have all of it.
/// Otherwise it is in reading order (view/type/reading_order.h), with missing characters rasterized
/// from the system's fonts during the call. Each word of joined letters and each character beyond
/// U+FFFF becomes one character of the private use area, valid until forget_glyphs(). A character
/// that no font has becomes U+FFFD. as_shown(as_shown(text)) is as_shown(text), so shown texts can
/// be put together. Valid for one frame: do not store, parse or save it.
std::string as_shown(std::string_view text);

/// The form of a text that ImGui's fields can hold: in the order written, with a stand-in from the
/// private use area for each character beyond U+FFFF or in that area. as_written() restores the
/// text byte for byte. None if it is not valid UTF-8 or all 2,048 stand-ins are in use.
std::optional<std::string> as_typed(std::string_view text);
std::string as_written(std::string_view typed);

/// Adds an empty area for glyphs to the atlas. Call before building the atlas.
void reserve_glyphs(ImFontAtlas& atlas);
/// Marks the area as empty. Call after building the atlas.
void forget_glyphs();
/// True if the area was too small for the last frame's texts: the atlas must be rebuilt, with a
/// larger area or without glyphs that are no longer shown.
bool wants_larger_glyphs();

/// Rows of the atlas's RGBA pixels that changed since the last call; none when end <= begin.
struct ChangedRows {
  int begin = 0, end = 0;
};
ChangedRows take_changed_rows();

}  // namespace marrow::app
