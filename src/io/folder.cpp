#include "io/folder.h"

#include <algorithm>

namespace marrow::io {

std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path relative(name);
  const bool is_url = name.find(':') != std::string::npos,
             has_backslash = name.find('\\') != std::string::npos;
  const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (name.empty() || name.find('\0') != std::string::npos || is_url || has_backslash || climbs ||
      relative.has_root_path())
    return {};
  std::error_code error;
  const fs::path real =
      fs::canonical(folder / relative, error);  // follows links: they may not lead out either
  if (error) return folder / relative;
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
  return end == folder.end() ? real : fs::path();
}

}  // namespace marrow::io
