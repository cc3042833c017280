#include "editor/files/saving.h"

#include <utility>

#include "edit/derived.h"
#include "edit/motions/bake_blend.h"
#include "io/formats.h"

namespace marrow {

namespace {

constexpr double kToTheEnd = 1e9;  // seconds

}  // namespace

Saving::Saving(std::string path, Scene scene, const Tasks& tasks, io::SaveOptions options)
    : path_(std::move(path)),
      scene_(std::move(scene)),
      tasks_(tasks),
      options_(options),
      job_([this] { return step(); }) {}

Saving::~Saving() { wait(kToTheEnd); }

std::optional<platform::Job::Moment> Saving::step() {
  try {
    std::optional<BakedBlend> baked;
    if (options_.bakes_blend && has_blend_to_bake(scene_)) baked = with_baked_blend(scene_, tasks_);
    const Scene& scene = baked ? baked->scene : scene_;
    result_.warnings = io::save(path_, scene, derived_from(tasks_, scene), options_);
    if (baked) result_.warnings.insert(result_.warnings.begin(), baked->text());
    result_.stamp = stamp_of(path_);
  } catch (const std::bad_alloc&) {
    result_.problem = path_ + ": there is not enough memory to write it";
  } catch (const std::exception& error) {  // io::Error says what and where
    result_.problem = error.what();
  }
  return std::nullopt;
}

}  // namespace marrow
