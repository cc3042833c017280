// Dialogues about many joints at once (find and replace in names, mirroring): what they remember from frame to frame. No ImGui.
#pragma once

namespace marrow::app {

struct JointDialogsState {};

}  // namespace marrow::app
