// Part of every program, and runs before main(): input and output are UTF-8, and no byte is
// converted.
#include <fcntl.h>
#include <initializer_list>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

namespace {

struct Streams {
  Streams() {
    _fmode = _O_BINARY;  // the default for files
    for (const int descriptor : {0, 1, 2}) ::_setmode(descriptor, _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
  }
  ~Streams() {
    if (before != 0) ::SetConsoleOutputCP(before);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// restored at the end, because other programs go on using the console
  const UINT before = ::GetConsoleOutputCP();
} streams;

}  // namespace
