// A class for tests of `marrow grade --submissions`: hand-ins, the command, the rows of its
// results.
#pragma once

#include "cli/support.h"
#include "rig/contract.h"

namespace marrow::test {

/// A file of task 3 whose find_joints() runs `body` before it returns empty lists.
inline std::string planted(const std::string& body, const std::string& before = {}) {
  return "#include <cstdlib>\n#include <fstream>\n#include <string>\n#include <unistd.h>\n#include "
         "\"rig/student/student.h\"\n" +
         before +
         "namespace marrow::student {\n"
         "glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3&, const "
         "glm::vec3&) { return start; }\n"
         "JointLists find_joints(const Skeleton&, const std::vector<glm::mat4>&, const "
         "std::vector<glm::vec3>& positions) {\n" +
         body + "\nreturn JointLists(positions.size());\n}\n}\n";
}

inline void hand_in(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// Hands in the textbook's file, changed to what a student would have written.
inline void hand_in_solution(const fs::path& folder, int task) {
  for (const fs::directory_entry& entry : fs::directory_iterator(source() / "src/rig/solution")) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("task" + std::to_string(task) + "_")) continue;
    std::string text = bytes_of(entry.path());
    const auto replace = [&](const std::string& what, const std::string& with) {
      for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    };
    replace("rig/solution/textbook.h", "rig/student/student.h");
    replace("namespace marrow::solution {",
            "namespace marrow::student {\nstatic glm::dmat4 precise(const glm::mat4& m) { return "
            "glm::dmat4(m); }\n"
            "static glm::dmat4 precise_inverse(const glm::mat4& m) { return "
            "glm::inverse(glm::dmat4(m)); }\n");
    hand_in(folder / name, text);
  }
}

inline constexpr std::size_t kPoints = 1, kOf = 2, kExtra = 3,
                             kTroubles = kExtra + std::size_t(kTasks) + 3, kRemarks = kTroubles + 1;

/// The rows of results.csv, by student.
inline std::map<std::string, std::vector<std::string>> rows_of(const fs::path& csv) {
  std::istringstream lines(bytes_of(csv));
  std::string line;
  std::getline(lines, line);
  CHECK(line.starts_with("student,points,of,extra,task1"));
  std::map<std::string, std::vector<std::string>> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    REQUIRE(fields.size() == kRemarks + 1);
    rows[fields[0]] = fields;
  }
  return rows;
}

/// With a sanitizer each process starts so slowly that tests run only a few.
inline const bool kSanitized = is_sanitized();

/// A class on disk, not in /dev/shm, because a sandbox has its own /dev.
struct ClassFolder : Scratch {
  ClassFolder() : Scratch(scratch_on_disk("cli")) {}
  fs::path all = path / "class";
};
/// Skips under sanitizers, where grading takes minutes.
struct QuickClassFolder : ClassFolder {
  QuickClassFolder() {
    if (kSanitized) throw Skipped();
  }
};
#define CLASS_CASE(name) SOLVED_GIVEN_CASE(name, const QuickClassFolder, folder)

/// One folder of results for all classes here, so that shared code is compiled once.
inline fs::path results() {
  static const ClassFolder folder;
  return folder.path / "graded";
}

/// Options that choose three checks of task 3, to save time.
inline std::vector<std::string> few_checks() {
  std::istringstream list(run_well({"grade", "--list", "--task", "3"}).out);
  std::vector<std::string> words;
  std::string line;
  while (words.size() < 6 && std::getline(list, line))
    if (contains(line, "joint") || contains(line, "radius"))
      words.insert(words.end(), {"--check", line.substr(0, line.find(' '))});
  return words;
}

/// The command that grades a class into a folder, with `checks` of few_checks(), or 0: all checks.
inline std::vector<std::string> class_command(const fs::path& all, const fs::path& out,
                                              const std::vector<std::string>& more,
                                              std::size_t checks = 0) {
  std::vector<std::string> command = {"grade",      "--submissions", all.string(),     "--out-dir",
                                      out.string(), "--source",      source().string()};
  command.insert(command.end(), more.begin(), more.end());
  if (checks == 0) return command;
  const std::vector<std::string> few = few_checks();
  REQUIRE(few.size() >= 2 * checks);
  command.insert(command.end(), few.begin(), few.begin() + std::ptrdiff_t(2 * checks));
  return command;
}

}  // namespace marrow::test
