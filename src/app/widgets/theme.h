// Themes, fonts, icons and lengths: the source of all colors and sizes in the window.
#pragma once

#include <imgui.h>
#include <string>
#include <vector>

#include "editor/picture_theme.h"
#include "editor/preferences_state.h"
#include "view/picture/picture.h"

namespace marrow::app {

/// A design length (pixels at UI scale 1) at the present scale, rounded to whole pixels.
float px(float units);

/// Fonts of the present scale, rasterized at their real size. All digits have one width, so that
/// numbers do not jump.
struct Fonts {
  ImFont* regular = nullptr;   ///< Inter 15, the default
  ImFont* semibold = nullptr;  ///< Inter semibold 15: headings, the active row
  ImFont* title = nullptr;     ///< Inter semibold 17: the name of a panel, a dialog
  ImFont* small = nullptr;     ///< Inter 13: captions, hints, table heads
};
const Fonts& fonts();

/// Sets colors, rounding, spacing and fonts for a UI scale (the caller renews the font texture).
/// Returns one line per missing font, which ImGui's built-in font replaces.
std::vector<std::string> apply_theme(float ui_scale);

namespace color {
inline constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}
}  // namespace color

/// The interface's colors of a theme, sRGB as ImGui packs it. Text has a contrast of at least
/// 4.5:1 on each of its grounds, in the high-contrast theme 7:1 (tests/app/theme.cpp names the
/// pairs).
struct Colors {
  ImU32 bar;          ///< menu and status bar
  ImU32 panel;        ///< tree and inspector
  ImU32 well;         ///< fields: a step down from the panel
  ImU32 well_hover;   ///< a field under the pointer
  ImU32 well_active;  ///< a field that is edited
  ImU32 raised;       ///< buttons: a step up
  ImU32 raised_hover;
  ImU32 popup;        ///< menus, drop-downs, dialogs
  ImU32 plate;        ///< words and tools on the picture; nearly opaque
  ImU32 line;         ///< hairlines between places
  ImU32 veil;         ///< laid over a row under the pointer
  ImU32 veil_strong;  ///< lines of plots
  ImU32 shade;        ///< laid over the window behind a question
  ImU32 help_shade;   ///< laid over the window behind the help
  ImU32 grab;         ///< scroll bars
  ImU32 grab_hover;
  ImU32 text;         ///< words
  ImU32 text_dim;     ///< labels, captions
  ImU32 text_faint;   ///< words repeated elsewhere, icons at rest
  ImU32 text_marked;  ///< ground of marked words in a field
  ImU32 accent;       ///< ground of active items
  ImU32 accent_hover;
  ImU32 on_accent;      ///< words on accent and accent_hover
  ImU32 accent_text;    ///< accent as text or a thin line
  ImU32 accent_ground;  ///< a quiet ground for accent_text
  ImU32 accent_ground_hover;
  ImU32 accent_fill;  ///< the bar behind a number
  ImU32 amber;        ///< the selection, as text or a line
  ImU32 amber_row;    ///< the selected row's ground
  ImU32 violet;       ///< a further curve of a plot
  ImU32 magenta;      ///< uncovered, as text
  ImU32 magenta_ground;
  ImU32 magenta_ground_hover;
  ImU32 error;
  ImU32 error_ground;
  ImU32 error_ground_hover;
  /// Colors of a meter's bands: unknown, good, fair, poor. The picture of a sheet has those of
  /// the dark theme.
  ImU32 band[4];
  ImU32 layout_mode;  ///< word and frame of the Layout tab
  ImU32 rig_mode;
  ImU32 pose_mode;
  ImU32 axis[3];  ///< x, y, z: balls and letters
  ImU32 on_axis;  ///< letters on the axis balls
  ImU32 focus;    ///< ring around the focused item
  /// Border of fields and buttons, design units; for themes whose grounds do not set them apart.
  float border;
  view::Tones picture;  ///< ground, grid and marks of the picture
};
const Colors& colors();  ///< of the present theme
const Colors& colors_of(ThemeKind theme);
/// Sets the present theme.
void use_theme(ThemeKind theme);

/// A color with another alpha, 0 to 255.
inline constexpr ImU32 faded(ImU32 tone, unsigned alpha) {
  return (tone & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT);
}

/// Fork Awesome glyphs as UTF-8 (three bytes each), merged into every font.
namespace icon {
inline constexpr const char* kSearch = "\uf002";
inline constexpr const char* kClose = "\uf00d";
inline constexpr const char* kCheck = "\uf00c";
inline constexpr const char* kHome = "\uf015";
inline constexpr const char* kFile = "\uf016";
inline constexpr const char* kClock = "\uf017";
inline constexpr const char* kRotate = "\uf01e";
inline constexpr const char* kLock = "\uf023";
inline constexpr const char* kMagnet = "\uf076";
inline constexpr const char* kMove = "\uf047";
inline constexpr const char* kCrosshair = "\uf05b";
inline constexpr const char* kArrowUp = "\uf062";
inline constexpr const char* kPlus = "\uf067";
inline constexpr const char* kError = "\uf06a";
inline constexpr const char* kEye = "\uf06e";
inline constexpr const char* kEyeOff = "\uf070";
inline constexpr const char* kWarning = "\uf071";
inline constexpr const char* kFolder = "\uf07b";
inline constexpr const char* kFolderOpen = "\uf07c";
inline constexpr const char* kScale = "\uf0b2";
inline constexpr const char* kLink = "\uf0c1";
inline constexpr const char* kSave = "\uf0c7";
inline constexpr const char* kTreeOpen = "\uf0d7";
inline constexpr const char* kTreeShut = "\uf0da";
inline constexpr const char* kSkeleton = "\uf0e8";
inline constexpr const char* kJoint = "\uf111";
inline constexpr const char* kPerson = "\uf183";
inline constexpr const char* kMesh = "\uf1b2";
inline constexpr const char* kGroup = "\uf1b3";
inline constexpr const char* kRadius = "\uf192";
inline constexpr const char* kSliders = "\uf1de";
inline constexpr const char* kTrash = "\uf1f8";
inline constexpr const char* kBrush = "\uf1fc";
inline constexpr const char* kPointer = "\uf245";
inline constexpr const char* kPlay = "\uf04b";
inline constexpr const char* kPause = "\uf04c";
inline constexpr const char* kStop = "\uf04d";
inline constexpr const char* kLoop = "\uf079";
inline constexpr const char* kAutoKey = "\uf111";
inline constexpr const char* kFollow = "\uf21d";
inline constexpr const char* kKeyBefore = "\uf048";
inline constexpr const char* kKeyAfter = "\uf051";
inline constexpr const char* kKeys = "\uf0ae";
/// All icons, to be rasterized.
inline constexpr const char* kAll[] = {
    kBrush,     kSearch,   kClose,      kCheck,   kHome,  kFile,   kClock,    kRotate,
    kLock,      kMove,     kCrosshair,  kArrowUp, kPlus,  kError,  kEye,      kEyeOff,
    kWarning,   kFolder,   kFolderOpen, kScale,   kLink,  kSave,   kTreeOpen, kTreeShut,
    kSkeleton,  kJoint,    kPerson,     kMesh,    kGroup, kRadius, kSliders,  kTrash,
    kPointer,   kMagnet,   kPlay,       kPause,   kStop,  kLoop,   kFollow,   kAutoKey,
    kKeyBefore, kKeyAfter, kKeys};
}  // namespace icon

}  // namespace marrow::app
