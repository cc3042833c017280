# Everything that the machine provides; deps/bootstrap.sh installs it. One imported target a part, named marrow::dep_*
# where Debian's package has none of its own.
find_package(PkgConfig REQUIRED)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TinyGLTF REQUIRED)
find_package(tinyobjloader REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SDL2 REQUIRED)
find_package(GIF REQUIRED)
find_package(TBB REQUIRED)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
# libimgui.a was built with the FreeType rasteriser, but its .pc file does not say so.
pkg_check_modules(FREETYPE REQUIRED IMPORTED_TARGET freetype2)
target_link_libraries(PkgConfig::IMGUI INTERFACE PkgConfig::FREETYPE)
# Names in every script: the system's other fonts, letters that join, and reading from right to left. The program does without each of them.
set(MARROW_TYPE "")
set(MARROW_TYPE_DEFINITIONS "")
foreach(part fontconfig harfbuzz fribidi)
  string(TOUPPER ${part} PART)
  pkg_check_modules(${PART} IMPORTED_TARGET ${part})
  if(${PART}_FOUND)
    list(APPEND MARROW_TYPE PkgConfig::${PART})
    list(APPEND MARROW_TYPE_DEFINITIONS MARROW_HAS_${PART})
  endif()
endforeach()
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
pkg_check_modules(MINIZIP REQUIRED IMPORTED_TARGET minizip)

find_path(MARROW_STB_DIR stb/stb_image_write.h REQUIRED)

include(MarrowFonts)
