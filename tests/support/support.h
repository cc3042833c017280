// Shared by all tests: where data is, skipping by name, seeded random numbers.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

namespace marrow::test {

/// Says that a test (or a part of one) did not run and why. Use: if (shared_data().empty()) return
/// skip("real files: ../shared/data is not here");
void skip(const std::string& what);

/// ../shared/data next to the repository, or an empty path.
std::filesystem::path shared_data();
/// The checkout, and the program that was built from it. (Functions: a compiler cache knows a test
/// again in another checkout.)
std::filesystem::path source();
std::filesystem::path program();
std::filesystem::path media();
/// The bytes of a file, and the sorted names in a folder.
std::string bytes_of(const std::filesystem::path& path);
std::vector<std::string> names_in(const std::filesystem::path& folder);
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
/// What the build made of the system's sources of locales.
std::filesystem::path locales();
/// Whether the address sanitizer watches: a program with slower memory of its own. (A function:
/// tests are compiled once, for programs with sanitizers and without.)
bool is_sanitized();
/// A fresh temporary folder, in memory where there is room. The caller removes it.
std::filesystem::path scratch(const std::string& name);
/// The same where programs for everyone put theirs: for what treats /dev or such a place specially.
std::filesystem::path scratch_on_disk(const std::string& name);

}  // namespace marrow::test
