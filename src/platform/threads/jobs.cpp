#include "platform/jobs.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace marrow::platform {

struct Job::Inside {
  explicit Inside(std::function<std::optional<Moment>()> work)
      : step(std::move(work)), thread([this] { run(); }) {}

  ~Inside() {
    {
      const std::lock_guard lock(mutex);
      ends = true;
    }
    changed.notify_all();
    thread.join();
  }

  void run() {
    std::unique_lock lock(mutex);
    const auto must_go_on = [&] { return ends || is_woken; };
    while (!ends) {
      is_woken = false;
      lock.unlock();
      const std::optional<Moment> next = step();
      lock.lock();
      if (!next) break;
      if (*next == kWhenWoken)
        changed.wait(lock, must_go_on);
      else if (*next != kAtOnce)
        changed.wait_until(lock, *next, must_go_on);
    }
    is_done = true;
    changed.notify_all();
  }

  const std::function<std::optional<Moment>()> step;
  std::mutex mutex;
  std::condition_variable changed;
  bool ends = false, is_woken = false, is_done = false;  ///< guarded by the mutex
  std::thread thread;                                    ///< last: it uses all of the above
};

Job::Job(std::function<std::optional<Moment>()> step)
    : inside_(std::make_unique<Inside>(std::move(step))) {}

Job::~Job() = default;

void Job::wake() {
  {
    const std::lock_guard lock(inside_->mutex);
    inside_->is_woken = true;
  }
  inside_->changed.notify_all();
}

bool Job::is_done() const {
  const std::lock_guard lock(inside_->mutex);
  return inside_->is_done;
}

bool Job::wait(double seconds) const {
  std::unique_lock lock(inside_->mutex);
  const auto done = [&] { return inside_->is_done; };
  return inside_->changed.wait_for(lock, std::chrono::duration<double>(seconds), done);
}

void advance_jobs(double) {}

void pause(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

}  // namespace marrow::platform
