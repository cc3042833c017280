// A class's roster: tables as grade books write them, who is who, who is missing, and what they all
// got wrong.
#include "cli/grade/class_pages.h"
#include "cli/grade/roster.h"
#include "cli/support.h"

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
  CHECK(cli::class_csv(graded).find("name,email,id") == std::string::npos);
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
  const std::string page = cli::class_page(rows, {"note <1>"});
  CHECK(contains(page, "<h1>The class: 4 submissions</h1>\n<p>note &lt;1&gt;</p>"));
  CHECK(contains(page,
                 "<a href=\"Jane%20Doe_77/results.txt\">Jane Doe_77</a><div>Jane Doe, "
                 "jane@x.org, 1</div>"));
  CHECK(contains(page, "<td>=Mia<div>mia@x.org, 3</div></td>"));
  CHECK_FALSE(contains(page, "Mistakes"));
  CHECK(contains(page, "<p>Tasks: 1 kinematics, 2 increments,"));
  CHECK(contains(page, "9 centers of rotation (extra)</p>"));
  CHECK(contains(page, "<th class=\"n\" title=\"Kinematics\">1</th>"));
  CHECK(cli::roster_notes(cli::with_people(graded, hand_ins, nullptr)).empty());
  CHECK(contains(cli::class_csv(cli::with_people(graded, hand_ins, nullptr)), ",Zoe,z@x.org,\n"));
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
