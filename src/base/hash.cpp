#include "base/hash.h"

namespace marrow {

std::string hex_digits(std::uint64_t value) {
  std::string digits(16, '0');
  for (char& digit : digits) {
    digit = "0123456789abcdef"[value >> 60];
    value <<= 4;
  }
  return digits;
}

}  // namespace marrow
