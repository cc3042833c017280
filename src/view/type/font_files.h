// Which font file has a character: the program's own fonts first, then the system's as fontconfig
// orders them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct FT_FaceRec_;

namespace marrow::view {

/// The program's own fonts: in fonts/ among what ships with it, else where the system that it was
/// built on keeps them. The files need not exist.
std::string regular_font();   ///< text
std::string semibold_font();  ///< headings and numbers
std::string mono_font();      ///< characters that the others lack
std::string icon_font();      ///< pictures on buttons

/// Font files, opened when a text first needs them and kept open; at most kMostFaces at a time.
/// Built without fontconfig, there are only the program's own.
class FontFiles {
 public:
  static constexpr std::size_t kMostFaces = 48;

  FontFiles();
  ~FontFiles();
  FontFiles(const FontFiles&) = delete;
  FontFiles& operator=(const FontFiles&) = delete;

  /// The first font that has all the characters, those aside that have no shape of their own
  /// (is_unseen()). Pictures (emoji) are looked for in the system's emoji font first. Null where no
  /// font has them, or the file cannot be read.
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

/// Said of characters that only steer others: joiners, variation selectors, marks of direction.
bool is_unseen(char32_t character);

/// Said of emoji and of what makes one of the character before it.
bool is_picture(std::u32string_view characters);

}  // namespace marrow::view
