// Finds a font file that has a character: first the program's own fonts, then the system's in
// fontconfig's order.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct FT_FaceRec_;

namespace marrow::view {

/// Paths of the program's own fonts: in fonts/ of the shipped data, else in the font folder of the
/// system that built the program. The files need not exist.
std::string regular_font();   ///< text
std::string semibold_font();  ///< headings and numbers
std::string mono_font();      ///< for characters that the others lack
std::string icon_font();      ///< icons on buttons

/// Font files. They are opened when a text first needs them and kept open, at most kMostFaces. In
/// builds without fontconfig there are only the program's own fonts.
class FontFiles {
 public:
  static constexpr std::size_t kMostFaces = 48;

  FontFiles();
  ~FontFiles();
  FontFiles(const FontFiles&) = delete;
  FontFiles& operator=(const FontFiles&) = delete;

  /// The first font that has all the characters, ignoring those without a shape (is_unseen()).
  /// Emoji are searched for in the system's emoji font first. nullptr if no font has them, or the
  /// file cannot be read.
  FT_FaceRec_* with(std::u32string_view characters);

 private:
  struct Font;
  FT_FaceRec_* face_of(Font& font);
  void list_system_fonts();

  struct Library;
  std::unique_ptr<Library> library_;
  std::vector<Font> fonts_;
  std::size_t opened_ = 0;
  bool has_listed_ = false;
};

/// True for characters that only modify others: joiners, variation selectors, directional marks.
bool is_unseen(char32_t character);

/// True for emoji, and for characters that turn the previous one into an emoji.
bool is_picture(std::u32string_view characters);

}  // namespace marrow::view
