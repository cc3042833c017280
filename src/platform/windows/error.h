// Why the last call of a Windows function failed, as an error code that compares with std::errc.
#pragma once

#include <system_error>

namespace marrow::platform {

std::error_code last_error();

}  // namespace marrow::platform
