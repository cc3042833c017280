// Skinning on the graphics card beside skinning on the processor into the card's memory, both with
// all that a frame of the editor does for a new pose: forward kinematics, upload, drawing,
// glFinish. Needs no window and no display (EGL). On a machine with a card:
//
//   build/marrow_bench_gpu    1,000,000 and 10,000,000 vertices, 64 joints, 1280 x 800 pixels
//   build/marrow_bench_gpu --vertices 5000000 --joints 256 --frames 100 --size 1920x1080
//   build/marrow_bench_gpu --blend dual-quaternion
//
// The first line names the driver: where it is llvmpipe or another one in software the figures say
// nothing about a card.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/model.h"
#include "rig/skinning/deformer.h"
#include "view/gl/gpu_skin.h"
#include "view/gl/gpu_skinner.h"
#include "view/gl/offscreen.h"
#include "view/gl/renderer.h"

namespace {

using namespace marrow;

constexpr double kTolerance = 1e-4;  ///< of the mesh's size
constexpr int kWarmUp = 3, kPoses = 5;

struct Options {
  std::vector<int> vertices;
  int joints = 64, frames = 30, width = 1280, height = 800;
  Blend blend = Blend::linear;
};

/// Milliseconds of one frame, and what it sent to the card.
struct Frame {
  double kinematics = 0.0, upload = 0.0, draw = 0.0, whole = 0.0;
  std::size_t bytes = 0;
};

// ---- The figure

void set_pose(Scene& scene, const std::vector<glm::mat4>& user_locals) {
  Skeleton& skeleton = edit_skeleton(scene, 0);
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
    skeleton.joints[j].user_local = user_locals[j];
}

view::Picture picture_of(const Scene& scene, const Deformer& deformer) {
  view::Picture picture;
  picture.scene = &scene;
  picture.deformed = &deformer;
  picture.show.capsules = picture.show.joints = picture.show.uncovered = picture.show.grid = false;
  const Bounds bounds = deformer.meshes()[0].bounds();
  picture.camera.target = bounds.center();
  picture.camera.distance = 1.3f * bounds.diagonal();
  return picture;
}

// ---- Measuring

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

Frame median_of(std::vector<Frame> frames) {
  std::sort(frames.begin(), frames.end(),
            [](const Frame& a, const Frame& b) { return a.whole < b.whole; });
  return frames[frames.size() / 2];
}

/// The frame of median length of many poses.
Frame median_frame(const Options& options, bool on_card, Scene& scene, Deformer& deformer,
                   view::Renderer& renderer) {
  std::vector<std::vector<glm::mat4>> poses;
  for (int pose = 0; pose < kPoses; ++pose)
    poses.push_back(bench::turned_joints(options.joints, pose));
  view::Picture picture = picture_of(scene, deformer);
  picture.gpu_skinning = on_card;
  std::vector<Frame> frames;
  for (int n = -kWarmUp; n < options.frames; ++n) {
    set_pose(scene, poses[static_cast<std::size_t>(n + kWarmUp) % kPoses]);
    Frame frame;
    const auto start = std::chrono::steady_clock::now();
    deformer.update(scene);
    frame.kinematics = milliseconds_since(start);
    const auto drawn_from = std::chrono::steady_clock::now();
    renderer.draw(picture, options.width, options.height, 1);
    const double drawing = milliseconds_since(drawn_from);
    frame.draw = renderer.last_cost().draw_ms;
    frame.upload = drawing - frame.draw;  // skinning included
    frame.whole = frame.kinematics + drawing;
    frame.bytes = renderer.last_cost().uploaded_bytes;
    if (n >= 0) frames.push_back(frame);
  }
  return median_of(std::move(frames));
}

/// Of the card's vertices from the engine's, in sizes of the mesh.
double worst_difference(const DeformedMesh& mesh) {
  std::vector<glm::vec3> positions, normals;
  view::GpuSkinner().skin(mesh, positions, normals);
  double worst = 0.0;
  for (std::size_t v = 0; v < positions.size(); ++v)
    worst = std::max(worst, static_cast<double>(glm::distance(positions[v], mesh.positions()[v])));
  return worst / mesh.bounds().diagonal();
}

void print(const char* name, const Frame& frame) {
  fmt::print("  {:<10}{:>12.2f}{:>16.2f}{:>10.2f}{:>10.2f} ms{:>9.1f}/s{:>12.3f} MB\n", name,
             frame.kinematics, frame.upload, frame.draw, frame.whole, 1000.0 / frame.whole,
             static_cast<double>(frame.bytes) * 1e-6);
}

/// False when the two differ by more than they may.
bool measure(int vertices, const Options& options, view::Renderer& renderer) {
  const bench::Model model = bench::make_model(static_cast<std::size_t>(vertices), options.joints);
  Scene scene = bench::scene_of(model);
  set_pose(scene, bench::turned_joints(options.joints, kPoses));
  edit_skeleton(scene, 0).blend = options.blend;
  Deformer deformer;
  deformer.update(scene);
  deformer.settle();
  const DeformedMesh& mesh = deformer.meshes()[0];
  const double worst = worst_difference(mesh);
  fmt::print(
      "{} vertices, {} joints, blended {}; the card's are {:.1e} of the size from the engine's{}\n",
      mesh.bind_positions.size(), options.joints, choice_row(options.blend).id, worst,
      view::GpuSkin::can_skin(mesh) ? "" : " (left to the processor)");
  if (!(worst <= kTolerance)) return false;
  print("processor", median_frame(options, false, scene, deformer, renderer));
  print("card", median_frame(options, true, scene, deformer, renderer));
  std::fflush(stdout);
  return true;
}

// ---- The command line

std::optional<int> count_in(std::string_view text, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
    return std::nullopt;
  return value;
}

bool read(std::string_view text, int most, int& value) {
  const std::optional<int> found = count_in(text, most);
  if (found) value = *found;
  return found.has_value();
}

bool read_option(std::string_view name, std::string_view value, Options& options) {
  if (name == "--joints") return read(value, 10'000, options.joints);
  if (name == "--frames") return read(value, 100'000, options.frames);
  if (name == "--vertices") return read(value, 200'000'000, options.vertices.emplace_back());
  if (name == "--blend") {
    const std::optional<Blend> blend = choice_from_id<Blend>(value);
    options.blend = blend.value_or(options.blend);
    return blend.has_value();
  }
  const std::size_t x = value.find('x');
  return name == "--size" && x != value.npos && read(value.substr(0, x), 16384, options.width) &&
         read(value.substr(x + 1), 16384, options.height);
}

/// Nothing when an argument is wrong.
std::optional<Options> read_options(int count, char** arguments) {
  Options options;
  for (int k = 1; k < count; k += 2)
    if (k + 1 == count || !read_option(arguments[k], arguments[k + 1], options))
      return std::nullopt;
  if (options.vertices.empty()) options.vertices = {1'000'000, 10'000'000};
  return options;
}

int run(const Options& options) {
  const view::Offscreen context;
  view::Renderer renderer;
  renderer.set_measure(true);
  fmt::print("{}, OpenGL {}, {} x {} pixels; medians of {} frames\n",
             reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
             reinterpret_cast<const char*>(glGetString(GL_VERSION)), options.width, options.height,
             options.frames);
  fmt::print("  {:<10}{:>12}{:>16}{:>10}{:>13}{:>11}{:>15}\n", "skinned by", "kinematics",
             "skin and upload", "draw", "frame", "frames", "sent");
  for (const int vertices : options.vertices) {
    if (measure(vertices, options, renderer)) continue;
    fmt::print(stderr,
               "marrow_bench_gpu: the card's vertices differ from the engine's by more than {} of "
               "the size\n",
               kTolerance);
    return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) try {
  const std::optional<Options> options = read_options(count, arguments);
  if (!options) {
    fmt::print(stderr,
               "marrow_bench_gpu: expected [--vertices N]... [--joints N] [--frames N] [--size "
               "WIDTHxHEIGHT] [--blend NAME]\n");
    return 2;
  }
  if (!has_engine()) {
    fmt::print(stderr, "marrow_bench_gpu: needs the engine (rig/fast), which is not here\n");
    return 2;
  }
  return run(*options);
} catch (const std::exception& error) {
  fmt::print(stderr, "marrow_bench_gpu: {}\n", error.what());
  return 1;
}
