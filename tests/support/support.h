// Shared by all tests: places of data, skipping by name, files.
#pragma once

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

namespace marrow::test {

/// Reports that a test (or a part) did not run, and why. Use: if (shared_data().empty()) return
/// skip("real files: ../shared/data is not here");
void skip(const std::string& what);
/// Ends a case of cases.h that was reported by skip().
struct Skipped {};

/// ../shared/data next to the repository, or an empty path.
std::filesystem::path shared_data();
/// The checkout, and its program. (Functions, so that a compiler cache hits in other checkouts.)
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
/// Whether the address or the thread sanitizer runs. (A function: tests are compiled once for
/// both.)
bool is_sanitized();
/// How many random trials to run: `count`, or a quarter under sanitizers, which find bad accesses
/// and races, and in a page's engine, which finds sizes of 32 bits: none looks for rare numbers.
template <std::integral Count>
Count trials(Count count) {
#ifdef __EMSCRIPTEN__
  constexpr bool is_page = true;
#else
  constexpr bool is_page = false;
#endif
  return is_page || is_sanitized() ? (count + 3) / 4 : count;
}
/// A fresh temporary folder, in memory where there is room. The caller removes it.
std::filesystem::path scratch(const std::string& name);
/// A temporary folder on disk, for code that treats /dev or the like specially.
std::filesystem::path scratch_on_disk(const std::string& name);

}  // namespace marrow::test
