// One window with one editor, run frame by frame by run_app() and by tests.
#pragma once

#include <optional>
#include <string>

#include "app/bench/sheet_window.h"
#include "app/capture/capture_windows.h"
#include "app/files/thumbnails.h"
#include "app/input.h"
#include "app/pose/shelf_thumbs.h"
#include "app/run_app.h"
#include "app/widgets/layout.h"
#include "app/window.h"
#include "editor/editor.h"
#include "editor/preferences_state.h"
#include "editor/viewport/picture_cache.h"

namespace marrow::app {

class App {
 public:
  /// Opens the window and the given files. Throws std::runtime_error without display or OpenGL 3.3.
  explicit App(const AppOptions& options);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// Reads pending input and draws one frame if one is due. Never sleeps.
  void step();
  /// Sleeps until an event arrives or a timed change is due; returns at once while frames are due.
  void wait();
  /// For callers that sleep instead of calling wait(): makes a frame due with each timed change.
  void note_time();
  bool is_at_rest() const;  ///< no frame is due, no event is left over, no work runs
  bool wants_quit() const { return editor_.wants_quit; }

  Editor& editor() { return editor_; }
  const Layout& layout() const { return layout_; }
  Window& window() { return window_; }
  std::uint64_t frames() const { return frames_; }          ///< drawn so far
  std::uint64_t pictures() const { return pictures_; }      ///< viewport pictures drawn so far
  const view::Image& pixels() const { return last_read_; }  ///< see keep_pixels()
  void keep_pixels(bool on) { keeps_pixels_ = on; }  ///< each frame's window pixels are read back
  /// For tests of the window's behavior, which spent nearly all their time on pixels: from now on
  /// pictures have few pixels and panels are not drawn, unless pixels are kept.
  void draw_coarsely() { is_coarse_ = true; }
  /// Draws moving pictures as on a slow or a fast machine, whatever the clock measures.
  void use_speed(bool is_slow) { is_slow_ = is_slow; }
  glm::ivec2 picture_pixels() const { return picture_.pixels(); }  ///< size of the last one
  /// Replaces the GL context, which the driver may have lost, and recreates everything in it from
  /// the editor, which stays unchanged. Call between frames; a drag may be in progress. Throws like
  /// Window::remake_context().
  void remake_graphics();
  /// From now on each frame advances the time by this much, whatever the clock measures, so that
  /// results depend on events alone.
  void use_fixed_time(double seconds_per_frame) { fixed_step_ = seconds_per_frame; }

 private:
  void open_files(const AppOptions& options);
  double seconds_to_sleep() const;
  void take_input();
  void frame();
  void note_event_times();
  void note_speed(double frame_seconds);
  void advance_clock();
  void begin_gui();
  void run_shortcuts();
  void draw_panels();  ///< panel_layout.cpp
  void draw_picture();
  /// In tests with a fixed step, shows only frames after which the window may rest, to save time.
  bool shows_frame() const {
    const bool may_rest = frames_due_ == 0 && !editor_.wants_redraw && !editor_.camera_move;
    return fixed_step_ <= 0.0 || keeps_pixels_ || may_rest;
  }
  bool is_coarse() const { return is_coarse_ && !keeps_pixels_; }
  void take_thumbnail();
  void finish_frame();
  void note_deform_cost();
  void note_cost();
  void store_preferences();

  double started_ = 0.0;     ///< start of the program, seconds of the machine's clock
  double last_frame_ = 0.0;  ///< when the last frame began, same clock
  std::string state_log_;
  Preferences saved_preferences_;
  Window window_;
  /// Present from construction to destruction, except inside remake_graphics().
  std::optional<view::Renderer> renderer_;
  SheetWindow sheet_;
  Thumbnails thumbnails_;
  ShelfThumbs thumbs_;
  ShotWindow shot_window_;
  FilmWindow film_window_;
  float viewport_min_;  ///< least width of the viewport, design units
  /// The functions that the editor calls in a build without the engine: see begin_course().
  Tasks implementation_;
  Editor editor_;
  Input input_;
  Layout layout_;
  BottomHeights bottom_;
  PictureCache picture_;
  std::string title_;
  float applied_scale_ = 0.0f;
  int frames_due_ = 3;
  bool needs_refining_ = false;  ///< the last picture was drawn without antialiasing
  bool is_slow_ = false;         ///< moving frames take long: they get fewer pixels
  bool has_moved_ = false;       ///< the picture changed in this frame
  bool has_input_ = false;       ///< events came for this frame
  double moving_seconds_ = 0.0;  ///< recent mean time of a moving frame; 0: unknown
  double refine_at_ = 0.0;       ///< when antialiasing may begin, seconds of the app's clock
  double tooltip_at_ = 0.0;      ///< when a tooltip may appear, same clock
  double fixed_step_ = 0.0, frame_seconds_ = 1.0 / 60.0;
  /// Milliseconds spent on measures up to the end of the last frame.
  double measured_before_ = 0.0;
  double run_began_ = 0.0;  ///< start of the present run of frames without a rest
  double frame_ms_ = 0.0;   ///< time of the present frame, without drawing its panels with GL
  double deform_ms_ = 0.0;  ///< the part of frame_ms_ spent in the deformer
  std::uint64_t frames_ = 0, pictures_ = 0, pictures_before_ = 0, run_frames_ = 0;
  bool keeps_pixels_ = false, is_coarse_ = false;
  view::Image last_read_;
};

}  // namespace marrow::app
