# cmake -DBENCH=marrow_bench -DJSON=FILE -P smoke.cmake: runs BENCH on small meshes; FILE must have exactly the pinned keys, each with a number.
set(keys skin_1t_over_floor_10k skin_1t_over_floor_100k skin_1t_over_floor_1m skin_2t_over_floor_100k skin_2t_over_floor_1m
  course_over_skin_100k textbook_over_skin_100k scalar_over_find_joints_j64 scalar_over_find_joints_j256 rebuild_over_one_radius_j64
  pose_drag_1m_ms radius_drag_100k_ms radius_drag_1m_ms worst_error)

file(REMOVE ${JSON})
execute_process(COMMAND ${BENCH} --smoke --json ${JSON} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${JSON} text)
string(JSON length LENGTH ${text})
list(LENGTH keys expected)
if(NOT length EQUAL expected)
  message(FATAL_ERROR "${JSON}: ${length} keys, expected ${expected}")
endif()
foreach(key IN LISTS keys)
  string(JSON type TYPE ${text} ${key})  # an error when it is not there; JSON has no numbers that are not finite
  if(NOT type STREQUAL "NUMBER")
    message(FATAL_ERROR "${JSON}: ${key} is not a number")
  endif()
endforeach()

# A sentence reports what it cannot do.
foreach(wrong "--jsn" "--json" "--benchmark_filter=nothing/of/that/name")
  execute_process(COMMAND ${BENCH} ${wrong} RESULT_VARIABLE status ERROR_VARIABLE complaint OUTPUT_QUIET)
  if(NOT status EQUAL 2 OR complaint STREQUAL "")
    message(FATAL_ERROR "marrow_bench ${wrong}: status ${status}, \"${complaint}\"; expected 2 and a sentence")
  endif()
endforeach()
