// 64-bit hashes, equal on every machine. For noticing changes and hash tables, not for security.
#pragma once

#include <cstdint>
#include <string>

namespace marrow {

/// FNV-1a, which adds one byte per step. A wider word may be added in one step, too; the hash then
/// differs from that of its bytes.
class Fnv1a {
 public:
  constexpr void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3u; }
  constexpr std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// One step of a hash whose low bits are well mixed, for tables whose number of slots is a power of
/// two.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/// 16 hexadecimal digits in lower case.
inline std::string hex_digits(std::uint64_t value) {
  std::string digits(16, '0');
  for (char& digit : digits) {
    digit = "0123456789abcdef"[value >> 60];
    value <<= 4;
  }
  return digits;
}

}  // namespace marrow
