// Runs the built program as a script would.
#pragma once

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "io/formats.h"
#include "rig/implementations.h"
#include "support/cases.h"
#include "support/process_clock.h"
#include "support/random_rig.h"

namespace marrow::test {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// A folder that its destructor deletes.
struct Scratch {
  fs::path path;
  Scratch() : path(scratch("cli")) {}
  explicit Scratch(const fs::path& taken) : path(taken) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
};

/// A case with a fresh folder; the second one also needs correct functions.
#define FOLDER_CASE(name) GIVEN_CASE(name, const Scratch, folder)
#define SOLVED_FOLDER_CASE(name) SOLVED_GIVEN_CASE(name, const Scratch, folder)

struct Ran {
  int status = -1;  ///< exit status; 128 + signal when it was killed
  std::string out, err;
  double seconds = 0.0;       ///< CPU time
  std::size_t megabytes = 0;  ///< peak memory
  std::size_t error_lines() const { return std::size_t(std::count(err.begin(), err.end(), '\n')); }
};

/// Runs the program in the background, with its output in files. posix_spawn() returns after
/// exec(), so a signal never reaches a copy of this process with doctest's handlers.
class Running {
 public:
  explicit Running(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program().string());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string out = folder_ / "out", err = folder_ / "err";
    posix_spawn_file_actions_t files;
    posix_spawnattr_t group;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&group);
    constexpr int kWrite = O_CREAT | O_WRONLY;
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), kWrite, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), kWrite, 0600);
    posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawn(&process_, argv[0], &files, &group, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&group);
    REQUIRE(error == 0);
  }
  bool is_running() const { return has_not_ended(process_); }
  double worked() const { return seconds_worked(process_); }
  void wait_until_worked(double seconds) const { test::wait_until_worked(process_, seconds); }
  void wait_until_handles(int signal) const {
    while (!handles(process_, signal) && is_running()) usleep(100);
  }
  void send(int signal) const { kill(process_, signal); }
  /// Sends SIGINT as a terminal does: to the program and to all processes that it started.
  void press_ctrl_c() const { kill(-process_, SIGINT); }
  std::string out() const { return bytes_of(folder_ / "out"); }
  Ran wait() {
    int status = 0;
    rusage usage{};
    wait4(process_, &status, 0, &usage);
    const auto seconds = [](const timeval& time) {
      return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            bytes_of(folder_ / "out"), bytes_of(folder_ / "err"),
            seconds(usage.ru_utime) + seconds(usage.ru_stime), std::size_t(usage.ru_maxrss) >> 10};
  }

 private:
  Scratch folder_;
  pid_t process_ = -1;
};

inline Ran run(const std::vector<std::string>& arguments) { return Running(arguments).wait(); }

/// Runs the program, which must succeed.
inline Ran run_well(const std::vector<std::string>& arguments) {
  Ran ran = run(arguments);
  std::string command;
  for (const std::string& argument : arguments) command += argument + " ";
  INFO(command);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return ran;
}

/// Runs the program, which must end with this status and one line of reason with these words.
inline Ran run_badly(const std::vector<std::string>& arguments, int status,
                     const std::string& words) {
  Ran ran = run(arguments);
  INFO(ran.err);
  CHECK(ran.status == status);
  CHECK(ran.error_lines() == 1);
  CHECK(contains(ran.err, words));
  return ran;
}

inline Json report_of(const std::string& file) {
  return Json::parse(run_well({"report", file, "--json", "-"}).out);
}

inline glm::dmat4 matrix_of(const Json& numbers) {
  glm::dmat4 matrix;
  for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = numbers[std::size_t(i)].get<double>();
  return matrix;
}

/// The largest difference of two matrices' elements.
inline double difference(const glm::dmat4& a, const glm::dmat4& b) {
  double worst = 0.0;
  for (int i = 0; i < 16; ++i) worst = std::max(worst, std::abs(a[i / 4][i % 4] - b[i / 4][i % 4]));
  return worst;
}

struct Influence {
  double distance = 0.0, weight = 0.0;
};
using Row = std::map<std::string, Influence>;  ///< by joint name

/// The rows of `report --influences`: (mesh, vertex) -> row, quoted fields included. Callers check
/// the order.
struct CsvRow {
  int mesh = 0, vertex = 0;
  std::string joint;
  std::string distance, weight;
};

inline std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

inline std::vector<CsvRow> influences_of(const std::string& file,
                                         const std::vector<std::string>& flags = {}) {
  std::vector<std::string> arguments = {"report", file, "--influences", "-"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  std::istringstream lines(run_well(arguments).out);
  std::string line;
  std::getline(lines, line);
  REQUIRE(line == "mesh,vertex,joint,distance,weight");
  std::vector<CsvRow> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    REQUIRE(fields.size() == 5);
    rows.push_back({std::stoi(fields[0]), std::stoi(fields[1]), fields[2], fields[3], fields[4]});
  }
  return rows;
}

/// A turned, unevenly scaled group > a turned, unevenly scaled, posed skeleton, three and more
/// joints deep; and a cylinder elsewhere.
inline Scene deep_scene(std::uint64_t seed) {
  Random random(seed);
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene), .name = "group", .local = random.affine()});
  Skeleton skeleton =
      random_skeleton(random, {.joints = 9, .roots = 2, .posed = true, .scaled = true});
  for (int j = 2; j < 6; ++j) skeleton.joints[std::size_t(j)].parent = j - 1;
  for (Joint& joint : skeleton.joints) {
    joint.id = take_id(scene);
    joint.radius = random.uniform(0.4f, 1.2f);
  }
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "bones",
                         .parent = 0,
                         .local = random.affine(),
                         .skeleton = std::make_shared<const Skeleton>(skeleton)});
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "body",
                         .parent = 0,
                         .local = scene.nodes[1].local * random.rigid(0.3f),
                         .mesh = std::make_shared<const Mesh>(capped_cylinder(15, 12)),
                         .bound_to = scene.nodes[1].id});
  return scene;
}

inline std::string saved(const Scratch& folder, const std::string& name, const Scene& scene) {
  const std::string path = folder / name;
  io::save(path, scene, {});
  return path;
}

}  // namespace marrow::test
