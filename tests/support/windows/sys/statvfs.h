// For tests/support/main.cpp: Windows has no such function, and no folder in memory to query.
#pragma once

struct statvfs {
  unsigned long f_flag, f_bavail, f_frsize;
};
inline constexpr unsigned long ST_NOEXEC = 1;

inline int statvfs(const char*, struct statvfs*) { return -1; }
