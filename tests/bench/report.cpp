#include "bench/report.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fstream>

#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/floor.h"
#include "bench/samples.h"
#include "rig/rig_check.h"

namespace marrow::bench {
namespace {

constexpr int kJoints = 64;  // default for all measures

struct Fastest {
  std::string name;
  double nanoseconds = 0.0;
};

/// One run of the program.
class Run {
 public:
  explicit Run(Extent extent) : extent_(extent) {}
  Measures measure();

 private:
  Effort effort(int rounds) const;
  void choose_floors(const Size& size);
  Fastest fastest(const std::vector<std::string>& names) const;
  void print_floor(const std::string& title, const std::string& floor, const std::string& stream,
                   const Size& size) const;
  void measure_skin(const Size& size, int joints);
  void measure_find_joints(const Size& size, int joints);
  void measure_steps(const Size& size, bool with_pose_drag);
  void measure_kinematics();
  void keep(const std::string& key, double value) { measures_[key] = value; }

  const Extent extent_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Samples samples_;
  Measures measures_;
  Errors worst_;
  std::vector<std::string> floors_, floors_2t_;  ///< the fastest few of the size at hand
};

std::vector<std::string> named(const std::string& prefix, const std::vector<NamedFloor>& kernels,
                               const Size& size) {
  std::vector<std::string> names;
  for (const NamedFloor& kernel : kernels) names.push_back(prefix + kernel.name + "/" + size.label);
  return names;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

void print_row(const std::string& what, double nanoseconds, const std::string& note) {
  fmt::print("  {:<34} {:>10.2f}   {}\n", what, nanoseconds, note);
}

Effort Run::effort(int rounds) const {
  if (extent_ == Extent::smoke) return {1, 1e-6};
  // Several calls a sample also at a million vertices: a drag skins again and again.
  if (extent_ == Extent::whole) return {rounds, 0.02};
  constexpr auto kInTime =
      std::chrono::seconds(12);  // on a quiet machine nearly all is done by then
  const bool is_late = std::chrono::steady_clock::now() - begin_ > kInTime;
  return {is_late ? 3 : std::max(3, rounds * 2 / 3), 0.008};
}

Fastest Run::fastest(const std::vector<std::string>& names) const {
  Fastest best;
  for (const std::string& name : names) {
    const double nanoseconds = samples_.median(name);
    if (best.name.empty() || nanoseconds < best.nanoseconds) best = {name, nanoseconds};
  }
  return best;
}

/// Which kernels may be the floor: the fastest three of a first pass, which are measured again
/// next to skin(). (The smallest median of many equal kernels is smaller than any of them by luck
/// alone.)
void Run::choose_floors(const Size& size) {
  constexpr std::size_t kChosen = 3;
  floors_ = named("floor/", floor_kernels(), size);
  floors_2t_ = named("floor_2t/", floor_kernels(), size);
  std::vector<std::string> all = floors_;
  append(all, floors_2t_);
  for (const char* prefix : {"stream/", "stream_2t/"})
    append(all, named(prefix, copy_kernels(), size));
  samples_.run(all, effort(9));
  for (std::vector<std::string>* floors : {&floors_, &floors_2t_}) {
    std::sort(floors->begin(), floors->end(), [this](const std::string& a, const std::string& b) {
      return samples_.median(a) < samples_.median(b);
    });
    floors->resize(std::min(kChosen, floors->size()));
  }
}

void Run::print_floor(const std::string& title, const std::string& floor, const std::string& stream,
                      const Size& size) const {
  const std::vector<std::string>& floors = floor == "floor/" ? floors_ : floors_2t_;
  const Fastest best = fastest(floors), copy = fastest(named(stream, copy_kernels(), size));
  const double vertices = double(size.vertices);
  const std::string kernel = best.name.substr(floor.size(), best.name.rfind('/') - floor.size());
  print_row(title, best.nanoseconds / vertices,
            fmt::format("{:.1f} GB/s ({}); STREAM copy {:.1f} GB/s",
                        double(kFloorBytes) * vertices / best.nanoseconds, kernel,
                        double(kCopyBytes) * vertices / copy.nanoseconds));
}

void Run::measure_skin(const Size& size, int joints) {
  const Case& with = case_of(size.label, joints);
  worst_.add(with.errors);
  const std::string at = "/" + with.name;
  const std::string engine = "skin/engine" + at, engine_2t = "skin/engine_2t" + at,
                    course = "skin/course" + at, textbook = "skin/textbook" + at,
                    dual = "skin/dual_quaternions" + at, centers = "skin/centers" + at,
                    mush = "skin/delta_mush" + at;
  std::vector<std::string> names{engine, engine_2t, dual, centers, mush, course, textbook};
  append(names, floors_);
  append(names, floors_2t_);
  samples_.run(names, effort(11));

  const double vertices = double(size.vertices), floor = fastest(floors_).nanoseconds,
               floor_2t = fastest(floors_2t_).nanoseconds;
  const double skin = samples_.median(engine), skin_2t = samples_.median(engine_2t);
  const double over_course = samples_.median(course) / skin,
               over_textbook = samples_.median(textbook) / skin,
               dual_over = samples_.median(dual) / skin,
               centers_over = samples_.median(centers) / skin,
               mush_over = samples_.median(mush) / skin;
  fmt::print("\nskin(), V = {}, J = {}, {:.2f} influences a vertex: ns a vertex\n", size.vertices,
             joints, with.mean_influences());
  print_floor("memory floor 1T", "floor/", "stream/", size);
  print_row("engine 1T", skin / vertices, fmt::format("{:.2f} x floor 1T", skin / floor));
  print_floor("memory floor 2T", "floor_2t/", "stream_2t/", size);
  print_row("engine 2T", skin_2t / vertices, fmt::format("{:.2f} x floor 2T", skin_2t / floor_2t));
  print_row("dual quaternions 1T", dual_over * skin / vertices,
            fmt::format("{:.2f} x engine 1T", dual_over));
  print_row("centers of rotation 1T", centers_over * skin / vertices,
            fmt::format("{:.2f} x engine 1T", centers_over));
  print_row("delta mush 1T", mush_over * skin / vertices,
            fmt::format("{:.1f} x engine 1T", mush_over));
  print_row("textbook", over_textbook * skin / vertices,
            fmt::format("{:.1f} x engine 1T", over_textbook));
  print_row("course, matrices hoisted", over_course * skin / vertices,
            fmt::format("{:.1f} x engine 1T", over_course));

  if (joints != kJoints) return;
  keep("skin_1t_over_floor_" + size.label, skin / floor);
  if (size.label != "10k") keep("skin_2t_over_floor_" + size.label, skin_2t / floor_2t);
  if (size.label == "100k") keep("course_over_skin_100k", over_course);
  if (size.label == "100k") keep("textbook_over_skin_100k", over_textbook);
}

void Run::measure_find_joints(const Size& size, int joints) {
  Case& with = case_of(size.label, joints);
  with.prepared.clear();
  worst_.add(with.errors);
  const std::string at = "/" + with.name;
  const std::string scalar = "find_joints/scalar" + at, engine = "find_joints/engine" + at,
                    radius = "find_joints/one_radius" + at, bone = "find_joints/one_bone" + at,
                    textbook = "find_joints/textbook" + at, layout = "layout/engine" + at;
  samples_.run({scalar, engine, radius, bone}, effort(9));
  samples_.run({layout}, effort(3));
  if (extent_ == Extent::whole) samples_.run({textbook}, effort(1));
  with.prepared.clear();

  const double vertices = double(size.vertices), all = samples_.median(scalar);
  const auto row = [&](const std::string& what, const std::string& name) {
    const double nanoseconds = samples_.median(name);
    print_row(what, nanoseconds / vertices,
              fmt::format("scalar / this = {:.1f}", all / nanoseconds));
  };
  fmt::print("\nfind_joints, V = {}, J = {}, 1T: ns a vertex of the mesh\n", size.vertices, joints);
  row("scalar brute force, lists only", scalar);
  if (extent_ == Extent::whole) row("textbook, lists only", textbook);
  row("engine, lists, weights and counts", engine);
  row("engine, one radius edited", radius);
  row("engine, one bone moved", bone);
  print_row("layout for skin()", samples_.median(layout) / vertices, "when nobody is dragging");

  if (size.label != "100k" || joints == 20) return;
  keep(fmt::format("scalar_over_find_joints_j{}", joints), all / samples_.median(engine));
  if (joints == kJoints) keep("rebuild_over_one_radius_j64", all / samples_.median(radius));
}

void Run::measure_steps(const Size& size, bool with_pose_drag) {
  Case& with = case_of(size.label, kJoints);
  with.prepared.clear();
  const std::string pose = "step/pose_drag/" + with.name, radius = "step/radius_drag/" + with.name,
                    play = "step/play/" + with.name;
  const std::string pose_meters = "meters/pose_drag/" + with.name,
                    radius_meters = "meters/radius_drag/" + with.name;
  const std::string body_radius = "step/body_radius_drag/" + with.name,
                    body_all = "body/all/" + with.name, body_bone = "body/one_bone/" + with.name;
  const std::string centers = "centers/all/" + with.name,
                    centers_2t = "centers/all_2t/" + with.name;
  std::vector<std::string> names{radius,   radius_meters, pose_meters, body_radius,
                                 body_all, body_bone,     centers,     centers_2t};
  const std::string paint = "step/paint/" + with.name, paint_add = "paint/add/" + with.name,
                    paint_mirrored = "paint/mirrored/" + with.name,
                    paint_smooth = "paint/smooth/" + with.name;
  names.insert(names.end(), {paint, paint_add, paint_mirrored, paint_smooth});
  if (with_pose_drag) names.insert(names.end(), {pose, play});
  samples_.run(names, extent_ == Extent::smoke
                          ? effort(1)
                          : Effort{effort(9).rounds, extent_ == Extent::whole ? 0.03 : 0.01});
  with.prepared.clear();

  fmt::print("\nwhole steps without drawing, V = {}, J = {}, 2T: ms\n", size.vertices, kJoints);
  if (with_pose_drag)
    print_row("pose drag", samples_.median(pose) * 1e-6,
              "a joint turned: matrices, skin() into the buffer");
  if (with_pose_drag)
    print_row("a motion played", samples_.median(play) * 1e-6,
              fmt::format("keys of every joint as well; {:.2f} pose drags",
                          samples_.median(play) / samples_.median(pose)));
  print_row("radius drag", samples_.median(radius) * 1e-6,
            "a radius 2 % wider: lists, weights, counts, skin() into the buffer");
  print_row("radius drag, through the body", samples_.median(body_radius) * 1e-6,
            fmt::format("{:.1f} of the straight one",
                        samples_.median(body_radius) / samples_.median(radius)));
  MeasuredThroughBody through(with);
  through.rebuild_all_rows();
  print_row("through the body, from scratch", samples_.median(body_all) * 1e-6,
            fmt::format("solid and the distances from every bone; {:.0f} MB",
                        double(through.bytes()) * 1e-6));
  print_row("the same, one bone moved", samples_.median(body_bone) * 1e-6, "");
  print_row("centers of rotation, from scratch", samples_.median(centers_2t) * 1e-6,
            fmt::format("1T: {:.1f}", samples_.median(centers) * 1e-6));
  if (with_pose_drag) keep("pose_drag_" + size.label + "_ms", samples_.median(pose) * 1e-6);
  keep("radius_drag_" + size.label + "_ms", samples_.median(radius) * 1e-6);
  print_row("a dab of the brush", samples_.median(paint) * 1e-6,
            fmt::format("0.5 % of the vertices, weights and positions, skin() into the buffer; "
                        "without that {:.2f}, mirrored {:.2f}, smoothing {:.2f}",
                        samples_.median(paint_add) * 1e-6, samples_.median(paint_mirrored) * 1e-6,
                        samples_.median(paint_smooth) * 1e-6));
  print_row("meters, pose drag", samples_.median(pose_meters) * 1e-6,
            "on top: volume, thickness, stretch, tears, islands, bleeding");
  print_row("meters, radius drag", samples_.median(radius_meters) * 1e-6, "the same");
}

void Run::measure_kinematics() {
  fmt::print("\nforward kinematics, 1T: ns a joint\n");
  for (const int joints : joint_counts()) {
    const std::string posed = fmt::format("kinematics/posed/{}", joints),
                      skinning = fmt::format("kinematics/skinning/{}", joints);
    samples_.run({posed, skinning}, effort(9));
    print_row(fmt::format("W of {} joints", joints), samples_.median(posed) / joints, "");
    print_row(fmt::format("T of {} joints", joints), samples_.median(skinning) / joints,
              "from W and B");
  }
}

Measures Run::measure() {
  for (const std::string& line : machine_lines()) fmt::print("{}\n", line);
  if (extent_ == Extent::smoke)
    fmt::print("A smoke test: small meshes, one round; the figures mean nothing.\n");
  worst_.add(errors_of_random_rigs(extent_ == Extent::whole   ? 600
                                   : extent_ == Extent::quick ? 300
                                                              : 30));
  const bool is_whole = extent_ == Extent::whole;
  for (const Size& size : sizes()) {
    choose_floors(size);
    for (const int joints : {kJoints, 256, 20}) {
      const bool is_pinned = joints == kJoints || (joints == 256 && size.label == "100k");
      if (!is_whole && !is_pinned) continue;
      if (is_whole || joints == kJoints) measure_skin(size, joints);
      if (is_whole || size.label == "100k") measure_find_joints(size, joints);
      if (joints == kJoints && size.label != "10k") measure_steps(size, size.label == "1m");
    }
  }
  measure_kinematics();
  fmt::print(
      "\nLargest error against double precision: {:.2g} of the bounding box's diagonal; of a unit "
      "normal {:.2g}.\n",
      worst_.position, worst_.normal);
  keep("worst_error", worst_.position);
  return measures_;
}

}  // namespace

Measures measure(Extent extent) { return Run(extent).measure(); }

bool write_json(const std::string& path, const Measures& measures) {
  std::ofstream file(path);
  file << "{";
  const char* comma = "\n";
  for (const auto& [key, value] : measures) {
    RIG_CHECK(std::isfinite(value));
    file << comma << fmt::format("  \"{}\": {:.6g}", key, value);
    comma = ",\n";
  }
  file << "\n}\n";
  file.close();
  return !file.fail();
}

#ifdef __clang__
static constexpr const char* kCompiler = "clang++";
#else
static constexpr const char* kCompiler = "g++";
#endif

static std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

static std::string caches() {
  std::string text;
  for (const benchmark::CPUInfo::CacheInfo& cache : benchmark::CPUInfo::Get().caches) {
    if (cache.type == "Instruction") continue;
    text += fmt::format("{}L{} {} KiB", text.empty() ? "" : ", ", cache.level, cache.size / 1024);
    if (cache.num_sharing > 1) text += fmt::format(" for {} cores", cache.num_sharing);
  }
  return text.empty() ? "unknown" : text;
}

std::vector<std::string> machine_lines() {
  const benchmark::CPUInfo& info = benchmark::CPUInfo::Get();
  const double load = info.load_avg.empty() ? 0.0 : info.load_avg.front();
  return {fmt::format("processor    {}, {} cores, {:.2f} GHz", processor_name(), info.num_cpus,
                      info.cycles_per_second / 1e9),
          fmt::format("caches       {}", caches()), fmt::format("load before  {:.2f}", load),
          fmt::format("compiler     {} {}", kCompiler, __VERSION__),
          fmt::format("vectors      {} (chosen by Highway for this machine)", instruction_set())};
}

}  // namespace marrow::bench
