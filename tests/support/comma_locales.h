// Locales that write a decimal comma, made from their sources: a fresh machine has none.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/support.h"

namespace marrow::test {

/// Calls check() under each; says which cannot be made. Afterwards the locale is "C".
template <typename Check>
void under_comma_locales(const Check& check) {
  const std::filesystem::path folder = scratch("locales");
  ::setenv("LOCPATH", folder.c_str(), 1);
  for (const std::string language : {"de_DE", "tr_TR"}) {
    const std::string name = language + ".UTF-8";
    const std::string make =
        "localedef -i " + language + " -f UTF-8 " + (folder / name).string() + " 2>/dev/null";
    if (std::system(make.c_str()) != 0 || std::setlocale(LC_ALL, name.c_str()) == nullptr) {
      skip("locale " + name + ": localedef cannot make it (package locales)");
      continue;
    }
    CHECK(std::localeconv()->decimal_point == std::string(","));
    check();
  }
  std::setlocale(LC_ALL, "C");
  ::unsetenv("LOCPATH");
  std::filesystem::remove_all(folder);
}

}  // namespace marrow::test
