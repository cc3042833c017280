// The look: one calm dark theme, its fonts, icons and lengths. Everything that is drawn takes its colours and sizes from here.
#pragma once

#include <imgui.h>
#include <string>
#include <vector>

namespace marrow::app {

/// A length of the design (pixels at UI scale 1) in pixels of the present scale, rounded to whole pixels.
float px(float units);

/// The fonts of the present scale, rasterised at their real size. Digits of all of them have one width, so that numbers do not jump.
struct Fonts {
  ImFont* regular = nullptr;   ///< Inter 15, the default
  ImFont* semibold = nullptr;  ///< Inter semibold 15: headings, the active row
  ImFont* title = nullptr;     ///< Inter semibold 17: the name of a panel, a dialogue
  ImFont* small = nullptr;     ///< Inter 13: captions, hints, table heads
};
const Fonts& fonts();

/// Colours, rounding and spacing for a UI scale, and fonts rasterised for it (the caller renews the font texture). Returns what is missing
/// in words, one line a font; the built-in ImGui font then stands in.
std::vector<std::string> apply_theme(float ui_scale);

inline constexpr float kMinUiScale = 0.5f;
inline constexpr float kMaxUiScale = 4.0f;

namespace color {
inline constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) { return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha); }
}  // namespace color

/// The colours of the interface, sRGB as ImGui packs it. One set a theme.
struct Colors {
  ImU32 bar;         ///< menu and status bar
  ImU32 panel;       ///< tree and inspector
  ImU32 well;        ///< fields: a step down from the panel
  ImU32 well_hover;  ///< the same under the pointer
  ImU32 raised;      ///< buttons, pop-ups: a step up
  ImU32 raised_hover;
  ImU32 line;        ///< hairlines between places
  ImU32 text;        ///< contrast 12:1 on the panel
  ImU32 text_dim;    ///< 6:1
  ImU32 text_faint;  ///< 4:1: only what is repeated elsewhere
  ImU32 accent;      ///< what is active
  ImU32 accent_hover;
  ImU32 accent_text;  ///< accent as text or a thin line
  ImU32 amber;        ///< the selection
  ImU32 amber_row;    ///< the selected row's ground
  ImU32 violet;       ///< a further curve of a plot
  ImU32 magenta;      ///< uncovered, as text
  ImU32 magenta_ground;
  ImU32 error;
  ImU32 error_ground;
};
const Colors& colors();  ///< of the present theme

/// Fork Awesome glyphs as UTF-8, merged into every font.
namespace icon {
inline constexpr const char* kSearch = "\uf002";
inline constexpr const char* kClose = "\uf00d";
inline constexpr const char* kCheck = "\uf00c";
inline constexpr const char* kHome = "\uf015";
inline constexpr const char* kFile = "\uf016";
inline constexpr const char* kClock = "\uf017";
inline constexpr const char* kDownload = "\uf019";
inline constexpr const char* kRotate = "\uf01e";
inline constexpr const char* kLock = "\uf023";
inline constexpr const char* kCamera = "\uf030";
inline constexpr const char* kPencil = "\uf040";
inline constexpr const char* kXray = "\uf042";
inline constexpr const char* kMove = "\uf047";
inline constexpr const char* kCrosshair = "\uf05b";
inline constexpr const char* kArrowLeft = "\uf060";
inline constexpr const char* kArrowUp = "\uf062";
inline constexpr const char* kExpand = "\uf065";
inline constexpr const char* kPlus = "\uf067";
inline constexpr const char* kMinus = "\uf068";
inline constexpr const char* kError = "\uf06a";
inline constexpr const char* kEye = "\uf06e";
inline constexpr const char* kEyeOff = "\uf070";
inline constexpr const char* kWarning = "\uf071";
inline constexpr const char* kFolder = "\uf07b";
inline constexpr const char* kFolderOpen = "\uf07c";
inline constexpr const char* kExternal = "\uf08e";
inline constexpr const char* kScale = "\uf0b2";
inline constexpr const char* kLink = "\uf0c1";
inline constexpr const char* kSave = "\uf0c7";
inline constexpr const char* kTreeOpen = "\uf0d7";
inline constexpr const char* kTreeShut = "\uf0da";
inline constexpr const char* kUndo = "\uf0e2";
inline constexpr const char* kSkeleton = "\uf0e8";
inline constexpr const char* kInfo = "\uf05a";
inline constexpr const char* kJoint = "\uf111";
inline constexpr const char* kBullseye = "\uf140";
inline constexpr const char* kPerson = "\uf183";
inline constexpr const char* kMesh = "\uf1b2";
inline constexpr const char* kGroup = "\uf1b3";
inline constexpr const char* kHistory = "\uf1da";
inline constexpr const char* kRadius = "\uf192";
inline constexpr const char* kSliders = "\uf1de";
inline constexpr const char* kTrash = "\uf1f8";
inline constexpr const char* kPointer = "\uf245";
/// All of them: what is rasterised.
inline constexpr const char* kAll[] = {kSearch, kClose,  kCheck,    kHome,     kFile,      kClock,     kDownload,   kRotate,   kLock,
                                       kCamera, kPencil, kXray,     kMove,     kCrosshair, kArrowLeft, kArrowUp,    kExpand,   kPlus,
                                       kMinus,  kError,  kEye,      kEyeOff,   kWarning,   kFolder,    kFolderOpen, kExternal, kScale,
                                       kLink,   kSave,   kTreeOpen, kTreeShut, kUndo,      kSkeleton,  kInfo,       kJoint,    kBullseye,
                                       kPerson, kMesh,   kGroup,    kHistory,  kRadius,    kSliders,   kTrash,      kPointer};
}  // namespace icon

}  // namespace marrow::app
