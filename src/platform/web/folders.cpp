// A page keeps files below one folder, which its script copies to the browser's storage.
#include "platform/folders.h"

namespace marrow::platform {
namespace {

const std::filesystem::path kKept = "/kept";

}  // namespace

std::filesystem::path home_folder() { return kKept / "home"; }
std::filesystem::path config_folder() { return kKept / "config" / "marrow"; }
std::filesystem::path state_folder() { return kKept / "state" / "marrow"; }
std::filesystem::path program_file() { return {}; }
std::filesystem::path program_folder() { return "/"; }
std::vector<std::filesystem::path> resource_folders() { return {"/"}; }

}  // namespace marrow::platform
