# marrow_room(NAME rooms... [LINK libraries...]): one static library from src/NAME/*.cpp (and, for rig, its bodies), linked to the rooms
# it may include. marrow_options(TARGET): warnings and sanitizers of our own code.
add_library(marrow_options INTERFACE)
target_compile_options(marrow_options INTERFACE -Wall -Wextra -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(marrow_options INTERFACE -Wno-restrict)  # GCC 12 gives it for std::string's own code
endif()
if(MARROW_WERROR)
  target_compile_options(marrow_options INTERFACE -Werror)
endif()
# The thread sanitizer cannot see into TBB: its build runs parallel_for on std::thread.
if(MARROW_SANITIZE MATCHES thread)
  target_compile_definitions(marrow_options INTERFACE MARROW_STD_THREADS)
  set(MARROW_THREADS "")
else()
  set(MARROW_THREADS TBB::tbb)
endif()
if(MARROW_SANITIZE)
  target_compile_options(marrow_options INTERFACE -fsanitize=${MARROW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(marrow_options INTERFACE -fsanitize=${MARROW_SANITIZE})
endif()

# Sources are compiled in batches: most of a compilation is reading and instantiating headers, which a batch does once. Names in unnamed
# namespaces must therefore differ within a room. MARROW_BATCH=0 compiles each source by itself: the preset "dev", for who edits.
set(MARROW_BATCH 10 CACHE STRING "How many sources are compiled at once; 0: each by itself")

function(marrow_batches target)
  if(MARROW_BATCH GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${MARROW_BATCH})
    # In a batch GCC takes a source's unnamed namespace for a header's.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

function(marrow_room name)
  cmake_parse_arguments(ROOM "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp ${CMAKE_SOURCE_DIR}/src/${name}/*/*.cpp)
  add_library(marrow_${name} STATIC ${sources})
  target_include_directories(marrow_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  set(rooms ${ROOM_UNPARSED_ARGUMENTS})
  list(TRANSFORM rooms PREPEND marrow_)
  target_link_libraries(marrow_${name} PUBLIC glm::glm ${rooms} PRIVATE marrow_options fmt::fmt ${ROOM_LINK})
  marrow_batches(marrow_${name})
endfunction()
