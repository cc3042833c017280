# Who may include whom (usage: cmake -DROOT=src [-DARROWS=include_arrows.txt] -P include_rule.cmake):
#   rooms: the lists below. Rooms are folders of src/; main.cpp and judge_main.cpp are a room of their own;
#   folders of a room: the arrows of include_arrows.txt, each of which is needed;
#   no circle among units (a .h and the .cpp of its name together), and none among the folders of a room and the units at its root, each of which counts by itself;
#   no two headers of one name, so that an include is unambiguous.
cmake_minimum_required(VERSION 3.22)
get_filename_component(ROOT ${ROOT} ABSOLUTE)
if(NOT ARROWS)
  set(ARROWS ${CMAKE_CURRENT_LIST_DIR}/include_arrows.txt)
endif()

set(may_base "")
set(may_platform base)
set(may_scene base)
set(may_rig base scene)
set(may_io base platform scene)
set(may_course base platform scene rig io)
set(may_edit base platform scene rig io)
set(may_view base platform scene rig io)
set(may_editor base platform scene rig io edit course view)
set(may_app base platform scene rig io edit course view editor)
set(may_cli base platform scene rig io edit course view)
set(may_main platform app cli editor)
set(may_web base platform scene rig io edit course view editor app cli)

# Libraries that belong to some rooms only: a pattern on the included name, then the rooms (or single files) that may.
set(libraries
  "^imgui|^backends/imgui" "app/"
  "^SDL" "app/|web/|view/gl/offscreen"
  "^epoxy/|^GL/" "view/|app/"
  "^tiny_gltf|^tiny_obj|^nlohmann/json\\.hpp" "io/fbx/fbx_document\\.h|io/js3d/js3d_value\\.h|io/json_members\\.h|cli/json_text\\.h|cli/grade/json_place\\.h|io/.*\\.cpp|cli/.*\\.cpp|editor/.*\\.cpp|app/.*\\.cpp"
  "^ft2build|^freetype/|^fontconfig/|^hb|^fribidi" "view/type/.*\\.cpp"
  "^CLI/" "cli/options\\.cpp"
  "^stb/" "view/.*\\.cpp|io/image_file\\.cpp"
  # The operating system, and threads other than the pool's.
  "^(unistd|fcntl|dirent|pwd|grp|poll|spawn|dlfcn|termios|sched|pthread|signal|glob|ftw|utime|syslog|langinfo|execinfo|io|direct|process|windows|winbase|shlobj)\\.h$" "platform/"
  "^(sys|netinet|arpa|net)/|^csignal$" "platform/"
  "^linux/.*\\.h$|^sys/(inotify|prctl|syscall|epoll|eventfd|signalfd|timerfd|sendfile|sysinfo|random|xattr|vfs)\\.h$|^malloc\\.h$" "platform/linux/"
  "^mach" "platform/macos/"
  "^emscripten" "platform/web/|web/"
  "^(thread|condition_variable|future|stop_token|semaphore|barrier|latch|shared_mutex)$" "platform/|scene/parallel\\.cpp"
  "^platform/(posix|plain_posix|linux|macos|numbers|threads|web|windows)/" "platform/")

# What only platform/ asks: which system it is, where its folders are, and what not every system has (thread_local: see platform/this_thread.h). Lines of code, not of comments.
set(macros "__linux|__unix|__APPLE__|_WIN32|_WIN64|__MINGW|_MSC_VER|__CYGWIN|__EMSCRIPTEN__|__wasm|__ANDROID__|BSD__")
set(places "getenv\\(\"(HOME|XDG_(CONFIG|STATE|CACHE|DATA)_HOME|XDG_DATA_DIRS|USERPROFILE|APPDATA|LOCALAPPDATA)\"|/proc/self|(gmtime|localtime)_r\\(|mkdtemp\\(|strsignal\\(|thread_local")

set(broken 0)
function(complain file what why)
  message("${file}: ${what}: ${why}")
  math(EXPR broken "${broken} + 1")
  set(broken ${broken} PARENT_SCOPE)
endfunction()

# Lines "ROOM/FOLDER: FOLDER...".
file(STRINGS ${ARROWS} lines REGEX "^[a-z]")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^(([a-z0-9_]+)/[a-z0-9_]+): ([a-z0-9_ ]+)$" is_arrow "${line}")
  if(NOT is_arrow)
    complain(${ARROWS} "${line}" "not \"ROOM/FOLDER: FOLDER...\"")
    continue()
  endif()
  set(from ${CMAKE_MATCH_1})
  set(room ${CMAKE_MATCH_2})
  string(REPLACE " " ";" to "${CMAKE_MATCH_3}")
  list(TRANSFORM to PREPEND "${from}>${room}/")
  list(APPEND arrows ${to})
endforeach()

# The folder of a room that a file is in, without further folders; at a room's root the file itself.
function(part_of unit out)
  if(unit MATCHES "^([^/]+/[^/]+)/")
    set(unit ${CMAKE_MATCH_1})
  endif()
  set(${out} ${unit} PARENT_SCOPE)
endfunction()

# What only Linux has, of functions and files.
set(linux "(pipe2|accept4|prctl|syscall|memfd_create|renameat2|fallocate|epoll_[a-z0-9]+|inotify_[a-z0-9_]+|sched_[a-z]+affinity|mallinfo2?|malloc_trim|secure_getenv|execvpe)\\(|\"/proc/[^\"]")

function(check_system file)
  if(NOT file MATCHES "^platform/linux/")
    file(STRINGS ${ROOT}/${file} lines REGEX "^([^/\"]|/[^/])*(${linux})")
    foreach(line IN LISTS lines)
      string(STRIP "${line}" line)
      complain(${file} "${line}" "only platform/linux/ asks Linux")
    endforeach()
  endif()
  if(file MATCHES "^platform/")
    set(broken ${broken} PARENT_SCOPE)
    return()
  endif()
  file(STRINGS ${ROOT}/${file} lines REGEX "^[ \t]*#[ \t]*(if|elif).*(${macros})")
  file(STRINGS ${ROOT}/${file} more REGEX "^([^/]|/[^/])*(${places})")
  foreach(line IN LISTS lines more)
    string(STRIP "${line}" line)
    complain(${file} "${line}" "only platform/ asks the system")
  endforeach()
  set(broken ${broken} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.h ${ROOT}/*.cpp)
foreach(file IN LISTS files)
  if(file MATCHES "^(main|judge_main)\\.cpp$")
    set(room main)
  else()
    string(REGEX MATCH "^[^/]+" room ${file})
  endif()
  if(NOT DEFINED may_${room})
    complain(${file} "(its folder)" "no such room is known to the rule")
    continue()
  endif()
  check_system(${file})
  string(REGEX REPLACE "\\.[^.]*$" "" unit ${file})
  list(APPEND units ${unit})
  part_of(${unit} part)
  list(APPEND parts ${part})
  get_filename_component(name ${file} NAME)
  if(name MATCHES "\\.h$" AND NOT file MATCHES "^platform/.*/")  # there the bodies for each system
    if(DEFINED header_${name})
      complain(${file} "has the name of ${header_${name}}" "headers have names that differ")
    endif()
    set(header_${name} ${file})
  endif()
  file(STRINGS ${ROOT}/${file} lines REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*include[ \t]*[<\"]([^>\"]+)[>\"].*" "\\1" included "${line}")
    string(REGEX MATCH "^[^/]+" other "${included}")
    if(EXISTS ${ROOT}/${included})
      string(REGEX REPLACE "\\.[^.]*$" "" included_unit ${included})
      if(NOT included_unit STREQUAL unit)
        list(APPEND includes_of_${unit} ${included_unit})
      endif()
      part_of(${included_unit} included_part)
      if(other STREQUAL room AND NOT included_part STREQUAL part)
        list(APPEND parts_of_${part} ${included_part})
        set(arrow "${part}>${included_part}")
        if(IS_DIRECTORY ${ROOT}/${part} AND IS_DIRECTORY ${ROOT}/${included_part})
          list(APPEND used ${arrow})
          if(NOT arrow IN_LIST arrows)
            complain(${file} "includes ${included}" "include_arrows.txt has no arrow from ${part} to ${included_part}")
          endif()
        endif()
      endif()
    endif()
    if(DEFINED may_${other} AND EXISTS ${ROOT}/${other} AND NOT other STREQUAL room AND NOT other IN_LIST may_${room})
      complain(${file} "includes ${included}" "${room} may include only its own and: ${may_${room}}")
    endif()
    set(rules ${libraries})
    while(rules)
      list(POP_FRONT rules pattern where)
      if(included MATCHES "${pattern}" AND NOT file MATCHES "^(${where})")
        complain(${file} "includes ${included}" "only ${where} may")
      endif()
    endwhile()
  endforeach()
endforeach()

foreach(arrow IN LISTS arrows)
  if(NOT arrow IN_LIST used)
    string(REPLACE ">" " to " arrow ${arrow})
    complain(include_arrows.txt "${arrow}" "nothing uses this arrow")
  endif()
endforeach()

# What includes nothing that is left is taken away, until nothing is left, or all that is left waits for each other.
function(find_circles what prefix)
  set(left ${ARGN})
  list(REMOVE_DUPLICATES left)
  set(gone none)
  set(went_on TRUE)
  while(left AND went_on)
    set(went_on FALSE)
    foreach(one IN LISTS left)
      set(waits_for ${${prefix}_${one}})
      if(waits_for)
        list(REMOVE_ITEM waits_for ${gone})
      endif()
      set(${prefix}_${one} ${waits_for})
      if(NOT waits_for)
        list(APPEND gone ${one})
        set(went_on TRUE)
      endif()
    endforeach()
    list(REMOVE_ITEM left ${gone})
  endwhile()
  foreach(one IN LISTS left)
    list(REMOVE_DUPLICATES ${prefix}_${one})
    complain(${one} "includes ${${prefix}_${one}}" "in a circle of ${what}, or above one")
  endforeach()
  set(broken ${broken} PARENT_SCOPE)
endfunction()

find_circles(units includes_of ${units})
find_circles("folders and units at a room's root" parts_of ${parts})

list(LENGTH files count)
if(count EQUAL 0)
  message(FATAL_ERROR "${ROOT}: no files to check")
endif()
if(broken GREATER 0)
  message(FATAL_ERROR "the rule of the house is broken ${broken} times")
endif()
message("${count} files keep the rule")
