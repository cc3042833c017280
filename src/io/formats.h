// Every file format in one table: menus, drag and drop, the file browser and the command line read it. Loading and saving go
// through load() and save() below and nothing else.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/error.h"
#include "io/progress.h"
#include "scene/influences.h"
#include "scene/scene.h"

namespace marrow::io {

/// A file's content and what was repaired or guessed on the way.
struct Loaded {
  Scene scene;
  std::vector<std::string> warnings;
  bool is_ours = false;  ///< a scene that we wrote: saving over it loses nothing
};

/// What a writer needs that the scene does not hold, because it is derived: made by the caller with rig's Deformer.
struct Derived {
  struct Skinned {
    Influences influences;             ///< one row a source vertex
    std::vector<glm::vec3> positions;  ///< one a source vertex, posed, world space
    std::vector<glm::vec3> normals;    ///< the same, unit
  };
  std::map<Id, Skinned> meshes;  ///< by mesh node, bound or morphed; a node that is missing is written at rest
};

enum class Purpose {
  scene,     ///< ours: nothing is lost, load() gives the same scene back
  exchange,  ///< for other programs: 4 or 8 influences, no editor data needed to look right
  posed,     ///< the deformed surface only
};

struct SaveOptions {
  Purpose purpose = Purpose::scene;
  int max_influences = 4;  ///< for exchange
  bool motions = true;     ///< for exchange: animations go along
};

/// A way out to other programs, by the name that `convert --export` has for it.
struct ExportWay {
  std::string name;    ///< "animation"
  std::string label;   ///< what a dialogue calls it
  std::string writes;  ///< in words
  std::string loses;   ///< the same
  SaveOptions options;
};
/// The rig with its animation, the rig in its pose, the posed surface alone; the first is the usual one.
const std::vector<ExportWay>& export_ways();
const ExportWay* find_export_way(std::string_view name);  ///< nullptr when there is none

struct Format {
  std::string name;                     ///< "glTF binary"
  std::vector<std::string> extensions;  ///< lower case, no dot: {"glb"}
  bool can_load = false;
  bool can_save_scene = false;  ///< Purpose::scene and exchange
  bool can_save_posed = false;  ///< Purpose::posed
  std::string loses;            ///< in words, for "saving as X loses ..."; empty: nothing
};

const std::vector<Format>& formats();
/// By the path's extension, any case; nullptr when we do not know it.
const Format* format_of(const std::filesystem::path& path);

/// Reads a whole file into a scene that fulfils why_invalid(scene) == "". Throws Error, Stopped when the report asked for it, and nothing
/// else. When all is read the report has been told 1.
Loaded load(const std::filesystem::path& path, const Report& report = {});

/// Writes atomically (temporary file beside it, fsync, rename, the old one kept as .bak where `keep_backup`). Throws Error; then the old
/// file is whole. Returns warnings (what the format could not hold, the worst error of dropped influences).
std::vector<std::string> save(const std::filesystem::path& path, const Scene& scene, const Derived& derived,
                              const SaveOptions& options = {});

/// The atomic write itself, for every other file we write (pictures, reports, preferences).
void write_file(const std::filesystem::path& path, const std::string& bytes, bool keep_backup = false);
/// Throws what write_file() would, as far as can be told before there is anything to write: ask before long work.
void check_writable(const std::filesystem::path& path);

}  // namespace marrow::io
