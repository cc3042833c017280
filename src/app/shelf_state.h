// The shelf of stored poses: what it remembers from frame to frame. No ImGui.
#pragma once

namespace marrow::app {

struct ShelfState {};

}  // namespace marrow::app
