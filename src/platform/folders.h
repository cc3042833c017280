// Where files are on this machine. A path is empty if there is no such folder.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace marrow::platform {

/// The user's home folder.
std::filesystem::path home_folder();

// Marrow's folders for this user. They need not exist. On Linux they follow the XDG base directory
// specification.
std::filesystem::path config_folder();  ///< preferences, which may be copied to another machine
std::filesystem::path state_folder();   ///< data kept between runs on this machine

/// The running program's file, even after a newer build has replaced it under its name.
std::filesystem::path program_file();
/// The folder of the running program.
std::filesystem::path program_folder();

/// Folders for files that ship with the program, best first: next to the program, then the data
/// folders of the user and of the system. They need not exist.
std::vector<std::filesystem::path> resource_folders();
/// The path of a file or folder such as "media/human.glb" in the first resource folder that has it,
/// with links resolved. Empty if none has it.
std::filesystem::path resource(std::string_view name);

}  // namespace marrow::platform
