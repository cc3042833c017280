#include "app/panels.h"

namespace marrow::app {

void draw_bench(Editor&) {}

}  // namespace marrow::app
