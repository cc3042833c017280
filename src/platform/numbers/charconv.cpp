#include "platform/numbers.h"

namespace marrow::platform {

std::from_chars_result from_chars(const char* first, const char* last, float& value) {
  return std::from_chars(first, last, value);
}
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  return std::from_chars(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, float value) {
  return std::to_chars(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, double value) {
  return std::to_chars(first, last, value);
}

}  // namespace marrow::platform
