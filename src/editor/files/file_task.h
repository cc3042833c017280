// The purposes for which a file is chosen.
#pragma once

namespace marrow {

enum class FileTask {
  open,
  import,
  save_scene,
  export_scene,
  export_csv,
  export_sheet,
  share_page
};

}  // namespace marrow
