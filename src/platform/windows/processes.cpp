#include "platform/processes.h"

#include <windows.h>

namespace marrow::platform {

bool has_processes() { return true; }

long process_number() { return static_cast<long>(::GetCurrentProcessId()); }

bool is_running(long process) {
  const HANDLE opened =
      ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process));
  if (opened == nullptr) return ::GetLastError() == ERROR_ACCESS_DENIED;
  DWORD status = 0;
  const bool is_there = ::GetExitCodeProcess(opened, &status) != 0 && status == STILL_ACTIVE;
  ::CloseHandle(opened);
  return is_there;
}

}  // namespace marrow::platform
