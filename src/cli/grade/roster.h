// The list of students of a class, to assign hand-ins and find missing ones.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/grade/hand_ins.h"

namespace marrow::cli {

/// A CSV table with a header, as grade books export it. Columns are recognized by name: "Name",
/// "Student", "First name" and "Surname"; "Email address"; "ID", "SIS Login ID", "Username",
/// "Student number" and others of that kind; "Handed in" or "Submission Time". Commas, semicolons
/// or tabs between the fields; UTF-8, or otherwise Latin-1.
class Roster {
 public:
  /// Throws io::Error for a table without such columns or students; `file` is for the message.
  Roster(const std::string& csv, const std::string& file);

  const std::vector<Person>& students() const { return students_; }
  /// The student with this id, email address or name, the first of these that is known. None if no
  /// student or more than one has it. Names are compared without accents, case and blanks, also
  /// with the last name first.
  std::optional<std::size_t> find(const Person& person) const;
  /// The student whom a folder's name identifies: an id, an email address or a name.
  std::optional<std::size_t> find(const std::string& name) const;

 private:
  using Index = std::unordered_map<std::string, std::size_t>;
  void add(Index& index, const std::string& key);

  std::vector<Person> students_;
  Index by_id_, by_email_, by_name_;
};

/// The words of a name: letters and digits in lower case, without the accents of Latin letters.
std::vector<std::string> words_of_name(const std::string& name);

}  // namespace marrow::cli
