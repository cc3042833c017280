// The scene on its way to others: the card "Share". No ImGui, no SDL.
#pragma once

#include <string>

#include "platform/background_job.h"

namespace marrow {

struct ShareCard {
  enum class Way {
    page,  ///< one file: the scene and the viewer
    link,
    code,  ///< an <iframe> with the link
  } way = Way::page;
  bool opens_editor = false;  ///< a link's page
  std::string caption;
  std::string address;  ///< of Marrow's page, where this program is not one; as typed
  platform::BackgroundJob<std::string> packing;  ///< a .glb, gzipped
  bool is_waiting = true;  ///< as drawn last: the scene is being packed, or the viewer fetched
};

}  // namespace marrow
