#include "editor/files/loading.h"

#include <chrono>
#include <utility>

namespace marrow {

Loading::Loading(std::string path, const Tasks* tasks)
    : path_(std::move(path)), tasks_(tasks), thread_([this] { work(); }) {}

Loading::~Loading() {
  stop();
  thread_.join();
}

bool Loading::wait(double seconds) const {
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return is_done(); });
}

Loading::Result Loading::take() { return std::move(result_); }

void Loading::work() {
  try {
    read();
  } catch (const io::Stopped&) {
    result_ = {};
  } catch (const io::Error& error) {
    result_.problem = error.what();
  } catch (const std::bad_alloc&) {
    result_.problem = path_ + ": there is not enough memory to open it";
  } catch (const std::exception& error) {
    result_.problem = path_ + ": " + error.what();
  }
  if (!result_.problem.empty()) result_.loaded.reset();
  const std::lock_guard lock(mutex_);
  is_done_ = true;
  done_.notify_all();
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
  if (tasks_ == nullptr) return;
  is_preparing_ = true;
  result_.deformer = Deformer::with(*tasks_);
  result_.deformer->update(result_.loaded->scene);
  if (wants_stop_) throw io::Stopped();
}

}  // namespace marrow
