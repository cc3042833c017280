// Pictures that leave the program: screenshots and turntables under way. No ImGui, no GL.
#pragma once

namespace marrow::app {

struct ShotState {};

}  // namespace marrow::app
