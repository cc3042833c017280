# Cross-compiles for 64-bit Windows with Debian's g++-mingw-w64. What GCC brings itself is linked in: the program needs no DLLs but Windows's own.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(tools x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${tools}-gcc-posix)
set(CMAKE_CXX_COMPILER ${tools}-g++-posix)
set(CMAKE_RC_COMPILER ${tools}-windres)
set(CMAKE_FIND_ROOT_PATH /usr/${tools})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# GCC does not align the stack to 32 bytes there (its bug 54412), but moves 32 bytes as if it were: the assembler writes moves that take any
# address, which are as fast.
# An inline function has a copy in each object file, and the linker keeps one. GCC takes it for the copy that it compiled itself, and keeps
# values in registers that another copy changes (seen with std::mt19937): it must assume nothing of a function that it calls.
set(flags "-Wa,-muse-unaligned-vector-move -fno-ipa-ra -fno-ipa-stack-alignment")
# Batches have more sections than a usual object file.
set(CMAKE_CXX_FLAGS_INIT "${flags} -Wa,-mbig-obj")
set(CMAKE_C_FLAGS_INIT "${flags}")
# A stack as large as elsewhere.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--stack,8388608 -Wl,--gc-sections")
