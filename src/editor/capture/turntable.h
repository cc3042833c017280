// Turntables without a window: frames, cameras, times, names, and a run, frame by frame. No ImGui.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/capture/capture_state.h"
#include "editor/capture/shot.h"
#include "editor/session.h"
#include "view/export/gif.h"
#include "view/export/turntable_cameras.h"

namespace marrow {

inline constexpr int kFewestFrames = 12, kMostFrames = 360;
inline constexpr float kShortestLoop = 0.5f, kLongestLoop = 60.0f;     // seconds
inline constexpr int kLowestTurntable = 64, kHighestTurntable = 2160;  // pixels

/// Opens the window; refused mid-gesture.
void open_turntable(Session& session, ShotState& shots);

/// Pixels of a frame.
glm::ivec2 turntable_size(const Session& session, const TurntableWish& wish);
/// The cameras, from the editor's present view. The editor's deformer must be up to date.
view::Turntable turntable_of(const Session& session, const TurntableWish& wish);
view::Picture turntable_picture(const Editor& editor, const TurntableWish& wish, int frame);
/// The problem with a wish and its remedy in one line; empty: none.
std::string why_not(const TurntableWish& wish);
/// The target: FOLDER/NAME.gif, or the folder FOLDER/NAME with NAME-0001.png and so on in it.
std::filesystem::path turntable_target(const ShotState& shots);
/// A name of which neither a GIF nor a folder is there yet.
std::string free_turntable_name(const Session& session, const ShotState& shots);
/// Something is there that would be replaced.
bool would_overwrite(const ShotState& shots);

/// "about 12 s left"; empty before there is anything to reckon from.
std::string time_left_text(double seconds);

/// A turntable under way. Draws the scene as it was at the start, with its own deformer; the editor
/// may change meanwhile. The target appears only when finished; destroyed before, nothing is left.
class TurntableRun {
 public:
  /// The editor's deformer must be up to date. Throws std::runtime_error (or io::Error).
  TurntableRun(const Editor& editor, const TurntableWish& wish,
               const std::filesystem::path& target);
  ~TurntableRun();
  TurntableRun(const TurntableRun&) = delete;
  TurntableRun& operator=(const TurntableRun&) = delete;

  /// Draws the next picture; the last call writes the target. Throws like the constructor; the run
  /// is over then.
  void advance(view::Renderer& renderer);
  bool is_done() const { return is_done_; }

  int frames_done() const { return next_frame_; }
  int frames() const { return turntable_.frames; }
  float progress() const;       ///< 0..1, colours and frames
  double seconds_left() const;  ///< as far as the pictures so far tell; negative: too early to say
  const view::Image& last() const {
    return last_;
  }  ///< the frame that was drawn last; empty before the first
  std::string summary()
      const;  ///< "72 frames, 480 x 480, 1.3 MB: /home/you/Pictures/knight-turntable-001.gif"

 private:
  bool is_gif() const { return wish_.form == TurntableWish::Form::gif; }
  view::Image draw(view::Renderer& renderer, int frame, glm::ivec2 size);
  void count_colors(view::Renderer& renderer);
  void add_frame(view::Renderer& renderer);
  void finish();
  void put_frames_in_place();

  TurntableWish wish_;
  std::filesystem::path target_, staging_;
  glm::ivec2 size_{1};
  Scene scene_;
  Deformer deformer_;
  view::Picture picture_;
  view::Turntable turntable_;
  std::vector<int> delays_;
  std::optional<view::ColorCount> colors_;  ///< while they are counted
  std::optional<view::GifWriter> gif_;
  view::Image last_;
  int next_color_ = 0, color_pictures_ = 0, next_frame_ = 0;
  std::uintmax_t bytes_ = 0;
  std::chrono::steady_clock::time_point began_;
  bool is_done_ = false;
};

}  // namespace marrow
