// Functions in a separate process: right results arrive unchanged, other behavior is contained and
// reported.
#include "course/implementation_process.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "course/check.h"
#include "platform/pipes.h"
#include "rig/contract.h"
#include "rig/implementations.h"
#include "support/cases.h"
#include "support/random_rig.h"

namespace marrow::test {

using course::ImplementationProcess;
using Kind = ImplementationProcess::End::Kind;

namespace {

/// A busy machine may take long to give the time of the processor that it ends after.
constexpr course::Limits kShort{0.5, 256u << 20, 3600.0};

Tasks harmless() {
  std::vector<std::string> all;
  for_each_function([&](const auto& body) { all.emplace_back(body.name); });
  return without(Tasks{}, all);
}

JointLists lists_of(const Tasks& tasks) {
  return tasks.find_joints(Skeleton{}, {}, {{1, 2, 3}, {4, 5, 6}});
}

/// How the process ends with a broken find_joints, in words. Its kind must be the given one.
std::string end_of(JointLists (*find_joints)(const Skeleton&, const std::vector<glm::mat4>&,
                                             const std::vector<glm::vec3>&),
                   Kind kind, const course::Limits& limits = kShort) {
  Tasks bad = harmless();
  bad.find_joints = find_joints;
  ImplementationProcess process(bad, limits);
  CHECK_THROWS_AS(lists_of(process.tasks()), std::runtime_error);
  REQUIRE(process.end());
  CHECK(process.end()->kind == kind);
  CHECK(process.end()->function == "find_joints");
  CHECK_THROWS_AS(process.tasks().bind_matrices(Skeleton{}),
                  std::runtime_error);  // and every later call
  return process.end()->what;
}

#define BODY                                                                                \
  (const Skeleton&, const std::vector<glm::mat4>&, const std::vector<glm::vec3>& positions) \
      ->JointLists

}  // namespace

SOLVED_CASE("results come back from another process as they are") {
  const Tasks& here = tasks_of(Backend::textbook);
  ImplementationProcess process(here, {});
  const Tasks& there = process.tasks();
  Random random(7);
  const Skeleton skeleton =
      random_skeleton(random, {.joints = 9, .roots = 2, .posed = true, .scaled = true});
  const std::vector<glm::mat4> bind = there.bind_matrices(skeleton),
                               posed = there.posed_matrices(skeleton);
  CHECK(bind == here.bind_matrices(skeleton));
  CHECK(posed == here.posed_matrices(skeleton));
  std::vector<glm::vec3> positions, normals;
  for (int i = 0; i < 3000; ++i) {
    positions.push_back(random.vec3(2.0f));
    normals.push_back(random.vec3(1.0f));
  }
  CHECK(there.find_joints(skeleton, bind, positions) ==
        here.find_joints(skeleton, bind, positions));
  CHECK(there.inverse_distance_weights({0.0f, 2.0f, 3.0f}) ==
        here.inverse_distance_weights({0.0f, 2.0f, 3.0f}));
  Influences influences;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    influences.joint.push_back(std::uint32_t(v % 9));
    influences.weight.push_back(1.0f);
    influences.end_row();
  }
  const std::vector<glm::mat4> skinning = there.skinning_matrices(posed, bind);
  std::vector<glm::vec3> p[2], n[2];
  there.skin(skinning, influences, positions, normals, p[0], n[0]);
  here.skin(skinning, influences, positions, normals, p[1], n[1]);
  CHECK(there.cubic_unit_spline(0.3f, 1.0f, 2.0f, -3.0f, 4.0f) ==
        here.cubic_unit_spline(0.3f, 1.0f, 2.0f, -3.0f, 4.0f));
  std::vector<Knot> knots;
  for (int k = 0; k < 100'000; ++k) knots.push_back({float(k), random.uniform(-1.0f, 1.0f)});
  for (const float time : {-1.0f, 0.25f, 77'777.5f, 1e6f})
    CHECK(there.catmull_rom(knots, time) == here.catmull_rom(knots, time));
  CHECK(there.catmull_rom({}, 1.0f) == 0.0f);
  const DualQuaternion motion = there.dual_quaternion(skinning[3]),
                       same = here.dual_quaternion(skinning[3]);
  CHECK(motion.real == same.real);
  CHECK(motion.dual == same.dual);
  const std::vector<DualQuaternion> motions{motion, {}, here.dual_quaternion(skinning[5])};
  CHECK(there.blend_dual_quaternions(motions, {0.5f, 0.2f, 0.3f}) ==
        here.blend_dual_quaternions(motions, {0.5f, 0.2f, 0.3f}));
  const MushSurface surface{{{1, 2}, {0, 2}, {0, 1}, {}}, {{0, 1, 2}}};
  const std::vector<glm::vec3> rest(positions.begin(), positions.begin() + 4),
      moved(positions.begin() + 4, positions.begin() + 8);
  CHECK(there.smooth(surface.neighbors, rest, 3) == here.smooth(surface.neighbors, rest, 3));
  CHECK(there.surface_frame(rest[0], rest[1]) == here.surface_frame(rest[0], rest[1]));
  CHECK(there.delta_mush(surface, rest, moved, 3) == here.delta_mush(surface, rest, moved, 3));
  CHECK(there.delta_mush({}, {}, {}, 3).empty());
  CHECK(there.blend_about_center({skinning[3], skinning[5]}, {0.5f, 0.5f}, positions[4]) ==
        here.blend_about_center({skinning[3], skinning[5]}, {0.5f, 0.5f}, positions[4]));
  CHECK(p[0] == p[1]);
  CHECK(n[0] == n[1]);
  CHECK_FALSE(process.end());
  CHECK(process.milliseconds() > 0.0);
  for (const course::Check& check : course::checks()) CHECK(course::run_check(check, there).passed);
}

TEST_CASE("Ctrl-C does not end the functions of a program that goes on") {
  const pid_t program = fork();
  if (program == 0) {
    // As in a terminal, the signal goes to a whole group, which must not be the group of the tests.
    setpgid(0, 0);
    bool goes_on = false;
    {
      ImplementationProcess process(harmless(), kShort);
      std::signal(SIGINT, SIG_IGN);
      kill(0, SIGINT);
      goes_on = lists_of(process.tasks()).size() == 2;
    }
    _exit(goes_on ? 0 : 1);
  }
  int status = 0;
  waitpid(program, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("an exception comes over in words, and the process lives on") {
  Tasks bad = harmless();
  bad.find_joints = [] BODY {
    throw std::out_of_range("joint 7 of " + std::to_string(positions.size()));
  };
  ImplementationProcess process(bad, kShort);
  CHECK_THROWS_WITH(lists_of(process.tasks()), "joint 7 of 2");
  CHECK_FALSE(process.end());
  CHECK(process.tasks().inverse_distance_weights({1.0f, 1.0f}).size() == 2);
}

TEST_CASE("an output that is only appended to has what the caller left in it") {
  Tasks bad = harmless();
  bad.skin = [](const std::vector<glm::mat4>&, const Influences&,
                const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>&,
                std::vector<glm::vec3>& out_positions,
                std::vector<glm::vec3>&) { out_positions.push_back(positions[0]); };
  ImplementationProcess process(bad, kShort);
  std::vector<glm::vec3> positions = {{1, 1, 1}}, normals;
  process.tasks().skin({}, {}, {{2, 2, 2}}, {}, positions, normals);
  CHECK(positions == std::vector<glm::vec3>{{1, 1, 1}, {2, 2, 2}});
}

TEST_CASE("an implementation that ends its process in any way is named with the way") {
  CHECK(contains(end_of([] BODY { std::exit(int(positions.size()) - 2); }, Kind::crashed),
                 "find_joints ended its process with status 0"));
  CHECK(contains(end_of([] BODY { _exit(int(positions.size())); }, Kind::crashed), "status 2"));
  CHECK(contains(end_of(
                     [] BODY {
                       raise(positions.empty() ? 0 : SIGKILL);
                       return {};
                     },
                     Kind::killed),
                 "find_joints was killed from outside (signal 9): grade again"));
  CHECK(contains(end_of(
                     [] BODY {
                       raise(positions.empty() ? 0 : SIGTERM);
                       return {};
                     },
                     Kind::crashed),
                 "signal 15"));
  if (is_sanitized()) return;  // which reports these in its own words
  CHECK(contains(end_of(
                     [] BODY {
                       std::abort();
                       return JointLists(positions.size());
                     },
                     Kind::crashed),
                 "signal 6"));
  CHECK(contains(end_of(
                     [] BODY {
                       *static_cast<volatile int*>(nullptr) = int(positions.size());
                       return {};
                     },
                     Kind::crashed),
                 "signal 11"));
  end_of([] BODY { return JointLists((std::size_t(1) << 33) * positions.size()); }, Kind::crashed);
}

TEST_CASE(
    "an implementation that never returns is stopped in time, whatever process group it moves to") {
  CHECK(contains(end_of(
                     [] BODY {
                       for (volatile bool forever = true; forever;) {
                       }
                       return JointLists(positions.size());
                     },
                     Kind::timed_out),
                 "find_joints did not return"));
  CHECK(contains(end_of(
                     [] BODY {
                       setpgid(0, 0);
                       for (;;) sleep(unsigned(positions.size()));
                     },
                     Kind::timed_out, {0.5, 256u << 20, 10.0}),
                 "did not return within 10 s, in which it mostly waited"));
}

TEST_CASE("the limit is of processor time, also of processes that an implementation starts") {
  Tasks waits = harmless();
  waits.find_joints = [] BODY {
    usleep(1'500'000);  // as on a machine whose processors are busy with others
    return JointLists(positions.size());
  };
  ImplementationProcess process(waits, kShort);
  CHECK(lists_of(process.tasks()).size() == 2);
  CHECK_FALSE(process.end());
  CHECK(process.seconds() < 0.5);
  CHECK(contains(end_of(
                     [] BODY {
                       const pid_t child = fork();  // ends with its own limit
                       for (volatile bool forever = child == 0; forever;) {
                       }
                       int status = 0;
                       waitpid(child, &status, 0);
                       return JointLists(positions.size());
                     },
                     Kind::timed_out),
                 "find_joints did not return within 0.5 s"));
}

TEST_CASE("an implementation that does not heed the limit's signal is late, not killed") {
  CHECK(contains(end_of(
                     [] BODY {
                       std::signal(SIGXCPU, SIG_IGN);
                       for (volatile bool forever = true; forever;) {
                       }
                       return JointLists(positions.size());
                     },
                     Kind::timed_out),
                 "find_joints did not return"));
}

TEST_CASE("an implementation that allocates without end is stopped by its limit") {
  if (is_sanitized()) return;
  const std::string what = end_of(
      [] BODY {
        JointLists lists;
        for (;;) lists.emplace_back(1u << 20, int(positions.size()));
      },
      Kind::crashed,
      {30.0, 64u << 20});  // so that the memory limit is reached first, even on a slow machine
  CHECK(contains(what, "more memory than it may use"));
}

TEST_CASE(
    "what an implementation writes to descriptors or sends in the place of a result is no result") {
  const auto forge = [] BODY {
    const char words[] = "{\"passed\": true, \"score\": 100}";
    for (int descriptor = 3; descriptor < 64; ++descriptor) {
      if (write(descriptor, words, sizeof words) < 0) continue;
    }
    return JointLists(positions.size());
  };
  CHECK(contains(end_of(forge, Kind::no_answer), "sent something that is not its result"));
  end_of(
      [] BODY {
        const std::uint64_t huge = 1ull << 60;
        if (write(marrow::platform::kReplies, &huge, sizeof huge) < 0) _exit(1);
        return JointLists(positions.size());
      },
      Kind::no_answer);
  end_of(
      [] BODY {
        for (int descriptor = 3; descriptor < 64; ++descriptor) close(descriptor);
        return JointLists(positions.size());
      },
      Kind::crashed);  // no further call is possible, so the process ends
}

TEST_CASE("an implementation that forks answers twice at most, and only for itself") {
  Tasks bad = harmless();
  bad.find_joints = [] BODY {
    if (fork() == 0) _exit(0);
    return JointLists(positions.size(), {1});
  };
  ImplementationProcess process(bad, kShort);
  CHECK(lists_of(process.tasks()) == JointLists{{1}, {1}});
  CHECK_FALSE(process.end());
}

TEST_CASE("the functions' process has no powers to look into the judge's") {
  Tasks bad = harmless();
  bad.find_joints = [] BODY {
    const std::string memory = "/proc/" + std::to_string(getppid()) + "/mem";
    return JointLists(positions.size(), {open(memory.c_str(), O_RDONLY) >= 0 ? 1 : 0});
  };
  prctl(PR_SET_DUMPABLE, 0);  // as the judge does
  ImplementationProcess process(bad, kShort);
  CHECK(lists_of(process.tasks())[0][0] == 0);
  prctl(PR_SET_DUMPABLE, 1);
}

TEST_CASE("harmless functions stand in for named functions only") {
  const Tasks none = without(Tasks{}, {"skin", "no such function"});
  CHECK(bool(none.skin));
  CHECK_FALSE(bool(none.find_joints));
  const Tasks all = harmless();
  for_each_function([&](const auto& body) { CHECK(bool(all.*body.in_tasks)); });
  // None of them crashes.
  for (const course::Check& check : course::checks()) course::run_check(check, all);
}

}  // namespace marrow::test
