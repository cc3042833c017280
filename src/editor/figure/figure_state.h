// State of figure_markers.h.
#pragma once

#include <optional>
#include <vector>

#include "edit/human_skeleton.h"
#include "platform/background_job.h"

namespace marrow {

struct FigureState {
  platform::BackgroundJob<FigureSearch> search;
  platform::BackgroundJob<std::vector<HumanBone>> build;
  Scene from;  ///< that was searched; after an edit its markers are not wanted

  std::optional<FigureMarkers> markers;
  bool is_symmetric = true;          ///< a marker takes the one of the other side along
  Marker active = Marker::head_top;  ///< that keys move
  std::optional<Marker> hovered{};
};

}  // namespace marrow
