#include "platform/background_job.h"

#include <atomic>
#include <doctest/doctest.h>
#include <new>
#include <stdexcept>

#include "base/growing_list.h"

using namespace marrow;
using platform::BackgroundJob;
using platform::JobOutcome;

namespace {

constexpr double kLong = 60.0;  // seconds

/// Never done: until it is stopped, its step follows again and again.
std::optional<int> endless(Progress& progress) {
  progress.set_share(0.5);
  return std::nullopt;
}

template <typename Job>
void wait_until_begun(const Job& job) {
  while (job.progress().share() == 0.0f) platform::pause(1.0);
}

}  // namespace

TEST_CASE("a background job brings its result once") {
  BackgroundJob<int> job;
  CHECK_FALSE(job.has_begun());
  CHECK_FALSE(job.is_done());
  CHECK(job.result() == nullptr);
  CHECK(job.problem().empty());
  job.begin({}, [](Progress&) { return std::optional(7); });
  CHECK(job.has_begun());
  REQUIRE(job.wait(kLong));
  CHECK_FALSE(job.is_running());
  REQUIRE(job.result() != nullptr);
  CHECK(*job.result() == 7);
  CHECK_FALSE(job.cancel());  // too late
  CHECK(job.take().result == 7);
  CHECK_FALSE(job.has_begun());
  CHECK(job.result() == nullptr);
}

TEST_CASE("work in parts is called until it has the result; its progress is seen meanwhile") {
  BackgroundJob<int> job;
  const auto list = std::make_shared<GrowingList<int>>();
  job.begin({.out_of_memory = {}, .words = "Waiting..."},
            [list, part = 0](Progress& progress) mutable -> std::optional<int> {
              progress.set_words("Counting");
              const ProgressCallback second_half = progress.part(0.5, 1.0);
              CHECK(second_half(0.01 * ++part));
              list->push_back(part);
              return part < 100 ? std::nullopt : std::optional(part);
            });
  float last = 0.0f;
  std::size_t seen = 0;
  while (!job.is_done()) {
    const float now = job.progress().share();
    CHECK(now >= last);
    last = now;
    for (const int one : list->from(seen)) CHECK(one == int(++seen));
    platform::advance_jobs(0.1);
  }
  CHECK(job.progress().share() == 1.0f);
  CHECK(job.progress().text() == "Counting, 100 %");
  CHECK(list->size() == 100);
  CHECK(list->from(2000).empty());
  CHECK(job.take().result == 100);
}

TEST_CASE("words without a share end in dots") {
  Progress progress("Reading");
  CHECK(progress.text() == "Reading, 0 %");
  progress.set_share(0.416);
  CHECK(progress.text() == "Reading, 42 %");
  progress.set_words("Binding...");
  CHECK(progress.text() == "Binding...");
  CHECK(progress.stop());
  CHECK(progress.text() == "Stopping...");
  CHECK_FALSE(progress.part()(0.5));
}

TEST_CASE("a canceled job ends with neither a result nor a problem") {
  BackgroundJob<int> job;
  CHECK_FALSE(job.cancel());
  for (const bool throws : {false, true}) {
    job.begin({}, [throws](Progress& progress) -> std::optional<int> {
      if (throws && progress.wants_stop()) throw std::runtime_error("half done");
      return endless(progress);
    });
    wait_until_begun(job);
    CHECK(job.cancel());
    CHECK(job.cancel());
    CHECK(job.has_begun());
    REQUIRE(job.wait(kLong));
    CHECK(job.result() == nullptr);
    const JobOutcome<int> outcome = job.take();
    CHECK_FALSE(outcome.result);
    CHECK(outcome.problem.empty());
  }
}

TEST_CASE("what must not be left half done cannot be canceled") {
  BackgroundJob<int> job;
  job.begin({}, [](Progress& progress) -> std::optional<int> {
    if (!progress.forbid_stop()) throw Stopped();
    const bool has_begun = progress.share() > 0.0f;
    progress.set_share(0.5);
    return has_begun ? std::optional(3) : std::nullopt;
  });
  wait_until_begun(job);
  CHECK_FALSE(job.progress().can_stop());
  CHECK_FALSE(job.cancel());
  REQUIRE(job.wait(kLong));
  CHECK(job.take().result == 3);
}

TEST_CASE("exceptions come back as a problem in words") {
  BackgroundJob<int> job;
  const auto problem_of = [&](const BackgroundJob<int>::Work& work) {
    job.begin({.out_of_memory = "There is not enough memory."}, work);
    REQUIRE(job.wait(kLong));
    CHECK(job.result() == nullptr);
    CHECK(job.problem() == job.problem());
    JobOutcome<int> outcome = job.take();
    CHECK_FALSE(outcome.result);
    return outcome.problem;
  };
  CHECK(problem_of([](Progress&) -> std::optional<int> { throw std::bad_alloc(); }) ==
        "There is not enough memory.");
  CHECK(problem_of([](Progress&) -> std::optional<int> { throw std::runtime_error("a: b"); }) ==
        "a: b");
  CHECK(problem_of([](Progress&) -> std::optional<int> { throw Stopped(); }).empty());
}

TEST_CASE("dropped work ends by itself, while the next is done") {
  BackgroundJob<int> job;
  job.begin({}, endless);
  wait_until_begun(job);
  job.drop();
  CHECK_FALSE(job.has_begun());
  CHECK(job.wait(0.0));
  job.begin({}, [](Progress&) { return std::optional(1); });
  REQUIRE(job.wait(kLong));
  CHECK(*job.result() == 1);
  CHECK(job.wait_for_dropped(kLong));
  CHECK_FALSE(job.is_ending());
  job.begin({}, endless);  // drops the one that is done
  CHECK(job.number_ending() == 0);
  CHECK(job.result() == nullptr);
  job.drop();
  job.drop();
  CHECK(job.number_ending() <= 1);
  BackgroundJob<int> other = std::move(job);
  CHECK(other.wait_for_dropped(kLong));
}

TEST_CASE("a job that is destroyed stops, or finishes what must be finished") {
  for (const bool must_finish : {false, true}) {
    std::atomic<int> steps = 0;
    {
      BackgroundJob<int> job;
      job.begin({.out_of_memory = {}, .words = "", .must_finish = must_finish},
                [&](Progress& progress) -> std::optional<int> {
                  progress.set_share(0.5);
                  platform::pause(0.0);
                  return ++steps < 2000 ? std::nullopt : std::optional(0);
                });
      wait_until_begun(job);
    }
    const int then = steps;
    if (must_finish) CHECK(then == 2000);
    platform::pause(2.0);
    CHECK(steps == then);
  }
}

TEST_CASE("what the work has captured is freed when the work has ended") {
  const auto captured = std::make_shared<int>(5);
  BackgroundJob<int> job;
  job.begin({}, [captured](Progress&) { return std::optional(*captured); });
  REQUIRE(job.wait(kLong));
  CHECK(captured.use_count() == 1);
  CHECK(*job.result() == 5);
}
