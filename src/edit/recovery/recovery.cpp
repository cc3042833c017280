#include "edit/recovery/recovery.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "io/error.h"
#include "io/formats.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 10;
constexpr std::int64_t kLongestKept = 30 * 24 * 3600;  // seconds

/// Precondition: the folder's lock is free.
OrphanedRecovery orphan_in(const fs::path& folder) {
  OrphanedRecovery orphan;
  orphan.folder = folder;
  try {
    orphan.note = io::read_recovery_note(folder / kRecoveryNote);
  } catch (const io::Error& error) {
    orphan.problem = error.what();
    orphan.note.name = folder.filename().string();
  }
  return orphan;
}

/// Reads a snapshot's file as a scene; throws if it is not the file that was written.
Scene scene_in(const fs::path& folder, const io::RecoveryNote::File& file) {
  io::check_file(folder, file);
  io::Loaded loaded = io::load(folder / file.name);
  if (!loaded.is_ours)
    throw io::Error((folder / file.name).string(), "", "is no scene of this program");
  return std::move(loaded.scene);
}

/// The scene of a file with its meshes from `files`. Throws where it lacks one or is invalid.
Scene with_meshes(const fs::path& folder, const io::RecoveryNote::File& file,
                  const std::vector<io::RecoveryNote::Place>& places,
                  const std::vector<Scene>& files) {
  Scene scene = scene_in(folder, file);
  std::map<Id, std::shared_ptr<const Mesh>> meshes;
  for (const io::RecoveryNote::Place& place : places) {
    const Node* holder = find_node(files[place.file], place.mesh);
    if (holder != nullptr) meshes[place.node] = holder->mesh;
  }
  for (Node& node : scene.nodes)
    if (node.mesh) node.mesh = meshes[node.id];
  const std::string problem = why_invalid(scene);
  const bool lacks_mesh =
      std::any_of(meshes.begin(), meshes.end(), [](const auto& entry) { return !entry.second; });
  if (lacks_mesh || !problem.empty())
    throw io::Error((folder / kRecoveryNote).string(), "",
                    lacks_mesh ? "names a mesh that its files do not hold" : problem);
  return scene;
}

}  // namespace

std::vector<OrphanedRecovery> find_orphans(const fs::path& parent, std::int64_t now) {
  std::vector<OrphanedRecovery> found;
  std::error_code error;
  for (fs::directory_iterator entry(parent, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_directory(ignored) || !fs::exists(entry->path() / kRecoveryNote, ignored))
      continue;
    if (lock_of(entry->path())) found.push_back(orphan_in(entry->path()));
  }
  std::sort(found.begin(), found.end(), [](const OrphanedRecovery& a, const OrphanedRecovery& b) {
    return a.note.time != b.note.time ? a.note.time > b.note.time : a.folder > b.folder;
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i].is_old = i >= kMostKept || now - found[i].note.time > kLongestKept;
  return found;
}

std::optional<ClaimedRecovery> ClaimedRecovery::claim(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / kRecoveryNote, error)) return std::nullopt;
  std::optional<platform::FileLock> lock = lock_of(folder);
  // The last owner may have removed the note before this process took the lock.
  if (!lock || !fs::exists(folder / kRecoveryNote, error)) return std::nullopt;
  return ClaimedRecovery(folder, std::move(*lock));
}

ClaimedRecovery::Restored ClaimedRecovery::restore_with_past() const {
  const io::RecoveryNote note = io::read_recovery_note(folder_ / kRecoveryNote);
  std::vector<Scene> files;
  for (const io::RecoveryNote::File& file : note.meshes) files.push_back(scene_in(folder_, file));
  Restored restored{with_meshes(folder_, note.scene, note.places, files), {}};
  if (!note.past) return restored;
  try {
    restored.past = {with_meshes(folder_, note.past->scene, note.past->places, files),
                     note.past->label, note.past->lines, note.past->labels, note.past->current};
  } catch (const io::Error&) {  // the scene is what matters
    restored.past = {};
  }
  return restored;
}

void ClaimedRecovery::discard() {
  std::error_code error;
  fs::remove(folder_ / kRecoveryNote, error);
  lock_.reset();  // without the note no one claims it; and Windows keeps files that are open
  fs::remove_all(folder_, error);
}

}  // namespace marrow
