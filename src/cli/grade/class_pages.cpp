#include "cli/grade/class_pages.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "edit/csv.h"
#include "io/file.h"
#include "io/number_text.h"
#include "io/write_file.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;
using course::Verdict;

int extra_of(const ClassRow& row) {
  int points = 0;
  for (int task = 1; task <= kTasks; ++task)
    if (course::is_extra(task)) points += row.tasks[std::size_t(task)].got;
  return points;
}

ClassRow row_of(const std::string& name, const Marks& marks) {
  ClassRow row;
  row.name = name;
  row.tasks[0] = total_of(marks);
  for (int task = 1; task <= kTasks; ++task) row.tasks[std::size_t(task)] = score_of(marks, task);
  std::map<std::string, int> troubles;
  for (const course::Result& result : marks.results) {
    if (result.verdict != Verdict::passed && result.verdict != Verdict::failed)
      ++troubles[result.outcome.got];
    if (result.outcome.names_mistake)
      row.mistakes.emplace(result.check->task, io::valid_utf8(result.outcome.likely_reason));
  }
  for (const auto& [what, count] : troubles)
    row.troubles.push_back(fmt::format("{} ({} {})", what, count, count == 1 ? "check" : "checks"));
  return row;
}

std::string saved_row(const ClassRow& row) {
  Json json = {{"name", row.name}, {"fingerprint", row.fingerprint}, {"tasks", Json::array()}};
  for (const Score& score : row.tasks)
    json["tasks"].push_back({score.got, score.most, score.passed, score.checks});
  json["troubles"] = row.troubles;
  json["remarks"] = row.remarks;
  json["mistakes"] = row.mistakes;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<ClassRow> read_row(const std::string& text) try {
  if (io::nesting_of(text) > 4) return std::nullopt;
  const Json json = Json::parse(text);
  ClassRow row;
  row.name = json.at("name");
  row.fingerprint = json.at("fingerprint");
  row.troubles = json.at("troubles").get<std::vector<std::string>>();
  row.remarks = json.at("remarks").get<std::vector<std::string>>();
  row.mistakes = json.at("mistakes").get<std::set<std::pair<int, std::string>>>();
  for (std::size_t task = 0; task < row.tasks.size(); ++task) {
    const Json& score = json.at("tasks").at(task);
    row.tasks[task] = {score.at(0), score.at(1), score.at(2), score.at(3)};
  }
  return row;
} catch (const Json::exception&) {
  return std::nullopt;
}

namespace {

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "; "));
}

/// A name or a message as one line of a table.
std::string cell(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return csv_field(printable(text));
}

std::string html(const std::string& text) { return in_html(io::valid_utf8(text)); }

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Marrow: the class</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse } th, td { padding: .4em .6em; text-align: left; vertical-align: top; border-bottom: 1px solid #ccc; overflow-wrap: anywhere }
.students { table-layout: fixed; width: 100% } .who { width: 12em } .points { width: 4.2em }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal } .bad { color: #a00 } .all { color: #060 }
</style>
)";

std::string with_link(const ClassRow& row, const std::string& name) {
  if (row.is_missing) return html(name);
  return fmt::format("<a href=\"{}/results.txt\">{}</a>", in_address(row.name), html(name));
}

/// "Jane Doe, jane@example.org, 123", without unknown parts and parts equal to the row's name.
std::string person_text(const ClassRow& row) {
  std::string text;
  for (const std::string& part : {row.person.name, row.person.email, row.person.id})
    if (!part.empty() && part != row.name) text += (text.empty() ? "" : ", ") + part;
  return text;
}

constexpr std::size_t kMostNamesShown = 8;

std::map<std::pair<int, std::string>, std::vector<const ClassRow*>> students_by_mistake(
    const std::vector<ClassRow>& rows) {
  std::map<std::pair<int, std::string>, std::vector<const ClassRow*>> by_mistake;
  for (const ClassRow& row : rows)
    for (const auto& mistake : row.mistakes) by_mistake[mistake].push_back(&row);
  return by_mistake;
}

/// How many made each mistake, and who. Most students first.
std::string mistakes_table(const std::vector<ClassRow>& rows) {
  const auto by_mistake = students_by_mistake(rows);
  if (by_mistake.empty()) return {};
  std::vector<const std::decay_t<decltype(by_mistake)>::value_type*> sorted;
  for (const auto& mistake : by_mistake) sorted.push_back(&mistake);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return a->second.size() > b->second.size();
  });
  std::string text =
      "<h2>Mistakes</h2>\n<table><tr><th>Students</th><th>Task</th><th>Mistake, by the likely "
      "reason</th><th>Who</th></tr>\n";
  for (const auto* one : sorted) {
    const auto& [mistake, students] = *one;
    std::string who;
    for (const ClassRow* row : students)
      who += (who.empty() ? "" : ", ") +
             with_link(*row, row->person.name.empty() ? row->name : row->person.name);
    if (students.size() > kMostNamesShown)
      who =
          fmt::format("<details><summary>{} students</summary>{}</details>", students.size(), who);
    text += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
        students.size(), mistake.first, html(mistake.second), who);
  }
  return text + "</table>\n<h2>Students</h2>\n";
}

/// 0 for the total, then the tasks that the course does not leave out.
std::vector<std::size_t> columns_of(const std::vector<ClassRow>& rows) {
  std::vector<std::size_t> columns{0};
  for (std::size_t task = 1; task <= kTasks; ++task)
    if (std::any_of(rows.begin(), rows.end(),
                    [&](const ClassRow& row) { return row.tasks[task].checks > 0; }))
      columns.push_back(task);
  return columns;
}

std::string html_row(const ClassRow& row, const std::vector<std::size_t>& columns) {
  std::string text =
      fmt::format("<tr><td>{}<div>{}</div></td>", with_link(row, row.name), html(person_text(row)));
  for (const std::size_t column : columns) {
    const Score& score = row.tasks[column];
    if (score.checks == 0) {
      text += "<td class=\"n\">&ndash;</td>";
      continue;
    }
    text +=
        fmt::format("<td class=\"n{}\">{}/{}</td>",
                    score.got == score.most && score.most > 0 ? " all" : "", score.got, score.most);
  }
  text += "<td>";
  for (const std::string& trouble : row.troubles)
    text += fmt::format("<div class=\"bad\">{}</div>", html(trouble));
  for (const std::string& remark : row.remarks) text += fmt::format("<div>{}</div>", html(remark));
  return text + "</td></tr>\n";
}

/// The number of submissions: a group has several rows but counts once.
std::size_t submissions_in(const std::vector<ClassRow>& rows) {
  std::set<std::string> names;
  for (const ClassRow& row : rows)
    if (!row.is_missing) names.insert(row.name);
  return names.size();
}

/// Tasks by number, in narrow columns, so that "What happened" is wide on a screen of 1280 pixels.
std::string students_head(const std::vector<std::size_t>& columns) {
  std::string titles, widths, heads;
  for (const std::size_t column : columns) {
    widths += "<col class=\"points\">";
    if (column == 0) continue;
    const int task = int(column);
    titles += fmt::format("{} {} {}{}", titles.empty() ? "<p>Tasks:" : ",", task,
                          lower(course::title_of(task)), course::is_extra(task) ? " (extra)" : "");
    heads += fmt::format("<th class=\"n\" title=\"{}\">{}</th>", course::title_of(task), task);
  }
  if (!titles.empty()) titles += "</p>\n";
  return titles + "<table class=\"students\"><colgroup><col class=\"who\">" + widths +
         "<col></colgroup>\n<tr><th>Student</th><th class=\"n\">Total</th>" + heads +
         "<th>What happened</th></tr>\n";
}

std::string over_time_csv(const std::vector<ClassRow>& rows, const std::string& when) {
  double points = 0.0, submissions = 0.0;
  for (const ClassRow& row : rows) {
    if (row.is_missing) continue;
    points += double(row.tasks[0].got);
    submissions += 1.0;
  }
  const std::string run = fmt::format("{},{},{:.4g},{}", when, submissions,
                                      submissions > 0.0 ? points / submissions : 0.0,
                                      rows.empty() ? 0 : rows.front().tasks[0].most);
  std::string text = run + ",,,\n";
  for (const auto& [mistake, students] : students_by_mistake(rows))
    text += fmt::format("{},{},{},{}\n", run, mistake.first, cell(mistake.second), students.size());
  return text;
}

}  // namespace

std::string class_csv(const std::vector<ClassRow>& rows) {
  const bool has_people = std::any_of(rows.begin(), rows.end(), [](const ClassRow& row) {
    return row.is_stranger || !(row.person.name + row.person.email + row.person.id).empty();
  });
  std::string text = "student,points,of,extra";
  for (int task = 1; task <= kTasks; ++task) text += fmt::format(",task{}", task);
  text += ",checks passed,checks,troubles,remarks";
  const bool has_deadline =
      std::any_of(rows.begin(), rows.end(), [](const ClassRow& row) { return row.deducted; });
  if (has_people) text += ",name,email,id";
  text += has_deadline ? ",days late,points after late days\n" : "\n";
  for (const ClassRow& row : rows) {
    text += fmt::format("{},{},{},{}", cell(row.name), row.tasks[0].got, row.tasks[0].most,
                        extra_of(row));
    for (std::size_t task = 1; task < row.tasks.size(); ++task)
      text += fmt::format(",{}", row.tasks[task].got);
    text += fmt::format(",{},{},{},{}", row.tasks[0].passed, row.tasks[0].checks,
                        cell(joined(row.troubles)), cell(joined(row.remarks)));
    if (has_people)
      text += fmt::format(",{},{},{}", cell(row.person.name), cell(row.person.email),
                          cell(row.person.id));
    if (has_deadline)
      text += fmt::format(",{},{:.6g}", row.days_late ? std::to_string(*row.days_late) : "",
                          row.deducted.value_or(0.0));
    text += "\n";
  }
  return text;
}

std::string class_page(const std::vector<ClassRow>& rows, const std::vector<std::string>& notes) {
  const std::size_t submissions = submissions_in(rows);
  std::string text = kHead;
  text += fmt::format("<h1>The class: {} {}</h1>\n", submissions,
                      submissions == 1 ? "submission" : "submissions");
  for (const std::string& note : notes) text += fmt::format("<p>{}</p>\n", html(note));
  text += mistakes_table(rows);
  const std::vector<std::size_t> columns = columns_of(rows);
  text += students_head(columns);
  for (const ClassRow& row : rows) text += html_row(row, columns);
  return text + "</table></html>\n";
}

void write_class(const std::filesystem::path& folder, const std::vector<ClassRow>& rows,
                 const std::vector<std::string>& notes) {
  io::write_file(folder / kClassTable, class_csv(rows));
  io::write_file(folder / kClassPage, class_page(rows, notes));
  const std::string before = std::filesystem::exists(folder / kOverTime)
                                 ? io::read_file(folder / kOverTime)
                                 : "when,submissions,mean points,of,task,mistake,students\n";
  const std::string when = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
  io::write_file(folder / kOverTime, before + over_time_csv(rows, when));
}

std::vector<std::string> roster_notes(const std::vector<ClassRow>& rows) {
  std::vector<std::string> missing, strangers, notes;
  for (const ClassRow& row : rows) {
    if (row.is_missing) missing.push_back(row.name);
    if (row.is_stranger) strangers.push_back(row.name);
  }
  if (!missing.empty())
    notes.push_back(
        fmt::format("{} of the roster handed in nothing: {}", missing.size(), joined(missing)));
  if (!strangers.empty())
    notes.push_back(fmt::format("{} {} not in the roster: {}", strangers.size(),
                                strangers.size() == 1 ? "submission is" : "submissions are",
                                joined(strangers)));
  return notes;
}

namespace {

/// Index of the student's entry in the roster, if it can be found.
std::optional<std::size_t> student_of(const HandIn& hand_in, const Person& person,
                                      const Roster& roster) {
  const std::optional<std::size_t> student = roster.find(person);
  // A group's name belongs to none of its members.
  return student || hand_in.people.size() > 1 ? student : roster.find(hand_in.name);
}

ClassRow missing_row(const Person& person, const ClassRow& of_somebody) {
  ClassRow row;
  row.person = person;
  row.name = !person.name.empty() ? person.name : !person.email.empty() ? person.email : person.id;
  row.is_missing = true;
  for (std::size_t task = 0; task < row.tasks.size(); ++task)
    row.tasks[task] = {0, of_somebody.tasks[task].most, 0, of_somebody.tasks[task].checks};
  row.troubles = {"nothing handed in"};
  return row;
}

}  // namespace

std::vector<ClassRow> with_people(const std::vector<ClassRow>& rows,
                                  const std::vector<HandIn>& hand_ins, const Roster* roster) {
  std::vector<ClassRow> all;
  std::vector<int> times(roster != nullptr ? roster->students().size() : 0);
  for (const ClassRow& row : rows) {
    const auto hand_in = std::find_if(hand_ins.begin(), hand_ins.end(),
                                      [&](const HandIn& one) { return one.name == row.name; });
    if (hand_in == hand_ins.end()) continue;
    std::vector<Person> people = hand_in->people;
    if (people.empty()) people.emplace_back();
    for (const Person& person : people) {
      all.push_back(row);
      all.back().person = person;
      if (roster == nullptr) continue;
      if (const std::optional<std::size_t> student = student_of(*hand_in, person, *roster)) {
        all.back().person = roster->students()[*student];
        if (++times[*student] == 2)
          all.back().remarks.push_back("handed in more than once: there is another row");
      } else {
        all.back().is_stranger = true;
        all.back().remarks.push_back("is not in the roster");
      }
    }
  }
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] == 0 && !rows.empty())
      all.push_back(missing_row(roster->students()[i], rows.front()));
  return all;
}

std::vector<ClassRow> with_late_days(std::vector<ClassRow> rows, const Deadline& deadline) {
  constexpr std::int64_t kDay = 24 * 60;
  if (!deadline.minute) return rows;
  for (ClassRow& row : rows) {
    row.deducted = double(row.tasks[0].got);
    const std::optional<std::int64_t> handed_in = minute_of(row.person.handed_in);
    if (!handed_in && !row.is_missing)
      row.remarks.push_back("the time of handing in is not known: the roster does not state it");
    if (!handed_in) continue;
    const std::int64_t late = std::max<std::int64_t>(0, *handed_in - *deadline.minute);
    row.days_late = int((late + kDay - 1) / kDay);
    const double kept = *row.days_late > deadline.late_days
                            ? 0.0
                            : std::max(0.0, 1.0 - 0.01 * deadline.per_day * *row.days_late);
    *row.deducted *= kept;
    if (*row.days_late > 0)
      row.remarks.push_back(fmt::format("{} {} late: {:.6g} of {} points", *row.days_late,
                                        *row.days_late == 1 ? "day" : "days", *row.deducted,
                                        row.tasks[0].most));
  }
  return rows;
}

}  // namespace marrow::cli
