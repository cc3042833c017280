// Where things stand on this machine. Empty paths where there is no such folder.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace marrow::platform {

/// The user's own folder.
std::filesystem::path home_folder();

// Marrow's own, below the user's; they need not exist. On Linux the XDG base directory
// specification says where.
std::filesystem::path config_folder();  ///< what the user chose, fit for another machine
std::filesystem::path state_folder();   ///< what is kept between runs, of this machine

/// The running program's file, also where its name was given to a newer build meanwhile.
std::filesystem::path program_file();
/// The folder that the running program stands in.
std::filesystem::path program_folder();

/// Where files that ship with the program may stand, best first: beside the program, then the data
/// folders of the user and of the system. They need not exist.
std::vector<std::filesystem::path> resource_folders();
/// The file or folder "media/human.glb" in the first of them that has it, without links on the way.
/// Empty where none has.
std::filesystem::path resource(std::string_view name);

}  // namespace marrow::platform
