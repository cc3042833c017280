#include "cli/grade/roster.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "io/error.h"
#include "io/number_text.h"

namespace marrow::cli {

namespace {

constexpr std::size_t kNobodyAlone = std::size_t(-1);  // two students have this key

/// U+00C0 to U+017F without their accents; '?' or 1 for a letter that is written as two, ' ' for a
/// character that is not a letter.
constexpr std::string_view kBaseLetters =
    "aaaaaa?ceeeeiiiidnooooo ouuuuy?\1aaaaaa?ceeeeiiiidnooooo ouuuuy?y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkkklllllll"
    "lllnnnnnnnnnoooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kBaseLetters.size() == 0x180 - 0xc0);

const char* written_as_two(std::uint32_t code) {
  return code == 0xc6 || code == 0xe6     ? "ae"
         : code == 0xde || code == 0xfe   ? "th"
         : code == 0x132 || code == 0x133 ? "ij"
                                          : "oe";
}

std::string base_letters(std::uint32_t code) {
  const char letter = kBaseLetters[code - 0xc0];
  if (letter == '\1') return "ss";
  if (letter == '?') return written_as_two(code);
  return letter == ' ' ? std::string() : std::string(1, letter);
}

std::string rotated(const std::vector<std::string>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += words[(first + i) % words.size()];
  return text;
}

std::string utf8_of(const std::string& text) {
  bool is_latin = false;
  std::string valid = io::valid_utf8(text, &is_latin);
  if (!is_latin) return valid;
  valid.clear();
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code >= 0x80) valid += char(0xc0 | (code >> 6));
    valid += code >= 0x80 ? char(0x80 | (code & 0x3f)) : letter;
  }
  return valid;
}

using Fields = std::vector<std::string>;

/// RFC 4180, except for the separator. Blanks around fields are removed.
std::vector<Fields> rows_of(const std::string& csv, char separator) {
  std::vector<Fields> rows(1, Fields(1));
  bool is_quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char letter = csv[i];
    if (letter == '"' && is_quoted && i + 1 < csv.size() && csv[i + 1] == '"') {
      rows.back().back() += csv[++i];
    } else if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == separator && !is_quoted) {
      rows.back().emplace_back();
    } else if (letter == '\n' && !is_quoted) {
      rows.emplace_back(1);
    } else {
      rows.back().back() += letter;
    }
  }
  for (Fields& row : rows)
    for (std::string& field : row) field = io::clean_name(field);
  return rows;
}

/// The most frequent of comma, semicolon and tab in the header.
char separator_of(const std::string& csv) {
  const std::string header = csv.substr(0, csv.find('\n'));
  char best = ',';
  for (const char one : {';', '\t'})
    if (std::count(header.begin(), header.end(), one) >
        std::count(header.begin(), header.end(), best))
      best = one;
  return best;
}

enum class Column { none, name, first_name, last_name, email, id, handed_in };

Column column_of(const std::string& title) {
  std::string key;
  for (const std::string& word : words_of_name(title)) key += word;
  const auto is_one_of = [&](std::initializer_list<const char*> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (is_one_of({"name", "fullname", "student", "studentname", "displayname"})) return Column::name;
  if (is_one_of({"firstname", "givenname", "givennames", "forename"})) return Column::first_name;
  if (is_one_of({"lastname", "surname", "familyname"})) return Column::last_name;
  if (is_one_of({"email", "emailaddress", "mail", "studentemail"})) return Column::email;
  if (is_one_of(
          {"id", "sid", "studentid", "studentno", "studentnumber", "idnumber", "identifier"}) ||
      is_one_of({"username", "userid", "login", "loginid", "netid", "matriculationnumber"}) ||
      is_one_of({"sisid", "sisuserid", "sisloginid", "integrationid", "orgdefinedid"}))
    return Column::id;
  if (is_one_of({"handedin", "submissiontime", "submittedat"})) return Column::handed_in;
  return Column::none;
}

/// Moodle writes "Participant 1234567" for the number in a folder's name.
std::string id_of(const std::string& text) {
  constexpr std::string_view kParticipant = "participant ";
  const std::string id = lower(text);
  return id.starts_with(kParticipant) ? id.substr(kParticipant.size()) : id;
}

}  // namespace

std::vector<std::string> words_of_name(const std::string& name) {
  std::vector<std::string> words(1);
  std::string_view left = name;
  while (!left.empty()) {
    const Utf8Character character = first_character(left);
    const std::size_t size = std::max<std::size_t>(character.size, 1);
    const std::uint32_t code = character.code;
    const char letter = lower(left[0]);
    if (code >= 0xc0 && code < 0x180) {
      words.back() += base_letters(code);
    } else if (code >= 0x80 && !(code >= 0x300 && code < 0x370)) {  // not an accent alone
      words.back() += left.substr(0, size);
    } else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
      words.back() += letter;
    } else if (code < 0x80 && letter != '\'' && !words.back().empty()) {
      words.emplace_back();
    }
    left.remove_prefix(size);
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

void Roster::add(Index& index, const std::string& key) {
  if (key.empty()) return;
  const std::size_t student = students_.size() - 1;
  const auto [place, is_new] = index.emplace(key, student);
  if (!is_new && place->second != student) place->second = kNobodyAlone;
}

Roster::Roster(const std::string& csv, const std::string& file) {
  std::string text = utf8_of(csv);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const std::vector<Fields> rows = rows_of(text, separator_of(text));
  std::vector<Column> columns;
  for (const std::string& title : rows[0]) columns.push_back(column_of(title));
  for (std::size_t r = 1; r < rows.size(); ++r) {
    Person person;
    std::string first, last;
    std::vector<std::string> ids;
    for (std::size_t c = 0; c < std::min(columns.size(), rows[r].size()); ++c) {
      const std::string& field = rows[r][c];
      if (columns[c] == Column::name) person.name = field;
      if (columns[c] == Column::first_name) first = field;
      if (columns[c] == Column::last_name) last = field;
      if (columns[c] == Column::email) person.email = field;
      if (columns[c] == Column::handed_in) person.handed_in = field;
      if (columns[c] == Column::id && !field.empty()) ids.push_back(field);
    }
    if (person.name.empty())
      person.name = first + (first.empty() || last.empty() ? "" : " ") + last;
    if (!ids.empty()) person.id = ids[0];
    const bool is_canvas_maximum = person.name == "Points Possible" && ids.empty();
    if (is_canvas_maximum || (person.name + person.email + person.id).empty()) continue;
    students_.push_back(person);
    for (const std::string& id : ids) add(by_id_, id_of(id));
    add(by_email_, lower(person.email));
    const std::vector<std::string> words = words_of_name(person.name);
    for (std::size_t w = 0; w < words.size(); ++w) add(by_name_, rotated(words, w));
  }
  if (students_.empty())
    throw io::Error(file, "--roster",
                    "expected a CSV table with students, one to a row, and in its first row titles "
                    "such as Name, Email, ID");
}

std::optional<std::size_t> Roster::find(const Person& person) const {
  const std::vector<std::string> words = words_of_name(person.name);
  for (const auto& [index, key] :
       {std::pair{&by_id_, id_of(person.id)}, std::pair{&by_email_, lower(person.email)},
        std::pair{&by_name_, rotated(words, 0)}}) {
    const auto place = index->find(key);
    if (place != index->end() && place->second != kNobodyAlone) return place->second;
  }
  return std::nullopt;
}

std::optional<std::size_t> Roster::find(const std::string& name) const {
  return find(Person{name, name, name});
}

}  // namespace marrow::cli
