# marrow_room(NAME rooms... [LINK libraries...]): one static library from src/NAME/*.cpp (and, for rig, its bodies), linked to the rooms
# it may include. marrow_options(TARGET): warnings and sanitizers of our own code.
add_library(marrow_options INTERFACE)
target_compile_options(marrow_options INTERFACE -Wall -Wextra -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(marrow_options INTERFACE -Wno-restrict)  # GCC 12 sees overlaps in std::string that are not there
endif()
if(MARROW_WERROR)
  target_compile_options(marrow_options INTERFACE -Werror)
endif()
if(MARROW_SANITIZE)
  target_compile_options(marrow_options INTERFACE -fsanitize=${MARROW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(marrow_options INTERFACE -fsanitize=${MARROW_SANITIZE})
endif()

function(marrow_room name)
  cmake_parse_arguments(ROOM "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp ${CMAKE_SOURCE_DIR}/src/${name}/*/*.cpp)
  add_library(marrow_${name} STATIC ${sources})
  target_include_directories(marrow_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  set(rooms ${ROOM_UNPARSED_ARGUMENTS})
  list(TRANSFORM rooms PREPEND marrow_)
  target_link_libraries(marrow_${name} PUBLIC glm::glm ${rooms} PRIVATE marrow_options ${ROOM_LINK})
endfunction()
