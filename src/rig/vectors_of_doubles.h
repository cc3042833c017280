// Include before Highway where vectors of doubles are needed: Highway has none for WebAssembly, so
// there plain code is generated.
#pragma once

#include <hwy/detect_compiler_arch.h>

#if HWY_ARCH_WASM
#define HWY_DISABLED_TARGETS HWY_WASM
#endif
