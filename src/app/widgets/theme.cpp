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

using color::rgb;

/// A color in the dark, light and high-contrast theme. A light ground needs darker lines: there the
/// selection is burnt amber and capsules are drawn in ink.
struct ColorRow {
  ImU32 Colors::*slot;
  ImU32 of_theme[3];
};
constexpr ColorRow kColorRows[] = {
    {&Colors::bar, {rgb(0x1c1f23), rgb(0xe4e7ea), rgb(0x000000)}},
    {&Colors::panel, {rgb(0x212529), rgb(0xf1f3f5), rgb(0x000000)}},
    {&Colors::well, {rgb(0x171a1d), rgb(0xffffff), rgb(0x0a0a0a)}},
    {&Colors::well_hover, {rgb(0x1d2125), rgb(0xf8fafb), rgb(0x1a1a1a)}},
    {&Colors::well_active, {rgb(0x24292e), rgb(0xffffff), rgb(0x1a1a1a)}},
    {&Colors::raised, {rgb(0x2c3137), rgb(0xdde1e5), rgb(0x1c1c1c)}},
    {&Colors::raised_hover, {rgb(0x363c43), rgb(0xd0d6db), rgb(0x303030)}},
    {&Colors::popup, {rgb(0x25292e), rgb(0xfafbfc), rgb(0x0a0a0a)}},
    {&Colors::plate, {rgb(0x1a1d20, 230), rgb(0xf7f8f9, 235), rgb(0x000000, 245)}},
    {&Colors::line, {rgb(0x2f353b), rgb(0xc6ccd1), rgb(0x8f8f8f)}},
    {&Colors::veil, {rgb(0xffffff, 12), rgb(0x000000, 14), rgb(0xffffff, 30)}},
    {&Colors::veil_strong, {rgb(0xffffff, 38), rgb(0x000000, 44), rgb(0xffffff, 90)}},
    {&Colors::shade, {rgb(0x0c0e10, 140), rgb(0x3a4046, 120), rgb(0x000000, 190)}},
    {&Colors::help_shade, {rgb(0x0c0e10, 120), rgb(0x3a4046, 105), rgb(0x000000, 140)}},
    {&Colors::grab, {rgb(0x3b4249), rgb(0xbcc3c9), rgb(0x8f8f8f)}},
    {&Colors::grab_hover, {rgb(0x4b535b), rgb(0xa2abb2), rgb(0xffffff)}},
    {&Colors::text, {rgb(0xe4e7ea), rgb(0x1a1e22), rgb(0xffffff)}},
    {&Colors::text_dim, {rgb(0xaab3bb), rgb(0x454d55), rgb(0xe2e2e2)}},
    {&Colors::text_faint, {rgb(0x99a2aa), rgb(0x5a636b), rgb(0xcfcfcf)}},
    {&Colors::text_marked, {rgb(0x2c7187, 160), rgb(0x9fd3e2), rgb(0x00536b)}},
    {&Colors::accent, {rgb(0x2c7187), rgb(0x1d6a82), rgb(0x005067)}},
    {&Colors::accent_hover, {rgb(0x317a91), rgb(0x237892), rgb(0x00586f)}},
    {&Colors::on_accent, {rgb(0xffffff), rgb(0xffffff), rgb(0xffffff)}},
    {&Colors::accent_text, {rgb(0x7cc8dc), rgb(0x0d5c74), rgb(0x66e3ff)}},
    {&Colors::accent_ground, {rgb(0x1f3b45), rgb(0xd3e9ef), rgb(0x00222c)}},
    {&Colors::accent_ground_hover, {rgb(0x274a56), rgb(0xc0dfe8), rgb(0x003240)}},
    {&Colors::accent_fill, {rgb(0x2c7187, 90), rgb(0x5fb3cb, 110), rgb(0x0090b8, 110)}},
    {&Colors::amber, {rgb(0xffb340), rgb(0x875300), rgb(0xffc933)}},
    {&Colors::amber_row, {rgb(0x4a3a18), rgb(0xffdf9e), rgb(0x4a3600)}},
    {&Colors::violet, {rgb(0xa7a3ff), rgb(0x5146b8), rgb(0xc9c6ff)}},
    {&Colors::magenta, {rgb(0xff7ae0), rgb(0x9c0f78), rgb(0xffa3ee)}},
    {&Colors::magenta_ground, {rgb(0x4a1f43), rgb(0xf9dbf0), rgb(0x38002e)}},
    {&Colors::magenta_ground_hover, {rgb(0x5d2955), rgb(0xf4c8e7), rgb(0x4a003d)}},
    {&Colors::error, {rgb(0xff8a7a), rgb(0xa3241a), rgb(0xffb8ad)}},
    {&Colors::error_ground, {rgb(0x4b2622), rgb(0xfadcd8), rgb(0x400a03)}},
    {&Colors::error_ground_hover, {rgb(0x5c302b), rgb(0xf5c9c3), rgb(0x551007)}},
    {&Colors::layout_mode, {rgb(0xb4bcc3), rgb(0x3c444b), rgb(0xffffff)}},
    {&Colors::rig_mode, {rgb(0x62c8e0), rgb(0x0b5f79), rgb(0x66e3ff)}},
    {&Colors::pose_mode, {rgb(0xc6b4f4), rgb(0x5b3aa8), rgb(0xd6c6ff)}},
    {&Colors::on_axis, {rgb(0x101214), rgb(0xffffff), rgb(0x000000)}},
    {&Colors::focus, {rgb(0x5fc3dd), rgb(0x0d6f8c), rgb(0xffe14d)}},
};
constexpr ImU32 kBands[3][4] = {{rgb(0x8b949c), rgb(0x4fb9ad), rgb(0xffd071), rgb(0xe85aa4)},
                                {rgb(0x5a636b), rgb(0x0b6a5c), rgb(0x765700), rgb(0xb01168)},
                                {rgb(0xcfcfcf), rgb(0x6ff0dc), rgb(0xffd84d), rgb(0xff9ccd)}};
constexpr ImU32 kAxes[3][3] = {{rgb(0xdb5c61), rgb(0x78b35c), rgb(0x6c95e8)},
                               {rgb(0xc23b41), rgb(0x3f7f25), rgb(0x2f5fc4)},
                               {rgb(0xff8a8e), rgb(0x8fe06a), rgb(0x8fb6ff)}};
constexpr float kBorders[3] = {0.0f, 1.0f, 1.0f};
constexpr view::Tones kPictures[3] = {view::kDarkTones, view::kLightTones, kHighContrastTones};

constexpr Colors make_colors(ThemeKind theme) {
  const auto i = std::size_t(theme);
  Colors made{};
  for (const ColorRow& row : kColorRows) made.*row.slot = row.of_theme[i];
  std::copy_n(kBands[i], 4, made.band);
  std::copy_n(kAxes[i], 3, made.axis);
  made.border = kBorders[i];
  made.picture = kPictures[i];
  return made;
}

constexpr Colors kColors[] = {make_colors(ThemeKind::dark), make_colors(ThemeKind::light),
                              make_colors(ThemeKind::high_contrast)};

const Colors* present_colors = &kColors[0];
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

/// Width of the font's widest digit, pixels: Inter's digits differ, and numbers would jump.
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
          file +
          ": font not found; install it with deps/bootstrap.sh. A plain font is used instead");
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

const Colors& colors_of(ThemeKind theme) { return kColors[std::size_t(theme)]; }

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
