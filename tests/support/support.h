// Shared by all tests: places of data, skipping, files, random trials.
#pragma once

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace marrow::test {

/// Reports that a test (or a part) did not run, and why. Use: if (shared_data().empty()) return
/// skip("real files: ../shared/data is not here");
void skip(const std::string& what);
/// Ends a case of cases.h that was reported by skip().
struct Skipped {};

/// ../shared/data next to the repository, or an empty path.
std::filesystem::path shared_data();
/// The checkout, and its program. (Not constants, so that a compiler cache hits in other
/// checkouts.)
std::filesystem::path source();
std::filesystem::path program();
std::filesystem::path media();
/// The bytes of a file, and the sorted names in a folder.
std::string bytes_of(const std::filesystem::path& path);
std::vector<std::string> names_in(const std::filesystem::path& folder);
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
/// The folder of the locales that the build made from the system's sources.
std::filesystem::path locales();
/// Whether the address or the thread sanitizer is on.
bool is_sanitized();
/// How many random trials to run: `count`, or a quarter under sanitizers and in a page's engine.
/// These find bad accesses, races and errors of 32-bit sizes, for which rare numbers do not matter.
template <std::integral Count>
Count trials(Count count) {
#ifdef __EMSCRIPTEN__
  constexpr bool is_page = true;
#else
  constexpr bool is_page = false;
#endif
  return is_page || is_sanitized() ? (count + 3) / 4 : count;
}
/// A generator and its seed.
template <typename Generator, std::integral Count>
struct Seeded : Generator {
  Count seed;
};
/// See seeds().
template <typename Generator, std::integral Count>
class Seeds {
 public:
  Seeds(Count first, Count end, Count plus) : end_(end), plus_(plus), now_(seeded(first)) {}
  Seeds(const Seeds&) = delete;
  Seeds& operator=(const Seeds&) = delete;

  struct Iterator {
    Seeds* all;
    Seeded<Generator, Count>& operator*() const { return all->now_; }
    void operator++() { all->now_ = all->seeded(Count(all->now_.seed + 1)); }
    bool operator!=(const Iterator&) const { return all->now_.seed < all->end_; }
  };
  Iterator begin() { return {this}; }
  Iterator end() { return {this}; }

 private:
  Seeded<Generator, Count> seeded(Count seed) const {
    return {Generator(static_cast<unsigned>(seed + plus_)), seed};
  }
  struct Report {
    const Seeds* all;
    void operator()(std::ostream* stream) const { *stream << "seed := " << all->now_.seed; }
  };

  Count end_, plus_;
  Seeded<Generator, Count> now_;
  doctest::detail::ContextScope<Report> scope_{Report{this}};
};
/// for (auto& random : seeds<Random>(1, 31)): a fresh generator for each seed from 1 to 30. A check
/// that fails reports random.seed. The generator's seed is that number plus `plus`.
template <typename Generator, std::integral Count>
Seeds<Generator, Count> seeds(Count first, std::type_identity_t<Count> end,
                              std::type_identity_t<Count> plus = 0) {
  return {first, end, plus};
}
template <typename Generator, std::integral Count>
Seeds<Generator, Count> seeds(Count end) {
  return {0, end, 0};
}
/// A generator and the number of the present round.
template <typename Generator>
struct Drawing : Generator {
  int round = 0;
};
/// See rounds().
template <typename Generator>
class Rounds {
 public:
  Rounds(unsigned seed, int count) : now_{Generator(seed)}, count_(count) {}
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  struct Iterator {
    Rounds* all;
    Drawing<Generator>& operator*() const { return all->now_; }
    void operator++() { ++all->now_.round; }
    bool operator!=(const Iterator&) const { return all->now_.round < all->count_; }
  };
  Iterator begin() { return {this}; }
  Iterator end() { return {this}; }

 private:
  struct Report {
    const Rounds* all;
    void operator()(std::ostream* stream) const { *stream << "round := " << all->now_.round; }
  };

  Drawing<Generator> now_;
  int count_;
  doctest::detail::ContextScope<Report> scope_{Report{this}};
};
/// for (auto& random : rounds<Random>(7, 50)): 50 rounds with one generator, which draws on. A
/// check that fails reports random.round, from 0.
template <typename Generator>
Rounds<Generator> rounds(unsigned seed, int count) {
  return {seed, count};
}
/// A fresh temporary folder, in memory where there is room. The caller removes it.
std::filesystem::path scratch(const std::string& name);
/// A temporary folder on disk, for code that treats /dev and similar folders specially.
std::filesystem::path scratch_on_disk(const std::string& name);

}  // namespace marrow::test
