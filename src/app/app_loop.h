// One window and one editor, frame by frame: run_app() and tests push events, step, and look.
#pragma once

#include <optional>
#include <string>

#include "app/app_options.h"
#include "app/bench/sheet_window.h"
#include "app/capture/capture_windows.h"
#include "app/files/thumbnails.h"
#include "app/input.h"
#include "app/pose/shelf_thumbs.h"
#include "app/widgets/layout.h"
#include "app/window.h"
#include "editor/editor.h"
#include "editor/preferences_state.h"
#include "editor/viewport/picture_cache.h"

namespace marrow::app {

class App {
 public:
  /// Opens the window and what the options name. Throws std::runtime_error without a display or
  /// OpenGL 3.3.
  explicit App(const AppOptions& options);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// Takes pending input and draws one frame if one is due. Never sleeps.
  void step();
  /// Sleeps until an event arrives or a timed change is due; returns at once while frames are due.
  void wait();
  /// What wait() would return for, where the caller sleeps: a frame is due if its time has come.
  void note_time();
  bool is_at_rest() const;  ///< no frame is due and no event was left over
  bool wants_quit() const { return editor_.wants_quit; }

  Editor& editor() { return editor_; }
  const Layout& layout() const { return layout_; }
  Window& window() { return window_; }
  std::uint64_t frames() const { return frames_; }          ///< drawn so far
  std::uint64_t pictures() const { return pictures_; }      ///< viewport pictures drawn so far
  const view::Image& pixels() const { return last_read_; }  ///< see keep_pixels()
  void keep_pixels(bool on) { keeps_pixels_ = on; }  ///< each frame's window pixels are read back
  /// Frames are made from now on, but neither the picture nor the window is drawn: for tests of
  /// where things stand.
  void draw_nothing() { draws_ = false; }
  /// Pictures of what moves are drawn as where frames are slow, or not, whatever the clock says.
  void use_speed(bool is_slow) { is_slow_ = is_slow; }
  glm::ivec2 picture_pixels() const { return picture_.pixels(); }  ///< of the last picture
  /// Replaces the GL context and recreates everything in it from the editor, which does not notice.
  /// Between frames; during a drag too. Called when the driver has lost the context. Throws as
  /// Window does.
  void remake_graphics();
  /// Each frame then takes this much time, whatever the clock says: results depend on events alone.
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
  void draw_panels();
  void draw_picture();
  void take_thumbnail();
  void finish_frame();
  void note_deform_cost();
  void note_cost();
  void keep_what_changed();

  double born_ = 0.0;        ///< seconds of the machine's clock
  double last_frame_ = 0.0;  ///< the same, at its beginning
  std::string state_log_;
  Preferences saved_preferences_;
  Window window_;
  std::optional<view::Renderer>
      renderer_;  ///< there from construction to destruction, but for a moment of remake_graphics()
  SheetWindow sheet_;
  Thumbnails thumbnails_;
  ShelfThumbs thumbs_;
  ShotWindow shot_window_;
  FilmWindow film_window_;
  Tasks implementation_;  ///< what the editor calls where no engine is: see begin_course()
  Editor editor_;
  Input input_;
  Layout layout_;
  BottomHeights bottom_;
  PictureCache picture_;
  std::string title_;
  float applied_scale_ = 0.0f;
  int frames_due_ = 3;
  bool needs_refining_ = false;  ///< the picture there was drawn without antialiasing
  bool is_slow_ = false;         ///< frames of what moves take long: it is drawn in fewer pixels
  bool has_moved_ = false;       ///< in this frame
  bool has_input_ = false;       ///< events came for this frame
  double moving_seconds_ = 0.0;  ///< that such a frame took lately, 0: not known
  double refine_at_ = 0.0;       ///< seconds of the app's clock
  double tooltip_at_ = 0.0;      ///< the pointer may have rested long enough then
  double fixed_step_ = 0.0, frame_seconds_ = 1.0 / 60.0;
  double measured_before_ =
      0.0;                  ///< milliseconds that measures had taken at the end of the last frame
  double run_began_ = 0.0;  ///< of drawing without a rest
  double frame_ms_ = 0.0;   ///< of the present frame, up to the GL of its panels
  double deform_ms_ = 0.0;  ///< of that, in the deformer
  std::uint64_t frames_ = 0, pictures_ = 0, pictures_before_ = 0, run_frames_ = 0;
  bool keeps_pixels_ = false, draws_ = true;
  view::Image last_read_;
};

}  // namespace marrow::app
