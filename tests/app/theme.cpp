// The themes: words can be read, in each of them.
#include "app/widgets/theme.h"

#include <cmath>
#include <string>
#include <vector>

#include "editor/preferences_state.h"
#include "editor/session.h"
#include "support/support.h"
#include "view/export/contact_sheet.h"

using namespace marrow;
using namespace marrow::app;

namespace {

struct Rgb {
  double r = 0.0, g = 0.0, b = 0.0;
};

Rgb rgb_of(ImU32 tone) {
  const auto part = [&](unsigned shift) { return double((tone >> shift) & 255u) / 255.0; };
  return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT)};
}

double alpha_of(ImU32 tone) { return double((tone >> IM_COL32_A_SHIFT) & 255u) / 255.0; }

Rgb over(ImU32 top, const Rgb& below) {
  const double a = alpha_of(top);
  const Rgb t = rgb_of(top);
  return {t.r * a + below.r * (1 - a), t.g * a + below.g * (1 - a), t.b * a + below.b * (1 - a)};
}

/// Relative luminance as WCAG 2 defines it.
double luminance(const Rgb& color) {
  const auto linear = [](double c) {
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

double contrast(const Rgb& a, const Rgb& b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

Rgb rgb_of(const view::Color& color) { return {color.r, color.g, color.b}; }

struct Ground {
  const char* name;
  Rgb color;
};
struct Pair {
  const char* word;
  ImU32 ink;
  Ground ground;
};

/// Every word of the interface on every ground that it is set on.
std::vector<Pair> pairs_of(const Colors& c) {
  const Rgb picture[] = {rgb_of(c.picture.top), rgb_of(c.picture.bottom)};
  std::vector<Ground> plain{{"bar", rgb_of(c.bar)},
                            {"panel", rgb_of(c.panel)},
                            {"well", rgb_of(c.well)},
                            {"well_hover", rgb_of(c.well_hover)},
                            {"well_active", rgb_of(c.well_active)},
                            {"popup", rgb_of(c.popup)},
                            {"veiled panel", over(c.veil, rgb_of(c.panel))},
                            {"veiled popup", over(c.veil, rgb_of(c.popup))}};
  for (const Rgb& ground : picture) plain.push_back({"plate", over(c.plate, ground)});
  std::vector<Ground> raised{{"raised", rgb_of(c.raised)},
                             {"raised_hover", rgb_of(c.raised_hover)}};
  std::vector<Pair> pairs;
  const auto add = [&](const char* word, ImU32 ink, const std::vector<Ground>& grounds) {
    for (const Ground& ground : grounds) pairs.push_back({word, ink, ground});
  };
  add("text", c.text, plain);
  add("text", c.text, raised);
  add("text", c.text,
      {{"amber_row", rgb_of(c.amber_row)},
       {"marked words", over(c.text_marked, rgb_of(c.well))},
       {"filled field", over(c.accent_fill, rgb_of(c.well))},
       {"error_ground", rgb_of(c.error_ground)}});
  add("text_dim", c.text_dim, plain);
  add("text_dim", c.text_dim, {{"raised", rgb_of(c.raised)}, {"amber_row", rgb_of(c.amber_row)}});
  add("text_faint", c.text_faint, plain);
  add("accent_text", c.accent_text, plain);
  add("accent_text", c.accent_text,
      {{"accent_ground", rgb_of(c.accent_ground)},
       {"accent_ground_hover", rgb_of(c.accent_ground_hover)}});
  add("on_accent", c.on_accent,
      {{"accent", rgb_of(c.accent)}, {"accent_hover", rgb_of(c.accent_hover)}});
  add("text on active", c.text, {{"accent_ground", rgb_of(c.accent_ground)}});
  add("amber", c.amber,
      {{"panel", rgb_of(c.panel)},
       {"popup", rgb_of(c.popup)},
       {"plate", over(c.plate, picture[0])}});
  for (const ImU32 band : c.band)
    add("meter", band, {{"panel", rgb_of(c.panel)}, {"well", rgb_of(c.well)}});
  add("violet", c.violet, {{"panel", rgb_of(c.panel)}});
  add("magenta", c.magenta,
      {{"panel", rgb_of(c.panel)},
       {"magenta_ground", rgb_of(c.magenta_ground)},
       {"magenta_ground_hover", rgb_of(c.magenta_ground_hover)},
       {"plate", over(c.plate, picture[0])}});
  add("error", c.error,
      {{"panel", rgb_of(c.panel)},
       {"popup", rgb_of(c.popup)},
       {"error_ground", rgb_of(c.error_ground)},
       {"error_ground_hover", rgb_of(c.error_ground_hover)},
       {"plate", over(c.plate, picture[0])}});
  // The mode's word is drawn on the picture itself, in its upper part.
  for (const ImU32 mode : {c.layout_mode, c.rig_mode, c.pose_mode})
    add("mode", mode, {{"top of the picture", picture[0]}});
  for (const ImU32 axis : c.axis) add("letter of an axis", c.on_axis, {{"ball", rgb_of(axis)}});
  return pairs;
}

}  // namespace

TEST_CASE(
    "Every word on every ground: at least 7:1 in the high-contrast theme, 4.5:1 in the others") {
  for (const ThemeName& theme : kThemeNames) {
    const double least = theme.theme == ThemeKind::high_contrast ? 7.0 : 4.5;
    for (const Pair& pair : pairs_of(colors_of(theme.theme))) {
      const double reached = contrast(rgb_of(pair.ink), pair.ground.color);
      CHECK_MESSAGE(reached >= least, std::string(theme.name)
                                          << ": " << pair.word << " on " << pair.ground.name
                                          << " reaches " << reached);
      CHECK(alpha_of(pair.ink) == 1.0);
    }
  }
}

TEST_CASE(
    "What marks things in the picture stands out from its ground: at least 3:1, crosses with their "
    "dark rim 2.5:1") {
  for (const ThemeName& theme : kThemeNames) {
    const view::Tones& tones = colors_of(theme.theme).picture;
    for (const view::Color& ground : {tones.top, tones.bottom})
      for (const view::Color& mark : {tones.capsule, tones.selection, tones.uncovered}) {
        const double reached = contrast(rgb_of(mark), rgb_of(ground));
        CHECK_MESSAGE(reached >= (mark == tones.uncovered ? 2.5 : 3.0),
                      std::string(theme.name) << " reaches " << reached << " for " << mark.r << " "
                                              << mark.g << " " << mark.b);
      }
  }
}

TEST_CASE("The ring of the keyboard's focus stands out from every ground: at least 3:1") {
  for (const ThemeName& theme : kThemeNames) {
    const Colors& c = colors_of(theme.theme);
    for (const ImU32 ground : {c.bar, c.panel, c.well, c.raised, c.popup})
      CHECK(contrast(rgb_of(c.focus), rgb_of(ground)) >= 3.0);
  }
}

TEST_CASE("The dark theme's picture is what the program draws without a window") {
  CHECK(colors_of(ThemeKind::dark).picture == view::Tones());
  for (const Band band : {Band::unknown, Band::good, Band::fair, Band::poor}) {
    const Rgb shown = rgb_of(colors_of(ThemeKind::dark).band[std::size_t(band)]),
              in_sheet = rgb_of(view::band_color(band));
    CHECK(contrast(shown, in_sheet) == doctest::Approx(1.0).epsilon(1e-3));
  }
}
