// Test cases that need something. It is made for them, or the case is skipped with its name.
#pragma once

#include "rig/implementations.h"
#include "support/support.h"

/// Defines a case whose body is a function with this parameter, or none. The rest are statements
/// that call the function, or report a skip. Skipped ends the case.
#define MARROW_CASE(function, name, parameter, ...) \
  static void function(parameter);                  \
  TEST_CASE(name) {                                 \
    try {                                           \
      __VA_ARGS__                                   \
    } catch (const marrow::test::Skipped&) {        \
    }                                               \
  }                                                 \
  static void function(parameter)

/// A case that needs correct functions. It skips in a handout, where they are the student's.
#define SOLVED_CASE(name) SOLVED_CASE_(DOCTEST_ANONYMOUS(solved_case_), name)
#define SOLVED_CASE_(function, name)                                    \
  MARROW_CASE(function, name, , if (marrow::has_solution()) function(); \
              else marrow::test::skip(name ": correct functions: rig/solution is not here");)

/// A case that needs the engine.
#define ENGINE_CASE(name) ENGINE_CASE_(DOCTEST_ANONYMOUS(engine_case_), name)
#define ENGINE_CASE_(function, name)                                  \
  MARROW_CASE(function, name, , if (marrow::has_engine()) function(); \
              else marrow::test::skip(name ": rig/fast is not here");)

/// A case with a fresh `Type` under the name `variable`.
#define GIVEN_CASE(name, Type, variable) \
  GIVEN_CASE_(DOCTEST_ANONYMOUS(given_case_), name, Type, variable)
#define GIVEN_CASE_(function, name, Type, variable) \
  MARROW_CASE(function, name, [[maybe_unused]] Type& variable, Type variable; function(variable);)

/// GIVEN_CASE that needs correct functions.
#define SOLVED_GIVEN_CASE(name, Type, variable) \
  SOLVED_GIVEN_CASE_(DOCTEST_ANONYMOUS(solved_given_case_), name, Type, variable)
#define SOLVED_GIVEN_CASE_(function, name, Type, variable)               \
  MARROW_CASE(function, name, [[maybe_unused]] Type& variable,           \
              if (!marrow::has_solution()) return marrow::test::skip(    \
                  name ": correct functions: rig/solution is not here"); \
              Type variable; function(variable);)

/// A case that reads real files in the folder `data`.
#define DATA_CASE(name) DATA_CASE_(DOCTEST_ANONYMOUS(data_case_), name)
#define DATA_CASE_(function, name)                                              \
  MARROW_CASE(function, name, const std::filesystem::path& data,                \
              const std::filesystem::path folder = marrow::test::shared_data(); \
              if (!folder.empty()) function(folder);                            \
              else marrow::test::skip(name ": ../shared/data is not here");)

/// A case with a `Type`. If that is false, its constructor has reported a skip; the body does not
/// run.
#define MADE_CASE(name, Type, variable) \
  MADE_CASE_(DOCTEST_ANONYMOUS(made_case_), name, Type, variable)
#define MADE_CASE_(function, name, Type, variable)                            \
  MARROW_CASE(function, name, [[maybe_unused]] Type& variable, Type variable; \
              if (variable) function(variable);)

/// MADE_CASE that needs correct functions.
#define SOLVED_MADE_CASE(name, Type, variable) \
  SOLVED_MADE_CASE_(DOCTEST_ANONYMOUS(solved_made_case_), name, Type, variable)
#define SOLVED_MADE_CASE_(function, name, Type, variable)                \
  MARROW_CASE(function, name, [[maybe_unused]] Type& variable,           \
              if (!marrow::has_solution()) return marrow::test::skip(    \
                  name ": correct functions: rig/solution is not here"); \
              Type variable; if (variable) function(variable);)

namespace marrow::test {

/// True in a handout, where the functions are the student's; then reports a skip.
inline bool lacks_implementation(const char* what) {
  if (has_solution()) return false;
  skip(std::string(what) + ": the functions are the student's");
  return true;
}

}  // namespace marrow::test
