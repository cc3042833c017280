// Collects harmless faults. A file may have a million, so each kind is reported in one line.
#pragma once

#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

class Faults {
 public:
  /// `place`: a JSON pointer. `fault`: what is wrong there, in words.
  void add(const std::string& place, std::string_view fault) {
    auto found = places_of_.find(fault);
    if (found == places_of_.end()) found = places_of_.emplace(fault, Places{place}).first;
    ++found->second.count;
  }

  /// Adds one line per kind of fault, with its first place and how often it occurs.
  void report(std::vector<std::string>& warnings) const {
    for (const auto& [fault, places] : places_of_)
      warnings.push_back(
          fmt::format("{}: {}{}", places.first, fault,
                      places.count > 1 ? fmt::format(" ({} times)", places.count) : ""));
  }

 private:
  struct Places {
    std::string first;
    std::size_t count = 0;
  };
  std::map<std::string, Places, std::less<>> places_of_;
};

}  // namespace marrow::io
