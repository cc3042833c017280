#include "app/theme.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <imgui_freetype.h>

#include "app/paths.h"

namespace marrow::app {

namespace {

constexpr Colors kDark = {
    .bar = color::rgb(0x1c1f23),
    .panel = color::rgb(0x212529),
    .well = color::rgb(0x171a1d),
    .well_hover = color::rgb(0x1d2125),
    .raised = color::rgb(0x2c3137),
    .raised_hover = color::rgb(0x363c43),
    .line = color::rgb(0x2f353b),
    .text = color::rgb(0xe4e7ea),
    .text_dim = color::rgb(0x9aa3ab),
    .text_faint = color::rgb(0x7b848c),
    .accent = color::rgb(0x2c7187),
    .accent_hover = color::rgb(0x35839c),
    .accent_text = color::rgb(0x7cc8dc),
    .amber = color::rgb(0xffb340),
    .amber_row = color::rgb(0x4a3a18),
    .violet = color::rgb(0xa7a3ff),
    .magenta = color::rgb(0xff7ae0),
    .magenta_ground = color::rgb(0x4a1f43),
    .error = color::rgb(0xff8a7a),
    .error_ground = color::rgb(0x4b2622),
};

float present_scale = 1.0f;
Fonts present_fonts;

constexpr float kTextSize = 16.0f;
constexpr float kTitleSize = 18.0f;
constexpr float kSmallSize = 14.0f;

/// Everything but digits: Latin, Greek, Cyrillic, punctuation, the signs that panels use.
constexpr ImWchar kTextRanges[] = {0x0020, 0x002f, 0x003a, 0x017f, 0x0391, 0x03c9, 0x0400, 0x045f, 0x2010, 0x2027, 0x2032, 0x2033,
                                   0x2190, 0x2195, 0x2212, 0x2212, 0x2264, 0x2265, 0x2715, 0x2715, 0xfffd, 0xfffd, 0};
constexpr ImWchar kDigitRange[] = {'0', '9', 0};

const std::vector<ImWchar>& icon_ranges() {
  static const std::vector<ImWchar> ranges = [] {
    std::vector<ImWchar> codes;
    for (const char* glyph : icon::kAll) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(glyph);
      const int code = (bytes[0] & 0x0f) << 12 | (bytes[1] & 0x3f) << 6 | (bytes[2] & 0x3f);
      codes.insert(codes.end(), 2, static_cast<ImWchar>(code));
    }
    codes.push_back(0);
    return codes;
  }();
  return ranges;
}

/// The widest digit of a font at a size: digits of Inter differ in width, which makes numbers jump while they change.
float digit_advance(const char* file, float pixels) {
  ImFontAtlas atlas;
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  ImFont* font = atlas.AddFontFromFileTTF(file, pixels, nullptr, kDigitRange);
  if (font == nullptr || !atlas.Build()) return 0.0f;
  float widest = 0.0f;
  for (ImWchar digit = '0'; digit <= '9'; ++digit) widest = std::max(widest, font->FindGlyph(digit)->AdvanceX);
  return std::round(widest);
}

bool is_file(const char* path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// One font: text, then digits of one width, then the signs Inter lacks, then icons.
ImFont* add_font(ImFontAtlas& atlas, const char* file, float pixels) {
  if (!is_file(file)) return nullptr;
  ImFontConfig config;
  config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  ImFont* font = atlas.AddFontFromFileTTF(file, pixels, &config, kTextRanges);
  config.MergeMode = true;
  ImFontConfig digits = config;
  digits.GlyphMinAdvanceX = digits.GlyphMaxAdvanceX = digit_advance(file, pixels);
  atlas.AddFontFromFileTTF(file, pixels, &digits, kDigitRange);
  if (is_file(kFontMono)) atlas.AddFontFromFileTTF(kFontMono, pixels, &config, kTextRanges);
  if (is_file(kFontIcons)) {
    ImFontConfig icons = config;
    icons.GlyphMinAdvanceX = pixels;
    icons.GlyphOffset.y = std::round(pixels * 0.06f);
    atlas.AddFontFromFileTTF(kFontIcons, std::round(pixels * 0.92f), &icons, icon_ranges().data());
  }
  return font;
}

std::vector<std::string> load_fonts() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  std::vector<std::string> missing;
  for (const char* file : {kFontRegular, kFontSemibold, kFontIcons})
    if (!is_file(file))
      missing.push_back(std::string(file) + ": font not found; install it with deps/bootstrap.sh. A plain font stands in");
  const auto pixels = [](float size) { return std::round(size * present_scale); };
  ImFont* regular = add_font(atlas, kFontRegular, pixels(kTextSize));
  if (regular == nullptr) {
    ImFontConfig config;
    config.SizePixels = pixels(13.0f);
    regular = atlas.AddFontDefault(&config);
  }
  const auto or_regular = [&](ImFont* font) { return font != nullptr ? font : regular; };
  present_fonts = {regular, or_regular(add_font(atlas, kFontSemibold, pixels(kTextSize))),
                   or_regular(add_font(atlas, kFontSemibold, pixels(kTitleSize))),
                   or_regular(add_font(atlas, kFontRegular, pixels(kSmallSize)))};
  ImGui::GetIO().FontDefault = regular;
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
  style.WindowRounding = style.ChildRounding = style.FrameRounding = style.GrabRounding = style.TabRounding = px(4);
  style.PopupRounding = px(6);
  style.ScrollbarRounding = px(5);
  style.WindowBorderSize = 0.0f;
  style.ChildBorderSize = 0.0f;
  style.FrameBorderSize = 0.0f;
  style.PopupBorderSize = 1.0f;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.WindowMinSize = {px(16), px(16)};
  style.CircleTessellationMaxError = 0.2f;
}

void set_colors(ImGuiStyle& style) {
  const auto set = [&](ImGuiCol slot, ImU32 value) { style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(value); };
  const auto set_all = [&](std::initializer_list<ImGuiCol> slots, ImU32 value) {
    for (ImGuiCol slot : slots) set(slot, value);
  };
  set(ImGuiCol_Text, colors().text);
  set(ImGuiCol_TextDisabled, colors().text_dim);
  set(ImGuiCol_TextSelectedBg, color::rgb(0x2c7187, 160));
  set_all({ImGuiCol_WindowBg, ImGuiCol_TableHeaderBg}, colors().panel);
  set_all({ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_TableRowBg, ImGuiCol_ScrollbarBg}, 0);
  set(ImGuiCol_PopupBg, color::rgb(0x25292e));
  set_all({ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong}, colors().line);
  set(ImGuiCol_FrameBg, colors().well);
  set(ImGuiCol_FrameBgHovered, colors().well_hover);
  set(ImGuiCol_FrameBgActive, color::rgb(0x24292e));
  set_all({ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed, ImGuiCol_MenuBarBg}, colors().bar);
  set(ImGuiCol_ScrollbarGrab, color::rgb(0x3b4249));
  set_all({ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive}, color::rgb(0x4b535b));
  set(ImGuiCol_CheckMark, colors().accent_text);
  set_all({ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}, colors().accent_hover);
  set(ImGuiCol_Button, colors().raised);
  set(ImGuiCol_ButtonHovered, colors().raised_hover);
  set(ImGuiCol_ButtonActive, colors().accent);
  set(ImGuiCol_Header, colors().raised);
  set(ImGuiCol_HeaderHovered, color::rgb(0x2f353c));
  set(ImGuiCol_HeaderActive, colors().accent);
  set_all({ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive, ImGuiCol_ResizeGripActive, ImGuiCol_NavHighlight}, colors().accent_hover);
  set_all({ImGuiCol_ResizeGrip, ImGuiCol_ResizeGripHovered}, 0);
  set(ImGuiCol_DragDropTarget, colors().amber);
  set(ImGuiCol_TableRowBgAlt, color::rgb(0xffffff, 6));
  set_all({ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg}, color::rgb(0x0c0e10, 140));
}

}  // namespace

const Colors& colors() { return kDark; }

float px(float units) { return std::round(units * present_scale); }

const Fonts& fonts() { return present_fonts; }

std::vector<std::string> apply_theme(float ui_scale) {
  present_scale = std::clamp(ui_scale, kMinUiScale, kMaxUiScale);
  set_metrics(ImGui::GetStyle());
  set_colors(ImGui::GetStyle());
  return load_fonts();
}

}  // namespace marrow::app
