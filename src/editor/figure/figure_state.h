// State of Rig > Make a skeleton (figure_markers.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/background_job.h"
#include "rig/figure/search.h"

namespace marrow {

struct FigureState {
  platform::BackgroundJob<FigureSearch> search;
  Scene from;  ///< that was searched; after an edit its markers are not wanted

  FigureWish wish;  ///< that was searched for
  std::optional<FigureMarkers> markers;
  std::string refusal;       ///< why the search found none, and what to do; empty: it did not fail
  bool is_symmetric = true;  ///< a marker takes the one of the other side along
  std::size_t active = 0;    ///< the marker that keys move
};

}  // namespace marrow
