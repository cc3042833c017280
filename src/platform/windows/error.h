// What the last call of Windows failed of, as an error code that compares with std::errc.
#pragma once

#include <system_error>

namespace marrow::platform {

std::error_code last_error();

}  // namespace marrow::platform
