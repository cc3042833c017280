// The exception type of loaders and savers.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace marrow::io {

/// what() is "FILE: PLACE: what was expected" (place: "line 12", a JSON pointer, or omitted).
class Error : public std::runtime_error {
 public:
  Error(std::string file, std::string place, std::string expected)
      : std::runtime_error(file + ": " + (place.empty() ? expected : place + ": " + expected)),
        file_(std::move(file)),
        place_(std::move(place)),
        expected_(std::move(expected)) {}
  const std::string& file() const { return file_; }
  const std::string& place() const { return place_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string file_, place_, expected_;
};

}  // namespace marrow::io
