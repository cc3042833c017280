// Files for Gradescope and GitHub Classroom, made from the list of checks.
#include <algorithm>
#include <fmt/format.h>

#include "cli/common.h"
#include "cli/grade/course_file.h"
#include "cli/grade/grade.h"
#include "io/file.h"
#include "io/write_file.h"
#include "platform/child.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSetup = R"(#!/usr/bin/env bash
# Gradescope runs this once, when it makes the image: installs what is needed and builds the judge, without a window.
# Base image: OS Ubuntu, version 22.04 or 24.04, variant Base.
set -euo pipefail
command -v apt-get >/dev/null || { echo "setup.sh: expected the base image Ubuntu 22.04 or 24.04; choose it under Configure Autograder" >&2; exit 1; }
mkdir -p /autograder/marrow
tar -xzf /autograder/source/marrow.tar.gz -C /autograder/marrow
/autograder/marrow/deps/bootstrap.sh judge
apt-get install -y -qq --no-install-recommends bubblewrap util-linux || true
)";

constexpr const char* kRunAutograder = R"(#!/usr/bin/env bash
# Gradescope runs this for each submission: a class of one student.
set -uo pipefail
marrow=/autograder/marrow
work=$(mktemp -d)
mkdir -p "$work/class" /autograder/results
cp -r /autograder/submission "$work/class/submission"
hidden=()
[ ! -d /autograder/source/hidden ] || hidden=(--hidden /autograder/source/hidden)
course=()
[ ! -f /autograder/source/course.json ] || course=(--course /autograder/source/course.json)
"$marrow/build/marrow" grade --submissions "$work/class" --out-dir "$work/graded" --source "$marrow" "${hidden[@]}" "${course[@]}"
cp "$work/graded/submission/results.json" /autograder/results/results.json
)";

constexpr const char* kClassroomHead =
    R"(# GitHub Classroom runs this on each push of a student's repository.
name: Autograding Tests
on: [push, workflow_dispatch, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    container: debian:12
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Make all files but the student's older than the build that is restored
        run: |
          find . -type f -exec touch -d 2000-01-01 {} +
          touch src/rig/student/*
      - name: Restore the build
        id: build
        uses: actions/cache/restore@v4
        with:
          path: build
          key: marrow-debian12-${{ hashFiles('CMakeLists.txt', 'CMakePresets.json', 'deps/**', 'src/**', '!src/rig/student/**') }}
      - name: Build
        run: deps/bootstrap.sh judge
      - name: Keep the build
        if: steps.build.outputs.cache-hit != 'true'
        uses: actions/cache/save@v4
        with:
          path: build
          key: ${{ steps.build.outputs.cache-primary-key }}
      - name: All checks, for reading
)";

void write_script(const fs::path& path, const std::string& text) {
  io::write_file(path, text);
  fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
}

constexpr const char* kCourseFile = "course.json";

void copy_course(const GradeOptions& options, const fs::path& folder) {
  const fs::path copy = folder / kCourseFile;
  std::error_code error;  // ignored: there may be no copy yet
  if (options.course.empty() || fs::equivalent(options.course, copy, error)) return;
  io::write_file(copy, io::read_file(options.course));
}

/// Packs the handout: what `git archive` exports from a git checkout, or else the folder of an
/// unpacked handout without its builds.
void archive(const fs::path& source, const fs::path& out) {
  const std::string file = fs::absolute(out).string(), folder = source.string();
  if (!fs::exists(source / "deps" / "bootstrap.sh"))
    throw io::Error(folder, "--source", "expected this repository: deps/bootstrap.sh is not there");
  const std::vector<std::string> command =
      fs::exists(source / ".git")
          ? std::vector<std::string>{"git", "-C", folder, "archive", "--format=tar.gz",
                                     "-o",  file, "HEAD"}
          : std::vector<std::string>{"tar", "-czf", file, "--exclude=./build*", "-C", folder, "."};
  platform::Child child(command, {}, 4096);
  child.wait();
  if (child.status() != 0)
    throw io::Error(folder, command[0], "expected an archive: " + child.printed());
}

void make_gradescope(const GradeOptions& options) {
  const fs::path out = options.out;
  write_script(out / "setup.sh", kSetup);
  write_script(out / "run_autograder", kRunAutograder);
  archive(source_of(options), out / "marrow.tar.gz");
  copy_course(options, out);
  if (options.hidden.empty()) return;
  read_hidden(options.hidden);
  fs::create_directories(out / "hidden");
  for (const fs::directory_entry& entry : fs::directory_iterator(options.hidden))
    if (entry.is_regular_file())
      io::write_file(out / "hidden" / entry.path().filename(), io::read_file(entry.path()));
}

/// One step per check, because Classroom's graders give all points of a step or none.
void make_classroom(const GradeOptions& options) {
  std::string text = kClassroomHead, environment, runners;
  const std::string grade =
      std::string("build/marrow grade") +
      (options.course.empty() ? "" : fmt::format(" --course {}", kCourseFile));
  text += fmt::format("        run: {} --junit results.xml || true\n", grade);
  for (const course::Check& check : graded(options).own) {
    std::string id = check.name;
    std::replace(id.begin(), id.end(), '.', '-');
    std::string variable = id;
    std::transform(variable.begin(), variable.end(), variable.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    text += fmt::format(
        "      - name: {0}\n        id: {1}\n        uses: "
        "classroom-resources/autograding-command-grader@v1\n        with:\n"
        "          test-name: {0}\n          command: {3} --check {0}\n          "
        "timeout: 2\n          max-score: {2}\n",
        check.name, id, check.points, grade);
    environment +=
        fmt::format("          {}_RESULTS: \"${{{{steps.{}.outputs.result}}}}\"\n", variable, id);
    runners += (runners.empty() ? "" : ",") + id;
  }
  text +=
      "      - name: Autograding Reporter\n        uses: "
      "classroom-resources/autograding-grading-reporter@v1\n        env:\n" +
      environment + "        with:\n          runners: " + runners + "\n";
  const fs::path folder = fs::path(options.out) / ".github" / "workflows";
  fs::create_directories(folder);
  io::write_file(folder / "classroom.yml", text);
  copy_course(options, options.out);
}

}  // namespace

void make_kit(const GradeOptions& options) {
  if (options.out.empty()) throw UsageError("--kit: expected -o DIR");
  make_folder(options.out, "-o");
  if (!options.course.empty()) read_course(options.course);  // refuses a broken one
  if (options.kit == "gradescope") {
    make_gradescope(options);
  } else {
    make_classroom(options);
  }
}

}  // namespace marrow::cli
