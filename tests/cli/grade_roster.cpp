// A class's roster: tables as grade books write them, who is who, who is missing, and what they all
// got wrong.
// Classes as Moodle, Canvas and Gradescope export them: who handed in what; a bad archive costs
// only its own row.
#include "cli/class_support.h"
#include "cli/grade/class_pages.h"
#include "cli/grade/hand_ins.h"
#include "cli/grade/roster.h"
#include "cli/grade/submission.h"
#include "cli/support.h"
#include "support/zip_files.h"

namespace marrow::test {

namespace {

using cli::ClassRow;
using cli::Person;
using cli::Roster;

std::string written(const Person& person) {
  return person.name + "|" + person.email + "|" + person.id;
}

std::string all_of(const Roster& roster) {
  std::string text;
  for (const Person& person : roster.students()) text += written(person) + "\n";
  return text;
}

std::string found(const Roster& roster, const Person& person) {
  const auto student = roster.find(person);
  return student ? roster.students()[*student].name : "nobody";
}

ClassRow graded_row(const std::string& name, std::set<std::pair<int, std::string>> mistakes = {}) {
  ClassRow row;
  row.name = name;
  row.tasks[0] = {40, 58, 40, 50};
  row.tasks[1] = {10, 10, 8, 8};
  row.mistakes = std::move(mistakes);
  return row;
}

}  // namespace

TEST_CASE("rosters as platforms export them: titles, quotes, separators, encodings") {
  CHECK(all_of(Roster("\xEF\xBB\xBF\"Identifier\",\"Full name\",\"ID number\",\"Email address\"\r\n"
                      "Participant 12,\"N\xC3\xBA\xC3\xB1"
                      "ez, Jos\xC3\xA9\",,jose@x.org\r\n",
                      "moodle.csv")) ==
        "N\xC3\xBA\xC3\xB1"
        "ez, Jos\xC3\xA9|jose@x.org|Participant 12\n");
  CHECK(all_of(Roster("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
                      "\"Doe, Jane \"\"JD\"\"\",1234,0017,jdoe,\"A\nB\"\n\n",
                      "canvas.csv")) == "Doe, Jane \"JD\"||1234\n");
  CHECK(all_of(Roster("Surname;First Name;E-Mail\nM\xFCller;Bj\xF6rn;b@x.org\n", "latin.csv")) ==
        "Bj\xC3\xB6rn M\xC3\xBCller|b@x.org|\n");
  CHECK(all_of(Roster("Name\tSID\nBo\t7", "tabs.tsv")) == "Bo||7\n");
  for (const char* none : {"", "a,b,c\n1,2,3\n", "Name,ID\n", "Points,Name\n5,\n"}) {
    CAPTURE(none);
    CHECK_THROWS_WITH(Roster(none, "r.csv"), doctest::Contains("r.csv: --roster: expected a CSV"));
  }
}

TEST_CASE("late days: from the roster's times to points, and nothing where no time is known") {
  const Roster roster(
      "Name,Handed in\nAda,2027-03-01 23:59\nBo,2027-03-02T00:00:12Z\nCy,2027-03-04 12:00\n"
      "Di,2027-03-05 00:00\nEd,soon\n",
      "times.csv");
  std::vector<ClassRow> rows;
  for (const Person& person : roster.students()) {
    rows.push_back(graded_row(person.name));
    rows.back().person = person;
  }
  const cli::Deadline deadline{"", cli::minute_of("2027-03-01 23:59"), 3, 10};
  const std::vector<ClassRow> late = cli::with_late_days(rows, deadline);
  const std::vector<std::optional<int>> days{0, 1, 3, 4, std::nullopt};
  const std::vector<double> points{40, 36, 28, 0, 40};
  for (std::size_t i = 0; i < late.size(); ++i) {
    CAPTURE(late[i].name);
    CHECK(late[i].days_late == days[i]);
    CHECK(*late[i].deducted == doctest::Approx(points[i]));
  }
  CHECK(late[0].remarks.empty());
  CHECK(late[2].remarks == std::vector<std::string>{"3 days late: 28 of 58 points"});
  CHECK(contains(late[4].remarks.at(0), "is not known"));
  CHECK(contains(cli::class_csv(late), ",name,email,id,days late,points after late days\n"));
  CHECK(contains(cli::class_csv(late), ",Bo,,,1,36\n"));
  CHECK_FALSE(cli::with_late_days(rows, {})[2].deducted);
  CHECK_FALSE(contains(cli::class_csv(rows), "days late"));
}

TEST_CASE("a student is found by id, email or name, however that is written") {
  const Roster roster(
      "Name,Email,ID,SIS Login ID\n\"N\xC3\xBA\xC3\xB1"
      "ez Vel\xC3\xA1zquez, Jos\xC3\xA9 "
      "Luis\",jose@x.org,12,jnv\nJane O'Doe,Jane@X.org,13,jdoe\nAnn Lee,a1@x.org,14,al1\n"
      "Lee Ann,a2@x.org,15,al2\nBj\xC3\xB8rn \xC3\x86gir Stra\xC3\x9F"
      "e,,16,\n",
      "roster.csv");
  const std::string jose = roster.students()[0].name, jane = "Jane O'Doe",
                    bjorn = roster.students()[4].name;
  for (const char* name : {"Jos\xC3\xA9 Luis N\xC3\xBA\xC3\xB1"
                           "ez Vel\xC3\xA1zquez",
                           "jose luis nunez velazquez", "nunezvelazquezjoseluis",
                           "N\xC3\xBA\xC3\xB1"
                           "EZ VEL\xC3\x81ZQUEZ JOS\xC3\x89 LUIS",
                           "Jose\xCC\x81 Luis Nu\xCC\x81n\xCC\x83"
                           "ez Velazquez",
                           "JNV", "12", "jose@x.org"}) {
    CAPTURE(name);
    CHECK(roster.find(name) == std::optional<std::size_t>(0));
  }
  CHECK(found(roster, {"odoejane", "", ""}) == jane);
  CHECK(found(roster, {"Bjorn Aegir Strasse", "", ""}) == bjorn);
  CHECK(found(roster, {"Jane O'Doe", "", "Participant 12"}) == jose);  // ids before names
  CHECK(found(roster, {"Jane O'Doe", "", "99999"}) == jane);
  CHECK(found(roster, {"Ann Lee", "", ""}) == "nobody");  // two have it
  CHECK(found(roster, {"Ann Lee", "A2@x.org", ""}) == "Lee Ann");
  CHECK(found(roster, {"Jane", "", ""}) == "nobody");
  CHECK(found(roster, {}) == "nobody");
}

TEST_CASE(
    "results have the roster's columns; who handed in nothing and who is not in it are said") {
  const Roster roster(
      "Name,Email,ID\nJane Doe,jane@x.org,1\nBo Ek,bo@x.org,2\n=Mia,mia@x.org,3\nAl,al@x.org,4\n",
      "r.csv");
  const std::vector<cli::HandIn> hand_ins = {
      {.name = "Jane Doe_77",
       .people = {{"Jane Doe", "", "77"}},
       .folders{},
       .files{},
       .troubles{}},
      {.name = "bo@x.org", .people{}, .folders{}, .files{}, .troubles{}},
      {.name = "bo", .people = {{"Bo Ek", "", ""}}, .folders{}, .files{}, .troubles{}},
      {.name = "pair",
       .people = {{"Al", "", ""}, {"Zoe", "z@x.org", ""}},
       .folders{},
       .files{},
       .troubles{}}};
  const std::vector<ClassRow> graded = {graded_row("bo"), graded_row("bo@x.org"),
                                        graded_row("Jane Doe_77"), graded_row("pair")};
  CHECK_FALSE(contains(cli::class_csv(graded), "name,email,id"));
  const std::vector<ClassRow> rows = cli::with_people(graded, hand_ins, &roster);
  std::istringstream csv(cli::class_csv(rows));
  std::vector<std::string> lines;
  for (std::string line; std::getline(csv, line);) lines.push_back(line);
  REQUIRE(lines.size() == 7);
  CHECK(lines[0].ends_with(",troubles,remarks,name,email,id"));
  std::string others;  // no points for tasks 2, 3, ...
  for (int task = 2; task <= kTasks; ++task) others += ",0";
  CHECK(lines[1] == "bo,40,58,0,10" + others + ",40,50,,,Bo Ek,bo@x.org,2");
  CHECK(lines[2].ends_with(",,handed in more than once: there is another row,Bo Ek,bo@x.org,2"));
  CHECK(lines[3].ends_with(",,,Jane Doe,jane@x.org,1"));
  CHECK(lines[4].ends_with("pair,40,58,0,10" + others + ",40,50,,,Al,al@x.org,4"));
  CHECK(lines[5].ends_with(",,is not in the roster,Zoe,z@x.org,"));
  CHECK(lines[6] ==
        "\"'=Mia\",0,58,0,0" + others + ",0,50,nothing handed in,,\"'=Mia\",mia@x.org,3");
  CHECK(cli::roster_notes(rows) ==
        std::vector<std::string>{"1 of the roster handed in nothing: =Mia",
                                 "1 submission is not in the roster: pair"});
  std::vector<ClassRow> rows_with_extra = rows;
  rows_with_extra.back().tasks[9].checks = 3;
  const std::string page = cli::class_page(rows_with_extra, {"note <1>"});
  CHECK(contains(page, "<h1>The class: 4 submissions</h1>\n<p>note &lt;1&gt;</p>"));
  CHECK(contains(page,
                 "<a href=\"Jane%20Doe_77/results.txt\">Jane Doe_77</a><div>Jane Doe, "
                 "jane@x.org, 1</div>"));
  CHECK(contains(page, "<td>=Mia<div>mia@x.org, 3</div></td>"));
  CHECK_FALSE(contains(page, "Mistakes"));
  CHECK(contains(page, "<p>Tasks: 1 kinematics, 9 centers of rotation (extra)</p>"));
  CHECK(contains(page, "<th class=\"n\" title=\"Kinematics\">1</th><th class=\"n\" title=\"C"));
  CHECK(contains(cli::class_page(rows, {}), "<p>Tasks: 1 kinematics</p>"));
  CHECK(contains(cli::class_page({}, {}), "</h1>\n<table"));
  CHECK(cli::roster_notes(cli::with_people(graded, hand_ins, nullptr)).empty());
  CHECK(contains(cli::class_csv(cli::with_people(graded, hand_ins, nullptr)), ",Zoe,z@x.org,\n"));
}

FOLDER_CASE("each run adds its mistakes to the table of all runs") {
  const std::vector<ClassRow> before = {graded_row("a", {{3, "<= for <"}}),
                                        graded_row("b", {{3, "<= for <"}})},
                              after = {graded_row("a")};
  cli::write_class(folder.path, before, {});
  cli::write_class(folder.path, after, {});
  std::istringstream lines(bytes_of(folder / "over_time.csv"));
  std::vector<std::string> ends;  // without the time
  for (std::string line; std::getline(lines, line);) ends.push_back(line.substr(line.find(',')));
  CHECK(ends == std::vector<std::string>{",submissions,mean points,of,task,mistake,students",
                                         ",2,40,58,,,", ",2,40,58,3,<= for <,2", ",1,40,58,,,"});
}

TEST_CASE("the class's page counts each mistake, the most frequent first, with names") {
  std::vector<ClassRow> rows = {graded_row("a", {{1, "L <alone>"}, {3, "<= for <"}}),
                                graded_row("b", {{3, "<= for <"}}), graded_row("c")};
  rows[1].person.name = "Bo Ek";
  for (ClassRow& row : rows) {
    const auto read = cli::read_row(cli::saved_row(row));
    REQUIRE(read);
    CHECK(read->mistakes == row.mistakes);
  }
  const std::string page = cli::class_page(rows, {});
  const std::size_t first = page.find(
      "<td class=\"n\">2</td><td class=\"n\">3</td><td>&lt;= for &lt;</td><td><a "
      "href=\"a/results.txt\">a</a>, <a href=\"b/results.txt\">Bo Ek</a></td>");
  const std::size_t second = page.find(
      "<td class=\"n\">1</td><td class=\"n\">1</td><td>L &lt;alone&gt;</td><td><a "
      "href=\"a/results.txt\">a</a></td>");
  CHECK(first < second);
  CHECK(second < page.find("<h2>Students</h2>"));
  for (int i = 0; i < 8; ++i) rows.push_back(graded_row(std::to_string(i), {{3, "<= for <"}}));
  CHECK(contains(cli::class_page(rows, {}), "<details><summary>10 students</summary><a"));

  // From results of checks: each named mistake once; rules do not count.
  course::Check check;
  check.task = 3;
  cli::Marks marks;
  for (const auto verdict :
       {course::Verdict::failed, course::Verdict::failed, course::Verdict::passed}) {
    course::Result result;
    result.check = &check;
    result.verdict = verdict;
    result.outcome.names_mistake = verdict == course::Verdict::failed;
    result.outcome.likely_reason = result.outcome.names_mistake ? "<= for <" : "slow";
    marks.results.push_back(result);
  }
  CHECK(cli::row_of("a", marks).mistakes == std::set<std::pair<int, std::string>>{{3, "<= for <"}});
}

}  // namespace marrow::test

namespace marrow::test {

namespace {

using cli::HandIn;

/// "NAME: tasks 1 3, helper.h (Jane Doe, jane@x.org, 17)", then problems. Each file has its name as
/// text, so that a mix-up is seen.
std::string summary(HandIn hand_in, const fs::path& scratch) {
  const cli::Submission submission =
      cli::read_submission(hand_in.name, cli::collect(hand_in, scratch / hand_in.name));
  std::string text = hand_in.name + ":";
  for (const auto& [task, content] : submission.texts) text += fmt::format(" {}={}", task, content);
  for (const auto& [name, content] : submission.headers) text += fmt::format(" {}", name);
  for (const cli::Person& person : hand_in.people)
    text += fmt::format(" ({}, {}, {})", person.name, person.email, person.id);
  for (const std::string& problem : submission.problems) text += " !" + problem;
  for (const std::string& trouble : hand_in.troubles) text += " ?" + trouble;
  return text;
}

std::vector<std::string> read_class(const fs::path& submissions, const Scratch& folder) {
  std::vector<std::string> lines;
  for (const HandIn& hand_in : cli::hand_ins(submissions, folder.path / "class"))
    lines.push_back(summary(hand_in, folder.path / "students"));
  return lines;
}

/// Checks that an archive and the folder in which it was unpacked read the same; returns the rows.
std::vector<std::string> read_both(const std::vector<ZippedFile>& files, const Scratch& folder) {
  write_zip(folder.path / "class.zip", files);
  for (const ZippedFile& file : files) {
    const fs::path path = folder.path / "by hand" / file.name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << file.text;
  }
  const std::vector<std::string> lines = read_class(folder.path / "class.zip", folder);
  CHECK(read_class(folder.path / "by hand", folder) == lines);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a file is of the task that its name starts with") {
  CHECK(cli::task_of("task1_kinematics.cpp") == 1);
  CHECK(cli::task_of("mine/task6_splines.cpp") == 6);
  CHECK(cli::task_of("mine/task7_dual_quaternions.cpp") == 7);
  CHECK(cli::task_of("mine/task8_delta_mush.cpp") == 8);
  CHECK(cli::task_of("mine/task9_centers.cpp") == 9);
  for (const char* other :
       {"task10_more.cpp", "task0_more.cpp", "Task1_kinematics.cpp", "task1kinematics.cpp",
        "task1_kinematics.h", "task1_.cpp", "task", "helpers_of_mine.cpp", ""}) {
    CAPTURE(other);
    CHECK(cli::task_of(other) == 0);
  }
}

FOLDER_CASE("Moodle: a folder a student, or their names before each file's") {
  const std::string inner =
      zip_of({{"work/task3_c.cpp", "c"}, {"work/my.h", "m"}, {"__MACOSX/._task3_c.cpp", "x"}},
             folder.path);
  CHECK(read_both({{"Jos\xC3\xA9 N_\xC3\xBA\xC3\xB1"
                    "ez_12_assignsubmission_file/task1_a.cpp",
                    "a"},
                   {"Jane Doe_13_assignsubmission_file_/work.ZIP", inner},
                   {"Jane Doe_13_assignsubmission_onlinetext_/onlinetext.html", "hi"},
                   {"Jane Doe_14_assignsubmission_file_/task1_a.cpp", "her namesake"},
                   {"Participant_15_assignsubmission_file_/essay.pdf", "nothing"}},
                  folder) ==
        Lines{"Jane Doe_13: 3=c my.h (Jane Doe, , 13)",
              "Jane Doe_14: 1=her namesake (Jane Doe, , 14)",
              "Jos\xC3\xA9 N_\xC3\xBA\xC3\xB1"
              "ez_12: 1=a (Jos\xC3\xA9 N_\xC3\xBA\xC3\xB1"
              "ez, , 12)",
              "Participant_15: (Participant, , 15) !there is no file task1_*.cpp to task9_*.cpp"});
  const Scratch flat;
  CHECK(read_both({{"Jane Doe_13_assignsubmission_file_task1_a.cpp", "a"},
                   {"Jane Doe_13_assignsubmission_file_helper.h", "h"},
                   {"Bo Ek_14_assignsubmission_file_work.zip", inner}},
                  flat) ==
        Lines{"Bo Ek_14: 3=c my.h (Bo Ek, , 14)", "Jane Doe_13: 1=a helper.h (Jane Doe, , 13)"});
}

FOLDER_CASE("Canvas: files of all students side by side, late ones, further attempts") {
  const std::string inner = zip_of({{"task3_c.cpp", "c"}}, folder.path);
  CHECK(read_both({{"doejane_1234_56789_task1_kinematics.cpp", "first"},
                   {"doejane_1234_56790_task1_kinematics-1.cpp", "second"},
                   {"doejane_1234_56791_task1_kinematics-10.cpp", "last"},
                   {"doejane_1234_56792_helper-2.h", "h"},
                   {"nunezjose_LATE_1235_56793_work-1.zip", inner},
                   {"anon_Xy12z_56794_task2_increments.cpp", "b"},
                   {"LATE_anon_Xy13z_56795_task2_increments.cpp", "c"},
                   {"ekbo_1236_text.html", "I have none"},
                   {"notes.txt", "of the instructor"}},
                  folder) ==
        Lines{"anon_Xy12z: 2=b (, , Xy12z)", "anon_Xy13z: 2=c (, , Xy13z)",
              "doejane_1234: 1=last helper-2.h helper.h (doejane, , 1234)",
              "ekbo_1236: (ekbo, , 1236) !there is no file task1_*.cpp to task9_*.cpp",
              "nunezjose_1235: 3=c (nunezjose, , 1235)"});
}

FOLDER_CASE("Gradescope: folders by number in a folder, and a list of who they are") {
  const std::string people =
      "---\nsubmission_11:\n  :submitters:\n  - :name: Jane \"JD\" Doe\n    :sid: '0017'\n"
      "    :email: jane@x.org\n  :created_at: 2026-01-02 03:04:05.000000000 Z\n  :score: 1.0\n"
      "  :results:\n    :tests:\n    - :name: not a student\n      :email: no@x.org\n"
      "  :history:\n  - :id: 3\n    :submitters:\n    - :name: nor this\n"
      "submission_12:\n  :submitters:\n  - :name: 'Bo O''Ek'\n    :sid:\n    :email: bo@x.org\n"
      "  - :name: \"Al \\\"A\\\" Ek\"\n    :sid: \"19\"\n    :email: al@x.org\n"
      "submission_13:\n  :submitters: []\n";
  const std::vector<ZippedFile> files = {{"submission_metadata.yml", people},
                                         {"submission_11/task1_a.cpp", "a"},
                                         {"submission_12/src/task1_a.cpp", "b"},
                                         {"submission_13/task1_a.cpp", "c"}};
  const Lines expected = {"submission_11: 1=a (Jane \"JD\" Doe, jane@x.org, 0017)",
                          "submission_12: 1=b (Bo O'Ek, bo@x.org, ) (Al \"A\" Ek, al@x.org, 19)",
                          "submission_13: 1=c"};
  CHECK(read_both(files, folder) == expected);
  std::vector<ZippedFile> exported = {{"__MACOSX/assignment_7_export/._a", "x"}};
  for (const ZippedFile& file : files)
    exported.push_back({"assignment_7_export/" + file.name, file.text});
  write_zip(folder.path / "export.zip", exported);
  CHECK(read_class(folder.path / "export.zip", folder) == expected);
}

FOLDER_CASE(
    "plain classes: folders and archives by the students' names, in a folder or an archive") {
  const std::string inner = zip_of({{"src/task3_c.cpp", "c"}}, folder.path);
  const std::vector<ZippedFile> files = {{"ann/task1_a.cpp", "a"},        {"ann/work.zip", inner},
                                         {"bob/deep/task1_a.cpp", "b"},   {"cy.zip", inner},
                                         {"dee/task1_a.cpp", "unpacked"}, {"dee.zip", inner},
                                         {".hidden/task1_a.cpp", "x"}};
  const Lines expected = {
      "ann: 1=a 3=c", "bob: 1=b", "cy: 3=c",
      "dee: 1=unpacked ?dee.zip was not unpacked: there is a folder of that name"};
  CHECK(read_both(files, folder) == expected);
  std::vector<ZippedFile> around;
  for (const ZippedFile& file : files)
    if (file.name != "cy.zip" && file.name != "dee.zip")
      around.push_back({"my class/" + file.name, file.text});
  write_zip(folder.path / "around.zip", around);
  CHECK(read_class(folder.path / "around.zip", folder) ==
        Lines{"ann: 1=a 3=c", "bob: 1=b", "dee: 1=unpacked"});
  write_zip(folder.path / "one.zip", {{"ann/task1_a.cpp", "a"}, {"ann/src/x.h", "x"}});
  CHECK(read_class(folder.path / "one.zip", folder) == Lines{"ann: 1=a"});
}

FOLDER_CASE("what a student's archive must not hold costs that student alone, by name") {
  const fs::path all = folder.path / "class";
  write_zip(all / "climbs.zip", {{"../../climbed.cpp", "x"},
                                 {"/tmp/marrow_climbed.cpp", "x"},
                                 {"task1_a.cpp", "/etc/passwd", 0120777},
                                 {"task3_c.cpp", "c"}});
  write_zip(all / "bomb.zip",
            {{"task1_a.cpp", std::string(300u << 20, ' ')}, {"task3_c.cpp", "c"}});
  std::vector<ZippedFile> many, large;
  for (int i = 0; i < 5100; ++i) many.push_back({fmt::format("{}.h", i), ""});
  for (int i = 0; i < 70; ++i)
    large.push_back({fmt::format("{}.h", i), std::string(1u << 20, ' ')});
  write_zip(all / "many.zip", many);
  write_zip(all / "large.zip", large);
  write_zip(all / "nested.zip",
            {{"again.zip", zip_of({{"task1_a.cpp", "a"}}, folder.path)}, {"task3_c.cpp", "c"}});
  write_zip(all / "twice.zip",
            {{"task3_c.cpp", "c"}, {"task3_c.cpp", "d"}, {"task3_c.cpp/x.h", "x"}});
  std::ofstream(all / "broken.zip") << "PK";
  std::ofstream(all / "fine.zip", std::ios::binary) << zip_of({{"task3_c.cpp", "c"}}, folder.path);
  const Lines lines = read_class(all, folder);
  REQUIRE(lines.size() == 8);
  const std::string none = " !there is no file task1_*.cpp to task9_*.cpp";
  CHECK(lines[0] ==
        "bomb: 3=c ?task1_a.cpp was not unpacked: has 314,572,800 bytes; expected at "
        "most 1,048,576");
  CHECK(lines[1] ==
        "broken:" + none +
            " ?broken.zip was not unpacked: expected a zip archive; this is not one, or "
            "it is damaged");
  CHECK(lines[2] ==
        "climbs: 3=c ?../../climbed.cpp was not unpacked: it leads out of its folder "
        "?/tmp/marrow_climbed.cpp was not unpacked: it has an absolute path "
        "?task1_a.cpp was not unpacked: it is a link");
  CHECK(lines[3] == "fine: 3=c");
  const std::string full =
      " ?unpacks to more than 5,000 files or 64 MB; not all of it was unpacked";
  CHECK(lines[4] == "large:" + none + full);
  CHECK(lines[5] == "many:" + none + full);
  CHECK(lines[6] ==
        "nested: 3=c ?again.zip was not unpacked: it is an archive inside of an archive");
  CHECK(lines[7].starts_with("twice: 3=c ?task3_c.cpp is in the archive twice ?task3_c.cpp/x.h"));
  CHECK_FALSE(fs::exists(folder.path / "climbed.cpp"));
  CHECK_FALSE(fs::exists("/tmp/marrow_climbed.cpp"));
}

FOLDER_CASE("in a class's archive as well; what names nobody is left out") {
  write_zip(folder.path / "class.zip", {{"ann/../../x.cpp", "x"},
                                        {"ann/task1_a.cpp", std::string(2u << 20, ' ')},
                                        {"ann/task3_c.cpp", "c"},
                                        {"../y.cpp", "x"},
                                        {"..", "x"},
                                        {"/z.cpp", "x"},
                                        {"bob\\task1_a.cpp", "x"},
                                        {"cy/link.cpp", "/etc/passwd", 0120777},
                                        {"dee/", "", 0040755}});
  const std::string none = " !there is no file task1_*.cpp to task9_*.cpp";
  CHECK(read_class(folder.path / "class.zip", folder) ==
        Lines{"ann: 3=c ?ann/../../x.cpp was not unpacked: it leads out of its folder "
              "?ann/task1_a.cpp was not unpacked: has 2,097,152 bytes; expected at most 1,048,576",
              "cy:" + none + " ?cy/link.cpp was not unpacked: it is a link", "dee:" + none});
  CHECK_FALSE(fs::exists(folder.path / "x.cpp"));
  CHECK_FALSE(fs::exists(folder.path / "y.cpp"));
  write_zip(folder.path / "empty.zip", {{"notes.txt", "x"}});
  CHECK_THROWS_WITH(cli::hand_ins(folder.path / "empty.zip", folder.path / "class"),
                    doctest::Contains("expected a folder or a zip archive"));
}

FOLDER_CASE("a folder with the name of the class's results gets another name") {
  hand_in(folder.path / "class/results.csv/task1_a.cpp", "a");
  hand_in(folder.path / "class/results.csv_/task1_a.cpp", "b");
  hand_in(folder.path / "class/index.html/task1_a.cpp", "c");
  CHECK(read_class(folder.path / "class", folder) ==
        Lines{"index.html_: 1=c", "results.csv_: 1=b", "results.csv__: 1=a"});
}

}  // namespace marrow::test
