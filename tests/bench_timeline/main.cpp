// What the timeline costs a frame, without drawing:
//
//   build/marrow_bench_timeline          100 joints with 10,000 keys; meters at 100,000 vertices
//   build/marrow_bench_timeline --smoke  small, to see that it runs
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <string_view>
#include <vector>

#include "bench/model.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/timeline/curves.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/timeline.h"
#include "editor/timeline/timeline_state.h"
#include "rig/implementations.h"
#include "scene/keys.h"

namespace {

using namespace marrow;
using Clock = std::chrono::steady_clock;

constexpr double kSeconds = 10.0;  // that the motions last

double milliseconds_of(const std::function<void()>& work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Editor editor_of(int vertices, int joints, int keys) {
  const bench::Model model = bench::make_model(std::size_t(vertices), joints);
  Scene scene = bench::scene_of(model);
  scene.motions = {std::make_shared<const Motion>(bench::turning(model.skeleton, kSeconds, keys))};
  Editor editor(tasks_of(Backend::fast));
  editor.document = Document(editor.document.tasks(), std::move(scene));
  editor.tab = Tab::pose;
  editor.timeline.is_open = true;
  return editor;
}

void print(const char* name, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  fmt::print("  {:<44}{:>9.3f}{:>9.3f}{:>9.3f}\n", name, times[times.size() / 2],
             times[times.size() * 99 / 100], times.back());
}

/// All that a frame does for the time and the timeline, skin() included, but drawing.
void frame(Editor& editor) {
  update_transport(editor, editor.transport);
  for (const DeformedMesh& mesh : deformed(editor).meshes()) mesh.positions();
  shown_rows(editor, editor.transport, editor.timeline);
}

void measure_keys(int vertices, int joints, int keys, int frames) {
  Editor editor = editor_of(vertices, joints, keys);
  frame(editor);
  fmt::print("\n{} joints, {} keys, {} vertices: ms              median     99 %    worst\n",
             joints, all_keys(*editor.document.scene().motions.front()).size(), vertices);
  std::vector<double> scrubs, rows_made, moves;
  for (int n = 0; n < frames; ++n)
    scrubs.push_back(milliseconds_of([&] {
      seek(editor, editor.transport, kSeconds * n / frames);
      frame(editor);
    }));
  print("scrubbed to another time", scrubs);
  const KeyPlaces all = all_keys(*editor.document.scene().motions.front());
  for (int n = 0; n < frames; ++n) {
    const KeyPlace key = all[(std::size_t(n) * 7919) % all.size()];
    choose_keys(editor.timeline, {key}, Choosing::replace);
    if (!begin_key_drag(editor, editor.transport, editor.timeline, key.seconds, KeyDrag::move))
      continue;
    moves.push_back(milliseconds_of([&] {
      drag_keys(editor, editor.transport, editor.timeline, double(key.seconds) + 0.03);
      frame(editor);
    }));
    end_key_drag(editor, editor.timeline);
    rows_made.push_back(milliseconds_of([&] { frame(editor); }));
    editor.document.undo();
    frame(editor);
  }
  print("a key moved by a hand", moves);
  print("the frame after it is let go", rows_made);
}

/// A minute of frames of uneven length: the difference between the motion's time and the clock.
void measure_drift() {
  Editor editor = editor_of(1000, 4, 10);
  editor.transport.loops = false;
  toggle_playing(editor, editor.transport);
  double worst = 0.0;
  for (int n = 0; editor.now < 9.9; ++n) {
    editor.now += 0.004 + 0.05 * std::abs(std::sin(n * 12.9898));
    update_transport(editor, editor.transport);
    worst = std::max(worst, std::abs(editor.transport.seconds - editor.now));
  }
  fmt::print(
      "\nplayed for {:.1f} s in uneven frames: at most {:.2g} ms from the clock, {:.2g} a "
      "minute\n",
      editor.now, worst * 1e3, worst * 1e3 * 60.0 / editor.now);
}

/// Frames of a pose drag alone, then while the motion is measured.
void measure_meters(int vertices, int joints) {
  constexpr double kFrame = 1000.0 / 60.0;
  Editor editor = editor_of(vertices, joints, 60);
  frame(editor);
  const auto drag_frame = [&](int n) {
    return milliseconds_of([&] {
      seek(editor, editor.transport, std::fmod(n / 60.0, kSeconds));
      frame(editor);
      update_motion_meters(editor, editor.transport, editor.timeline.meters);
    });
  };
  std::vector<double> alone, beside;
  for (int n = 0; n < 120; ++n) alone.push_back(drag_frame(n));
  editor.timeline.meters.is_open = true;
  const auto begin = Clock::now();
  int n = 0;
  do {
    const double took = drag_frame(++n);
    beside.push_back(took);
    platform::pause(std::max(kFrame - took, 0.0));
  } while (!is_complete(editor.timeline.meters));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const auto late =
      std::count_if(beside.begin(), beside.end(), [](double one) { return one > kFrame; });
  fmt::print(
      "\nmeters over {} s at {} vertices, {} joints, {} times: ms      median     99 %    worst\n",
      kSeconds, vertices, joints, editor.timeline.meters.samples.size());
  print("a frame with a time sought, before", alone);
  print("the same while the motion is measured", beside);
  fmt::print("  measured in {:.2f} s beside {} frames, {} of them longer than 1/60 s\n", seconds,
             beside.size(), late);
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_small = argc == 2 && argv[1] == std::string_view("--smoke");
  if (argc > 1 && !is_small) {
    fmt::print(stderr, "usage: marrow_bench_timeline [--smoke]\n");
    return 2;
  }
  measure_keys(is_small ? 1000 : 10000, is_small ? 8 : 100, is_small ? 10 : 100,
               is_small ? 10 : 300);
  measure_drift();
  measure_meters(is_small ? 2000 : 100000, is_small ? 4 : 64);
}
