// For tests/support/main.cpp: there is no such function on Windows, and no folder in memory to ask
// about.
#pragma once

struct statvfs {
  unsigned long f_flag, f_bavail, f_frsize;
};
inline constexpr unsigned long ST_NOEXEC = 1;

inline int statvfs(const char*, struct statvfs*) { return -1; }
