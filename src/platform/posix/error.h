// What the last system call failed of.
#pragma once

#include <cerrno>
#include <system_error>

namespace marrow::platform {

/// errno as an error code; a quota that is used up is a full disk.
inline std::error_code last_error() {
  return {errno == EDQUOT ? ENOSPC : errno, std::generic_category()};
}

}  // namespace marrow::platform
