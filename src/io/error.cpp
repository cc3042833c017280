#include "io/error.h"

namespace marrow::io {

static std::string sentence(const std::string& file, const std::string& place,
                            const std::string& expected) {
  return file + ": " + (place.empty() ? expected : place + ": " + expected);
}

Error::Error(std::string file, std::string place, std::string expected)
    : std::runtime_error(sentence(file, place, expected)),
      file_(std::move(file)),
      place_(std::move(place)),
      expected_(std::move(expected)) {}

}  // namespace marrow::io
