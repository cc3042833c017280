# The targets of MarrowPackages.cmake, built from Debian's source packages. For a page in a browser (Emscripten) and for Windows, where Debian has no
# libraries, all of them; for another C++ library than Debian's (the preset libcxx), those with an interface in C++. deps/fetch_sources.sh unpacks the
# packages of deps/sources.txt. Header-only libraries come from the packages of this machine.
if(EMSCRIPTEN)
  # No automatic vectorization: clang 14 miscompiles it with -msimd128 (a test of io_bvh found it). The kernels use explicit vectors.
  # -pthread: the page has threads if the browser allows it. Programs that are linked without it have one thread.
  add_compile_options(-fwasm-exceptions -sSUPPORT_LONGJMP=wasm -msimd128 -fno-slp-vectorize -pthread)
  add_link_options(-fwasm-exceptions -sSUPPORT_LONGJMP=wasm)
  # Emscripten's tools find their parser there with any version of Node.js.
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  # Tests run in Node.js. In versions with fetch(), a program would fail to load its own file with it.
  execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} --no-experimental-fetch -e 0 RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
  if(unknown EQUAL 0)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR --no-experimental-fetch)
  endif()
endif()

# Single links, because all of /usr/include would hide the system's own headers.
set(MARROW_HEADERS /usr/include CACHE PATH "Where libraries that are only headers are")
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(part glm nlohmann stb CLI doctest fast_float)
  if(EXISTS ${MARROW_HEADERS}/${part})
    file(CREATE_LINK ${MARROW_HEADERS}/${part} ${headers}/${part} SYMBOLIC)
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
set(MARROW_FAST_FLOAT_DIR ${headers})
set(MARROW_DOCTEST_DIR ${headers})

# marrow_source(TARGET PACKAGE [INCLUDE folders...] SOURCES patterns... [DEFINE ...] [PRIVATE_DEFINE ...] [LINK ...]): one static library. Turns off warnings in
# code that is not ours.
function(marrow_source target package)
  cmake_parse_arguments(OWN "" "" "INCLUDE;SOURCES;DEFINE;PRIVATE_DEFINE;LINK" ${ARGN})
  list(TRANSFORM OWN_SOURCES PREPEND ${MARROW_SOURCES}/${package}/)
  file(GLOB sources ${OWN_SOURCES})
  list(FILTER sources EXCLUDE REGEX "_test[a-z_]*\\.cc$")
  if(NOT sources)
    message(FATAL_ERROR "No source package ${package} in ${MARROW_SOURCES}: deps/fetch_sources.sh fetches it")
  endif()
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
marrow_source(PkgConfig::HWY highway INCLUDE . SOURCES hwy/targets.cc hwy/per_target.cc hwy/aligned_allocator.cc)
marrow_source(TinyGLTF::TinyGLTF tinygltf INCLUDE . ${headers} ${headers}/stb SOURCES tiny_gltf.cpp
  PRIVATE_DEFINE STB_IMAGE_IMPLEMENTATION STB_IMAGE_WRITE_IMPLEMENTATION STB_IMAGE_STATIC STB_IMAGE_WRITE_STATIC)
marrow_source(tinyobjloader::tinyobjloader tinyobjloader INCLUDE . SOURCES tiny_obj_loader.cc)

# Compressed glTF: draco with what reads and writes glTF's streams, meshoptimizer with its codecs.
file(CONFIGURE OUTPUT ${headers}/draco/draco_features.h CONTENT
"#pragma once
#define DRACO_POINT_CLOUD_COMPRESSION_SUPPORTED
#define DRACO_MESH_COMPRESSION_SUPPORTED
#define DRACO_NORMAL_ENCODING_SUPPORTED
#define DRACO_STANDARD_EDGEBREAKER_SUPPORTED
#define DRACO_PREDICTIVE_EDGEBREAKER_SUPPORTED
#define DRACO_ATTRIBUTE_INDICES_DEDUPLICATION_SUPPORTED
#define DRACO_ATTRIBUTE_VALUES_DEDUPLICATION_SUPPORTED
")
set(draco src/draco)
marrow_source(marrow::draco draco INCLUDE src ${headers} SOURCES ${draco}/attributes/*.cc ${draco}/compression/*.cc ${draco}/compression/*/*.cc
  ${draco}/compression/*/*/*.cc ${draco}/core/*.cc ${draco}/mesh/*.cc ${draco}/metadata/*.cc ${draco}/point_cloud/*.cc)
set_target_properties(dep_draco PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)  # seconds instead of minutes
marrow_source(marrow::meshoptimizer meshoptimizer INCLUDE src SOURCES src/allocator.cpp src/indexcodec.cpp src/vertexcodec.cpp src/vertexfilter.cpp)
set(MARROW_CODEC_draco marrow::draco)
set(MARROW_CODEC_meshopt marrow::meshoptimizer)

if(CMAKE_CROSSCOMPILING)
  include(MarrowSourceInC)
else()
  include(MarrowPackagesInC)
  marrow_source(benchmark::benchmark benchmark INCLUDE include SOURCES src/*.cc DEFINE BENCHMARK_STATIC_DEFINE PRIVATE_DEFINE HAVE_STD_REGEX HAVE_STEADY_CLOCK)
endif()
if(EMSCRIPTEN)
  include(MarrowWebParts)
elseif(WIN32)
  include(MarrowWindowsParts)
endif()

marrow_source(PkgConfig::IMGUI imgui INCLUDE . backends misc/cpp misc/freetype LINK SDL2::SDL2 PkgConfig::FREETYPE PkgConfig::EPOXY
  SOURCES imgui.cpp imgui_demo.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp misc/freetype/imgui_freetype.cpp
    backends/imgui_impl_sdl.cpp backends/imgui_impl_opengl3.cpp
  DEFINE IMGUI_ENABLE_FREETYPE $<$<PLATFORM_ID:Emscripten>:IMGUI_IMPL_OPENGL_ES3>)

include(MarrowFonts)
