#include "editor/files/saving.h"

#include <utility>

#include "edit/derived.h"
#include "edit/motions/bake_blend.h"
#include "io/formats.h"
#include "io/write_file.h"

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
    prepare_and_write();
  } catch (const std::bad_alloc&) {
    result_.problem = path_ + ": there is not enough memory to write it";
  } catch (const std::exception& error) {  // io::Error says what and where
    result_.problem = error.what();
  }
  result_.is_stopped = is_stopped();
  return std::nullopt;
}

void Saving::prepare_and_write() {
  std::optional<BakedBlend> baked;
  if (options_.bakes_blend && has_blend_to_bake(scene_)) {
    io::check_writable(path_);  // shapes of a long motion take minutes
    baked = with_baked_blend(scene_, tasks_, {}, [this](double share) {
      share_ = static_cast<float>(share);
      return !is_stopped();
    });
  }
  if (is_stopped()) return;
  const Scene& scene = baked ? baked->scene : scene_;
  const io::Derived derived = derived_from(tasks_, scene);
  if (!begin_to_write()) return;
  result_.warnings = io::save(path_, scene, derived, options_);
  if (baked) result_.warnings.insert(result_.warnings.begin(), baked->text());
  result_.stamp = stamp_of(path_);
}

bool Saving::stop() {
  Phase preparing = Phase::preparing;
  return phase_.compare_exchange_strong(preparing, Phase::stopped) || is_stopped();
}

bool Saving::begin_to_write() {
  Phase preparing = Phase::preparing;
  return phase_.compare_exchange_strong(preparing, Phase::writing);
}

}  // namespace marrow
