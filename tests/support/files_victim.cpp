// A small program that opens and saves, for tests that kill it, watch it or make its system calls
// fail.
//   files_victim save FILE ROUND      saves the scene of that round; prints an error, with status 1
//   files_victim loop FILE ACKS       saves one round after another until it is killed; appends
//                                     each round to ACKS when it is saved
//   files_victim kills FOLDER N       kills N processes of `loop` at random moments; checks what
//                                     each left; status 1 if anything is wrong
//   files_victim open FILE...         opens each; prints "opens" or why it is refused
//   files_victim weigh FILE...        opens each in a separate process; prints verdict, seconds,
//                                     peak megabytes, file, words, with tabs
//   files_victim weigh_parser FILE... as weigh, but reads with tinygltf or tinyobjloader alone
//   files_victim again FILE N         opens a file N times, printing the resident kilobytes after a
//                                     tenth of them and at the end
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tiny_gltf.h>
#include <tiny_obj_loader.h>
#include <unistd.h>
#include <vector>

#include "editor/session.h"
#include "io/formats.h"
#include "scene/scene.h"
#include "support/process_clock.h"

using namespace marrow;

namespace fs = std::filesystem;

namespace {

/// A scene whose vertices encode its round: megabytes, so that a kill often hits the writing.
Scene scene_of(int round) {
  Scene scene;
  Node node{.id = take_id(scene), .name = std::to_string(round)};
  auto mesh = std::make_shared<Mesh>();
  for (int v = 0; v < 60000; ++v) mesh->positions.emplace_back(float(v), float(round), 1.0f / 3.0f);
  for (std::uint32_t v = 0; v + 3 <= 60000; v += 3) {
    mesh->corner_vertex.insert(mesh->corner_vertex.end(), {v, v + 1, v + 2});
    mesh->face_begin.push_back(v + 3);
  }
  node.mesh = std::move(mesh);
  scene.nodes.push_back(std::move(node));
  return scene;
}

/// The round of the file's scene; none if the file is missing. Throws if it is damaged.
std::optional<int> round_in(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  const Scene scene = io::load(file).scene;
  const int round = std::stoi(scene.nodes.at(0).name);
  if (!same_content(scene, scene_of(round)))
    throw std::runtime_error(file.string() + " is not what was saved");
  return round;
}

int save(const fs::path& file, int round) {
  try {
    io::save(file, scene_of(round), {});
  } catch (const io::Error& error) {
    std::puts(error.what());
    return 1;
  }
  return 0;
}

int loop(const fs::path& file, const fs::path& acks) {
  const int log = ::open(acks.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  for (int round = round_in(file).value_or(0) + 1;; ++round) {
    io::save(file, scene_of(round), {});
    const std::string line = std::to_string(round) + "\n";
    if (::write(log, line.data(), line.size()) < 0) return 1;
  }
}

int last_line(const fs::path& file) {
  std::ifstream stream(file);
  int last = 0;
  for (int round = 0; stream >> round;) last = round;
  return last;
}

/// Starts this program again, with its output in the file `output` if one is given. SIGALRM ends it
/// after `most_seconds`; 0: never.
pid_t start(const std::vector<std::string>& words, const char* output = nullptr,
            unsigned most_seconds = 0) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::alarm(most_seconds);  // stays set after exec()
  if (output != nullptr) ::dup2(::open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
  ::execv("/proc/self/exe", arguments.data());
  ::_exit(127);
}

double seconds_of(const struct rusage& used) {
  const auto seconds = [](const timeval& time) {
    return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// CPU seconds to start and save once on this machine.
double time_to_save(const fs::path& file) {
  int status = 0;
  struct rusage used {};
  ::wait4(start({"files_victim", "save", file.string(), "1"}), &status, 0, &used);
  if (status != 0) throw std::runtime_error("it cannot be saved at all");
  return seconds_of(used);
}

void run_and_kill(const fs::path& file, const fs::path& acks, double seconds) {
  const pid_t child = start({"files_victim", "loop", file.string(), acks.string()});
  test::wait_until_worked(child, seconds);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) throw std::runtime_error("the program ended before it was killed");
}

/// Copies the backup to a name that can be opened.
fs::path copy_of_backup(const fs::path& file) {
  const fs::path backup = file.string() + ".bak", copy = file.parent_path() / "backup.glb";
  if (fs::exists(backup)) fs::copy_file(backup, copy, fs::copy_options::overwrite_existing);
  return copy;
}

int kills(const fs::path& folder, int count) {
  const fs::path file = folder / "x.glb", acks = folder / "acks";
  const double longest = 3.0 * time_to_save(file);
  fs::remove(file);
  std::mt19937 random(1);
  int during = 0, damaged = 0, lost = 0;
  for (int kill = 0; kill < count; ++kill) {
    run_and_kill(file, acks, longest * std::uniform_real_distribution<>()(random));
    try {
      const int saved = last_line(acks), found = round_in(file).value_or(0),
                before = round_in(copy_of_backup(file)).value_or(0);
      if (found < saved) ++lost;  // a later round is fine: the kill came between rename and report
      if (found > 1 && before != found && before != found - 1) ++lost;
    } catch (const std::exception& problem) {
      std::puts(problem.what());
      ++damaged;
    }
    bool left_something = false;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().filename().string().rfind(".marrow-", 0) != 0) continue;
      left_something = true;
      fs::remove(entry.path());
    }
    during += left_something;
  }
  fmt::print("{} kills, {} of them while a file was written, {} saves: {} damaged, {} lost\n",
             count, during, last_line(acks), damaged, lost);
  return damaged + lost == 0 && last_line(acks) > 0 ? 0 : 1;
}

std::string verdict(const fs::path& file) {
  try {
    const io::Loaded loaded = io::load(file);
    return loaded.warnings.empty() ? "opens"
                                   : fmt::format("opens, {} warnings: {}", loaded.warnings.size(),
                                                 loaded.warnings.front());
  } catch (const io::Error& error) {
    return fmt::format("refused: {}", error.what());
  }
}

/// The result of the parser alone, with its usual settings, except that polygons stay polygons.
std::string verdict_of_parser(const fs::path& file) {
  std::string error, warning;
  bool reads = false;
  tinygltf::Model model;
  if (file.extension() == ".glb") {
    reads = tinygltf::TinyGLTF().LoadBinaryFromFile(&model, &error, &warning, file.string());
  } else if (file.extension() == ".gltf") {
    reads = tinygltf::TinyGLTF().LoadASCIIFromFile(&model, &error, &warning, file.string());
  } else {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    const std::string folder = file.parent_path().string() + "/";
    reads = tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, file.c_str(),
                             folder.c_str(), false);
  }
  return reads ? "opens" : fmt::format("refused: {}", error);
}

/// Prints what becomes of each file; BLOCKED and CRASHED if a signal ended the process. `how`: this
/// program's word that opens one file.
int weigh(const std::vector<std::string>& files, const std::string& how) {
  // Wall time: even on a busy machine, only a process that waits for something takes that long.
  constexpr unsigned kMostSeconds = 600;
  const std::string words =
      (fs::temp_directory_path() / fmt::format("files_victim_{}", ::getpid())).string();
  for (const std::string& file : files) {
    int status = 0;
    struct rusage used {};
    ::wait4(start({"files_victim", how, file}, words.c_str(), kMostSeconds), &status, 0, &used);
    const double seconds = seconds_of(used);  // CPU time, because the machine may be busy
    std::ifstream stream(words);
    std::string line;
    std::getline(stream, line);
    line.erase(0, std::min(line.size(), file.size() + 1));
    const char* what = line.rfind("refused", 0) == 0 ? "refused"
                       : line == "opens"             ? "opens"
                                                     : "warned";
    if (status != 0 || line.empty())
      what = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "BLOCKED" : "CRASHED";
    fmt::print("{}\t{:.2f}\t{}\t{}\t{}\n", what, seconds, used.ru_maxrss / 1024, file, line);
  }
  fs::remove(words);
  return 0;
}

int resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    int value = 0;
    if (word == "VmRSS:" && status >> value) return value;
  }
  return 0;
}

int again(const fs::path& file, int count) {
  for (int i = 0; i < count; ++i) {
    verdict(file);
    if (i + 1 == (count + 9) / 10 || i + 1 == count) fmt::print("{} ", resident_kilobytes());
  }
  fmt::print("{}\n", file.string());
  return 0;
}

int run(const std::vector<std::string>& words) {
  const std::string& what = words.at(1);
  if (what == "save") return save(words.at(2), std::stoi(words.at(3)));
  if (what == "loop") return loop(words.at(2), words.at(3));
  if (what == "kills") return kills(words.at(2), std::stoi(words.at(3)));
  if (what == "weigh") return weigh({words.begin() + 2, words.end()}, "open");
  if (what == "weigh_parser") return weigh({words.begin() + 2, words.end()}, "parse");
  if (what == "again") return again(words.at(2), std::stoi(words.at(3)));
  if (what != "open" && what != "parse") throw std::invalid_argument(what);
  for (std::size_t i = 2; i < words.size(); ++i)
    fmt::print("{}\t{}\n", words[i],
               what == "open" ? verdict(words[i]) : verdict_of_parser(words[i]));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv, argv + argc});
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "files_victim: %s\n", problem.what());
    return 2;
  }
}
