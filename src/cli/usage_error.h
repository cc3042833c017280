// The exception for a wrong command line.
#pragma once

#include <stdexcept>

namespace marrow::cli {

/// A wrong command line: exit status 2. what() names the option and the allowed values.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marrow::cli
