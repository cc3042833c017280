#include "cli/grade/class_people.h"

#include <algorithm>

namespace marrow::cli {

namespace {

/// One student's row: the roster's entry, if it can be told.
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

}  // namespace marrow::cli
