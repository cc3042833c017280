// The heat maps of meshes in one table, for the W key, the View menu, the drop-down and the legend.
#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"

namespace marrow {

struct HeatMode {
  view::MeshColors colors;
  const char* name;     ///< "Selected joint"
  const char* meaning;  ///< one sentence
};

/// In the order of the W key; the first mode shows no heat map.
const std::vector<HeatMode>& heat_modes();
const HeatMode& heat_mode(view::MeshColors colors);

/// Shows a toast if the mode needs an active joint and there is none.
void set_heat_mode(Session& session, view::MeshColors colors);
void next_heat_mode(Session& session);

struct Legend {
  std::string title;
  std::string note{};  ///< a second, quiet line; may be empty
  struct Tick {
    float place = 0.0f;  ///< 0 at the low end, 1 at the high end
    std::string text;
  };
  std::vector<Tick> ticks{};  ///< from high to low; empty if the colors have no scale
  struct Swatch {
    view::Color color;
    std::string text;
  };
  std::vector<Swatch> swatches{};  ///< colors outside the scale
  bool is_empty() const { return title.empty(); }
};
/// The legend of the picture's present colors, as shown for Show::vision; empty if there is no heat
/// map.
Legend legend_of(const Editor& editor);

}  // namespace marrow
