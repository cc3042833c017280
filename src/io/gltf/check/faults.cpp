#include "io/gltf/check/faults.h"

#include <fmt/format.h>

namespace marrow::io {

void Faults::add(const std::string& place, std::string_view fault) {
  auto found = places_of_.find(fault);
  if (found == places_of_.end()) found = places_of_.emplace(fault, Places{place}).first;
  ++found->second.count;
}

void Faults::report(std::vector<std::string>& warnings) const {
  for (const auto& [fault, places] : places_of_)
    warnings.push_back(
        fmt::format("{}: {}{}", places.first, fault,
                    places.count > 1 ? fmt::format(" ({} times)", places.count) : ""));
}

}  // namespace marrow::io
