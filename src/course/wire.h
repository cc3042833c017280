// Converts arguments and results of the contract's functions to bytes and back, between processes
// on one machine, so numbers are sent as they are in memory. Replies come from a student's code, so
// Reader checks every size.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "rig/rig.h"

namespace marrow::course {

/// Invalid bytes.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Bytes = std::vector<char>;

void put(Bytes& bytes, const std::string& text);
/// Only the fields of a joint that the functions need: no limits, no marks, not `carried`.
void put(Bytes& bytes, const Joint& joint);
/// Joints and falloff; no stored poses.
void put(Bytes& bytes, const Skeleton& skeleton);
void put(Bytes& bytes, const Influences& influences);
void put(Bytes& bytes, const MushSurface& surface);
template <typename T>
void put(Bytes& bytes, const std::vector<T>& values);

void put_raw(Bytes& bytes, const void* data, std::size_t size);

/// Numbers, vectors, matrices and structs of them.
template <typename T>
void put(Bytes& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  put_raw(bytes, &value, sizeof value);
}

template <typename T>
void put(Bytes& bytes, const std::vector<T>& values) {
  put(bytes, std::uint64_t(values.size()));
  if constexpr (std::is_trivially_copyable_v<T>) {
    put_raw(bytes, values.data(), values.size() * sizeof(T));
  } else {
    for (const T& value : values) put(bytes, value);
  }
}

template <typename... T>
void put_all(Bytes& bytes, const T&... values) {
  (put(bytes, values), ...);
}

/// Reads values from the front of bytes. Every function throws WireError if too few bytes are left.
class Reader {
 public:
  Reader(const char* begin, std::size_t size) : at_(begin), left_(size) {}

  template <typename T>
  void take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, raw(sizeof value), sizeof value);
  }
  template <typename T>
  void take(std::vector<T>& values) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      const std::size_t count = size_of(sizeof(T));
      values.resize(count);
      if (count > 0) std::memcpy(values.data(), raw(count * sizeof(T)), count * sizeof(T));
    } else {
      values.resize(size_of(sizeof(std::uint64_t)));
      for (T& value : values) take(value);
    }
  }
  void take(std::string& text);
  void take(Joint& joint);
  void take(Skeleton& skeleton);
  void take(Influences& influences);
  void take(MushSurface& surface);
  template <typename... T>
  void take_all(T&... values) {
    (take(values), ...);
  }

  bool at_end() const { return left_ == 0; }

 private:
  const char* raw(std::size_t size);
  /// Reads a count of elements of at least `each` bytes. Throws if the remaining bytes cannot hold
  /// them.
  std::size_t size_of(std::size_t each);

  const char* at_;
  std::size_t left_;
};

}  // namespace marrow::course
