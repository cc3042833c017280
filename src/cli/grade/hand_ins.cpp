#include "cli/grade/hand_ins.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <regex>
#include <set>

#include "base/text.h"
#include "cli/printing.h"
#include "io/error.h"
#include "io/file.h"

namespace marrow::cli {

namespace fs = std::filesystem;

bool UnpackingAccount::has_room_for(std::uint64_t bytes) {
  const bool fits = files_ < kMostFiles && bytes <= kMostBytes - bytes_;
  if (fits) {
    ++files_;
    bytes_ += bytes;
  } else if (!is_full_) {
    is_full_ = true;
    add_trouble(fmt::format("unpacks to more than {} files or {} MB; not all of it was unpacked",
                            with_separators(kMostFiles), kMostBytes >> 20));
  }
  return fits;
}

void UnpackingAccount::add_trouble(const std::string& trouble) {
  constexpr std::size_t kMostTroubles = 5;
  if (troubles_.size() < kMostTroubles) {
    troubles_.push_back(trouble);
  } else if (troubles_.size() == kMostTroubles) {
    troubles_.push_back("and more of its files were not unpacked");
  }
}

static std::string ending_of(const fs::path& file) { return lower(file.extension().string()); }

bool is_archive(const fs::path& file) { return ending_of(file) == ".zip"; }

bool is_source(const fs::path& file) {
  const std::string ending = ending_of(file);
  for (const char* known : {".cpp", ".h", ".hpp", ".cc", ".cxx", ".c"})
    if (ending == known) return true;
  return false;
}

bool is_litter(const fs::path& path) {
  for (const fs::path& part : path)
    if (part == "__MACOSX" || part.native().starts_with('.')) return true;
  return false;
}

void unpack_entry(const io::ZipArchive& archive, std::size_t index, std::uint64_t cap,
                  const fs::path& to, UnpackingAccount& account) try {
  const io::ZipEntry& entry = archive.entries()[index];
  if (entry.size <= cap && !account.has_room_for(entry.size)) return;
  const std::string text = archive.read(index, cap);
  if (fs::exists(to)) return account.add_trouble(entry.path + " is in the archive twice");
  fs::create_directories(to.parent_path());
  std::ofstream file(to, std::ios::binary);
  if (!file.write(text.data(), std::streamsize(text.size())).flush())
    account.add_trouble(entry.path + " could not be unpacked: " + to.string() +
                        " cannot be written");
} catch (const io::Error& problem) {
  account.add_trouble(problem.place() + " was not unpacked: " + problem.expected());
} catch (const fs::filesystem_error& problem) {
  account.add_trouble(fmt::format("{} was not unpacked: {}", archive.entries()[index].path,
                                  problem.code().message()));
}

void unpack_sources(const fs::path& file, const fs::path& folder, UnpackingAccount& account) try {
  const io::ZipArchive archive(file, kMostEntriesHandedIn);
  for (std::size_t i = 0; i < archive.entries().size(); ++i) {
    const io::ZipEntry& entry = archive.entries()[i];
    if (!entry.refusal.empty()) {
      account.add_trouble(entry.path + " was not unpacked: it " + entry.refusal);
    } else if (entry.is_folder || is_litter(entry.path)) {
      continue;
    } else if (is_archive(entry.path)) {
      account.add_trouble(entry.path + " was not unpacked: it is an archive inside of an archive");
    } else if (is_source(entry.path)) {
      unpack_entry(archive, i, kLargestSource, folder / entry.path, account);
    }
  }
} catch (const io::Error& problem) {
  account.add_trouble(file.filename().string() + " was not unpacked: " + problem.expected());
}

namespace {

constexpr const char* kMetadata = "submission_metadata.yml";
constexpr std::uint64_t kLargestMetadata = 64u << 20;  // it holds the output of all autograders
constexpr std::uint64_t kLargestInnerArchive = 64u << 20;
constexpr std::size_t kMostClassEntries = 1'000'000;
constexpr std::size_t kMostInnerArchives = 20;

/// The facts in the name of a folder or file at the top of a class.
struct Label {
  std::string student;  ///< empty: unknown
  Person person;
  std::string file;  ///< as the student called it; empty: not a file of the student
};

/// Moodle: "Jane Doe_1234567_assignsubmission_file_", or that in front of a file's name.
/// Canvas: "doejane_LATE_1234_5678_task1-1.cpp", "anon_Ab1cd_5678_task1.cpp",
/// "doejane_1234_text.html".
Label label_of(const std::string& name, bool is_folder) {
  static const std::regex moodle("(.+)_(\\d+)_assignsubmission_[a-z]+(_(.*))?");
  static const std::regex anonymous("(LATE_)?anon_([^_]+)_\\d+_(.+)");
  static const std::regex canvas(
      "([^\\d_].*?)_(LATE_)?(\\d{2,})_(\\d{3,}_(.+)|(text|link)\\.html)");
  std::smatch part;
  if (std::regex_match(name, part, moodle))
    return {part.str(1) + "_" + part.str(2), {part.str(1), "", part.str(2)}, part.str(4)};
  if (is_folder) return {name, {}, {}};
  if (std::regex_match(name, part, anonymous))
    return {"anon_" + part.str(2), {"", "", part.str(2)}, part.str(3)};
  if (std::regex_match(name, part, canvas))
    return {part.str(1) + "_" + part.str(3), {part.str(1), "", part.str(3)}, part.str(5)};
  if (is_archive(name)) return {fs::path(name).stem().string(), {}, name};
  return {};
}

/// The folder around all of a class's files ("assignment_123_export"), else empty. Such a folder
/// has Gradescope's list, several folders, or names that a platform gave.
std::string folder_around(const std::vector<io::ZipEntry>& entries) {
  std::set<std::string> tops, below;
  bool is_class = false;
  for (const io::ZipEntry& entry : entries) {
    if (!entry.refusal.empty() || is_litter(entry.path)) continue;
    const fs::path path = entry.path;
    auto part = path.begin();
    tops.insert(part->string());
    if (++part == path.end()) {
      if (!entry.is_folder) return {};
      continue;
    }
    const std::string second = part->string();
    const bool is_folder = ++part != path.end() || entry.is_folder;
    if (is_folder) below.insert(second);
    const Label label = label_of(second, is_folder);
    is_class = is_class || second == kMetadata || !label.person.id.empty();
  }
  return tops.size() == 1 && (is_class || below.size() > 1) ? *tops.begin() : std::string();
}

/// The first part of a path in an archive; empty if it is not a plain name.
std::string top_of(const fs::path& path) {
  const std::string top = path.empty() ? std::string() : path.begin()->string();
  const bool is_plain =
      top != ".." && top.find_first_of("/\\") == top.npos && printable(top) == top;
  return is_plain ? top : std::string();
}

using Accounts = std::map<std::string, UnpackingAccount>;

/// Unpacks an entry of a class's archive, at `path` in the class. A file that grading does not read
/// leaves only its student's folder or an empty file, which shows that the student handed something
/// in.
void unpack_of_class(const io::ZipArchive& archive, std::size_t index, const fs::path& path,
                     const fs::path& folder, Accounts& accounts) {
  const io::ZipEntry& entry = archive.entries()[index];
  const std::string top = top_of(path);
  if (is_litter(top)) return;
  const bool is_top = path == top, is_folder = !is_top || entry.is_folder;
  UnpackingAccount& account = accounts[label_of(top, is_folder).student];
  if (!top.empty() && is_folder) fs::create_directories(folder / top);
  if (!entry.refusal.empty()) {
    account.add_trouble(entry.path + " was not unpacked: it " + entry.refusal);
  } else if (entry.is_folder || is_litter(path)) {
    return;
  } else if (path == kMetadata) {
    unpack_entry(archive, index, kLargestMetadata, folder / path, account);
  } else if (is_archive(path)) {
    unpack_entry(archive, index, kLargestInnerArchive, folder / path, account);
  } else if (is_source(path)) {
    unpack_entry(archive, index, kLargestSource, folder / path, account);
  } else if (is_top) {
    std::ofstream(folder / path);
  }
}

/// Sources, inner archives and Gradescope's list, of all students; returns the troubles by student.
Accounts unpack_class(const fs::path& file, const fs::path& folder) {
  const io::ZipArchive archive(file, kMostClassEntries);
  const std::string around = folder_around(archive.entries());
  Accounts accounts;
  for (std::size_t i = 0; i < archive.entries().size(); ++i) {
    fs::path path = archive.entries()[i].path;
    if (!around.empty()) path = path.lexically_relative(around);
    unpack_of_class(archive, i, path, folder, accounts);
  }
  return accounts;
}

/// Canvas renames a file handed in for the third time to "task1-2.cpp": {"task1.cpp", 2}.
std::pair<std::string, int> without_attempt(const std::string& name) {
  static const std::regex attempt("(.+)-(\\d{1,3})(\\.[A-Za-z]+)");
  std::smatch part;
  if (!std::regex_match(name, part, attempt)) return {name, 0};
  return {part.str(1) + part.str(3), std::stoi(part.str(2))};
}

/// Keeps the last attempt of each file, under its first name. A header keeps its numbered name as
/// well, because the number may be part of it.
void settle_attempts(HandIn& hand_in) {
  std::map<std::string, std::pair<int, fs::path>> last;
  for (const auto& [name, path] : hand_in.files) {
    const auto [first_name, attempt] = without_attempt(name);
    auto& kept = last[first_name];
    if (kept.second.empty() || attempt >= kept.first) kept = {attempt, path};
  }
  std::erase_if(hand_in.files, [](const auto& file) {
    return without_attempt(file.first).second > 0 && !file.first.ends_with(".h") &&
           !file.first.ends_with(".hpp");
  });
  for (const auto& [name, kept] : last) hand_in.files[name] = kept.second;
}

void take(const fs::directory_entry& entry, std::map<std::string, HandIn>& students) {
  const std::string name = entry.path().filename().string();
  const fs::file_type type = entry.symlink_status().type();
  const bool is_folder = type == fs::file_type::directory;
  if (is_litter(name) || (!is_folder && type != fs::file_type::regular)) return;
  const Label label = label_of(name, is_folder);
  if (label.student.empty()) return;
  HandIn& hand_in = students[label.student];
  hand_in.name = label.student;
  if (hand_in.people.empty() && !label.person.id.empty()) hand_in.people = {label.person};
  if (is_folder) {
    hand_in.folders.push_back(entry.path());
  } else if (!label.file.empty()) {
    hand_in.files[label.file] = entry.path();
  }
}

/// An archive that was unpacked next to itself is not read twice.
void leave_out_unpacked(HandIn& hand_in) {
  const std::string archive = hand_in.name + ".zip";
  if (hand_in.folders.empty() || hand_in.files.erase(archive) == 0) return;
  hand_in.troubles.push_back(archive + " was not unpacked: there is a folder of that name");
}

/// A hand-in called "results.csv" becomes "results.csv_".
void rename_reserved(std::map<std::string, HandIn>& students) {
  for (const char* taken : {kClassTable, kClassPage, kOverTime}) {
    auto student = students.extract(taken);
    if (student.empty()) continue;
    std::string name = taken;
    do name += "_";
    while (students.contains(name));
    student.key() = student.mapped().name = name;
    students.insert(std::move(student));
  }
}

}  // namespace

std::vector<HandIn> hand_ins(const fs::path& submissions, const fs::path& scratch) {
  fs::path folder = submissions;
  Accounts accounts;
  std::error_code error;
  if (fs::is_regular_file(submissions, error)) {
    folder = scratch;
    fs::remove_all(folder);
    fs::create_directories(folder);
    accounts = unpack_class(submissions, folder);
  }
  std::map<std::string, HandIn> students;
  std::set<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    entries.insert(entry);
  for (const fs::directory_entry& entry : entries) take(entry, students);
  if (error || students.empty())
    throw io::Error(submissions.string(), "--submissions",
                    "expected a folder or a zip archive with one folder or one archive for each "
                    "student, or a download from Moodle, Canvas or Gradescope");
  for (const auto& [student, account] : accounts) {
    if (students.contains(student)) {
      students[student].troubles = account.troubles();
    } else {
      for (const std::string& trouble : account.troubles())
        print_error("grade: warning: " + submissions.string() + ": " + trouble);
    }
  }
  std::map<std::string, std::vector<Person>> people;
  if (fs::is_regular_file(folder / kMetadata, error))
    people = gradescope_people(io::read_file(folder / kMetadata, kLargestMetadata));
  rename_reserved(students);
  std::vector<HandIn> all;
  for (auto& [name, hand_in] : students) {
    if (people.contains(name)) hand_in.people = people[name];
    settle_attempts(hand_in);
    leave_out_unpacked(hand_in);
    all.push_back(std::move(hand_in));
  }
  return all;
}

namespace {

/// Archives among a student's files, the first few.
std::vector<fs::path> archives_in(const fs::path& folder) {
  std::vector<fs::path> archives;
  std::error_code error;
  std::size_t entries = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, error), end;
       !error && at != end && ++entries < kMostEntriesHandedIn; at.increment(error)) {
    if (at.depth() >= kDeepestFolder) at.disable_recursion_pending();
    if (is_archive(at->path()) && !is_litter(at->path().lexically_relative(folder)) &&
        at->symlink_status().type() == fs::file_type::regular)
      archives.push_back(at->path());
  }
  std::sort(archives.begin(), archives.end());
  if (archives.size() > kMostInnerArchives) archives.resize(kMostInnerArchives);
  return archives;
}

void copy_source(const fs::path& from, const fs::path& to, UnpackingAccount& account) try {
  const std::uint64_t size = fs::file_size(from);
  if (size > kLargestSource)
    return account.add_trouble(fmt::format("{} has {} bytes; expected at most {}",
                                           to.filename().string(), with_separators(size),
                                           with_separators(kLargestSource)));
  if (!account.has_room_for(size)) return;
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to);
} catch (const fs::filesystem_error& problem) {
  account.add_trouble(
      fmt::format("{} cannot be read: {}", from.filename().string(), problem.code().message()));
}

}  // namespace

std::vector<fs::path> collect(HandIn& hand_in, const fs::path& scratch) {
  std::vector<fs::path> archives, folders = hand_in.folders;
  for (const fs::path& folder : folders) {
    const std::vector<fs::path> found = archives_in(folder);
    archives.insert(archives.end(), found.begin(), found.end());
  }
  UnpackingAccount account;
  fs::remove_all(scratch);
  for (const auto& [name, path] : hand_in.files) {
    if (is_archive(name)) {
      archives.push_back(path);
    } else if (is_source(name)) {
      copy_source(path, scratch / name, account);
    }
  }
  for (std::size_t i = 0; i < archives.size(); ++i)
    unpack_sources(archives[i], scratch / fmt::format("archive{}", i + 1), account);
  hand_in.troubles.insert(hand_in.troubles.end(), account.troubles().begin(),
                          account.troubles().end());
  if (fs::exists(scratch)) folders.push_back(scratch);
  return folders;
}

namespace {

std::string unquoted(std::string value) {
  value = trimmed(value, " \r");
  if (value == "null" || value == "~") return {};
  const char quote = value.size() > 1 && value.front() == value.back() ? value.front() : ' ';
  if (quote != '"' && quote != '\'') return value;
  value = value.substr(1, value.size() - 2);
  for (std::size_t at = 0; at + 1 < value.size(); ++at)
    if (value[at] == (quote == '"' ? '\\' : '\'')) value.erase(at, 1);
  return value;
}

void read_field(std::string_view line, Person& person) {
  for (const auto& [key, field] :
       {std::pair{":name:", &Person::name}, std::pair{":email:", &Person::email},
        std::pair{":sid:", &Person::id}}) {
    if (line.starts_with(key)) person.*field = unquoted(std::string(line.substr(std::strlen(key))));
  }
}

}  // namespace

std::map<std::string, std::vector<Person>> gradescope_people(const std::string& yaml) {
  std::map<std::string, std::vector<Person>> people;
  std::string folder;
  std::size_t list = std::string::npos;  // inside :submitters:, its indentation
  for (std::size_t at = 0; at < yaml.size();) {
    const std::size_t end = std::min(yaml.find('\n', at), yaml.size());
    std::string_view line = std::string_view(yaml).substr(at, end - at);
    at = end + 1;
    const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(indentation);
    const bool is_item = line.starts_with("- ");
    if (indentation == 0 && line.find(':') != line.npos) {
      folder = unquoted(std::string(line.substr(0, line.rfind(':'))));
      list = std::string::npos;
    } else if (line.starts_with(":submitters:") && indentation <= 2) {
      list = indentation;
    } else if (list != std::string::npos && (indentation > list || is_item)) {
      if (is_item) people[folder].emplace_back();
      if (is_item) line.remove_prefix(line.find_first_not_of("- "));
      if (!people[folder].empty()) read_field(line, people[folder].back());
    } else {
      list = std::string::npos;
    }
  }
  return people;
}

}  // namespace marrow::cli
