#include "cli/staging_options.h"

#include "cli/words.h"

namespace marrow::cli {
namespace {

view::Color color_of(std::string_view word) {
  if (const auto color = view::color_from_text(word)) return *color;
  throw UsageError("--background: \"" + std::string(word) +
                   "\" is no color; expected RRGGBB in hexadecimal digits");
}

view::Background background_of(const std::string& words) {
  const std::vector<std::string_view> colors = split(words, ',');
  if (colors.size() > 2) throw UsageError("--background: expected one color, or TOP,BOTTOM");
  return {color_of(colors.front()), color_of(colors.back())};
}

}  // namespace

void StagingOptions::add_to(Options& options) {
  options.add("--background", background, "COLOR",
              "RRGGBB in hexadecimal digits, or two, TOP,BOTTOM, for a gradient");
  options.flag("--shadow", shadow, "The ground catches the shadow of the meshes");
  options.add("--caption", caption, "TEXT", "One line at the lower edge");
  options.add("--caption-at", caption_at, "PLACE", "left or center, left when not given")
      .one_of(std::vector<std::string>{"left", "center"});
}

view::Staging StagingOptions::staging() const {
  view::Staging staging{.shadow = shadow, .caption = {caption, caption_at == "center"}};
  if (!background.empty()) staging.background = background_of(background);
  return staging;
}

}  // namespace marrow::cli
