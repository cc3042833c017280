#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "editor/files/file_task.h"

namespace marrow {

/// The file browser while it is open: folder, typed name, marked row. No ImGui, no SDL.
struct FileBrowser {
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;
  };
  FileTask task = FileTask::open;
  std::size_t way = 0;  ///< of export_scene: index into io::export_ways()
  std::filesystem::path folder;
  std::vector<Entry>
      entries;  ///< folders first, then files that fit the filter, both in alphabetical order
  std::string path_text;   ///< the folder as typed
  std::string name;        ///< the file as typed
  int marked = -1;         ///< index into entries
  bool all_files = false;  ///< otherwise only formats that the task can use
  bool asks_overwrite = false;
  bool scroll_to_marked = false;
  bool wants_focus = true;
  std::string problem;  ///< why the folder cannot be read, or the file not used
};

}  // namespace marrow
