# SDL and the loader of OpenGL for a page. Does not use SDL's own CMake, which takes minutes to test the compiler for known answers.
set(sdl ${CMAKE_BINARY_DIR}/sdl)
file(COPY ${MARROW_SOURCES}/libsdl2/include/ DESTINATION ${sdl} FILES_MATCHING PATTERN *.h PATTERN SDL_config.h EXCLUDE)  # our own is written below
file(CONFIGURE OUTPUT ${sdl}/SDL_config.h CONTENT
"#include \"SDL_config_emscripten.h\"
#undef HAVE_DLOPEN
#undef SDL_LOADSO_DLOPEN
#undef SDL_THREAD_PTHREAD
#undef SDL_THREAD_PTHREAD_RECURSIVE_MUTEX
#define SDL_THREADS_DISABLED 1
#define SDL_LOADSO_DUMMY 1
#define SDL_AUDIO_DISABLED 1
#define SDL_RENDER_DISABLED 1
#define SDL_SENSOR_DISABLED 1
")
marrow_source(SDL2::SDL2 libsdl2 INCLUDE ${sdl}
  SOURCES src/*.c src/atomic/*.c src/audio/*.c src/cpuinfo/*.c src/dynapi/*.c src/events/*.c src/file/*.c src/filesystem/emscripten/*.c src/haptic/*.c
    src/joystick/*.c src/joystick/dummy/*.c src/joystick/emscripten/*.c src/libm/*.c src/loadso/dummy/*.c src/locale/*.c src/locale/emscripten/*.c
    src/misc/*.c src/misc/emscripten/*.c src/power/*.c src/power/emscripten/*.c src/render/*.c src/render/software/*.c src/sensor/*.c
    src/stdlib/*.c src/thread/*.c src/thread/generic/*.c src/timer/*.c src/timer/unix/*.c src/video/*.c src/video/emscripten/*.c
    src/video/dummy/*.c src/video/yuv2rgb/*.c src/hidapi/*.c)
# Compiled code records which handler catches an exception, and a library reads the record. Clang before 15 writes one record for all threads, but
# emscripten's threaded library reads one per thread, so no exception would be caught. This compiles the library's one source so that it reads where
# the compiler writes. Two threads that catch at the same moment could read each other's record; a page uses few threads, which seldom throw.
enable_language(C)
if(CMAKE_C_COMPILER_VERSION VERSION_LESS 15)
  set(unwind ${EMSCRIPTEN_ROOT_PATH}/system/lib/libunwind)
  add_library(marrow_unwind OBJECT ${unwind}/src/Unwind-wasm.c)
  target_include_directories(marrow_unwind SYSTEM PRIVATE ${unwind}/include)
  target_compile_definitions(marrow_unwind PRIVATE _Thread_local= NDEBUG _LIBUNWIND_DISABLE_VISIBILITY_ANNOTATIONS __USING_WASM_EXCEPTIONS__)
  target_compile_options(marrow_unwind PRIVATE -w -fvisibility=hidden)
else()
  add_library(marrow_unwind INTERFACE)
endif()
# WebGL 2, through the header that our sources include.
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/deps/web/epoxy ${headers}/epoxy SYMBOLIC)
marrow_headers(PkgConfig::EPOXY)
target_link_options(PkgConfig::EPOXY INTERFACE -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sFULL_ES3=1)
