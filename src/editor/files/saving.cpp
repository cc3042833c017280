#include "editor/files/saving.h"

#include <utility>

#include "edit/derived.h"
#include "edit/motions/bake_blend.h"
#include "io/formats.h"
#include "io/write_file.h"

namespace marrow {
namespace {

struct Writing {
  std::string path;
  Scene scene;
  const Tasks* tasks;
  io::SaveOptions options;
};

/// None if there is nothing to bake.
std::optional<BakedBlend> baked_for(const Writing& writing, Progress& progress) {
  if (!writing.options.bakes_blend || !has_blend_to_bake(writing.scene)) return std::nullopt;
  io::check_writable(writing.path);  // baking a long motion takes minutes: fail before it
  return with_baked_blend(writing.scene, *writing.tasks, {},
                          [&, report = progress.part()](double share) {
                            if (share > 0.0) progress.set_words("Correctives");
                            return report(share);
                          });
}

WrittenFile write(const Writing& writing, Progress& progress) {
  std::optional<BakedBlend> baked = baked_for(writing, progress);
  if (progress.wants_stop()) throw Stopped();
  const Scene& scene = baked ? baked->scene : writing.scene;
  const io::Derived derived = derived_from(*writing.tasks, scene);
  if (!progress.forbid_stop()) throw Stopped();
  WrittenFile file{io::save(writing.path, scene, derived, writing.options), {}};
  if (baked) file.warnings.insert(file.warnings.begin(), baked->text());
  file.stamp = stamp_of(writing.path);
  return file;
}

}  // namespace

void begin_writing(Saving& job, const std::string& path, Scene scene, const Tasks& tasks,
                   const io::SaveOptions& options) {
  job.begin({.out_of_memory = path + ": there is not enough memory to write it",
             .words = "Preparing the file...",
             .must_finish = true},
            [writing = Writing{path, std::move(scene), &tasks, options}](Progress& progress) {
              return std::optional(write(writing, progress));
            });
}

}  // namespace marrow
