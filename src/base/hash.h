// Hashes in 64 bits, the same on every machine. They tell changes and speed up look-ups; they keep
// nothing secret.
#pragma once

#include <cstdint>
#include <string>

namespace marrow {

/// FNV-1a. The classic hash adds one byte at a time; wider words are added in one step, too, and
/// give another value than their bytes would.
class Fnv1a {
 public:
  constexpr void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3u; }
  constexpr std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// One step of a hash whose low bits are well mixed: for tables with a power of two of slots.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/// 16 hexadecimal digits in lower case.
std::string hex_digits(std::uint64_t value);

}  // namespace marrow
