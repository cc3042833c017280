// To be included before Highway by what needs vectors of doubles: for a page Highway has none, and
// plain code is made instead.
#pragma once

#include <hwy/detect_compiler_arch.h>

#if HWY_ARCH_WASM
#define HWY_DISABLED_TARGETS HWY_WASM
#endif
