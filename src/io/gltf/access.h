// Reads accessors. Every range is checked in 64 bits against the actual buffer before use.
#pragma once

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <vector>

#include "io/component_type.h"
#include "io/memory_budget.h"

namespace tinygltf {
class Model;
struct Accessor;
struct BufferView;
}  // namespace tinygltf

namespace marrow::io {

/// False for NaN and for values beyond the largest float.
inline bool fits_float(double value) {
  return std::abs(value) <= double(std::numeric_limits<float>::max());
}

/// The values of one accessor: `components` numbers per element.
struct Values {
  std::size_t count = 0, components = 0;
  std::vector<double> numbers;  ///< may hold NaN and infinities where the file has floats
  double at(std::size_t element, std::size_t component) const {
    return numbers[element * components + component];
  }
};

class AccessorReader {
 public:
  /// Checks every accessor of the model: type, range within its view and buffer, sparse parts.
  /// Throws Error with a JSON pointer. Each read takes memory from `budget`.
  AccessorReader(const std::string& file, const tinygltf::Model& model, MemoryBudget& budget,
                 std::vector<std::string>& warnings);

  /// Decodes the accessor; normalized integers become numbers in [0, 1] or [-1, 1]. Throws Error at
  /// `pointer` if the accessor's type is not `type` ("VEC3") or the budget is exceeded.
  Values read(int accessor, const char* type, const std::string& pointer);

  /// Reads unsigned scalar integers. Throws Error at `pointer` for any other type.
  std::vector<std::uint32_t> read_indices(int accessor, const std::string& pointer);

  /// Smallest and largest value of each component as stored (not normalized), ignoring NaN.
  /// Precondition: not sparse.
  struct Extremes {
    std::vector<double> least, greatest;
  };
  Extremes extremes(int accessor) const;

  /// True if the first three components of every element are a vector of length 1, within the
  /// tolerance of the Khronos validator, or not finite. Precondition: at least three components,
  /// not sparse.
  bool has_unit_vectors(int accessor) const;

  std::size_t count(int accessor) const;
  MemoryBudget& budget() const { return budget_; }
  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const;

 private:
  void check(std::size_t index);
  void check_range(const tinygltf::Accessor& accessor, const std::string& pointer);
  void check_sparse(const tinygltf::Accessor& accessor, const std::string& pointer);
  const tinygltf::Accessor& checked_type(int accessor, const char* type,
                                         const std::string& pointer) const;
  /// Calls put(element, bytes) for each element with data; twice for replaced elements of a sparse
  /// accessor.
  template <typename Put>
  void decode(const tinygltf::Accessor& accessor, Put put) const;

  const std::string& file_;
  const tinygltf::Model& model_;
  MemoryBudget& budget_;
  bool any_unaligned_ = false;
};

}  // namespace marrow::io
