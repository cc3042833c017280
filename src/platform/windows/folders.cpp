#include "platform/folders.h"

#include <shlobj.h>

namespace marrow::platform {
namespace {

namespace fs = std::filesystem;

fs::path known(const KNOWNFOLDERID& which) {
  wchar_t* text = nullptr;
  const bool is_there = SUCCEEDED(::SHGetKnownFolderPath(which, 0, nullptr, &text));
  const fs::path path = is_there ? fs::path(text) : fs::path();
  ::CoTaskMemFree(text);
  return path;
}

fs::path own(const KNOWNFOLDERID& which, const char* below) {
  const fs::path folder = known(which);
  return folder.empty() ? folder : folder / "Marrow" / below;
}

}  // namespace

fs::path home_folder() { return known(FOLDERID_Profile); }
fs::path config_folder() { return own(FOLDERID_RoamingAppData, ""); }
fs::path state_folder() { return own(FOLDERID_LocalAppData, "State"); }

fs::path program_file() {
  std::wstring text(32768, L'\0');  // the maximum length of a path
  text.resize(::GetModuleFileNameW(nullptr, text.data(), static_cast<DWORD>(text.size())));
  return text;
}

fs::path program_folder() { return program_file().parent_path(); }

std::vector<fs::path> resource_folders() {
  return {program_folder(), program_folder() / "share" / "marrow"};
}

}  // namespace marrow::platform
