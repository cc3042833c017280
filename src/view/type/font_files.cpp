#include "view/type/font_files.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#ifdef MARROW_HAS_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

#include <algorithm>
#include <filesystem>

#include "platform/folders.h"
#include "view/font_paths.h"

namespace marrow::view {

struct FontFiles::Library {
  FT_Library handle = nullptr;
#ifdef MARROW_HAS_FONTCONFIG
  FcConfig* config = nullptr;
#endif
  Library() { FT_Init_FreeType(&handle); }
  ~Library() {
    if (handle != nullptr) FT_Done_FreeType(handle);
#ifdef MARROW_HAS_FONTCONFIG
    if (config != nullptr) FcConfigDestroy(config);
#endif
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

struct FontFiles::Font {
  std::string path;
  int index = 0;
  bool is_for_pictures = false;
  bool is_broken = false;
  FT_Face face = nullptr;
#ifdef MARROW_HAS_FONTCONFIG
  FcCharSet* characters = nullptr;
#endif

  bool may_have(char32_t character) const {
#ifdef MARROW_HAS_FONTCONFIG
    if (characters != nullptr) return FcCharSetHasChar(characters, character) == FcTrue;
#endif
    return face == nullptr || FT_Get_Char_Index(face, character) != 0;
  }
};

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

bool is_unseen(char32_t c) {
  return c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff ||
         (c >= 0xe0000 && c <= 0xe0fff);
}

bool is_picture(std::u32string_view characters) {
  return std::any_of(characters.begin(), characters.end(),
                     [](char32_t c) { return c == 0xfe0f || (c >= 0x1f000 && c <= 0x1faff); });
}

FontFiles::FontFiles() : library_(std::make_unique<Library>()) {
  for (const std::string& own : {regular_font(), mono_font()}) {
    Font font;
    font.path = own;
    fonts_.push_back(font);
  }
}

FontFiles::~FontFiles() {
  for (Font& font : fonts_) {
    if (font.face != nullptr) FT_Done_Face(font.face);
#ifdef MARROW_HAS_FONTCONFIG
    if (font.characters != nullptr) FcCharSetDestroy(font.characters);
#endif
  }
}

#ifdef MARROW_HAS_FONTCONFIG
namespace {

using Pattern = std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)>;
using FontSet = std::unique_ptr<FcFontSet, decltype(&FcFontSetDestroy)>;

/// The fonts of a family and its substitutes, best first. Leaves out a font if those before it have
/// all its characters.
FontSet fonts_like(FcConfig* config, const char* family) {
  Pattern wish(FcPatternCreate(), FcPatternDestroy);
  FcPatternAddString(wish.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcConfigSubstitute(config, wish.get(), FcMatchPattern);
  FcDefaultSubstitute(wish.get());
  FcResult result = FcResultNoMatch;
  return {FcFontSort(config, wish.get(), FcTrue, nullptr, &result), FcFontSetDestroy};
}

}  // namespace
#endif

/// Called once, at the first character that the program's own fonts lack.
void FontFiles::list_system_fonts() {
  has_listed_ = true;
#ifdef MARROW_HAS_FONTCONFIG
  library_->config = FcInitLoadConfigAndFonts();
  if (library_->config == nullptr) return;
  for (const char* family : {"sans-serif", "emoji"}) {
    const FontSet found = fonts_like(library_->config, family);
    if (!found) continue;
    const bool is_for_pictures = std::string_view(family) == "emoji";
    const int count = is_for_pictures ? std::min(found->nfont, 1) : found->nfont;
    for (int i = 0; i < count; ++i) {
      FcChar8* path = nullptr;
      FcCharSet* characters = nullptr;
      Font font;
      if (FcPatternGetString(found->fonts[i], FC_FILE, 0, &path) != FcResultMatch ||
          FcPatternGetCharSet(found->fonts[i], FC_CHARSET, 0, &characters) != FcResultMatch)
        continue;
      FcPatternGetInteger(found->fonts[i], FC_INDEX, 0, &font.index);
      font.path = reinterpret_cast<const char*>(path);
      font.characters = FcCharSetCopy(characters);
      font.is_for_pictures = is_for_pictures;
      fonts_.push_back(font);
    }
  }
#endif
}

FT_Face FontFiles::face_of(Font& font) {
  if (font.face != nullptr || font.is_broken) return font.face;
  if (opened_ >= kMostFaces) return nullptr;
  if (FT_New_Face(library_->handle, font.path.c_str(), font.index, &font.face) != 0) {
    font.face = nullptr;
    font.is_broken = true;
  }
  opened_ += font.face != nullptr;
  return font.face;
}

FT_Face FontFiles::with(std::u32string_view characters) {
  const auto has_all = [&](Font& font) {
    const auto lacks = [&](char32_t c) { return !is_unseen(c) && !font.may_have(c); };
    if (std::any_of(characters.begin(), characters.end(), lacks)) return false;
    const FT_Face face = face_of(font);
    return face != nullptr && std::all_of(characters.begin(), characters.end(), [&](char32_t c) {
             return is_unseen(c) || FT_Get_Char_Index(face, c) != 0;
           });
  };
  const auto find = [&](bool for_pictures) -> FT_Face {
    for (Font& font : fonts_)
      if (font.is_for_pictures == for_pictures && has_all(font)) return font.face;
    return nullptr;
  };
  const bool wants_picture = is_picture(characters);
  if (!wants_picture)
    if (const FT_Face own = find(false)) return own;
  if (!has_listed_) list_system_fonts();
  const FT_Face first = find(wants_picture);
  return first != nullptr ? first : find(!wants_picture);
}

}  // namespace marrow::view
