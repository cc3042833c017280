// A page's first thread must go on drawing. So a job's step runs on another thread if the browser
// allows threads. Otherwise, or if the caller waits for the job anyway, the step runs here, between
// frames.
#include "platform/jobs.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <pthread.h>
#include <thread>
#include <vector>

#include "platform/web/threads.h"

namespace marrow::platform {

namespace {

/// Shared by a job and the thread that does its step. A page makes threads only between frames, so
/// a requested thread may never begin.
struct Errand {
  enum class State { asked, begun, done };
  std::function<std::optional<Job::Moment>()> step;
  std::optional<Job::Moment> again;
  std::atomic<State> state = State::asked;

  /// Does the step unless another thread has begun it.
  void run() {
    State asked = State::asked;
    if (!state.compare_exchange_strong(asked, State::begun)) return;
    again = step();
    state = State::done;
  }
  /// Keeps the step from beginning; if it has begun, waits until it is done.
  void end() {
    State asked = State::asked;
    if (state.compare_exchange_strong(asked, State::done)) return;
    // This, the page's first thread, reads files for the other one, also while it sleeps.
    while (state != State::done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

void* run_errand(void* own) {
  const std::unique_ptr<std::shared_ptr<Errand>> errand(static_cast<std::shared_ptr<Errand>*>(own));
  (*errand)->run();
  return nullptr;
}

/// Makes the thread detached: before std::thread::detach() it might have ended, which browsers warn
/// of. If no thread can be made, the step is done here.
void begin_thread(const std::shared_ptr<Errand>& errand) {
  auto own = std::make_unique<std::shared_ptr<Errand>>(errand);
  pthread_t thread;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &detached, run_errand, own.get()) == 0)
    own.release();  // the thread deletes it
  else
    errand->run();
  pthread_attr_destroy(&detached);
}

}  // namespace

struct Job::Inside {
  std::function<std::optional<Moment>()> step;
  Moment next = kAtOnce;
  bool is_woken = false, is_done = false;
  std::shared_ptr<Errand> errand;  ///< the step that another thread does
  bool is_running = false;         ///< a step runs on this thread

  bool is_due() const {
    return !is_done && !is_running && !errand && (is_woken || next <= Clock::now());
  }

  void take(std::optional<Moment> again) {
    is_done = !again;
    next = again.value_or(kWhenWoken);
  }

  /// Does a step here if one is due.
  bool advance_here() {
    if (!is_due()) return false;
    is_woken = false;
    is_running = true;
    const std::optional<Moment> again = step();
    is_running = false;
    take(again);
    return true;
  }

  /// Like advance_here(), but on another thread. A later call reads the step's result.
  bool advance_there() {
    if (errand && errand->state == Errand::State::done) {
      take(errand->again);
      errand.reset();
      return true;
    }
    if (!is_due()) return false;
    is_woken = false;
    errand = std::make_shared<Errand>();
    errand->step = step;
    begin_thread(errand);
    return true;
  }

  bool advance() { return has_threads() ? advance_there() : advance_here(); }
};

namespace {

std::vector<Job::Inside*> jobs;  ///< in the order of their creation
std::size_t next_in_turn = 0;    ///< index in `jobs`

std::chrono::duration<double, std::milli> since(Job::Moment begin) {
  return Job::Clock::now() - begin;
}

}  // namespace

Job::Job(std::function<std::optional<Moment>()> step) : inside_(std::make_unique<Inside>()) {
  inside_->step = std::move(step);
  jobs.push_back(inside_.get());
}

Job::~Job() {
  std::erase(jobs, inside_.get());
  if (inside_->errand) inside_->errand->end();
}

void Job::wake() { inside_->is_woken = true; }

bool Job::is_done() const { return inside_->is_done; }

/// With threads, a wait of less than a second returns at once, so that the page goes on drawing.
/// Otherwise waits for a job whose next step has a time; gives up on a job that must be woken.
bool Job::wait(double seconds) const {
  constexpr double kMoment = 1.0;  // seconds: a caller that waits longer needs the result
  if (has_threads() && seconds < kMoment) {
    inside_->advance_there();
    return inside_->is_done;
  }
  const Moment begin = Clock::now();
  while (!inside_->is_done && since(begin).count() < seconds * 1000.0) {
    if (inside_->errand) {
      inside_->errand->run();  // unless it has begun
      if (inside_->errand->state != Errand::State::done) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      inside_->advance_there();
    } else if (!inside_->advance_here() && inside_->next == kWhenWoken) {
      break;
    }
  }
  return inside_->is_done;
}

void advance_jobs(double milliseconds) {
  const Job::Moment begin = Job::Clock::now();
  std::size_t idle = 0;  // jobs in turn that had nothing to do
  while (idle < jobs.size()) {
    next_in_turn = (next_in_turn + 1) % jobs.size();
    idle = jobs[next_in_turn]->advance() ? 0 : idle + 1;
    if (since(begin).count() >= milliseconds) return;
  }
}

/// Does not sleep, because the page's first thread must go on drawing.
void pause(double milliseconds) { advance_jobs(milliseconds); }

}  // namespace marrow::platform
