#include "io/memory_budget.h"

#include <algorithm>
#include <fmt/format.h>

#include "io/error.h"
#include "io/file.h"

namespace marrow::io {

namespace {

constexpr std::uint64_t kFree = 64ull << 20, kTimes = 16;

}  // namespace

MemoryBudget::MemoryBudget(std::string file, std::uint64_t bytes_held)
    : file_(std::move(file)),
      in_proportion_(kFree + kTimes * std::min(bytes_held, kDecodedCap)),
      in_all_(kDecodedCap) {}

void MemoryBudget::take(std::uint64_t bytes, const std::string& place) {
  if (bytes > in_proportion_)
    throw Error(file_, place, "the file asks for far more data than it holds");
  if (!try_take(bytes))
    throw Error(file_, place,
                fmt::format("the file asks for more than {} GB of memory", kDecodedCap >> 30));
}

bool MemoryBudget::try_take(std::uint64_t bytes) {
  if (bytes > in_proportion_ || !try_take_picture(bytes)) return false;
  in_proportion_ -= bytes;
  return true;
}

bool MemoryBudget::try_take_picture(std::uint64_t bytes) {
  if (bytes > in_all_) return false;
  in_all_ -= bytes;
  return true;
}

}  // namespace marrow::io
