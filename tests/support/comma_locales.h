// Locales with a decimal comma, made by the build, because a fresh machine has none.
#pragma once

#include <clocale>
#include <cstdlib>
#include <string>

#include "editor/session.h"
#include "support/support.h"

namespace marrow::test {

/// Calls check() under each; reports locales that do not exist. Afterwards the locale is "C". Some
/// C libraries (musl, Emscripten's) accept any name but write a point; check() must hold there,
/// too.
template <typename Check>
void under_comma_locales(const Check& check) {
  ::setenv("LOCPATH", locales().string().c_str(), 1);
  for (const std::string language : {"de_DE", "tr_TR"}) {
    const std::string name = language + ".UTF-8";
    if (std::setlocale(LC_ALL, name.c_str()) == nullptr) {
      skip("locale " + name +
           ": localedef cannot make it (package locales), or the C library has none");
      continue;
    }
    check();
  }
  std::setlocale(LC_ALL, "C");
  ::unsetenv("LOCPATH");
}

}  // namespace marrow::test
