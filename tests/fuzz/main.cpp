// One fuzzer: MARROW_FUZZ_TARGET names the function of targets.h. --depth=parse and --depth=save
// stop early: cheaper runs, and so more of them.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "fuzz/targets.h"

namespace {

using marrow::fuzz::Depth;

Depth depth = Depth::all;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (argument.substr(0, 2) != "--") continue;
    if (argument == "--depth=parse") {
      depth = Depth::parse;
    } else if (argument == "--depth=save") {
      depth = Depth::save;
    } else if (argument != "--depth=all") {
      std::fprintf(stderr, "%s: expected --depth=parse, save or all\n", (*arguments)[i]);
      return 2;
    }
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  marrow::fuzz::MARROW_FUZZ_TARGET({reinterpret_cast<const char*>(bytes), size}, depth);
  return 0;
}
