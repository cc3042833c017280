// marrow grade --submissions: a file that is empty, too large, a double, in conflict with another
// or compiled without an end costs its task and no other, and the row states that.
#include "cli/class_support.h"
#include "cli/grade/submission.h"
#include "cli/grade/submission_builder.h"

namespace marrow::test {

namespace {

void append(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app) << text;
}

/// Grades a few checks of tasks 1 and 3.
std::map<std::string, std::vector<std::string>> graded_rows(const fs::path& all,
                                                            const fs::path& out) {
  run_well(class_command(all, out, {"--jobs", "2", "--check", "task1.bind_by_hand"}, 3));
  return rows_of(out / "results.csv");
}

/// A class in which everyone has solved tasks 1 and 3, and handed in something else.
void hand_in_strays(const fs::path& all) {
  for (const char* name :
       {"right", "empty", "double", "old", "large", "pair", "main", "clash", "headers"}) {
    hand_in_solution(all / name, 1);
    hand_in_solution(all / name, 3);
  }
  hand_in(all / "empty/task9_centers.cpp", "");
  hand_in(all / "double/task3_capsules (1).cpp", "int x = ;\n");
  hand_in(all / "old/task1_old.cpp", bytes_of(source() / "src/rig/student/task1_kinematics.cpp"));
  hand_in(all / "large/task8_delta_mush.cpp", std::string(1'100'000, '\n'));
  fs::remove(all / "pair/task3_capsules.cpp");
  hand_in(all / "pair/task3_a.cpp", planted("return {};"));
  hand_in(all / "pair/task3_b.cpp", planted(""));
  hand_in_solution(all / "main", 4);
  append(all / "main/task4_skinning.cpp", "int main() { return 0; }\n");
  append(all / "clash/task1_kinematics.cpp", "float helper_of_mine() { return 1.0f; }\n");
  append(all / "clash/task3_capsules.cpp", "float helper_of_mine() { return 2.0f; }\n");
  hand_in(all / "headers/empty.h", "");
  hand_in(all / "headers/large.h", std::string(1'100'000, '\n'));
}

/// Compiling it takes minutes, but little memory.
constexpr const char* kEndless =
    "template <int N> struct Slow {\n"
    "  static constexpr int run() {\n"
    "    int sum = 0;\n"
    "    for (int i = 0; i < 200000; ++i) sum = (sum * 31 + i + N) & 0xffff;\n"
    "    return sum;\n  }\n};\n"
    "template <int N> constexpr int all() {\n"
    "  constexpr int one = Slow<N>::run();\n"
    "  if constexpr (N > 0) return one ^ all<N - 1>();\n"
    "  return one;\n}\n"
    "int value = all<800>();\n";

}  // namespace

CLASS_CASE("a stray file costs its own task at most, and a sentence says what happened to it") {
  const fs::path out = results();
  hand_in_strays(folder.all);
  auto rows = graded_rows(folder.all, out);
  REQUIRE(rows.size() == 9);
  INFO(bytes_of(out / "results.csv"));
  const std::vector<std::string> right = rows["right"];
  CHECK(right[kPoints] == right[kOf]);
  CHECK(right[kTroubles].empty());
  for (const char* name : {"empty", "double", "old", "large", "main", "headers"}) {
    CAPTURE(name);
    CHECK(rows[name][kPoints] == right[kOf]);
  }
  for (const char* name : {"pair", "clash"}) {
    CAPTURE(name);
    CHECK(rows[name][kExtra + 1] == right[kExtra + 1]);
    CHECK(rows[name][kExtra + 3] == "0");
  }
  const auto is_told = [&](const char* name, std::size_t column, const char* sentence) {
    CAPTURE(name);
    CHECK(contains(rows[name][column], sentence));
  };
  is_told("empty", kTroubles, "task 9 is not graded: task9_centers.cpp: the file is empty");
  is_told("large", kTroubles, "task 8 is not graded: task8_delta_mush.cpp: has 1100000 bytes");
  is_told("headers", kTroubles, "large.h is left out: has 1100000 bytes");
  is_told("double", kRemarks, "task 3: task3_capsules.cpp counts, and not task3_capsules (1).cpp");
  is_told("old", kRemarks, "task 1: task1_kinematics.cpp counts, and not task1_old.cpp");
  is_told("pair", kTroubles,
          "task 3 is not graded: there are several files for it: task3_a.cpp, task3_b.cpp; keep "
          "one, task3_capsules.cpp");
  is_told("main", kTroubles, "task 4 has a main() of its own");
  is_told("clash", kTroubles, "task 3 defines helper_of_mine(), which another file defines");
  CHECK(contains(bytes_of(out / "double/for_student.txt"), "task3_capsules (1).cpp"));
  CHECK(contains(bytes_of(out / "pair/for_student.txt"), "there are several files for it"));
  // Nobody is charged with what a stub does.
  CHECK_FALSE(contains(bytes_of(out / "index.html"), "<h2>Mistakes</h2>"));
}

DATA_CASE("the trial's five right submissions with one stray file each have all their points") {
  const fs::path all = data / "course/one_bad_file_zeroes_all/class";
  if (kSanitized) return;
  if (!fs::exists(all)) return skip("strays: one_bad_file_zeroes_all is not in ../shared/data");
  const ClassFolder folder;
  const auto rows = graded_rows(all, results());
  CHECK(rows.size() == 5);
  for (const auto& [name, row] : rows) {
    CAPTURE(name);
    CHECK(row[kPoints] == row[kOf]);
    CHECK((row[kTroubles] + row[kRemarks]).empty() == (name == "right"));
  }
}

TEST_CASE("a file that compiles without end costs its task alone") {
  if (kSanitized) return;
  const ClassFolder folder;
  fs::permissions(folder.path, fs::perms(0711));  // a user of the sandbox's passes through
  const fs::path work = folder.path / "work";
  hand_in(folder.path / "slow/task8_delta_mush.cpp", kEndless);
  hand_in(folder.path / "slow/task1_kinematics.cpp",
          bytes_of(source() / "src/rig/student/task1_kinematics.cpp"));
  const cli::Submission submission = cli::read_submission("slow", {folder.path / "slow"});
  const cli::Sandbox sandbox;
  const cli::SubmissionBuilder builder(source(), folder.path / "stage", sandbox, 4.0);
  CHECK(builder.names().at(3) == "task3_capsules.cpp");
  const std::unique_ptr<cli::Build> build = builder.start(submission, work, sandbox.user_of(0));
  while (!build->poll()) usleep(2000);
  INFO(build->messages());
  CHECK(build->problem().empty());
  CHECK_FALSE(build->was_killed());
  REQUIRE(build->left_out().size() == 1);
  const std::string& why = build->left_out().at(8);
  CHECK((why == "task 8 does not compile within 4 s of processor time" ||
         why == "task 8 does not compile in time"));  // where a busy machine does not give it 4 s
  CHECK(fs::exists(cli::SubmissionBuilder::program_in(work)));
  CHECK(builder.is_untouched(submission, 1));
  CHECK_FALSE(builder.is_untouched(submission, 8));
  CHECK_FALSE(builder.is_untouched(submission, 2));
}

FOLDER_CASE("of several files for a task the exact name counts, then the one nearest to the top") {
  const std::map<int, std::string> names = {{1, "task1_kinematics.cpp"}, {3, "task3_capsules.cpp"}};
  const auto read = [&](const char* student) {
    return cli::read_submission(student, {folder.path / student}, names);
  };
  hand_in(folder.path / "deep/src/task3_capsules.cpp", "exact");
  hand_in(folder.path / "deep/task3_mine.cpp", "mine");
  hand_in(folder.path / "deep/task1_b.cpp", "near");
  hand_in(folder.path / "deep/old/task1_a.cpp", "far");
  const cli::Submission deep = read("deep");
  CHECK(deep.texts == std::map<int, std::string>{{1, "near"}, {3, "exact"}});
  REQUIRE(deep.notes.size() >= 2);
  CHECK(deep.notes[0] == "task 1: task1_b.cpp counts, and not old/task1_a.cpp");
  CHECK(deep.notes[1] == "task 3: src/task3_capsules.cpp counts, and not task3_mine.cpp");

  for (const char* part : {"a", "b"}) {
    hand_in(folder.path / "twins" / part / "task1_kinematics.cpp", "same");
    hand_in(folder.path / "twins" / part / "task3_capsules.cpp", part);
  }
  const cli::Submission twins = read("twins");
  CHECK(twins.texts == std::map<int, std::string>{{1, "same"}});
  REQUIRE(twins.left_out.size() == 1);
  CHECK(twins.left_out.at(3) ==
        "task 3 is not graded: there are several files for it: a/task3_capsules.cpp, "
        "b/task3_capsules.cpp; keep one, task3_capsules.cpp");
  CHECK(twins.problems.empty());
}

}  // namespace marrow::test
