# What a page has instead of a desktop's SDL and loader of OpenGL. SDL's own CMake asks a browser's compiler for minutes what is known.
set(sdl ${CMAKE_BINARY_DIR}/sdl)
file(COPY ${MARROW_SOURCES}/libsdl2/include/ DESTINATION ${sdl} FILES_MATCHING PATTERN *.h PATTERN SDL_config.h EXCLUDE)  # ours follows
file(CONFIGURE OUTPUT ${sdl}/SDL_config.h CONTENT
"#include \"SDL_config_emscripten.h\"
#undef HAVE_DLOPEN
#undef SDL_LOADSO_DLOPEN
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
# WebGL 2 by the header that the others ask for.
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/deps/web/epoxy ${headers}/epoxy SYMBOLIC)
marrow_headers(PkgConfig::EPOXY)
target_link_options(PkgConfig::EPOXY INTERFACE -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sFULL_ES3=1)
