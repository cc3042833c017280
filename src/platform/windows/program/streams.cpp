// Part of every program, and done before its first line: what it reads and prints is UTF-8, and no
// byte of it is changed on the way.
#include <fcntl.h>
#include <initializer_list>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

namespace {

struct Streams {
  Streams() {
    _fmode = _O_BINARY;  // of files that are opened without a word on it
    for (const int descriptor : {0, 1, 2}) ::_setmode(descriptor, _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
  }
  ~Streams() {
    if (before != 0) ::SetConsoleOutputCP(before);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  const UINT before = ::GetConsoleOutputCP();  ///< of the console, which others go on using
} streams;

}  // namespace
