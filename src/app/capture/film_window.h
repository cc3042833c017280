// The window "Film", of a turntable or a motion: a preview to turn by hand, settings, then
// progress. Draws a picture per frame, so that the window stays responsive.
#pragma once

#include <memory>

#include "app/capture/shot_preview.h"
#include "editor/capture/film_recording.h"
#include "editor/session.h"

namespace marrow {
struct Editor;
}

namespace marrow::app {

class FilmWindow {
 public:
  /// Drawn while editor.shots.shows_film, once a frame inside ImGui's frame; otherwise frees
  /// everything.
  void draw(Editor& editor);
  /// Before the context is lost: a film under way goes on where it was.
  void lose_graphics() { preview_.reset(); }

 private:
  void draw_content(Editor& editor);
  void draw_preview(Editor& editor, glm::vec2 room);
  void draw_present(Editor& editor, glm::vec2 room);
  void draw_buttons(Editor& editor, bool is_left);
  void draw_progress(Editor& editor, bool is_left);
  void begin_run(Editor& editor);
  void advance(Editor& editor);
  void end_run(Editor& editor);
  view::FilmSubject& previewed(Editor& editor);

  ShotPreview preview_;  // its renderer draws the film, too
  std::unique_ptr<view::FilmSubject> previewed_;
  std::unique_ptr<view::FilmRun> run_;
};

}  // namespace marrow::app
