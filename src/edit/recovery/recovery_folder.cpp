#include "edit/recovery/recovery_folder.h"

#include <ctime>
#include <exception>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <new>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include "io/error.h"
#include "io/formats.h"
#include "io/gltf/gltf.h"
#include "io/write_file.h"
#include "platform/processes.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";  // the name of the file that is locked

/// A unique name for a run: time, process, and a random number in case the clock does not advance.
std::string fresh_name() {
  return fmt::format("{:%Y%m%d-%H%M%S}-{}-{:08x}", fmt::gmtime(std::time(nullptr)),
                     platform::process_number(), std::random_device()());
}

/// Turns any exception into io::Error: a failed snapshot must not end the program.
template <typename Work>
auto as_error(const fs::path& path, Work work) {
  try {
    return work();
  } catch (const io::Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw io::Error(path.string(), "", "there is not enough memory for an autosave");
  } catch (const std::exception& problem) {
    throw io::Error(path.string(), "", problem.what());
  }
}

}  // namespace

std::optional<platform::FileLock> lock_of(const fs::path& folder) {
  return platform::FileLock::take(folder / kLock);
}

RecoveryFolder::RecoveryFolder(fs::path parent, std::string version)
    : parent_(std::move(parent)), version_(std::move(version)) {}

RecoveryFolder::~RecoveryFolder() {
  std::error_code error;
  if (path_.empty() || fs::exists(path_ / kRecoveryNote, error)) return;
  lock_.reset();  // Windows keeps files that are open
  fs::remove_all(path_, error);
}

std::uint64_t RecoveryFolder::write(const Scene& scene, const RecoveryFacts& facts) {
  return as_error(parent_, [&] {
    make();
    io::RecoveryNote note{facts.document, facts.name, facts.label, facts.steps, facts.time,
                          version_,       {},         {},          {}};
    std::uint64_t bytes = write_new_meshes(scene);
    note.places = places_of(scene, note.meshes);
    bytes += write_file(note.scene, without_meshes(scene), "scene");
    if (facts.past && !facts.past->lines.empty()) {
      const RecoveryPast& past = *facts.past;
      bytes += write_new_meshes(past.first);
      io::RecoveryNote::Past& noted = note.past.emplace(io::RecoveryNote::Past{});
      noted.places = places_of(past.first, note.meshes);
      bytes += write_file(noted.scene, without_meshes(past.first), "first");
      noted.label = past.label;
      noted.lines = past.lines;
      noted.labels = past.labels;
      noted.current = past.current;
    }
    const std::string text = io::text_of(note);
    io::write_file(path_ / kRecoveryNote, text);
    sweep(note);
    return bytes + text.size();
  });
}

void RecoveryFolder::clear() {
  std::error_code error;
  if (path_.empty()) return;
  fs::remove(path_ / kRecoveryNote,
             error);  // without the note nothing is offered for recovery; the next snapshot reuses
                      // the meshes
}

/// Makes and locks the folder. Other processes find it only once it holds a note, so none takes the
/// lock in between.
void RecoveryFolder::make() {
  std::error_code error;
  if (lock_ && fs::is_directory(path_, error)) return;
  meshes_.clear();  // another program removed the folder
  fs::create_directories(parent_, error);
  if (error)
    throw io::Error(parent_.string(), "",
                    "the folder for autosaves cannot be made: " + error.message());
  path_ = parent_ / fresh_name();
  if (const std::error_code failed = platform::make_private_folder(path_))
    throw io::Error(std::exchange(path_, {}).string(), "",
                    "the folder for autosaves cannot be made: " + failed.message());
  lock_ = lock_of(path_);
  if (!lock_) throw io::Error(path_.string(), "", "the folder for autosaves cannot be locked");
}

std::uint64_t RecoveryFolder::write_file(io::RecoveryNote::File& file, const Scene& scene,
                                         const char* stem) {
  std::vector<std::string> warnings;
  const std::string bytes = io::gltf_from_scene(scene, {}, {}, true, warnings);
  file = io::described(fmt::format("{}-{}.glb", stem, ++files_), bytes);
  io::write_file(path_ / file.name, bytes);
  return bytes.size();
}

/// One file for all meshes that are in none yet: rigid nodes with ids of their own.
std::uint64_t RecoveryFolder::write_new_meshes(const Scene& scene) {
  std::erase_if(meshes_, [](const auto& entry) { return entry.first.expired(); });
  Scene fresh;
  std::map<std::weak_ptr<const Mesh>, MeshFile, std::owner_less<>> added;
  for (const Node& node : scene.nodes) {
    if (!node.mesh || meshes_.contains(node.mesh) || added.contains(node.mesh)) continue;
    Node holder;
    holder.id = take_id(fresh);
    holder.mesh = node.mesh;
    added.emplace(node.mesh, MeshFile{{}, holder.id});
    fresh.nodes.push_back(std::move(holder));
  }
  if (added.empty()) return 0;
  io::RecoveryNote::File file;
  const std::uint64_t bytes = write_file(file, fresh, "meshes");
  for (auto& [mesh, place] : added) place.file = file;
  meshes_.merge(added);
  return bytes;
}

/// The file of each node's mesh; files that are not in `files` yet are added.
std::vector<io::RecoveryNote::Place> RecoveryFolder::places_of(
    const Scene& scene, std::vector<io::RecoveryNote::File>& files) const {
  std::map<std::string, std::size_t> indices;
  for (std::size_t i = 0; i < files.size(); ++i) indices[files[i].name] = i;
  std::vector<io::RecoveryNote::Place> places;
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    const MeshFile& place = meshes_.find(node.mesh)->second;
    const auto [index, is_new] = indices.try_emplace(place.file.name, files.size());
    if (is_new) files.push_back(place.file);
    places.push_back({node.id, index->second, place.id});
  }
  return places;
}

/// Removes files that neither this snapshot nor meshes kept for undo need.
void RecoveryFolder::sweep(const io::RecoveryNote& note) {
  std::set<std::string> needed{note.scene.name, kRecoveryNote, kLock};
  if (note.past) needed.insert(note.past->scene.name);
  for (const io::RecoveryNote::File& file : note.meshes) needed.insert(file.name);
  for (const auto& [mesh, place] : meshes_) needed.insert(place.file.name);
  std::error_code error;
  for (fs::directory_iterator entry(path_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code ignored;
    if (!needed.contains(entry->path().filename().string())) fs::remove(entry->path(), ignored);
  }
}

}  // namespace marrow
