# The rule of the pages on planted violations: each must be caught, and clean pages must pass.
set(rooms_table "
| `base/` | text | |
| `rig/` | rigs | base |

rig --> base
")
set(lines "a `word`, another, and so on")

function(plant name page text expect)
  set(root ${WORK}/${name})
  file(REMOVE_RECURSE ${root})
  file(WRITE ${root}/README.md "# Marrow\n")
  file(WRITE ${root}/src/README.md "# Rooms\n${rooms_table}")
  file(WRITE ${root}/src/base/text.h "")
  file(WRITE ${root}/src/rig/rig.h "\nvoid skin();\n")
  file(WRITE ${root}/tests/include_rule.cmake "set(may_base \"\")\nset(may_rig base)\n")
  file(WRITE ${root}/.gitattributes "/src/rig/fast export-ignore\n/tests/rig/*.cpp export-ignore\n")
  file(APPEND ${root}/${page} "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${root} -P ${SCRIPT} RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said)
  if(expect STREQUAL "clean" AND NOT result EQUAL 0)
    message(FATAL_ERROR "${name}: refused though clean (${said})")
  elseif(NOT expect STREQUAL "clean" AND (result EQUAL 0 OR NOT said MATCHES "${page}: ${expect}"))
    message(FATAL_ERROR "${name}: not caught (${said})")
  endif()
endfunction()

string(REPEAT "word " 901 long)
plant(nothing_planted README.md "${lines}" clean)
plant(dead_link README.md "see [rig](src/rig/gone.h)" "links to src/rig/gone.h")
plant(dead_link_of_a_room src/rig/README.md "see [top](../README.md) and [this](../gone.md#part)" "links to ../gone.md")
plant(link_elsewhere README.md "[a](https://example.org/a.h), [b](#marrow), [c](src/rig/rig.h#L1)" clean)
plant(dead_path README.md "the contract, `src/rig/rigs.h`" "names src/rig/rigs.h")
plant(dead_path_below_src README.md "`rig/gone.h`" "names rig/gone.h")
plant(dead_neighbor src/rig/README.md "`rig.h`, `gone.cpp`" "names gone.cpp")
plant(dead_pattern README.md "`src/rig/task*.cpp`" "names src/rig/task")
plant(living_paths README.md "`src/rig/rig.h`, `rig/rig.h`, `src/rig/*.h`, `src/rig/NAME.h`, `a/b`" clean)
plant(left_out_of_the_handout README.md "[engine](src/rig/fast/README.md), `src/rig/fast/engine.cpp`" clean)
plant(a_kind_left_out_of_the_handout README.md "`tests/rig/laws.cpp`" clean)
plant(function_not_there src/README.md "| `skins` | `rig/rig.h` | deforms |" "skins is not in rig/rig.h")
plant(function_there src/README.md "| `Rig::skin` | `rig/rig.h` | deforms |" clean)
plant(arrow_too_many src/README.md "base --> rig" "the drawing leads from base to rig")
plant(row_that_is_wrong src/README.md "| `base/` | text | rig |" "base includes")
plant(too_long README.md "${long}" "90[0-9] words")

set(rooms_table "\n| `base/` | text | |\n\nrig --> base\n")
plant(row_that_is_missing src/README.md "" "has no row for rig")
set(rooms_table "\n| `base/` | text | |\n| `rig/` | rigs | base |\n")
plant(arrow_that_is_missing src/README.md "" "the drawing leads from rig to")
