// Where things stand on this machine. Empty paths where there is no such folder.
#pragma once

#include <filesystem>

namespace marrow::platform {

/// The user's own folder.
std::filesystem::path home_folder();

// Marrow's own, below the user's; they need not exist. On Linux the XDG base directory
// specification says where.
std::filesystem::path config_folder();  ///< what the user chose, fit for another machine
std::filesystem::path state_folder();   ///< what is kept between runs, of this machine
std::filesystem::path cache_folder();   ///< what can be made again

/// The running program's file, also where its name was given to a newer build meanwhile.
std::filesystem::path program_file();
/// The folder that the running program stands in.
std::filesystem::path program_folder();

}  // namespace marrow::platform
