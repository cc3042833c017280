// The windows "Screenshot" and "Film".
#pragma once

#include <memory>

#include "app/capture/shot_parts.h"
#include "editor/capture/film_recording.h"

namespace marrow::app {

/// Preview, size, look, folder.
class ShotWindow {
 public:
  /// Called once per frame, between ImGui::NewFrame() and ImGui::Render(). Frees everything while
  /// editor.shots.shows_options is false.
  void draw(Editor& editor);
  void lose_graphics() { preview_.reset(); }

 private:
  void draw_content(Editor& editor);
  ShotPreview preview_;
};

/// The window that makes a film of a turntable or a motion: preview, settings, then progress. Draws
/// a few pictures of the film in each frame of the window, which stays responsive.
class FilmWindow {
 public:
  /// Called once per frame, between ImGui::NewFrame() and ImGui::Render(). Frees everything while
  /// editor.shots.shows_film is false.
  void draw(Editor& editor);
  /// Called before the OpenGL context is lost. A running film continues with its next picture.
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

  ShotPreview preview_;  ///< its renderer draws the film, too
  std::unique_ptr<view::FilmSubject> previewed_;
  std::unique_ptr<view::FilmRun> run_;
};

}  // namespace marrow::app
