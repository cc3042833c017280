// Reports why the last system call failed.
#pragma once

#include <cerrno>
#include <system_error>

namespace marrow::platform {

/// errno as an error code. An exceeded quota counts as a full disk.
inline std::error_code last_error() {
  return {errno == EDQUOT ? ENOSPC : errno, std::generic_category()};
}

}  // namespace marrow::platform
