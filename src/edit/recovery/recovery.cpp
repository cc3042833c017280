#include "edit/recovery/recovery.h"

#include <algorithm>
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
  if (!loaded.is_ours) throw io::Error((folder / file.name).string(), "", "is not a Marrow scene");
  return std::move(loaded.scene);
}

/// The scene of a file with meshes from `files`. Throws if one is missing or the scene is invalid.
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

constexpr std::size_t kMostSteps = 100;
constexpr std::size_t kMostBytes = 256u << 10;  // bytes that one edit may hold

std::optional<std::string> written(const Scene& before, const History::Step& step) {
  if (!step.operation) return std::nullopt;
  const std::vector<Node>&nodes = step.scene.nodes, &old = before.nodes;
  for (std::size_t n = 0; n < std::min(nodes.size(), old.size()); ++n)
    if (nodes[n].id == old[n].id && nodes[n].mesh != old[n].mesh) return std::nullopt;
  const Holdings held = holdings_of(*step.operation);
  if (held.bytes > kMostBytes || !held.scenes.empty() || !held.motions.empty()) return std::nullopt;
  try {
    std::string line = line_of(before, *step.operation);
    return line.size() <= kMostBytes ? std::optional(std::move(line)) : std::nullopt;
  } catch (const std::exception&) {  // a name that is not UTF-8
    return std::nullopt;
  }
}

/// Replaces a mesh whose vertices are in another file: no vertices, but weights.
std::shared_ptr<const Mesh> stand_in() {
  Mesh mesh;
  mesh.weights = ExplicitWeights{{0}, {}, {}};
  return std::make_shared<const Mesh>(std::move(mesh));
}

/// A scene without its vertices, as bytes. Two scenes with equal bytes and equal meshes are equal.
/// The camera is left out, because moving it is not an edit.
std::string bits_of(Scene scene) {
  scene = without_meshes(std::move(scene));
  scene.camera.reset();
  std::vector<std::string> warnings;
  return io::gltf_from_scene(scene, {}, {}, true, warnings);
}

bool are_same(const Scene& a, const Scene& b) {
  const auto same_mesh = [](const Node& one, const Node& other) { return one.mesh == other.mesh; };
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same_mesh) &&
         bits_of(a) == bits_of(b);
}

/// Performs one edit again. False if it is refused or makes no step.
bool redo_line(Document& document, const std::string& line, const std::string& label) {
  const ParsedLine parsed = parse_line(document.scene(), line);
  const std::size_t steps = document.history().steps().size();
  if (!parsed.operation || !document.perform(*parsed.operation)) return false;
  if (document.history().steps().size() != steps + 1) return false;
  const std::string plain = document.history().steps().back().label + ", ";
  if (label.starts_with(plain)) document.annotate(label.substr(plain.size()));
  return true;
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
  } catch (const io::Error&) {  // a scene without its past is better than nothing
    restored.past = {};
  }
  return restored;
}

void ClaimedRecovery::discard() {
  std::error_code error;
  fs::remove(folder_ / kRecoveryNote, error);
  lock_.reset();  // no program claims a folder without a note; Windows does not remove open files
  fs::remove_all(folder_, error);
}

std::optional<platform::FileLock> lock_of(const fs::path& folder) {
  return platform::FileLock::take(folder / kLock);
}

RecoveryFolder::RecoveryFolder(fs::path parent, std::string version)
    : parent_(std::move(parent)), version_(std::move(version)) {}

RecoveryFolder::~RecoveryFolder() {
  std::error_code error;
  if (path_.empty() || fs::exists(path_ / kRecoveryNote, error)) return;
  lock_.reset();  // Windows does not remove open files
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
  // Without the note nothing is offered for recovery. The next snapshot reuses the meshes.
  fs::remove(path_ / kRecoveryNote, error);
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

/// Writes one file for all meshes that are not in a file yet, as rigid nodes with new ids.
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

/// The file of each node's mesh. Adds files that are not in `files` yet.
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

Scene without_meshes(Scene scene) {
  const std::shared_ptr<const Mesh> empty = stand_in();
  for (Node& node : scene.nodes)
    if (node.mesh) node.mesh = empty;
  return scene;
}

RecoveryPast past_of(const Document& document) {
  const std::vector<History::Step>& steps = document.history().steps();
  const std::size_t current = document.history().current();
  RecoveryPast past;
  std::size_t first = current;
  while (first > 0 && current - first < kMostSteps) {
    std::optional<std::string> line = written(steps[first - 1].scene, steps[first]);
    if (!line) break;
    past.lines.push_back(std::move(*line));
    --first;
  }
  std::reverse(past.lines.begin(), past.lines.end());
  past.current = past.lines.size();
  for (std::size_t next = current + 1; next < steps.size() && past.lines.size() < 2 * kMostSteps;
       ++next) {
    std::optional<std::string> line = written(steps[next - 1].scene, steps[next]);
    if (!line) break;
    past.lines.push_back(std::move(*line));
  }
  past.first = steps[first].scene;
  past.label = steps[first].label;
  for (std::size_t i = 1; i <= past.lines.size(); ++i)
    past.labels.push_back(steps[first + i].label);
  return past;
}

Document document_of(const Tasks& tasks, Scene scene, const RecoveryPast& past,
                     const std::string& label) {
  if (!past.lines.empty() && past.labels.size() == past.lines.size() &&
      past.current <= past.lines.size()) {
    Document document(tasks, past.first, past.label);
    std::size_t done = 0;
    while (done < past.lines.size() && redo_line(document, past.lines[done], past.labels[done]))
      ++done;
    if (done >= past.current && document.travel(past.current) && are_same(document.scene(), scene))
      return document;
  }
  return Document(tasks, std::move(scene), label);
}

}  // namespace marrow
