// Edits a random document with autosave on until it is killed; reports afterwards whether the files
// that it left hold one of its states.
//   recovery_victim run FOLDER SEED ACKS
//     edits forever; appends "NUMBER MILLISECONDS" to ACKS for each committed state
//   recovery_victim check FOLDER SEED ACKS
//     replays the edits, restores the newest snapshot, compares; prints how far it was behind
//   recovery_victim measure FOLDER VERTICES
//     time and size of snapshots of a large mesh
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "edit/recovery/autosave.h"
#include "editor/session.h"
#include "io/error.h"
#include "rig/implementations.h"
#include "support/random_edits.h"

using namespace marrow;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostBehind = 20;       // edits
constexpr std::int64_t kLongestBehind = 30000;  // milliseconds

std::int64_t milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The same document for the same seed; some have a mesh that takes a while to write.
Document first_document(Random& random, std::uint64_t seed) {
  Scene scene = full_scene(random);
  if (seed % 4 == 0) scene.nodes[4].mesh = std::make_shared<Mesh>(capped_cylinder(300, 200));
  return Document(tasks_of(Backend::textbook), std::move(scene));
}

/// Waits as a user does: bursts as fast as a held key repeats, and sometimes a moment of thought.
void pause(Random& mood) {
  const int wait = mood.chance(0.02f) ? 500 : mood.chance(0.5f) ? 10 : 33;
  std::this_thread::sleep_for(std::chrono::milliseconds(wait));
}

/// The bound on edits assumes a disk that keeps up. If a snapshot lasts longer (with a sanitizer,
/// on a busy disk), edits pause. They do not pause for an autosave that does not start to write.
void wait_for_disk(const Autosave& autosave, std::uint64_t commits) {
  while (true) {
    const Autosave::Report report = autosave.report();
    if (!report.is_writing || commits < report.commits + kMostBehind) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int run(const fs::path& folder, std::uint64_t seed, const char* acks) {
  std::FILE* log = std::fopen(acks, "we");
  if (log == nullptr)
    return std::fprintf(stderr, "recovery_victim: %s: cannot be written\n", acks), 1;
  std::setvbuf(log, nullptr, _IONBF, 0);
  Random random(seed), mood{std::uint64_t(milliseconds())};
  RandomEdits edits(random);
  Document document = first_document(random, seed);
  Autosave autosave(folder, "victim");
  while (true) {
    const std::uint64_t before = document.commits();
    edits.edit(document);
    if (document.commits() == before) continue;
    const std::uint64_t number = document.commits();
    autosave.note(document.scene(),
                  {"", "victim", document.history().steps()[document.history().current()].label,
                   number, milliseconds() / 1000},
                  number);
    std::fprintf(log, "%llu %lld\n", static_cast<unsigned long long>(number),
                 static_cast<long long>(milliseconds()));
    if (const std::string problem = autosave.take_problem(); !problem.empty())
      std::fprintf(stderr, "%s\n", problem.c_str());
    pause(mood);
    wait_for_disk(autosave, number);
  }
}

/// The time of each state's acknowledgment, by the state's number.
std::vector<std::int64_t> read_acks(const char* path) {
  std::vector<std::int64_t> times{0};
  std::ifstream log(path);
  std::size_t number = 0;
  std::int64_t time = 0;
  while (log >> number >> time) {
    times.resize(std::max(times.size(), number + 1), times.back());
    times[number] = time;
  }
  return times;
}

Scene replayed(std::uint64_t seed, std::uint64_t number) {
  Random random(seed);
  RandomEdits edits(random);
  Document document = first_document(random, seed);
  while (document.commits() < number) edits.edit(document);
  return document.scene();
}

int check(const fs::path& folder, std::uint64_t seed, const char* acks) {
  const std::vector<std::int64_t> times = read_acks(acks);
  const std::uint64_t last = times.size() - 1;
  const std::vector<OrphanedRecovery> orphans = find_orphans(folder, milliseconds() / 1000);
  if (orphans.empty()) {
    std::printf("nothing to recover, %llu edits made\n", static_cast<unsigned long long>(last));
    return last <= kMostBehind ? 0 : 1;
  }
  if (orphans.size() > 1 || !orphans[0].problem.empty())
    return std::printf("%zu orphans, the newest: %s\n", orphans.size(), orphans[0].problem.c_str()),
           1;
  auto claim = ClaimedRecovery::claim(orphans[0].folder);
  if (!claim) return std::printf("the orphan cannot be claimed\n"), 1;
  const Scene scene = claim->restore();
  const std::uint64_t number = orphans[0].note.steps;
  const bool is_exact = same_content(scene, replayed(seed, number));
  // A state may be on the disk before it is acknowledged.
  const std::uint64_t behind = number >= last ? 0 : last - number;
  const std::int64_t age = behind == 0 ? 0 : times[last] - times[number];
  std::printf("%s state %llu of %llu, behind %llu edits, %lld ms\n", is_exact ? "exact" : "WRONG",
              static_cast<unsigned long long>(number), static_cast<unsigned long long>(last),
              static_cast<unsigned long long>(behind), static_cast<long long>(age));
  claim->discard();
  return is_exact && behind <= kMostBehind && age <= kLongestBehind ? 0 : 1;
}

int measure(const fs::path& folder, int vertices) {
  Random random(1);
  Scene scene = full_scene(random);
  const int around = 1000;
  Mesh mesh = capped_cylinder(vertices / around, around);
  mesh.weights.reset();
  scene.nodes[4].mesh = std::make_shared<Mesh>(std::move(mesh));
  RecoveryFolder target(folder, "measure");
  for (int snapshot = 0; snapshot < 5; ++snapshot) {
    scene.nodes[0].local[3].x += 1.0f;
    const Clock::time_point begin = Clock::now();
    const std::uint64_t bytes = target.write(scene, {"", "measure", "Move", 1, 0});
    const double taken = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    std::printf("%zu vertices, snapshot %d: %.1f ms, %llu bytes\n",
                scene.nodes[4].mesh->positions.size(), snapshot + 1, taken,
                static_cast<unsigned long long>(bytes));
  }
  target.clear();
  Autosave autosave(folder, "measure");
  double longest = 0.0;
  for (std::uint64_t edit = 1; edit <= 1000; ++edit) {
    const Clock::time_point begin = Clock::now();
    autosave.note(scene, {"", "measure", "Move", edit, 0}, edit);
    longest =
        std::max(longest, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::printf("handing a state over, longest of 1000 while snapshots are written: %.3f ms\n",
              longest);
  autosave.forget(1000);
  return 0;
}

}  // namespace

int main(int count, char** arguments) try {
  const std::string task = count > 1 ? arguments[1] : "";
  if (task == "measure" && count == 4) return measure(arguments[2], std::atoi(arguments[3]));
  if (count != 5 || (task != "run" && task != "check"))
    return std::fprintf(stderr,
                        "usage: recovery_victim run|check FOLDER SEED ACKS\n       recovery_victim "
                        "measure FOLDER VERTICES\n"),
           2;
  const std::uint64_t seed = std::strtoull(arguments[3], nullptr, 10);
  return task == "run" ? run(arguments[2], seed, arguments[4])
                       : check(arguments[2], seed, arguments[4]);
} catch (const io::Error& error) {
  std::printf("%s\n", error.what());
  return 1;
}
