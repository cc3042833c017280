#include "editor/files/loading.h"

#include <utility>

namespace marrow {

Loading::Loading(std::string path, const Tasks* tasks)
    : path_(std::move(path)), tasks_(tasks), job_([this] { return step(); }) {}

std::optional<platform::Job::Moment> Loading::step() {
  try {
    is_preparing_ ? prepare() : read();
    if (wants_stop_) throw Stopped();
    if (is_preparing_ || tasks_ == nullptr) return std::nullopt;
    is_preparing_ = true;
    return platform::Job::kAtOnce;
  } catch (const Stopped&) {
    result_ = {};
  } catch (const io::Error& error) {
    result_.problem = error.what();
  } catch (const std::bad_alloc&) {
    result_.problem = path_ + ": there is not enough memory to open it";
  } catch (const std::exception& error) {
    result_.problem = path_ + ": " + error.what();
  }
  result_.loaded.reset();
  return std::nullopt;
}

void Loading::read() {
  const FileStamp before = stamp_without_content(path_);
  result_.loaded = io::load(path_, [&](double share) {
    share_ = share;
    return !wants_stop_;
  });
  result_.stamp = before;
  if (result_.loaded->is_ours) {  // only these are watched for changes
    result_.stamp = stamp_of(path_);
    if (result_.stamp.time != before.time || result_.stamp.bytes != before.bytes)
      result_.stamp = before;
  }
}

void Loading::prepare() {
  result_.deformer = Deformer::with(*tasks_);
  result_.deformer->update(result_.loaded->scene);
  result_.ray_boxes = std::make_shared<view::RayBoxes>();
  for (const DeformedMesh& mesh : result_.deformer->meshes()) result_.ray_boxes->of(mesh);
}

}  // namespace marrow
