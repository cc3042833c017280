// The memory floor: no code that reads 36 bytes and writes 24 per vertex can be faster than the
// fastest kernel that does nothing else.
//
// The bytes are fixed, so that ratios can be compared: an engine that needs fewer (28 in: one
// weight for two influences, joints named once for many vertices) may have a ratio just below 1.
//
// 36 in: bind position, bind normal, and 12 bytes that state which joints move the vertex and how
// much (two influences: two weights and two small indices). 24 out: position and normal. Every byte
// read goes into what is written, so no load can be left out. There are kernels for several shapes
// of memory, with plain and with non-temporal stores, with vectors of 32 bytes and with the
// machine's widest; the fastest is the floor. STREAM's copy over about as many bytes is listed
// next to it: a "floor" far below STREAM's GB/s would not be one.
#pragma once

#include <string>
#include <vector>

#include "bench/memory.h"

namespace marrow::bench {

/// Bytes moved per vertex, as STREAM counts: those read and written, without those that caches
/// fetch in addition.
constexpr std::size_t kFloorBytes = 36 + 24;
constexpr std::size_t kCopyBytes = 32 + 32;

/// Input and output of the stream for so many vertices. `count` is rounded up to a whole number of
/// the widest blocks.
struct FloorMemory {
  explicit FloorMemory(std::size_t vertices);
  std::size_t count;
  Floats in, out;
};

/// Streams the vertices [begin, end): multiples of 16, except the last end.
using FloorKernel = void (*)(const FloorMemory& memory, std::size_t begin, std::size_t end);

struct NamedFloor {
  std::string name;  ///< shape of memory, bytes of a vector, "nt" for non-temporal stores
  FloorKernel run;
};

/// For the instruction set that Highway chooses on this machine.
const std::vector<NamedFloor>& floor_kernels();

/// STREAM's copy, a[i] = b[i]: 32 bytes in and 32 out per vertex; plainly, as memcpy and with
/// non-temporal stores.
const std::vector<NamedFloor>& copy_kernels();

/// Name of that instruction set.
std::string instruction_set();

}  // namespace marrow::bench
