#include "app/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <imgui_freetype.h>

#include "app/widgets/glyphs.h"
#include "base/utf8.h"
#include "editor/preferences_state.h"
#include "view/type/font_files.h"

namespace marrow::app {

namespace {

constexpr Colors kDark = {
    .bar = color::rgb(0x1c1f23),
    .panel = color::rgb(0x212529),
    .well = color::rgb(0x171a1d),
    .well_hover = color::rgb(0x1d2125),
    .well_active = color::rgb(0x24292e),
    .raised = color::rgb(0x2c3137),
    .raised_hover = color::rgb(0x363c43),
    .popup = color::rgb(0x25292e),
    .plate = color::rgb(0x1a1d20, 230),
    .line = color::rgb(0x2f353b),
    .veil = color::rgb(0xffffff, 12),
    .veil_strong = color::rgb(0xffffff, 38),
    .shade = color::rgb(0x0c0e10, 140),
    .help_shade = color::rgb(0x0c0e10, 120),
    .grab = color::rgb(0x3b4249),
    .grab_hover = color::rgb(0x4b535b),
    .text = color::rgb(0xe4e7ea),
    .text_dim = color::rgb(0xaab3bb),
    .text_faint = color::rgb(0x99a2aa),
    .text_marked = color::rgb(0x2c7187, 160),
    .accent = color::rgb(0x2c7187),
    .accent_hover = color::rgb(0x317a91),
    .on_accent = color::rgb(0xffffff),
    .accent_text = color::rgb(0x7cc8dc),
    .accent_ground = color::rgb(0x1f3b45),
    .accent_ground_hover = color::rgb(0x274a56),
    .accent_fill = color::rgb(0x2c7187, 90),
    .amber = color::rgb(0xffb340),
    .amber_row = color::rgb(0x4a3a18),
    .violet = color::rgb(0xa7a3ff),
    .magenta = color::rgb(0xff7ae0),
    .magenta_ground = color::rgb(0x4a1f43),
    .magenta_ground_hover = color::rgb(0x5d2955),
    .error = color::rgb(0xff8a7a),
    .error_ground = color::rgb(0x4b2622),
    .error_ground_hover = color::rgb(0x5c302b),
    .band = {color::rgb(0x8b949c), color::rgb(0x4fb9ad), color::rgb(0xffd071),
             color::rgb(0xe85aa4)},
    .layout_mode = color::rgb(0xb4bcc3),
    .rig_mode = color::rgb(0x62c8e0),
    .pose_mode = color::rgb(0xc6b4f4),
    .axis = {color::rgb(0xdb5c61), color::rgb(0x78b35c), color::rgb(0x6c95e8)},
    .on_axis = color::rgb(0x101214),
    .focus = color::rgb(0x5fc3dd),
    .border = 0.0f,
    .picture = view::kDarkTones,
};

/// A light ground needs darker lines: the selection is burnt amber, capsules are drawn in ink.
constexpr Colors kLight = {
    .bar = color::rgb(0xe4e7ea),
    .panel = color::rgb(0xf1f3f5),
    .well = color::rgb(0xffffff),
    .well_hover = color::rgb(0xf8fafb),
    .well_active = color::rgb(0xffffff),
    .raised = color::rgb(0xdde1e5),
    .raised_hover = color::rgb(0xd0d6db),
    .popup = color::rgb(0xfafbfc),
    .plate = color::rgb(0xf7f8f9, 235),
    .line = color::rgb(0xc6ccd1),
    .veil = color::rgb(0x000000, 14),
    .veil_strong = color::rgb(0x000000, 44),
    .shade = color::rgb(0x3a4046, 120),
    .help_shade = color::rgb(0x3a4046, 105),
    .grab = color::rgb(0xbcc3c9),
    .grab_hover = color::rgb(0xa2abb2),
    .text = color::rgb(0x1a1e22),
    .text_dim = color::rgb(0x454d55),
    .text_faint = color::rgb(0x5a636b),
    .text_marked = color::rgb(0x9fd3e2, 255),
    .accent = color::rgb(0x1d6a82),
    .accent_hover = color::rgb(0x237892),
    .on_accent = color::rgb(0xffffff),
    .accent_text = color::rgb(0x0d5c74),
    .accent_ground = color::rgb(0xd3e9ef),
    .accent_ground_hover = color::rgb(0xc0dfe8),
    .accent_fill = color::rgb(0x5fb3cb, 110),
    .amber = color::rgb(0x875300),
    .amber_row = color::rgb(0xffdf9e),
    .violet = color::rgb(0x5146b8),
    .magenta = color::rgb(0x9c0f78),
    .magenta_ground = color::rgb(0xf9dbf0),
    .magenta_ground_hover = color::rgb(0xf4c8e7),
    .error = color::rgb(0xa3241a),
    .error_ground = color::rgb(0xfadcd8),
    .error_ground_hover = color::rgb(0xf5c9c3),
    .band = {color::rgb(0x5a636b), color::rgb(0x0b6a5c), color::rgb(0x765700),
             color::rgb(0xb01168)},
    .layout_mode = color::rgb(0x3c444b),
    .rig_mode = color::rgb(0x0b5f79),
    .pose_mode = color::rgb(0x5b3aa8),
    .axis = {color::rgb(0xc23b41), color::rgb(0x3f7f25), color::rgb(0x2f5fc4)},
    .on_axis = color::rgb(0xffffff),
    .focus = color::rgb(0x0d6f8c),
    .border = 1.0f,
    .picture = view::kLightTones,
};

constexpr Colors kHighContrast = {
    .bar = color::rgb(0x000000),
    .panel = color::rgb(0x000000),
    .well = color::rgb(0x0a0a0a),
    .well_hover = color::rgb(0x1a1a1a),
    .well_active = color::rgb(0x1a1a1a),
    .raised = color::rgb(0x1c1c1c),
    .raised_hover = color::rgb(0x303030),
    .popup = color::rgb(0x0a0a0a),
    .plate = color::rgb(0x000000, 245),
    .line = color::rgb(0x8f8f8f),
    .veil = color::rgb(0xffffff, 30),
    .veil_strong = color::rgb(0xffffff, 90),
    .shade = color::rgb(0x000000, 190),
    .help_shade = color::rgb(0x000000, 140),
    .grab = color::rgb(0x8f8f8f),
    .grab_hover = color::rgb(0xffffff),
    .text = color::rgb(0xffffff),
    .text_dim = color::rgb(0xe2e2e2),
    .text_faint = color::rgb(0xcfcfcf),
    .text_marked = color::rgb(0x00536b, 255),
    .accent = color::rgb(0x005067),
    .accent_hover = color::rgb(0x00586f),
    .on_accent = color::rgb(0xffffff),
    .accent_text = color::rgb(0x66e3ff),
    .accent_ground = color::rgb(0x00222c),
    .accent_ground_hover = color::rgb(0x003240),
    .accent_fill = color::rgb(0x0090b8, 110),
    .amber = color::rgb(0xffc933),
    .amber_row = color::rgb(0x4a3600),
    .violet = color::rgb(0xc9c6ff),
    .magenta = color::rgb(0xffa3ee),
    .magenta_ground = color::rgb(0x38002e),
    .magenta_ground_hover = color::rgb(0x4a003d),
    .error = color::rgb(0xffb8ad),
    .error_ground = color::rgb(0x400a03),
    .error_ground_hover = color::rgb(0x551007),
    .band = {color::rgb(0xcfcfcf), color::rgb(0x6ff0dc), color::rgb(0xffd84d),
             color::rgb(0xff9ccd)},
    .layout_mode = color::rgb(0xffffff),
    .rig_mode = color::rgb(0x66e3ff),
    .pose_mode = color::rgb(0xd6c6ff),
    .axis = {color::rgb(0xff8a8e), color::rgb(0x8fe06a), color::rgb(0x8fb6ff)},
    .on_axis = color::rgb(0x000000),
    .focus = color::rgb(0xffe14d),
    .border = 1.0f,
    .picture = kHighContrastTones,
};

const Colors* present_colors = &kDark;
float present_scale = 1.0f;
Fonts present_fonts;

constexpr float kTextSize = 16.0f;
constexpr float kTitleSize = 18.0f;
constexpr float kSmallSize = 14.0f;

/// Everything but digits: Latin, Greek, Cyrillic, punctuation, the signs that panels use.
constexpr ImWchar kTextRanges[] = {0x0020, 0x002f, 0x003a, 0x017f, 0x0391, 0x03c9, 0x0400, 0x045f,
                                   0x2010, 0x2027, 0x2032, 0x2033, 0x2039, 0x203a, 0x207b, 0x207b,
                                   0x2190, 0x2195, 0x2212, 0x2212, 0x2264, 0x2265, 0x2713, 0x2713,
                                   0x2715, 0x2715, 0xfffd, 0xfffd, 0};
constexpr ImWchar kDigitRange[] = {'0', '9', 0};

const std::vector<ImWchar>& icon_ranges() {
  static const std::vector<ImWchar> ranges = [] {
    std::vector<ImWchar> codes;
    for (const char* glyph : icon::kAll)
      codes.insert(codes.end(), 2, static_cast<ImWchar>(first_character(glyph).code));
    codes.push_back(0);
    return codes;
  }();
  return ranges;
}

/// The widest digit of a font at a size: Inter's digits differ in width, and numbers would jump.
float digit_advance(const std::string& file, float pixels) {
  ImFontAtlas atlas;
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), pixels, nullptr, kDigitRange);
  if (font == nullptr || !atlas.Build()) return 0.0f;
  float widest = 0.0f;
  for (ImWchar digit = '0'; digit <= '9'; ++digit)
    widest = std::max(widest, font->FindGlyph(digit)->AdvanceX);
  return std::round(widest);
}

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// One font: text, then digits of one width, then characters that Inter lacks, then icons.
ImFont* add_font(ImFontAtlas& atlas, const std::string& file, float pixels) {
  if (!is_file(file)) return nullptr;
  ImFontConfig config;
  config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, kTextRanges);
  config.MergeMode = true;
  ImFontConfig digits = config;
  digits.GlyphMinAdvanceX = digits.GlyphMaxAdvanceX = digit_advance(file, pixels);
  atlas.AddFontFromFileTTF(file.c_str(), pixels, &digits, kDigitRange);
  if (const std::string mono = view::mono_font(); is_file(mono))
    atlas.AddFontFromFileTTF(mono.c_str(), pixels, &config, kTextRanges);
  if (const std::string pictures = view::icon_font(); is_file(pictures)) {
    ImFontConfig icons = config;
    icons.GlyphMinAdvanceX = pixels;
    icons.GlyphOffset.y = std::round(pixels * 0.06f);
    atlas.AddFontFromFileTTF(pictures.c_str(), std::round(pixels * 0.92f), &icons,
                             icon_ranges().data());
  }
  return font;
}

std::vector<std::string> load_fonts() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  reserve_glyphs(atlas);
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  std::vector<std::string> missing;
  const std::string regular_file = view::regular_font(), semibold_file = view::semibold_font();
  for (const std::string& file : {regular_file, semibold_file, view::icon_font()})
    if (!is_file(file))
      missing.push_back(
          file + ": font not found; install it with deps/bootstrap.sh. A plain font stands in");
  const auto pixels = [](float size) { return std::round(size * present_scale); };
  ImFont* regular = add_font(atlas, regular_file, pixels(kTextSize));
  if (regular == nullptr) {
    ImFontConfig config;
    config.SizePixels = pixels(13.0f);
    regular = atlas.AddFontDefault(&config);
  }
  const auto or_regular = [&](ImFont* font) { return font != nullptr ? font : regular; };
  present_fonts = {regular, or_regular(add_font(atlas, semibold_file, pixels(kTextSize))),
                   or_regular(add_font(atlas, semibold_file, pixels(kTitleSize))),
                   or_regular(add_font(atlas, regular_file, pixels(kSmallSize)))};
  ImGui::GetIO().FontDefault = regular;
  atlas.Build();
  forget_glyphs();
  return missing;
}

void set_metrics(ImGuiStyle& style) {
  style = ImGuiStyle();
  style.WindowPadding = {px(12), px(8)};
  style.FramePadding = {px(8), px(4)};
  style.ItemSpacing = {px(8), px(4)};
  style.ItemInnerSpacing = {px(4), px(4)};
  style.CellPadding = {px(4), px(2)};
  style.IndentSpacing = px(12);
  style.ScrollbarSize = px(10);
  style.GrabMinSize = px(10);
  style.WindowRounding = style.ChildRounding = style.FrameRounding = style.GrabRounding =
      style.TabRounding = px(4);
  style.PopupRounding = px(6);
  style.ScrollbarRounding = px(5);
  style.ChildBorderSize = 0.0f;
  style.PopupBorderSize = 1.0f;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.WindowMinSize = {px(16), px(16)};
  style.CircleTessellationMaxError = 0.2f;
}

void set_colors(ImGuiStyle& style) {
  style.FrameBorderSize = style.WindowBorderSize = px(colors().border);
  const auto set = [&](ImGuiCol slot, ImU32 value) {
    style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(value);
  };
  const auto set_all = [&](std::initializer_list<ImGuiCol> slots, ImU32 value) {
    for (ImGuiCol slot : slots) set(slot, value);
  };
  set(ImGuiCol_Text, colors().text);
  set(ImGuiCol_TextDisabled, colors().text_dim);
  set(ImGuiCol_TextSelectedBg, colors().text_marked);
  set_all({ImGuiCol_WindowBg, ImGuiCol_TableHeaderBg}, colors().panel);
  set_all({ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_TableRowBg, ImGuiCol_ScrollbarBg}, 0);
  set(ImGuiCol_PopupBg, colors().popup);
  set_all(
      {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong},
      colors().line);
  set(ImGuiCol_FrameBg, colors().well);
  set(ImGuiCol_FrameBgHovered, colors().well_hover);
  set(ImGuiCol_FrameBgActive, colors().well_active);
  set_all({ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed, ImGuiCol_MenuBarBg},
          colors().bar);
  set(ImGuiCol_ScrollbarGrab, colors().grab);
  set_all({ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive}, colors().grab_hover);
  set(ImGuiCol_CheckMark, colors().accent_text);
  set_all({ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}, colors().accent_hover);
  set(ImGuiCol_Button, colors().raised);
  set(ImGuiCol_ButtonHovered, colors().raised_hover);
  set(ImGuiCol_ButtonActive, colors().accent);
  set(ImGuiCol_Header, colors().raised);
  set(ImGuiCol_HeaderHovered, colors().raised_hover);
  set(ImGuiCol_HeaderActive, colors().accent);
  set_all({ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive, ImGuiCol_ResizeGripActive},
          colors().accent_hover);
  set_all({ImGuiCol_NavHighlight, ImGuiCol_NavWindowingHighlight}, colors().focus);
  set_all({ImGuiCol_ResizeGrip, ImGuiCol_ResizeGripHovered}, 0);
  set(ImGuiCol_DragDropTarget, colors().amber);
  set(ImGuiCol_TableRowBgAlt, colors().veil);
  set_all({ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg}, colors().shade);
}

}  // namespace

const Colors& colors() { return *present_colors; }

const Colors& colors_of(ThemeKind theme) {
  return theme == ThemeKind::light           ? kLight
         : theme == ThemeKind::high_contrast ? kHighContrast
                                             : kDark;
}

void use_theme(ThemeKind theme) {
  if (present_colors == &colors_of(theme)) return;
  present_colors = &colors_of(theme);
  set_colors(ImGui::GetStyle());
}

float px(float units) { return std::round(units * present_scale); }

const Fonts& fonts() { return present_fonts; }

std::vector<std::string> apply_theme(float ui_scale) {
  present_scale = std::clamp(ui_scale, kMinUiScale, kMaxUiScale);
  set_metrics(ImGui::GetStyle());
  set_colors(ImGui::GetStyle());
  return load_fonts();
}

}  // namespace marrow::app
