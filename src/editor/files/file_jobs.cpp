#include "editor/files/file_jobs.h"

#include <stdexcept>
#include <utility>

#include "edit/derived.h"
#include "edit/motions/bake_blend.h"
#include "io/formats.h"
#include "io/write_file.h"

namespace marrow {
namespace {

LoadedFile read(const std::string& path, Progress& progress) {
  const FileStamp before = stamp_without_content(path);
  LoadedFile file{.loaded = io::load(path, progress.part()),
                  .deformer = {},
                  .ray_boxes = nullptr,
                  .measures = {},
                  .stamp = before};
  if (!file.loaded.is_ours) return file;  // only Marrow's own files are watched
  file.stamp = stamp_of(path);
  if (file.stamp.time != before.time || file.stamp.bytes != before.bytes) file.stamp = before;
  return file;
}

void bind(const std::string& path, const Tasks& tasks, LoadedFile& file) {
  try {
    file.deformer = Deformer::with(tasks);
    file.deformer->update(file.loaded.scene);
    file.ray_boxes = std::make_shared<view::RayBoxes>();
    for (const DeformedMesh& mesh : file.deformer->meshes()) file.ray_boxes->of(mesh);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw io::Error(path, "", error.what());
  }
}

void measure_loaded(LoadedFile& file) {
  const Scene& scene = file.loaded.scene;
  file.measures.update(scene, *file.deformer);
  for (const DeformedMesh& mesh : file.deformer->meshes()) file.measures.connectivity(mesh.node);
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    file.measures.model(node.id);
    file.measures.islands(node.id);
  }
}

}  // namespace

void begin_reading(Loading& job, const std::string& path, const Tasks* tasks) {
  // The file is read in step 1, bound in step 2, measured in step 3.
  const auto read_file = std::make_shared<std::optional<LoadedFile>>();
  job.begin({.out_of_memory = path + ": there is not enough memory to open it", .words = "Reading"},
            [path, tasks, read_file](Progress& progress) -> std::optional<LoadedFile> {
              if (!*read_file) {
                *read_file = read(path, progress);
                progress.set_words("Preparing the mesh...");
                if (tasks != nullptr) return std::nullopt;
              } else if (!(*read_file)->deformer) {
                bind(path, *tasks, **read_file);
                return std::nullopt;
              } else {
                measure_loaded(**read_file);
              }
              return std::move(*read_file);
            });
}

void begin_replacing(Loading& job, const std::string& path, const Scene& scene, Id mesh) {
  const auto file = std::make_shared<std::optional<LoadedFile>>();  // read in step 1
  job.begin(
      {.out_of_memory = path + ": there is not enough memory for its mesh", .words = "Reading"},
      [path, scene, mesh, file](Progress& progress) -> std::optional<LoadedFile> {
        if (!*file) {
          *file = read(path, progress);
          progress.set_words("Carrying the weights...");
          return std::nullopt;
        }
        NewMesh fresh = new_mesh_of((*file)->loaded.scene, scene, mesh);
        if (!fresh.reason.empty()) throw io::Error(path, "", fresh.reason);
        (*file)->loaded.scene = std::move(fresh.scene);
        (*file)->edit = with_new_mesh(scene, mesh, (*file)->loaded.scene);
        if (const Applied& applied = (*file)->edit->applied; !applied.scene)
          throw std::runtime_error(applied.reason);
        (*file)->edited = scene;
        return std::move(*file);
      });
}

namespace {

struct Writing {
  std::string path;
  Scene scene;
  const Tasks* tasks;
  io::SaveOptions options;
  ExportChoice choice;
};

/// None if there is nothing to bake.
std::optional<BakedBlend> baked_for(const Writing& writing, const Scene& scene,
                                    Progress& progress) {
  if (!writing.options.bakes_blend || !has_blend_to_bake(scene)) return std::nullopt;
  io::check_writable(writing.path);  // baking a long motion takes minutes: fail before it
  return with_baked_blend(scene, *writing.tasks, {}, [&, report = progress.part()](double share) {
    if (share > 0.0) progress.set_words("Correctives");
    return report(share);
  });
}

WrittenFile write(const Writing& writing, Progress& progress) {
  PreparedExport made = prepared_export(writing.scene, writing.choice, *writing.tasks);
  std::optional<BakedBlend> baked = baked_for(writing, made.scene, progress);
  if (progress.wants_stop()) throw Stopped();
  const Scene& scene = baked ? baked->scene : made.scene;
  const io::Derived derived = derived_from(*writing.tasks, scene);
  if (!progress.forbid_stop()) throw Stopped();
  WrittenFile file{io::save(writing.path, scene, derived, writing.options), {}};
  if (baked) made.notes.push_back(baked->text());
  file.warnings.insert(file.warnings.begin(), made.notes.begin(), made.notes.end());
  file.stamp = stamp_of(writing.path);
  return file;
}

}  // namespace

void begin_writing(Saving& job, const std::string& path, Scene scene, const Tasks& tasks,
                   const io::SaveOptions& options, const ExportChoice& choice) {
  job.begin({.out_of_memory = path + ": there is not enough memory to write it",
             .words = "Preparing the file...",
             .must_finish = true},
            [writing = Writing{path, std::move(scene), &tasks, options, choice}](
                Progress& progress) { return std::optional(write(writing, progress)); });
}

}  // namespace marrow
