// marrow grade --wasm: the same verdicts and messages as of native programs.
#include <doctest/doctest.h>
#include <regex>

#include "cli/class_support.h"
#include "platform/files.h"
#include "platform/users.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

bool has_tools() {
  for (const char* name : {"clang++", "wasm-ld", "node"})
    if (platform::find_program(name).empty()) return false;
  return fs::exists("/usr/include/wasm32-wasi/c++/v1/vector");
}

/// The results of a student without what is measured.
std::string results_of(const fs::path& out, const std::string& student) {
  const std::string text = bytes_of(out / student / "results.txt");
  return std::regex_replace(text, std::regex(" +[0-9.]+ ms|.*the textbook would take.*\n"), "");
}

}  // namespace

TEST_CASE("a submission gets the same verdicts and words as WebAssembly and as a program") {
  if (!has_tools()) return skip("grading as WebAssembly: its compiler or Node.js is not installed");
  if (is_sanitized()) return skip("grading as WebAssembly: minutes in other programs");
  const ClassFolder folder;
  const fs::path all = folder.path / "class";
  if (has_solution()) hand_in_solution(all / "right", 3);
  hand_in(all / "stub/task3_capsules.cpp",
          bytes_of(source() / "src/rig/student/task3_capsules.cpp"));
  hand_in(all / "throws/task3_capsules.cpp",
          planted("throw std::runtime_error(\"my own words\");", "#include <stdexcept>\n"));
  hand_in(all / "own_type/task3_capsules.cpp", planted("throw 7;"));
  hand_in(all / "aborts/task3_capsules.cpp", planted("std::abort();"));
  hand_in(all / "beyond/task3_capsules.cpp",
          planted("std::vector<int> few(2);\n"
                  "return JointLists(std::size_t(few[positions.size() + 5]));"));
  hand_in(all / "deep/task3_capsules.cpp",
          planted("return JointLists(std::size_t(deep(1)));",
                  "static int deep(int n) {\n  volatile int far[100];\n  far[n % 100] = n;\n"
                  "  return n < 0 ? 0 : deep(n + 1) + far[0];\n}\n"));
  hand_in(all / "exits/task3_capsules.cpp", planted("std::exit(3);"));
  hand_in(
      all / "hoards/task3_capsules.cpp",
      planted("std::vector<std::vector<char>> all;\nfor (;;) all.emplace_back(50000000, 'x');"));
  hand_in(all / "broken/task3_capsules.cpp", planted("return 5 + ;"));
  const auto grade = [&](const std::string& out, bool is_wasm) {
    std::vector<std::string> words = class_command(
        all, folder.path / out, {"--seed", "7", "--megabytes", "256", "--jobs", "2"}, 3);
    if (is_wasm) words.push_back("--wasm");
    return run_well(words);
  };
  grade("native", false);
  CHECK(contains(bytes_of(folder.path / "native/index.html"), "WebAssembly") == false);
  grade("wasm", true);
  CHECK(contains(bytes_of(folder.path / "wasm/index.html"), "WebAssembly"));
  auto native = rows_of(folder.path / "native/results.csv");
  auto wasm = rows_of(folder.path / "wasm/results.csv");
  REQUIRE(native.size() == wasm.size());
  for (const auto& [student, row] : native) {
    CAPTURE(student);
    CHECK(row[kPoints] == wasm[student][kPoints]);
    if (student == "broken") {  // each compiler has its own words
      CHECK(contains(wasm[student][kTroubles], "task 3 does not compile: task3_capsules.cpp:"));
      continue;
    }
    CHECK(row[kTroubles] == wasm[student][kTroubles]);
    if (student != "beyond")  // its message is the library's
      CHECK(results_of(folder.path / "native", student) ==
            results_of(folder.path / "wasm", student));
  }
}

TEST_CASE("--wasm is for a class") {
  run_badly({"grade", "--wasm"}, 2, "--wasm: expected --submissions DIR");
}
