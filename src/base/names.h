// Makes unique names. Header only, because students' submissions are linked without the base
// library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace marrow {

/// "arm.001": the stem, the separator and the number with at least three digits.
inline std::string numbered_name(std::string_view stem, std::uint64_t number,
                                 char separator = '.') {
  std::string digits = std::to_string(number);
  if (digits.size() < 3) digits.insert(0, 3 - digits.size(), '0');
  return std::string(stem).append(1, separator).append(digits);
}

/// The wanted name if it is free, otherwise that name with the smallest free number from .001.
template <typename IsTaken>
std::string unique_name(std::string_view wanted, const IsTaken& is_taken) {
  std::string name(wanted);
  for (std::uint64_t number = 1; is_taken(name); ++number) name = numbered_name(wanted, number);
  return name;
}

/// Gives out unique names one after the other, in constant time per name even if all want the same
/// name.
class UniqueNames {
 public:
  /// As unique_name(): the wanted name, or that name with the smallest free number.
  std::string take(const std::string& wanted) {
    std::string name = wanted;
    for (std::uint64_t& number = last_[wanted]; !taken_.insert(name).second;)
      name = numbered_name(wanted, ++number);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint64_t> last_;  ///< by wanted name: the number given last
};

}  // namespace marrow
