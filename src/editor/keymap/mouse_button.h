#pragma once

namespace marrow {

enum MouseButton { kLeft = 0, kRight = 1, kMiddle = 2 };

}  // namespace marrow
