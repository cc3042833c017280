// Milliseconds of skin() on one thread, for any compiler, a desktop's or a browser's;
// tests/web_speed.sh compares them.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "bench/accuracy.h"
#include "bench/memory.h"
#include "bench/model.h"
#include "rig/measure/measure.h"
#include "scene/parallel.h"

namespace {

using namespace marrow;

constexpr int kJoints = 64, kRounds = 31;

double milliseconds_of(Engine& engine, const BoundMesh& mesh,
                       const std::vector<glm::mat4>& skinning, const VertexTarget& target) {
  const auto begin = std::chrono::steady_clock::now();
  engine.skin(mesh, skinning, target);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

void measure(std::size_t vertices) {
  const bench::Model model = bench::make_model(vertices, kJoints);
  const Tasks& tasks = tasks_of(Backend::textbook);
  const std::vector<glm::mat4> bind = tasks.bind_matrices(model.skeleton);
  const std::vector<glm::mat4> skinning =
      tasks.skinning_matrices(tasks.posed_matrices(bench::with_pose(model.skeleton, 0)), bind);
  BoundMesh mesh =
      bench::bound_mesh(model.mesh, std::make_shared<Surface>(make_surface(*model.mesh)));
  const std::unique_ptr<Engine> engine = make_engine();
  engine->take_vertices(mesh);
  RowsWritten written;
  engine->bind_capsules(model.skeleton, bind, mesh, written);
  const bench::TargetMemory target(vertices);
  milliseconds_of(*engine, mesh, skinning, target.target());  // reads all of it once
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round)
    times.push_back(milliseconds_of(*engine, mesh, skinning, target.target()));
  std::sort(times.begin(), times.end());
  std::printf("%zu %.3f %.3f\n", vertices, times.front(), times[times.size() / 2]);
}

}  // namespace

/// A line for each size: vertices, best and median of kRounds.
int main() {
  set_thread_limit(1);
  for (const std::size_t vertices : {100'000, 1'000'000}) measure(vertices);
}
