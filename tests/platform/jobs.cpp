#include "platform/jobs.h"

#include <atomic>
#include <doctest/doctest.h>

using namespace marrow;
using platform::Job;

TEST_CASE("a job's steps follow each other, one at a time, until it is done") {
  int steps = 0;
  std::atomic<int> inside = 0;
  Job job([&]() -> std::optional<Job::Moment> {
    CHECK(++inside == 1);
    --inside;
    return ++steps < 1000 ? std::optional(Job::kAtOnce) : std::nullopt;
  });
  while (!job.is_done()) platform::advance_jobs(1.0);
  CHECK(job.wait(0.0));
  CHECK(steps == 1000);
}

TEST_CASE("a job waits for its moment, or to be woken") {
  std::atomic<int> steps = 0;
  const auto soon = [] { return Job::Clock::now() + std::chrono::milliseconds(20); };
  const Job::Moment begin = Job::Clock::now();
  Job job([&]() -> std::optional<Job::Moment> {
    if (++steps == 1) return soon();
    return steps == 2 ? std::optional(Job::kWhenWoken) : std::nullopt;
  });
  while (steps < 2) platform::advance_jobs(1.0);
  CHECK(Job::Clock::now() - begin >= std::chrono::milliseconds(20));
  CHECK(!job.wait(0.02));
  CHECK(steps == 2);
  job.wake();
  CHECK(job.wait(1e9));
  CHECK(steps == 3);
}

TEST_CASE("no wake is lost, whenever it comes") {
  for (int round = 0; round < 300; ++round) {
    std::atomic<bool> asked = false;
    Job job([&]() -> std::optional<Job::Moment> {
      return asked ? std::nullopt : std::optional(Job::kWhenWoken);
    });
    asked = true;
    job.wake();
    REQUIRE(job.wait(1e9));
  }
}

TEST_CASE("a job that is destroyed begins no further step") {
  std::atomic<int> steps = 0;
  {
    const Job idle([&]() -> std::optional<Job::Moment> { return ++steps, Job::kWhenWoken; });
    const Job busy([&]() -> std::optional<Job::Moment> { return ++steps, Job::kAtOnce; });
    while (steps < 10) platform::advance_jobs(1.0);
  }
  const int then = steps;
  platform::advance_jobs(1.0);
  platform::pause(5.0);
  CHECK(steps == then);
}
