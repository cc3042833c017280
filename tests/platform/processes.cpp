// Other processes, by whatever way the system has to make them.
#include "platform/processes.h"

#include <cstdio>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <string>

#include "platform/child.h"
#include "platform/partner.h"
#include "platform/pipes.h"
#include "platform/workers.h"
#include "support/support.h"

using namespace marrow;
using platform::Partner;

namespace {

Partner::Moment soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(20); }

/// Replies to each byte with the next one, until there are none.
void count_on(int requests, int replies) {
  for (char byte = 0; platform::read_all(requests, &byte, 1);) {
    ++byte;
    if (!platform::write_all(replies, &byte, 1)) return;
  }
}

}  // namespace

TEST_CASE("a partner replies to what it is asked") {
  if (!platform::has_processes()) {
    CHECK_THROWS(Partner(count_on, {}));
    return;
  }
  Partner partner(count_on, {5.0, std::size_t(64) << 20});
  for (const char asked : {'a', 'x'}) {
    char reply = 0;
    CHECK(partner.send(&asked, 1, soon()) == Partner::Said::all);
    CHECK(partner.receive(&reply, 1, soon()) == Partner::Said::all);
    CHECK(reply == asked + 1);
  }
  CHECK(partner.milliseconds() >= 0.0);
  char none = 0;
  CHECK(partner.receive(&none, 1, std::chrono::steady_clock::now()) == Partner::Said::too_late);
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
