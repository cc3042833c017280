// Included before everything in tests for Windows: the POSIX functions that tests call, by
// functions of Windows's C library.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <malloc.h>
#include <random>
#include <string>

inline int setenv(const char* name, const char* value, int is_final) {
  if (is_final == 0 && std::getenv(name) != nullptr) return 0;
  return ::_putenv_s(name, value);
}

inline int unsetenv(const char* name) { return ::_putenv_s(name, ""); }

/// As POSIX's: replaces the last six letters of the pattern.
inline char* mkdtemp(char* pattern) {
  std::string name = pattern;
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t i = name.size() - 6; i < name.size(); ++i)
    pattern[i] = letters[std::random_device()() % letters.size()];
  std::error_code error;
  return std::filesystem::create_directory(std::filesystem::u8path(pattern), error) ? pattern
                                                                                    : nullptr;
}

/// Only the members that tests use.
struct mallinfo {
  std::size_t uordblks = 0, hblkhd = 0;
};
inline struct mallinfo mallinfo() {
  struct mallinfo use;
  _HEAPINFO at{};
  while (::_heapwalk(&at) == _HEAPOK)
    if (at._useflag == _USEDENTRY) use.uordblks += at._size;
  return use;
}
