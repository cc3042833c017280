#include "bench/floor.h"

#include <algorithm>
#include <cstring>
#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/floor.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace marrow::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

enum class Store { plain, streamed };

template <Store kStore, class D, class V>
HWY_INLINE void put(D d, V value, float* to) {
  if constexpr (kStore == Store::streamed) {
    hn::Stream(value, d, to);
  } else {
    hn::Store(value, d, to);
  }
}

/// Where the nine vectors of a block are read and the six are written. A block has as many vertices
/// as a vector has lanes.
struct OneStream {  // blocks in, blocks out
  static HWY_INLINE std::size_t in(std::size_t, std::size_t vertex, std::size_t lanes,
                                   std::size_t k) {
    return 9 * vertex + lanes * k;
  }
  static HWY_INLINE std::size_t out(std::size_t, std::size_t vertex, std::size_t lanes,
                                    std::size_t k) {
    return 6 * vertex + lanes * k;
  }
};
struct TwoOut {  // blocks in; positions and normals apart, as a vertex buffer may want them
  static HWY_INLINE std::size_t in(std::size_t, std::size_t vertex, std::size_t lanes,
                                   std::size_t k) {
    return 9 * vertex + lanes * k;
  }
  static HWY_INLINE std::size_t out(std::size_t count, std::size_t vertex, std::size_t lanes,
                                    std::size_t k) {
    return 3 * count * (k / 3) + 3 * vertex + lanes * (k % 3);
  }
};
struct Arrays {  // three arrays of 12 bytes per vertex in, two out
  static HWY_INLINE std::size_t in(std::size_t count, std::size_t vertex, std::size_t lanes,
                                   std::size_t k) {
    return 3 * count * (k / 3) + 3 * vertex + lanes * (k % 3);
  }
  static HWY_INLINE std::size_t out(std::size_t count, std::size_t vertex, std::size_t lanes,
                                    std::size_t k) {
    return 3 * count * (k / 3) + 3 * vertex + lanes * (k % 3);
  }
};
struct Planes {  // structure of arrays: nine in, six out
  static HWY_INLINE std::size_t in(std::size_t count, std::size_t vertex, std::size_t,
                                   std::size_t k) {
    return count * k + vertex;
  }
  static HWY_INLINE std::size_t out(std::size_t count, std::size_t vertex, std::size_t,
                                    std::size_t k) {
    return count * k + vertex;
  }
};

template <class Shape, Store kStore, std::size_t kMaxLanes>
void stream(const FloorMemory& memory, std::size_t begin, std::size_t end) {
  const hn::CappedTag<float, kMaxLanes> d;
  const std::size_t lanes = hn::Lanes(d);
  const float* HWY_RESTRICT in = memory.in.data();
  float* HWY_RESTRICT out = memory.out.data();
  for (std::size_t vertex = begin; vertex < end; vertex += lanes) {
    const auto at = [&](std::size_t k) HWY_ATTR {
      return hn::Load(d, in + Shape::in(memory.count, vertex, lanes, k));
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const auto rest = at(6 + k);
      put<kStore>(d, hn::Add(at(k), rest), out + Shape::out(memory.count, vertex, lanes, k));
      put<kStore>(d, hn::Add(at(3 + k), rest),
                  out + Shape::out(memory.count, vertex, lanes, 3 + k));
    }
  }
  if constexpr (kStore == Store::streamed) hwy::FlushStream();
}

/// The C library's own copy does most of it.
void copy_and_add(const FloorMemory& memory, std::size_t begin, std::size_t end) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t kPiece = 1024;
  auto sum = hn::Zero(d);
  for (std::size_t vertex = begin; vertex < end; vertex += kPiece) {
    const std::size_t size = 3 * (std::min(end, vertex + kPiece) - vertex);
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t from = 3 * memory.count * k + 3 * vertex;
      std::memcpy(memory.out.data() + from, memory.in.data() + from, size * sizeof(float));
    }
    const float* rest = memory.in.data() + 6 * memory.count + 3 * vertex;
    for (std::size_t k = 0; k < size; k += hn::Lanes(d)) sum = hn::Add(sum, hn::Load(d, rest + k));
  }
  hn::StoreU(sum, d, memory.out.data() + 3 * begin);
}

template <Store kStore>
void copy(const FloorMemory& memory, std::size_t begin, std::size_t end) {
  const hn::ScalableTag<float> d;
  const std::size_t first = begin * kCopyBytes / 8, last = end * kCopyBytes / 8;
  for (std::size_t k = first; k < last; k += hn::Lanes(d))
    put<kStore>(d, hn::Load(d, memory.in.data() + k), memory.out.data() + k);
  if constexpr (kStore == Store::streamed) hwy::FlushStream();
}

template <class Shape, std::size_t kMaxLanes>
void add_width(std::vector<NamedFloor>& all, const std::string& shape) {
  const std::string width =
      std::to_string(sizeof(float) * hn::Lanes(hn::CappedTag<float, kMaxLanes>()));
  all.push_back({shape + "." + width, stream<Shape, Store::plain, kMaxLanes>});
  all.push_back({shape + "." + width + ".nt", stream<Shape, Store::streamed, kMaxLanes>});
}

template <class Shape>
void add_shape(std::vector<NamedFloor>& all, const std::string& shape) {
  add_width<Shape, 8>(all, shape);
  if (hn::Lanes(hn::ScalableTag<float>()) > 8) add_width<Shape, 16>(all, shape);
}

std::vector<NamedFloor> all_floors() {
  std::vector<NamedFloor> all;
  add_shape<OneStream>(all, "one_stream");
  add_shape<TwoOut>(all, "two_out");
  add_shape<Arrays>(all, "vectors");
  add_shape<Planes>(all, "planes");
  all.push_back({"memcpy", copy_and_add});
  return all;
}

std::vector<NamedFloor> all_copies() {
  return {{"copy", copy<Store::plain>}, {"copy.nt", copy<Store::streamed>}};
}

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace marrow::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace marrow::bench {

HWY_EXPORT(all_floors);
HWY_EXPORT(all_copies);
HWY_EXPORT(target_name);

FloorMemory::FloorMemory(std::size_t vertices)
    : count((vertices + 15) / 16 * 16), in(9 * count), out(8 * count) {}

const std::vector<NamedFloor>& floor_kernels() {
  static const std::vector<NamedFloor> all = HWY_DYNAMIC_DISPATCH(all_floors)();
  return all;
}

static void copy_with_library(const FloorMemory& memory, std::size_t begin, std::size_t end) {
  const std::size_t first = begin * kCopyBytes / 8, last = end * kCopyBytes / 8;
  std::memcpy(memory.out.data() + first, memory.in.data() + first, (last - first) * sizeof(float));
}

const std::vector<NamedFloor>& copy_kernels() {
  static const std::vector<NamedFloor> all = [] {
    std::vector<NamedFloor> copies = HWY_DYNAMIC_DISPATCH(all_copies)();
    copies.push_back({"memcpy", copy_with_library});
    return copies;
  }();
  return all;
}

std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace marrow::bench

#endif
