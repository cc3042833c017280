# All libraries that the machine provides; deps/bootstrap.sh installs them. One imported target per library, named marrow::dep_* if Debian's package
# has none.
include(MarrowPackagesInC)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TinyGLTF REQUIRED)
find_package(tinyobjloader REQUIRED)
find_package(CLI11 REQUIRED)
find_package(TBB REQUIRED)
find_path(MARROW_STB_DIR stb/stb_image_write.h REQUIRED)
if(MARROW_JUDGE_ONLY)
  return()
endif()
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
# libimgui.a was built with the FreeType rasterizer, but its .pc file does not say so.
target_link_libraries(PkgConfig::IMGUI INTERFACE PkgConfig::FREETYPE)

# Compressed glTF: each library is optional.
find_package(draco CONFIG QUIET)
if(TARGET draco::draco)
  set(MARROW_CODEC_draco draco::draco)
endif()
find_package(meshoptimizer CONFIG QUIET)
if(TARGET meshoptimizer::meshoptimizer)
  set(MARROW_CODEC_meshopt meshoptimizer::meshoptimizer)
endif()

include(MarrowFonts)
