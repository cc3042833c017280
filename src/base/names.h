// Names that differ from all others. Header only: what students hand in is linked without base's
// library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace marrow {

/// "arm.001": the stem, the separator and a number of at least three digits.
inline std::string numbered_name(std::string_view stem, std::uint64_t number,
                                 char separator = '.') {
  std::string digits = std::to_string(number);
  if (digits.size() < 3) digits.insert(0, 3 - digits.size(), '0');
  return std::string(stem).append(1, separator).append(digits);
}

/// The name itself, or with the smallest number from .001 on of which `is_taken(name)` is false.
template <typename IsTaken>
std::string unique_name(std::string_view wanted, const IsTaken& is_taken) {
  std::string name(wanted);
  for (std::uint64_t number = 1; is_taken(name); ++number) name = numbered_name(wanted, number);
  return name;
}

/// Many names, one after the other, none of them twice. Takes constant time per name, however many
/// wish to be called the same.
class UniqueNames {
 public:
  /// The name itself, or with the smallest number from .001 on that is free.
  std::string take(const std::string& wanted) {
    std::string name = wanted;
    for (std::uint64_t& number = last_[wanted]; !taken_.insert(name).second;)
      name = numbered_name(wanted, ++number);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint64_t> last_;  ///< number that was given, by wanted name
};

}  // namespace marrow
