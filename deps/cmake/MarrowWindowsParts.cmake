# SDL and the loader of OpenGL for Windows. SDL without sound, joysticks and its own renderer, which the window does not need.
add_compile_definitions(WIN32_LEAN_AND_MEAN NOMINMAX UNICODE _WIN32_WINNT=0x0A00)

set(sdl ${CMAKE_BINARY_DIR}/sdl)
file(COPY ${MARROW_SOURCES}/libsdl2/include/ DESTINATION ${sdl} FILES_MATCHING PATTERN *.h PATTERN SDL_config.h EXCLUDE)
set(config "#include \"SDL_config_windows.h\"\n")
foreach(part AUDIO_DRIVER_WASAPI AUDIO_DRIVER_DSOUND AUDIO_DRIVER_WINMM AUDIO_DRIVER_DISK AUDIO_DRIVER_DUMMY
    JOYSTICK_DINPUT JOYSTICK_HIDAPI JOYSTICK_RAWINPUT JOYSTICK_VIRTUAL JOYSTICK_WGI JOYSTICK_XINPUT HAPTIC_DINPUT HAPTIC_XINPUT SENSOR_WINDOWS
    VIDEO_RENDER_D3D VIDEO_RENDER_D3D11 VIDEO_RENDER_D3D12 VIDEO_RENDER_OGL VIDEO_RENDER_OGL_ES2 VIDEO_OPENGL_ES2 VIDEO_OPENGL_EGL VIDEO_VULKAN)
  string(APPEND config "#undef SDL_${part}\n")
endforeach()
foreach(part AUDIO JOYSTICK HAPTIC SENSOR RENDER HIDAPI)
  string(APPEND config "#define SDL_${part}_DISABLED 1\n")
endforeach()
file(CONFIGURE OUTPUT ${sdl}/SDL_config.h CONTENT "${config}")
marrow_source(SDL2::SDL2 libsdl2 INCLUDE ${sdl} DEFINE SDL_MAIN_HANDLED PRIVATE_DEFINE HAVE_LIBC
  LINK user32 gdi32 winmm imm32 ole32 oleaut32 version uuid advapi32 setupapi shell32
  SOURCES src/*.c src/atomic/*.c src/audio/*.c src/core/windows/*.c src/cpuinfo/*.c src/dynapi/*.c src/events/*.c src/file/*.c
    src/filesystem/windows/*.c src/haptic/*.c src/haptic/dummy/*.c src/hidapi/*.c src/joystick/*.c src/joystick/dummy/*.c src/libm/*.c
    src/loadso/windows/*.c src/locale/*.c src/locale/windows/*.c src/misc/*.c src/misc/windows/*.c src/power/*.c src/power/windows/*.c
    src/render/*.c src/render/direct3d*/*.c src/render/software/*.c src/sensor/*.c src/sensor/dummy/*.c src/stdlib/*.c src/thread/*.c
    src/thread/generic/SDL_syscond.c src/thread/windows/*.c src/timer/*.c src/timer/windows/*.c src/video/*.c src/video/dummy/*.c
    src/video/windows/*.c src/video/yuv2rgb/*.c)

# The tables of OpenGL's functions are generated from the registries that come with the loader.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(epoxy ${CMAKE_BINARY_DIR}/epoxy)
file(COPY ${MARROW_SOURCES}/libepoxy/include/epoxy DESTINATION ${epoxy} FILES_MATCHING PATTERN *.h)
foreach(api gl wgl)
  set(registry ${MARROW_SOURCES}/libepoxy/registry/${api}.xml)
  if(NOT EXISTS ${epoxy}/${api}_generated_dispatch.c)
    execute_process(COMMAND ${Python3_EXECUTABLE} ${MARROW_SOURCES}/libepoxy/src/gen_dispatch.py --source --header --srcdir=${epoxy} --includedir=${epoxy}/epoxy
      ${registry} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
file(CONFIGURE OUTPUT ${epoxy}/config.h CONTENT "#define ENABLE_EGL 0\n#define ENABLE_GLX 0\n")
marrow_source(PkgConfig::EPOXY libepoxy INCLUDE ${epoxy} src DEFINE EPOXY_PUBLIC=extern LINK opengl32 gdi32
  SOURCES src/dispatch_common.c src/dispatch_wgl.c)
target_sources(dep_EPOXY PRIVATE ${epoxy}/gl_generated_dispatch.c ${epoxy}/wgl_generated_dispatch.c)
