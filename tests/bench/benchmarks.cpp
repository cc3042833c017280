#include "bench/benchmarks.h"

#include <benchmark/benchmark.h>
#include <functional>
#include <thread>

#include "bench/cases.h"
#include "bench/floor.h"
#include "bench/painting.h"
#include "bench/rivals.h"
#include "rig/skinning/centers.h"
#include "scene/parallel.h"

namespace marrow::bench {

// By this name callgrind finds it.
[[gnu::noinline]] void skin_by_engine(const Case& with) {
  with.engine->skin(with.mesh, with.skinning, with.target.target());
}

namespace {

/// If the machine has exactly this number of cores, there is no limit, as in the editor.
void use_threads(int threads) {
  set_thread_limit(threads == int(std::thread::hardware_concurrency()) ? 0 : threads);
}

/// `prepare` makes the timed function before the clock runs. `each`: number of vertices (joints)
/// per call.
void add(const std::string& name, int threads, std::size_t each, std::function<Timed()> prepare) {
  const auto run = [=](benchmark::State& state) {
    const Timed timed = prepare();
    use_threads(threads);
    // In the editor frames follow each other, so the caches contain data of the previous call.
    timed.call();
    if (timed.between) timed.between();
    for ([[maybe_unused]] auto one : state) {
      timed.call();
      if (!timed.between) continue;
      state.PauseTiming();
      timed.between();
      state.ResumeTiming();
    }
    set_thread_limit(0);
    state.counters["each"] = {
        double(each), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
  };
  benchmark::internal::Benchmark* added = benchmark::RegisterBenchmark(name.c_str(), run);
  if (threads > 1) added->UseRealTime();
}

// ---- The floor

/// All kernels stream through the same memory; the last one requested is kept.
const FloorMemory& floor_memory(const Size& size) {
  static std::unique_ptr<FloorMemory> last;
  static std::string label;
  if (label != size.label) {
    last.reset();
    last = std::make_unique<FloorMemory>(size.vertices);
    label = size.label;
  }
  return *last;
}

void add_stream(const std::string& name, const NamedFloor& kernel, const Size& size, int threads) {
  const std::string path = name + (threads > 1 ? "_2t/" : "/") + kernel.name + "/" + size.label;
  add(path, threads, size.vertices, [kernel, size, threads] {
    const FloorMemory& memory = floor_memory(size);
    const auto piece = (memory.count / std::size_t(threads) + 15) / 16 * 16;
    return Timed{[&memory, kernel, piece] {
      parallel_for(memory.count, piece,
                   [&](std::size_t begin, std::size_t end) { kernel.run(memory, begin, end); });
    }};
  });
}

void add_floor(const Size& size) {
  for (const int threads : {1, 2}) {
    for (const NamedFloor& kernel : floor_kernels()) add_stream("floor", kernel, size, threads);
    for (const NamedFloor& kernel : copy_kernels()) add_stream("stream", kernel, size, threads);
  }
}

// ---- One model

/// Adds a benchmark of a model, which is passed to `prepare`.
class Adder {
 public:
  Adder(const Size& size, int joints) : size_(size), joints_(joints) {}

  void add(const std::string& what, int threads, std::function<Timed(Case&)> prepare) const {
    const std::string label = size_.label;
    const int joints = joints_;
    bench::add(what + "/" + label + "/" + std::to_string(joints), threads, size_.vertices, [=] {
      Case& with = case_of(label, joints);
      const auto [found, is_new] = with.prepared.try_emplace(what);
      if (is_new) found->second = prepare(with);
      return found->second;
    });
  }

  /// Something done to capsules.
  void add_edit(const std::string& what, void (Edited::*edit)()) const {
    add(what, 1, [edit](Case& with) {
      const auto edited = std::make_shared<Edited>(with);
      return Timed{[edited, edit] { ((*edited).*edit)(); }};
    });
  }

 private:
  Size size_;
  int joints_;
};

Timed timed_course(const Case& with) {
  const auto course = std::make_shared<CourseSkin>(with.model.skeleton, with.bind, with.lists);
  const auto out = std::make_shared<std::vector<CourseSkin::Vertex>>();
  return {[&with, course, out] {
    course->skin(with.posed, with.mesh.bind_positions, with.mesh.bind_normals, *out);
  }};
}

Timed timed_textbook(const Case& with) {
  const auto positions = std::make_shared<std::vector<glm::vec3>>(),
             normals = std::make_shared<std::vector<glm::vec3>>();
  return {[&with, positions, normals] {
    tasks_of(Backend::textbook)
        .skin(with.skinning, with.textbook_rows, with.mesh.bind_positions, with.mesh.bind_normals,
              *positions, *normals);
  }};
}

Timed timed_scalar(const Case& with) {
  const auto capsules =
      std::make_shared<std::vector<FlatCapsule>>(flat_capsules(with.model.skeleton, with.bind));
  const auto lists = std::make_shared<FlatLists>();
  return {[&with, capsules, lists] {
    scalar_find_joints(*capsules, with.mesh.bind_positions, *lists);
  }};
}

Timed timed_textbook_lists(const Case& with) {
  return {[&with] {
    benchmark::DoNotOptimize(
        tasks_of(Backend::textbook)
            .find_joints(with.model.skeleton, with.bind, with.mesh.bind_positions));
  }};
}

Timed timed_body(const Case& with, void (MeasuredThroughBody::*measure)()) {
  const auto body = std::make_shared<MeasuredThroughBody>(with);
  ((*body).*measure)();
  return {[body, measure] { ((*body).*measure)(); }};
}

Timed timed_step(const Case& with, WholeStep::Drag drag) {
  const auto step = std::make_shared<WholeStep>(with, drag);
  Timed timed{[step] { step->run(); }};
  if (drag == WholeStep::Drag::radius || drag == WholeStep::Drag::body_radius)
    timed.between = [step] { step->release(); };
  return timed;
}

/// The additional time of a step while the Bench tab is open.
Timed timed_meters(const Case& with, WholeStep::Drag drag) {
  const auto step = std::make_shared<WholeStep>(with, drag);
  step->measure();
  step->run();
  return {[step] { step->measure(); },
          [step] {
            step->release();
            step->run();
          }};
}

/// A dab and the drawing that it asks for, or the dab alone.
Timed timed_paint(const Case& with, Brush brush, bool is_mirrored, bool draws) {
  const auto walk = std::make_shared<PaintWalk>(with, brush, is_mirrored);
  if (!draws) return {[walk] { walk->run(); }};
  return {[walk] {
    walk->run();
    walk->draw();
  }};
}

Timed timed_dual_quaternions(const Case& with) {
  const auto mesh = std::make_shared<BoundMesh>(with.mesh);
  mesh->blend = Blend::dual_quaternion;
  return {[&with, mesh] { with.engine->skin(*mesh, with.skinning, with.target.target()); }};
}

Timed timed_centers(const Case& with) {
  const auto mesh = std::make_shared<BoundMesh>(with.mesh);
  mesh->blend = Blend::centers;
  mesh->centers = centers_of(*mesh);
  with.engine->take_centers(*mesh);
  return {[&with, mesh] { with.engine->skin(*mesh, with.skinning, with.target.target()); }};
}

/// Linear blending is part of it.
Timed timed_delta_mush(const Case& with) {
  const std::shared_ptr<MushEngine> mush = make_mush_engine(with.mesh);
  mush->take_rest(with.mesh);
  const auto positions = std::make_shared<std::vector<glm::vec3>>(),
             normals = std::make_shared<std::vector<glm::vec3>>();
  return {[&with, mush, positions, normals] {
    with.engine->skin_by_vertex(with.mesh, with.skinning, *positions, *normals);
    mush->apply(*positions, *normals);
  }};
}

void add_model(const Size& size, int joints) {
  const Adder adder(size, joints);
  for (const int threads : {1, 2}) {
    adder.add(threads > 1 ? "skin/engine_2t" : "skin/engine", threads,
              [](Case& with) { return Timed{[&with] { skin_by_engine(with); }}; });
  }
  adder.add("skin/dual_quaternions", 1, timed_dual_quaternions);
  adder.add("skin/centers", 1, timed_centers);
  adder.add("skin/delta_mush", 1, timed_delta_mush);
  adder.add("skin/course", 1, timed_course);
  adder.add("skin/textbook", 1, timed_textbook);
  adder.add("find_joints/scalar", 1, timed_scalar);
  adder.add("find_joints/textbook", 1, timed_textbook_lists);
  adder.add_edit("find_joints/engine", &Edited::rebuild_all_rows);
  adder.add_edit("find_joints/one_radius", &Edited::change_radius);
  adder.add_edit("find_joints/one_bone", &Edited::move_bone);
  adder.add_edit("layout/engine", &Edited::lay_out);
  for (const int threads : {1, 2}) {
    adder.add(threads > 1 ? "centers/all_2t" : "centers/all", threads, [](Case& with) {
      return Timed{[&with] { benchmark::DoNotOptimize(centers_of(with.mesh)); }};
    });
  }
  adder.add("step/pose_drag", 2,
            [](Case& with) { return timed_step(with, WholeStep::Drag::pose); });
  adder.add("step/play", 2, [](Case& with) { return timed_step(with, WholeStep::Drag::play); });
  adder.add("step/radius_drag", 2,
            [](Case& with) { return timed_step(with, WholeStep::Drag::radius); });
  adder.add("step/body_radius_drag", 2,
            [](Case& with) { return timed_step(with, WholeStep::Drag::body_radius); });
  adder.add("step/paint", 2, [](Case& with) { return timed_paint(with, Brush::add, false, true); });
  adder.add("paint/add", 2, [](Case& with) { return timed_paint(with, Brush::add, false, false); });
  adder.add("paint/mirrored", 2,
            [](Case& with) { return timed_paint(with, Brush::add, true, false); });
  adder.add("paint/smooth", 2,
            [](Case& with) { return timed_paint(with, Brush::smooth, false, false); });
  adder.add("body/all", 2,
            [](Case& with) { return timed_body(with, &MeasuredThroughBody::rebuild_all_rows); });
  adder.add("body/one_bone", 2,
            [](Case& with) { return timed_body(with, &MeasuredThroughBody::move_bone); });
  adder.add("meters/pose_drag", 2,
            [](Case& with) { return timed_meters(with, WholeStep::Drag::pose); });
  adder.add("meters/radius_drag", 2,
            [](Case& with) { return timed_meters(with, WholeStep::Drag::radius); });
}

void add_kinematics(int joints) {
  const auto skeleton = std::make_shared<Skeleton>(
      with_pose(make_model(sizes().front().vertices, joints).skeleton, 0));
  const Tasks& tasks = tasks_of(Backend::fast);
  const auto bind = std::make_shared<std::vector<glm::mat4>>(tasks.bind_matrices(*skeleton));
  const auto posed = std::make_shared<std::vector<glm::mat4>>(tasks.posed_matrices(*skeleton));
  add("kinematics/posed/" + std::to_string(joints), 1, std::size_t(joints), [=, &tasks] {
    return Timed{[=, &tasks] { benchmark::DoNotOptimize(tasks.posed_matrices(*skeleton)); }};
  });
  add("kinematics/skinning/" + std::to_string(joints), 1, std::size_t(joints), [=, &tasks] {
    return Timed{[=, &tasks] { benchmark::DoNotOptimize(tasks.skinning_matrices(*posed, *bind)); }};
  });
}

}  // namespace

const std::vector<int>& joint_counts() {
  static const std::vector<int> counts{20, 64, 256};
  return counts;
}

void register_benchmarks() {
  for (const Size& size : sizes()) {
    add_floor(size);
    for (const int joints : joint_counts()) add_model(size, joints);
  }
  for (const int joints : joint_counts()) add_kinematics(joints);
}

}  // namespace marrow::bench
