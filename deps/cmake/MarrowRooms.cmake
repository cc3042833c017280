# marrow_room(NAME rooms... [LINK libraries...] [SOURCES patterns...] [EXCEPT source] [OPTIMIZE level] [CENTRAL header]): one static library from the
# sources of src/NAME/ and its folders, or from those named, linked to the rooms it may include. OPTIMIZE: of rooms that no benchmark measures.
# CENTRAL: what most sources include. marrow_options(TARGET): warnings and sanitizers of our own code.
add_library(marrow_options INTERFACE)
target_compile_options(marrow_options INTERFACE -Wall -Wextra -Wshadow -Wconversion)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  target_compile_options(marrow_options INTERFACE -Wno-sign-conversion)  # std::uint32_t as a difference of iterators
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(marrow_options INTERFACE -Wno-restrict -Wno-nonnull)  # GCC 12 gives them for std::string's and std::vector's own code
endif()
if(MARROW_WERROR)
  target_compile_options(marrow_options INTERFACE -Werror)
endif()
# The thread sanitizer cannot see into TBB, and where parts are built from source it is left out: parallel_for runs on std::thread there.
if(MARROW_SANITIZE MATCHES thread OR MARROW_FROM_SOURCE)
  target_compile_definitions(marrow_options INTERFACE MARROW_STD_THREADS)
  set(MARROW_THREADS "")
else()
  set(MARROW_THREADS TBB::tbb)
endif()
if(MARROW_SANITIZE)
  set(sanitizers -fsanitize=${MARROW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(MARROW_SANITIZE MATCHES address.*undefined)  # the address sanitizer sees what comes of these; a third of the compiler's time is saved
    list(APPEND sanitizers -fno-sanitize=null,object-size,pointer-overflow)
  endif()
  target_link_options(marrow_options INTERFACE -fsanitize=${MARROW_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND MARROW_SANITIZE MATCHES address)
    # Without -no-pie each start of the program begins with two million relocations. Alignment is looked at by the fuzzers (Clang): a fifth of
    # the compiler's time and a third of the program.
    list(APPEND sanitizers -fno-sanitize=alignment -Og -g1 -fno-pie)
    target_link_options(marrow_options INTERFACE -no-pie)
    # What is to be looked at is the program. Its tests (MARROW_OF_TESTS) are compiled as they are without sanitizers, to the letter: a compiler
    # cache has them already, and they are a third of the work.
    string(REPLACE ";" "$<SEMICOLON>" sanitizers "${sanitizers}")
    set(sanitizers "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:MARROW_OF_TESTS>>>:${sanitizers}>")
  endif()
  target_compile_options(marrow_options INTERFACE ${sanitizers})
endif()

# Sources are compiled in batches: most of a compilation is reading and instantiating headers, which a batch does once. Names in unnamed
# namespaces must therefore differ within a room. MARROW_BATCH=0 compiles each source by itself, with what most of a room's sources include
# compiled before them: the preset "dev", for editing.
# A batch names its sources from the root, not from "/", so that a compiler cache knows it again in another checkout.
set(MARROW_BATCH 30 CACHE STRING "How many sources of a room are compiled at once; 0: each by itself")
set(MARROW_SMALL_BATCH 10) # of tests and panels, which share more names
set(MARROW_ALONE "" CACHE STRING "Rooms whose sources are compiled each by itself, e.g. rig;io: for tests/mutate.py")

function(marrow_batches target) # at the end of the folder: when all sources and their properties are known
  if(MARROW_BATCH GREATER 1)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL marrow_write_batches ${target})")
  elseif(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

function(marrow_write_batches target)
  get_target_property(sources ${target} SOURCES)
  set(most ${MARROW_BATCH})
  get_target_property(is_test ${target} MARROW_OF_TESTS)
  if(MARROW_BATCH GREATER MARROW_SMALL_BATCH AND (is_test OR target STREQUAL marrow_app))
    set(most ${MARROW_SMALL_BATCH})
  endif()
  set(batch "")
  set(number 0)
  set(in_batch 0)
  foreach(source IN LISTS sources ITEMS end)
    if(NOT source STREQUAL end)
      get_source_file_property(is_alone ${source} SKIP_UNITY_BUILD_INCLUSION)
      if(is_alone)
        continue()
      endif()
      get_filename_component(path ${source} ABSOLUTE)
      file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${path})
      string(APPEND batch "#include \"${path}\"\n")
      set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
      math(EXPR in_batch "${in_batch} + 1")
    endif()
    if(in_batch EQUAL most OR (source STREQUAL end AND in_batch GREATER 0))
      set(file ${CMAKE_BINARY_DIR}/batches/${target}/${number}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "${batch}" @ONLY)
      target_sources(${target} PRIVATE ${file})
      math(EXPR number "${number} + 1")
      set(batch "")
      set(in_batch 0)
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  # In a batch GCC takes a source's unnamed namespace for a header's.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

function(marrow_room name)
  cmake_parse_arguments(ROOM "" "EXCEPT;OPTIMIZE;CENTRAL" "LINK;SOURCES" ${ARGN})
  if(NOT ROOM_SOURCES)
    set(ROOM_SOURCES *.cpp */*.cpp */*/*.cpp)
  endif()
  list(TRANSFORM ROOM_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/src/${name}/)
  file(GLOB sources CONFIGURE_DEPENDS ${ROOM_SOURCES})
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/${name}/${ROOM_EXCEPT})
  add_library(marrow_${name} STATIC ${sources})
  target_include_directories(marrow_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  set(rooms ${ROOM_UNPARSED_ARGUMENTS})
  list(TRANSFORM rooms PREPEND marrow_)
  target_link_libraries(marrow_${name} PUBLIC glm::glm ${rooms} PRIVATE marrow_options fmt::fmt ${ROOM_LINK})
  if(ROOM_OPTIMIZE AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT EMSCRIPTEN)
    target_compile_options(marrow_${name} PRIVATE ${ROOM_OPTIMIZE})
  endif()
  set_target_properties(marrow_${name} PROPERTIES MARROW_CENTRAL "${ROOM_CENTRAL}")
  if(NOT name IN_LIST MARROW_ALONE)
    marrow_batches(marrow_${name} ${ROOM_CENTRAL})
  endif()
endfunction()
