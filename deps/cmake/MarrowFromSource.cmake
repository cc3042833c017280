# The same targets as MarrowPackages.cmake, built from Debian's source packages, for a page in a browser (Emscripten) and for Windows: Debian has no
# libraries for them. deps/bootstrap.sh unpacks what deps/sources.txt names. What is only headers comes from the packages of this machine.
set(MARROW_SOURCES ${CMAKE_SOURCE_DIR}/.cache/sources CACHE PATH "Where deps/bootstrap.sh has unpacked the source packages")
if(NOT EXISTS ${MARROW_SOURCES}/libsdl2)
  message(FATAL_ERROR "No source packages in ${MARROW_SOURCES}: deps/bootstrap.sh web fetches them")
endif()

if(EMSCRIPTEN)
  # Clang 14 miscompiles what it makes vectors of by itself with -msimd128 (a test of io_bvh found it); the kernels say theirs.
  add_compile_options(-fwasm-exceptions -sSUPPORT_LONGJMP=wasm -msimd128 -fno-slp-vectorize)
  add_link_options(-fwasm-exceptions -sSUPPORT_LONGJMP=wasm)
  # Emscripten's tools find their parser there, whichever Node.js runs them.
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  # Tests run in Node.js. Where it has fetch(), a program would ask that for its own file and not get it.
  execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} --no-experimental-fetch -e 0 RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
  if(unknown EQUAL 0)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR --no-experimental-fetch)
  endif()
endif()

# By links, one each: all of /usr/include would hide the system's own headers.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(part glm nlohmann stb CLI doctest)
  if(EXISTS /usr/include/${part})
    file(CREATE_LINK /usr/include/${part} ${headers}/${part} SYMBOLIC)
  endif()
endforeach()
function(marrow_headers target)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${headers} ${ARGN})
endfunction()
marrow_headers(glm::glm)
marrow_headers(nlohmann_json::nlohmann_json)
marrow_headers(CLI11::CLI11)
set(MARROW_STB_DIR ${headers})
set(MARROW_DOCTEST_DIR ${headers})

# marrow_source(TARGET PACKAGE [INCLUDE folders...] SOURCES patterns... [DEFINE ...] [PRIVATE_DEFINE ...] [LINK ...]): one static library. Warnings of others' code
# are not ours.
function(marrow_source target package)
  cmake_parse_arguments(OWN "" "" "INCLUDE;SOURCES;DEFINE;PRIVATE_DEFINE;LINK" ${ARGN})
  list(TRANSFORM OWN_SOURCES PREPEND ${MARROW_SOURCES}/${package}/)
  file(GLOB sources ${OWN_SOURCES})
  string(REGEX REPLACE ".*::" "dep_" name ${target})
  add_library(${name} STATIC ${sources})
  add_library(${target} ALIAS ${name})
  set(include "")
  foreach(folder IN LISTS OWN_INCLUDE)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${MARROW_SOURCES}/${package} NORMALIZE)
    list(APPEND include ${folder})
  endforeach()
  target_include_directories(${name} SYSTEM PUBLIC ${include})
  target_compile_definitions(${name} PUBLIC ${OWN_DEFINE} PRIVATE ${OWN_PRIVATE_DEFINE})
  target_compile_options(${name} PRIVATE -w)
  target_link_libraries(${name} PUBLIC ${OWN_LINK})
endfunction()

marrow_source(fmt::fmt fmtlib INCLUDE include SOURCES src/format.cc)
marrow_source(ZLIB::ZLIB zlib INCLUDE . SOURCES *.c)
# Its users say <minizip/unzip.h>, as Debian installs it.
file(CREATE_LINK ${MARROW_SOURCES}/minizip ${headers}/minizip SYMBOLIC)
marrow_source(PkgConfig::MINIZIP minizip INCLUDE ${headers} SOURCES ioapi.c unzip.c zip.c LINK ZLIB::ZLIB
  PRIVATE_DEFINE $<$<PLATFORM_ID:Emscripten>:fopen64=fopen> $<$<PLATFORM_ID:Emscripten>:fseeko64=fseeko> $<$<PLATFORM_ID:Emscripten>:ftello64=ftello>)
marrow_source(GIF::GIF giflib INCLUDE . SOURCES dgif_lib.c egif_lib.c gif_err.c gif_font.c gif_hash.c gifalloc.c openbsd-reallocarray.c quantize.c)
marrow_source(PkgConfig::HWY highway INCLUDE . SOURCES hwy/targets.cc hwy/per_target.cc hwy/aligned_allocator.cc)
marrow_source(TinyGLTF::TinyGLTF tinygltf INCLUDE . ${headers} ${headers}/stb SOURCES tiny_gltf.cpp
  PRIVATE_DEFINE STB_IMAGE_IMPLEMENTATION STB_IMAGE_WRITE_IMPLEMENTATION STB_IMAGE_STATIC STB_IMAGE_WRITE_STATIC)
marrow_source(tinyobjloader::tinyobjloader tinyobjloader INCLUDE . SOURCES tiny_obj_loader.cc)
# Outlines of the two kinds of fonts that the window has, and what both need.
marrow_source(PkgConfig::FREETYPE freetype INCLUDE include LINK ZLIB::ZLIB PRIVATE_DEFINE FT2_BUILD_LIBRARY FT_CONFIG_OPTION_SYSTEM_ZLIB FT_CONFIG_MODULES_H=<marrow_freetype_modules.h>
  SOURCES src/base/ftsystem.c src/base/ftinit.c src/base/ftdebug.c src/base/ftbase.c src/base/ftbbox.c src/base/ftbitmap.c src/base/ftglyph.c
    src/base/ftmm.c src/base/ftsynth.c src/autofit/autofit.c src/cff/cff.c src/psaux/psaux.c src/pshinter/pshinter.c src/psnames/psnames.c
    src/sfnt/sfnt.c src/gzip/ftgzip.c src/smooth/smooth.c src/truetype/truetype.c src/raster/raster.c)
file(CONFIGURE OUTPUT ${headers}/marrow_freetype_modules.h CONTENT
"FT_USE_MODULE(FT_Module_Class, autofit_module_class)
FT_USE_MODULE(FT_Driver_ClassRec, tt_driver_class)
FT_USE_MODULE(FT_Driver_ClassRec, cff_driver_class)
FT_USE_MODULE(FT_Module_Class, psaux_module_class)
FT_USE_MODULE(FT_Module_Class, psnames_module_class)
FT_USE_MODULE(FT_Module_Class, pshinter_module_class)
FT_USE_MODULE(FT_Renderer_Class, ft_raster1_renderer_class)
FT_USE_MODULE(FT_Module_Class, sfnt_module_class)
FT_USE_MODULE(FT_Renderer_Class, ft_smooth_renderer_class)
")
target_include_directories(dep_FREETYPE SYSTEM PRIVATE ${headers})

if(EMSCRIPTEN)
  include(MarrowWebParts)
else()
  include(MarrowWindowsParts)
endif()

marrow_source(PkgConfig::IMGUI imgui INCLUDE . backends misc/cpp misc/freetype LINK SDL2::SDL2 PkgConfig::FREETYPE PkgConfig::EPOXY
  SOURCES imgui.cpp imgui_demo.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp misc/freetype/imgui_freetype.cpp
    backends/imgui_impl_sdl.cpp backends/imgui_impl_opengl3.cpp
  DEFINE IMGUI_ENABLE_FREETYPE $<$<PLATFORM_ID:Emscripten>:IMGUI_IMPL_OPENGL_ES3>)

include(MarrowFonts)

# Threads by the C++ library where there are any; names in other scripts are drawn with the window's own fonts.
set(MARROW_TYPE "")
set(MARROW_TYPE_DEFINITIONS "")
