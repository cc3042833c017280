// Other processes, made in any way that the system supports.
#include "platform/processes.h"

#include <chrono>
#include <cstdio>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "platform/child.h"
#include "platform/pipes.h"
#include "platform/worker_process.h"
#include "platform/workers.h"
#include "support/support.h"

using namespace marrow;
using platform::WorkerProcess;

namespace {

constexpr double kPatience = 1e6;  ///< seconds: what hangs is ended by ctest

/// Replies to each byte with the next one, until there are none.
void count_on(int requests, int replies) {
  for (char byte = 0; platform::read_all(requests, &byte, 1);) {
    ++byte;
    if (!platform::write_all(replies, &byte, 1)) return;
  }
}

}  // namespace

TEST_CASE("a worker replies to what it is asked") {
  if (!platform::has_processes()) {
    CHECK_THROWS(WorkerProcess(count_on, {}));
    return;
  }
  WorkerProcess worker(count_on, {5.0, std::size_t(64) << 20});
  worker.set_time_limit(kPatience, kPatience);
  for (const char asked : {'a', 'x'}) {
    char reply = 0;
    CHECK(worker.send(&asked, 1) == WorkerProcess::Transfer::complete);
    CHECK(worker.receive(&reply, 1) == WorkerProcess::Transfer::complete);
    CHECK(reply == asked + 1);
  }
  CHECK(worker.milliseconds() >= 0.0);
  char none = 0;
  worker.set_time_limit(0.01, 0.01);
  CHECK(worker.receive(&none, 1) == WorkerProcess::Transfer::timed_out);
  CHECK(worker.seconds() >= 0.0);
  worker.set_time_limit(kPatience, kPatience);  // it is there as before
  CHECK(worker.send(&none, 1) == WorkerProcess::Transfer::complete);
  CHECK(worker.receive(&none, 1) == WorkerProcess::Transfer::complete);
  CHECK(none == 1);
}

TEST_CASE("a copy of this process answers on its own line, and prints beside it") {
  if (!platform::has_processes()) {
    CHECK_THROWS(platform::Child([] {}, "", 100));
    return;
  }
  const auto work = [] {
    platform::AnswerLine line;
    std::printf("said\n");
    line.answer(line.read_input() + "!");
  };
  std::unique_ptr<platform::Child> child;
  try {
    child = std::make_unique<platform::Child>(work, "asked", 100);
  } catch (const std::runtime_error& error) {
    return test::skip(error.what());
  }
  child->wait();
  CHECK(child->status() == 0);
  CHECK(child->printed() == "said\n");
  CHECK(child->answer() == "asked!");
}

TEST_CASE("a program is fed as fast as it reads, and its end is noticed") {
  using Clock = std::chrono::steady_clock;
  if (!platform::can_feed_programs()) {
    CHECK_THROWS(platform::Child({"cat"}, 100));
    return;
  }
  const std::string bytes(3'000'000, 'x');  // more than any pipe holds
  platform::Child counts({"wc", "-c"}, 100);
  for (std::string_view rest = bytes; !rest.empty();)
    rest.remove_prefix(counts.feed(rest, Clock::now() + std::chrono::milliseconds(10)));
  counts.end_input();
  counts.wait();
  CHECK(counts.status() == 0);
  CHECK(std::stoul(counts.printed()) == bytes.size());

  platform::Child sleeps({"sleep", "100000"}, 100);
  const std::size_t taken = sleeps.feed(bytes, Clock::now() + std::chrono::milliseconds(10));
  CHECK(taken > 0);
  CHECK(taken < bytes.size());
  sleeps.kill();
  CHECK(sleeps.feed(bytes, Clock::now() + std::chrono::hours(100)) == 0);

  platform::Child ends({"true"}, 100);
  while (!ends.poll()) ends.feed(bytes, Clock::now() + std::chrono::milliseconds(10));
  CHECK(ends.status() == 0);
  CHECK_THROWS(platform::Child({"no-program-of-this-name"}, 100));
}

TEST_CASE("workers end with their own results, in any order") {
  platform::Workers workers;
  if (!platform::has_processes()) {
    CHECK_THROWS(workers.start(1, [] { return 0; }));
    return;
  }
  for (const std::size_t job : {1u, 2u, 3u}) workers.start(job, [job] { return job == 2 ? 1 : 0; });
  std::size_t seen = 0;
  while (workers.running() > 0) {
    const platform::Workers::Finished finished = workers.wait_for_one();
    seen += finished.job;
    CHECK(finished.done == (finished.job != 2));
  }
  CHECK(seen == 6);
}

TEST_CASE("this process runs, under a number") {
  CHECK(platform::process_number() > 0);
  CHECK(platform::is_running(platform::process_number()));
}
