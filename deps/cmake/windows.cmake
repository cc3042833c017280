# Cross-compiles for 64-bit Windows with Debian's g++-mingw-w64. Links GCC's libraries statically, so that the program needs no DLLs except Windows's
# own.
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
# GCC does not align the stack to 32 bytes on Windows (its bug 54412), but uses aligned moves of 32 bytes. The assembler replaces them by unaligned
# moves, which are as fast.
# An inline function has a copy in each object file, and the linker keeps one. GCC assumes that its own copy is kept, and keeps values in registers
# that another copy changes (seen with std::mt19937). Two options make it assume nothing about called functions.
set(flags "-Wa,-muse-unaligned-vector-move -fno-ipa-ra -fno-ipa-stack-alignment")
# Unity batches have more sections than the usual limit of an object file.
set(CMAKE_CXX_FLAGS_INIT "${flags} -Wa,-mbig-obj")
set(CMAKE_C_FLAGS_INIT "${flags}")
# The stack size of other systems.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--stack,8388608 -Wl,--gc-sections")
