// marrow course: a course's folder (what it chooses, its own text), and the page made of it.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/grade/course_file.h"
#include "io/error.h"
#include "io/file.h"
#include "io/write_file.h"
#include "platform/folders.h"
#include "rig/contract.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;
using CourseJson = nlohmann::ordered_json;

constexpr const char* kCourseJson = "course.json";
constexpr const char* kSheet = "sheet.md";
constexpr const char* kCoursePage = "course.html";
constexpr const char* kHiddenChecks = "hidden";

constexpr const char* kOwnSheet =
    R"(The page shows this text of your course above the sheet of the assignment: write your own.
It may have headings (#), lists (*) and paragraphs, with an empty line between two. An empty file shows nothing.
)";

constexpr const char* kReadme = R"(# How do I publish this course?

1. `course.json` is what the course chooses: delete the keys that stay as they are, and change the others.
   Marrow's `src/course/README.md` explains each; `media/courses` has examples.
2. `sheet.md` is your own text. It is shown above the sheet of the assignment.
3. Hidden checks belong in a folder `hidden`, which never gets into the page.
4. `marrow grade --list --course course.json` shows checks, points and what students read of this course.
5. `deps/bootstrap.sh web`, in Marrow's handout, builds the page once.
   Build it from the handout: a page built from the whole repository has the solution's machine code in it.
6. `marrow course build . -o SITE` puts the course in it. SITE is static files: copy them to any server.
7. `marrow grade --submissions CLASS --out-dir OUT --course course.json --hidden hidden` grades what was handed in.

`deadline` is a date with a time, "2027-03-01 23:59", or empty: never late. `late_days` is how many days later
work is accepted, and `per_day` the percent of the points that each of them costs.
)";

struct CourseOptions {
  std::string action, folder, out, page;
};

/// All keys with their defaults.
CourseJson default_course() {
  CourseJson json = {{"tasks", CourseJson::array()}};
  for (int task = 1; task <= kTasks; ++task) json["tasks"].push_back(task);
  for (const course::Check& check : course::checks()) json["points"][check.name] = check.points;
  for (const char* letter : kLetters) json["letters"][letter] = letter;
  json["weights"] = "inverse";
  json["vectors"] = "column";
  json["deadline"] = "";
  json["late_days"] = 0;
  json["per_day"] = 0;
  return json;
}

void make_course(const fs::path& folder) {
  std::error_code none;
  if (fs::exists(folder, none) && !(fs::is_directory(folder, none) && fs::is_empty(folder, none)))
    throw io::Error(folder.string(), "", "expected an empty folder, or none");
  fs::create_directories(folder);
  io::write_file(folder / kCourseJson, default_course().dump(2) + "\n");
  io::write_file(folder / kSheet, kOwnSheet);
  io::write_file(folder / "README.md", kReadme);
}

/// The built page: --page, else the one of this program's repository.
fs::path page_of(const CourseOptions& options) {
  const fs::path own = platform::resource("src"),
                 page = !options.page.empty() ? fs::path(options.page)
                        : own.empty()         ? fs::path("build-web/site")
                                              : own.parent_path() / "build-web" / "site";
  if (!fs::exists(page / kCoursePage))
    throw io::Error(page.string(), "--page",
                    "expected a built page with course.html: deps/bootstrap.sh web builds one");
  return page;
}

/// Texts that must not be published: the content of each file of the hidden checks, by its path,
/// and the name of each check, by that path / "name".
std::map<fs::path, std::string> secrets_of(const fs::path& folder) {
  std::map<fs::path, std::string> secrets;
  if (!fs::is_directory(folder)) return secrets;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    secrets[entry.path()] = io::read_file(entry.path());
    const CourseJson check = CourseJson::parse(secrets[entry.path()], nullptr, false);
    if (check.is_object() && check.contains("name") && check["name"].is_string())
      secrets[entry.path() / "name"] = check["name"].get<std::string>();
  }
  return secrets;
}

void build_course(const CourseOptions& options) {
  const fs::path folder = options.folder, out = options.out, page = page_of(options);
  read_course((folder / kCourseJson).string());  // refuses a broken one
  if (!fs::exists(folder / kSheet))
    throw io::Error((folder / kSheet).string(), "",
                    "expected the course's own text; the file may be empty");
  if (fs::exists(out) && !fs::is_empty(out) && !fs::exists(out / kCoursePage))
    throw io::Error(out.string(), "-o", "expected an empty folder, or a page built before");
  if (is_same_file(out, page)) throw UsageError("-o SITE: expected another folder than the page's");
  std::map<fs::path, fs::path> files;  // what is copied, by its place in the site
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(page))
    if (entry.is_regular_file()) files[fs::relative(entry.path(), page)] = entry.path();
  for (const char* own : {kCourseJson, kSheet}) files[own] = folder / own;
  const std::map<fs::path, std::string> secrets = secrets_of(folder / kHiddenChecks);
  for (const auto& [place, file] : files) {
    const std::string bytes = secrets.empty() ? "" : io::read_file(file);
    for (const auto& [of, secret] : secrets)
      if (bytes.find(secret) != std::string::npos)
        throw io::Error(
            file.string(), "",
            fmt::format("expected nothing of a hidden check, but it has {}", of.string()));
  }
  for (const auto& [place, file] : files) {
    fs::create_directories((out / place).parent_path());
    fs::copy_file(file, out / place, fs::copy_options::overwrite_existing);
  }
  print(fmt::format("{} files are in {}; any server of static files can show {}\n", files.size(),
                    out.string(), kCoursePage));
}

Job declare_course(Options& own) {
  const auto words = std::make_shared<CourseOptions>();
  own.add("ACTION", words->action, "",
          "new: writes a folder to begin a course with; build: makes its page")
      .required()
      .one_of(std::vector<std::string>{"new", "build"});
  own.add("DIR", words->folder, "", "The course's folder").required();
  own.add("-o,--out", words->out, "SITE", "With build: the folder for the page, static files");
  own.add("--page", words->page, "DIR",
          "With build: a page built by deps/bootstrap.sh web; without it the one of this "
          "repository, build-web/site");
  return [words] {
    const bool is_new = words->action == "new";
    if (is_new == !words->out.empty())
      throw UsageError(is_new ? "-o: needs course build" : "course build: expected -o SITE");
    return guarded("course", [&] { is_new ? make_course(words->folder) : build_course(*words); });
  };
}

}  // namespace

const Command kCourse = {"course", "Begins a course's folder, and makes the page of a course",
                         declare_course};

}  // namespace marrow::cli
