// Autosave and recovery: the disk has a past state to the bit, running programs are spared, damage
// is reported.
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

#include "edit/recovery/autosave.h"
#include "edit/support.h"
#include "io/error.h"
#include "io/formats.h"

using namespace marrow;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

constexpr Autosave::Pace kAtOnce{.shortest = 0.0, .longest = 0.0, .edits = 1, .retry = 0.0};

struct Folder {
  fs::path path = scratch("recovery");
  ~Folder() {
    fs::permissions(path, fs::perms::owner_all);
    fs::remove_all(path);
  }
};

RecoveryFacts facts_of(const std::string& label, std::int64_t time = 1000) {
  return {"/home/ada/human.glb", "human.glb", label, 7, time};
}

Autosave::Report settled(const Autosave& autosave) {
  while (!autosave.report().is_idle) platform::pause(1.0);
  return autosave.report();
}

/// A snapshot as an interrupted program leaves it.
fs::path left_behind(const fs::path& parent, const Scene& scene, const RecoveryFacts& facts) {
  RecoveryFolder folder(parent, "0.1.0");
  folder.write(scene, facts);
  return folder.path();
}

Scene restored(const fs::path& folder) {
  const auto claim = ClaimedRecovery::claim(folder);
  REQUIRE(claim.has_value());
  return claim->restore();
}

std::string why_not_restored(const fs::path& folder) {
  const auto claim = ClaimedRecovery::claim(folder);
  REQUIRE(claim.has_value());
  try {
    claim->restore();
  } catch (const io::Error& error) {
    return error.what();
  }
  return {};
}

std::size_t file_count(const fs::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const fs::directory_entry& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

void overwrite(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

fs::path file_named(const fs::path& folder, const std::string& stem) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(stem)) return entry.path();
  FAIL("no such file");
  return {};
}

}  // namespace

TEST_CASE_FIXTURE(
    Folder, "what is restored is what was open, to the bit, meshes and who shares them included") {
  for (auto& random : seeds<Random>(20u)) {
    RandomEdits edits(random);
    Document document(implementation(), full_scene(random));
    RecoveryFolder folder(path / std::to_string(random.seed), "0.1.0");
    for (int snapshot = 0; snapshot < 5; ++snapshot) {
      for (int i = 0; i < 10; ++i) edits.edit(document);
      folder.write(document.committed(), facts_of("Edit"));
      RecoveryFolder copy(path / "copies",
                          "0.1.0");  // the folder itself is locked, as that of a running program is
      CHECK_FALSE(ClaimedRecovery::claim(folder.path()).has_value());
    }
    const Scene last = document.committed();
    const fs::path moved = path / ("moved" + std::to_string(random.seed));
    fs::rename(folder.path(),
               moved);  // with its lock held by us: take a copy whose lock is its own
    fs::remove(moved / "lock");
    const Scene back = restored(moved);
    REQUIRE(same_content(back, last));
    REQUIRE(why_invalid(back) == "");
    for (std::size_t a = 0; a < last.nodes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        CHECK((last.nodes[a].mesh == last.nodes[b].mesh) ==
              (back.nodes[a].mesh == back.nodes[b].mesh));
  }
}

TEST_CASE_FIXTURE(Folder,
                  "a scene that only moved costs a small file: meshes are written once and go when "
                  "nobody has them") {
  Random random(1);
  Scene scene = full_scene(random);
  auto big = std::make_shared<Mesh>(capped_cylinder(200, 100));
  scene.nodes[4].mesh = big;
  RecoveryFolder folder(path, "0.1.0");
  const std::uint64_t first = folder.write(scene, facts_of("first"));
  for (int i = 0; i < 10; ++i) {
    scene.nodes[4].local[3].x += 1.0f;
    CHECK(folder.write(scene, facts_of("moved")) < first / 20);
    CHECK(file_count(folder.path()) == 4);  // lock, note, scene, meshes
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      std::string magic(4, ' ');
      std::ifstream(entry.path(), std::ios::binary).read(magic.data(), 4);
      CHECK((entry.path().extension() == ".glb") == (magic == "glTF"));
    }
  }
  scene = applied_to(scene, op::AddNodes{full_scene(random, {.joints = 4})});
  CHECK(folder.write(scene, facts_of("import")) < first / 20);
  CHECK(file_count(folder.path()) == 5);
  scene.nodes[4].mesh = std::make_shared<Mesh>(capped_cylinder(3, 5));
  folder.write(scene, facts_of("replaced"));
  CHECK(file_count(folder.path()) ==
        6);  // the first meshes are still in use: undo could bring them back
}

TEST_CASE_FIXTURE(
    Folder,
    "autosave keeps the newest of what it is handed, and none of it once it is told to forget") {
  Random random(2);
  RandomEdits edits(random);
  Document document(implementation(), full_scene(random));
  std::vector<Scene> states;
  fs::path folder;
  {
    Autosave autosave(path, "0.1.0", kAtOnce);
    for (int i = 0; i < 60; ++i) {
      edits.edit(document);
      states.push_back(document.committed());
      autosave.note(document.committed(), facts_of("Edit " + std::to_string(i)), std::uint64_t(i));
      if (i % 20 == 0) CHECK(settled(autosave).commits == std::uint64_t(i));
    }
    CHECK(find_orphans(path, 1000).empty());  // it runs
  }
  std::vector<OrphanedRecovery> orphans = find_orphans(path, 1000);
  REQUIRE(orphans.size() == 1);
  CHECK(orphans[0].problem.empty());
  CHECK(orphans[0].note.label == "Edit 59");
  CHECK(orphans[0].note.document == "/home/ada/human.glb");
  CHECK(orphans[0].note.steps == 7);
  CHECK(same_content(restored(orphans[0].folder), states.back()));

  Autosave next(path, "0.1.0", kAtOnce);
  next.note(states.front(), facts_of("Edit"), 1);
  settled(next);
  auto claim = ClaimedRecovery::claim(orphans[0].folder);
  REQUIRE(claim.has_value());
  next.take_over(std::move(*claim));
  CHECK(fs::exists(orphans[0].folder));  // until a snapshot of this run replaces it
  next.note(states.back(), facts_of("Edit"), 2);
  CHECK(settled(next).has_snapshot);
  CHECK_FALSE(fs::exists(orphans[0].folder));
  next.forget(3);
  CHECK_FALSE(settled(next).has_snapshot);
  next.note(states.back(), facts_of("Edit"), 4);
  next.forget(4);
  settled(next);
  CHECK(find_orphans(path, 1000).empty());
}

TEST_CASE_FIXTURE(Folder, "a clean end leaves nothing behind") {
  {
    Autosave autosave(path, "0.1.0", kAtOnce);
    Random random(3);
    autosave.note(full_scene(random), facts_of("Edit"), 1);
    settled(autosave);
    CHECK(file_count(path) == 1);
    autosave.forget(1);
  }
  CHECK(file_count(path) == 0);
  { const Autosave unused(path / "never", "0.1.0"); }
  CHECK_FALSE(fs::exists(path / "never"));
}

TEST_CASE_FIXTURE(Folder,
                  "snapshots are rare while little happens and due at once when edits pile up") {
  const Scene scene = full_scene(4);
  Autosave autosave(path, "0.1.0",
                    {.shortest = 1000.0, .longest = 1000.0, .edits = 10, .retry = 1000.0});
  autosave.note(scene, facts_of("1"), 1);
  while (autosave.report().snapshots < 1) platform::pause(1.0);  // the first at once
  for (std::uint64_t i = 2; i <= 10; ++i) autosave.note(scene, facts_of("more"), i);
  platform::pause(30.0);
  CHECK(autosave.report().snapshots == 1);
  CHECK_FALSE(autosave.report().is_idle);
  autosave.note(scene, facts_of("11"), 11);
  CHECK(settled(autosave).snapshots == 2);
  CHECK(autosave.report().commits == 11);
}

TEST_CASE_FIXTURE(Folder,
                  "orphans are offered newest first, and which are old is said; folders without a "
                  "note are no business of ours") {
  const Scene scene = full_scene(5);
  constexpr std::int64_t kDay = 24 * 3600, kNow = 100 * kDay;
  for (int i = 0; i < 12; ++i)
    left_behind(path, scene, facts_of(std::to_string(i), kNow - i * kDay));
  left_behind(path, scene, facts_of("old", kNow - 31 * kDay));
  fs::create_directories(path / "someone");
  overwrite(path / "a file", "of somebody");
  const std::vector<OrphanedRecovery> orphans = find_orphans(path, kNow);
  REQUIRE(orphans.size() == 13);
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(orphans[i].note.label == std::to_string(i));
    CHECK(orphans[i].is_old == (i >= 10));
  }
  CHECK(orphans[12].is_old);
  ClaimedRecovery::claim(orphans[12].folder)->discard();
  CHECK(find_orphans(path, kNow).size() == 12);
  const std::vector<OrphanedRecovery> again = find_orphans(path, kNow + 31 * kDay);
  CHECK(again.front().is_old);
  CHECK(find_orphans(path / "nowhere", kNow).empty());
}

TEST_CASE_FIXTURE(Folder,
                  "what one program has claimed no other can: neither restore nor throw away") {
  Random random(6);
  const fs::path folder = left_behind(path, full_scene(random), facts_of("Edit"));
  auto mine = ClaimedRecovery::claim(folder);
  REQUIRE(mine.has_value());
  CHECK_FALSE(ClaimedRecovery::claim(folder).has_value());
  CHECK(find_orphans(path, 1000).empty());
  mine.reset();
  CHECK(find_orphans(path, 1000).size() == 1);
  ClaimedRecovery::claim(folder)->discard();
  CHECK_FALSE(ClaimedRecovery::claim(folder).has_value());
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE_FIXTURE(
    Folder, "every damaged byte is noticed and named, and so is a file that is missing or short") {
  Random random(7);
  const fs::path folder = left_behind(path, full_scene(random), facts_of("Edit"));
  for (const char* stem : {"scene-", "meshes-"}) {
    const fs::path file = file_named(folder, stem);
    const std::string good = bytes_of(file);
    for (int trial = 0; trial < 60; ++trial) {
      std::string bad = good;
      bad[random.bits() % bad.size()] ^= char(1 << random.below(8));
      overwrite(file, bad);
      const std::string why = why_not_restored(folder);
      REQUIRE(contains(why, file.filename().string()));
    }
    overwrite(file, good.substr(0, good.size() / 2));
    CHECK(contains(why_not_restored(folder), file.filename().string()));
    fs::remove(file);
    CHECK(contains(why_not_restored(folder), file.filename().string()));
    overwrite(file, good);
    CHECK(why_not_restored(folder).empty());
  }
}

TEST_CASE_FIXTURE(
    Folder,
    "a note that is garbage, or that points elsewhere, is offered as damaged and never believed") {
  Random random(8);
  const fs::path folder = left_behind(path, full_scene(random), facts_of("Edit"));
  const fs::path note = folder / kRecoveryNote;
  const std::string good = bytes_of(note);
  std::string elsewhere = good;
  elsewhere.replace(elsewhere.find("scene-"), 6, "../sc-");
  std::string beyond = good;
  beyond.replace(beyond.find("\"file\": 0"), 9, "\"file\": 9");
  for (const std::string& bad :
       {std::string("{}"), std::string("[1, 2"), std::string("null"), std::string("\xff\xfe\0", 3),
        good.substr(0, good.size() / 2), elsewhere, beyond}) {
    overwrite(note, bad);
    const std::vector<OrphanedRecovery> orphans = find_orphans(path, 1000);
    REQUIRE(orphans.size() == 1);
    CHECK_FALSE(orphans[0].problem.empty());
    CHECK_FALSE(why_not_restored(folder).empty());
  }
  for (int trial = 0; trial < 300; ++trial) {  // whatever a note becomes, it is either refused or
                                               // tells the scene that was written
    std::string bad = good;
    bad[random.bits() % bad.size()] = char(random.bits());
    overwrite(note, bad);
    const std::string why = why_not_restored(folder);
    CHECK(find_orphans(path, 1000).size() == 1);
  }
}

TEST_CASE_FIXTURE(Folder,
                  "a folder that cannot be written is said once, editing goes on, and what was "
                  "there before stays") {
  const Scene scene = full_scene(9);
  const fs::path parent = path / "recovery";
  const bool has_all_rights =
      geteuid() == 0;  // root has all rights; a file in the folder's place has the same effect
  if (has_all_rights)
    overwrite(parent, "in the way");
  else
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_exec);
  Autosave autosave(parent, "0.1.0", kAtOnce);
  std::vector<std::string> said;
  const auto hear = [&] {
    platform::pause(2.0);
    if (const std::string problem = autosave.take_problem(); !problem.empty())
      said.push_back(problem);
  };
  autosave.note(scene, facts_of("Edit"), 1);
  while (said.empty()) hear();
  for (std::uint64_t i = 2; i < 20; ++i) {
    autosave.note(scene, facts_of("Edit"), i);
    hear();
  }
  REQUIRE(said.size() == 1);
  CHECK(contains(said[0], parent.string()));
  CHECK(autosave.report().snapshots == 0);
  fs::permissions(path, fs::perms::owner_all);
  if (has_all_rights) fs::remove(parent);
  autosave.note(scene, facts_of("Edit"), 30);
  CHECK(settled(autosave).has_snapshot);  // it heals
  CHECK(autosave.take_problem().empty());
}

TEST_CASE_FIXTURE(Folder, "on a full disk the snapshot before stays whole") {
  const Scene before = full_scene(12);
  Scene after = before;
  after.nodes[0].local[3].x += 1.0f;
  fs::path folder_path;
  {
    RecoveryFolder folder(path, "0.1.0");
    folder.write(before, facts_of("before"));
    folder_path = folder.path();
    // At most 500 bytes per file: a disk that is full in the middle of a file.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{500, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    CHECK_THROWS_AS(folder.write(after, facts_of("after")), io::Error);
    setrlimit(RLIMIT_FSIZE, &old);
  }
  CHECK(same_content(restored(folder_path), before));
}

TEST_CASE_FIXTURE(Folder,
                  "a state folder whose place is taken by a file is said, and nothing is harmed") {
  overwrite(path / "taken", "by a file");
  Random random(10);
  RecoveryFolder folder(path / "taken", "0.1.0");
  CHECK_THROWS_AS(folder.write(full_scene(random), facts_of("Edit")), io::Error);
  CHECK(bytes_of(path / "taken") == "by a file");
  CHECK(find_orphans(path / "taken", 1000).empty());
}

TEST_CASE_FIXTURE(
    Folder, "awkward names survive; a path that is no UTF-8 is left out rather than told wrong") {
  const Scene scene = full_scene(11);
  for (const std::string& name : {std::string("h\"u\\m\na\u00e9n.glb"), std::string("\u4eba.glb"),
                                  std::string("a\xff.glb")}) {
    const fs::path folder =
        left_behind(path, scene, {"/tmp/" + name, name, "Rename \"a\\\"", 1, 5});
    const io::RecoveryNote note = io::read_recovery_note(folder / kRecoveryNote);
    const bool is_utf8 = name.find('\xff') == std::string::npos;
    CHECK(note.document == (is_utf8 ? fs::path("/tmp/" + name) : fs::path()));
    if (is_utf8) CHECK(note.name == name);
    CHECK(note.label == "Rename \"a\\\"");
    CHECK(same_content(restored(folder), scene));
  }
}
