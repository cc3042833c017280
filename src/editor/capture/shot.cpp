#include "editor/capture/shot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/names.h"
#include "editor/bench/compare.h"
#include "editor/editor.h"
#include "editor/viewport/select.h"
#include "io/write_file.h"
#include "platform/browser_files.h"
#include "platform/folders.h"
#include "view/gl/parts.h"

namespace marrow {
namespace {

namespace fs = std::filesystem;

fs::path home_or_here() {
  const fs::path home = platform::home_folder();
  std::error_code error;
  return home.empty() ? fs::current_path(error) : home;
}

}  // namespace

view::Picture shot_picture(const Editor& editor, const ShotLook& look, float scale) {
  view::Picture picture = picture_of(editor);
  view::Show& show = picture.show;
  show.capsules = look.capsules;
  show.joints = look.joints;
  show.uncovered = look.uncovered;
  show.grid = look.grid;
  show.hovered = kNoId;
  if (!look.selection) {
    show.selected.clear();
    show.active = kNoId;
  }
  picture.emphasized.clear();
  picture.ui_scale *= scale;
  picture.transparent = look.transparent;
  view::stage(picture, look.staging);
  return picture;
}

ShotLook present_look(const Editor& editor) {
  const view::Show show = picture_of(editor).show;
  return {.capsules = show.capsules,
          .joints = show.joints,
          .uncovered = show.uncovered,
          .grid = show.grid,
          .selection = true,
          .transparent = editor.preferences.shot_is_transparent,
          .staging = {}};
}

glm::ivec2 shot_size(const Session& session, int scale) {
  return glm::max(glm::ivec2(session.picture_size), glm::ivec2(1)) *
         std::clamp(scale, 1, kLargestShotScale);
}

static view::Image draw_shot(Editor& editor, view::Renderer& renderer, const ShotLook& look,
                             int scale) {
  constexpr int kSamples = 4;
  scale = std::clamp(scale, 1, kLargestShotScale);
  const glm::ivec2 size = shot_size(editor, scale);
  if (std::max(size.x, size.y) > view::kLargestShot)
    throw std::runtime_error(fmt::format(
        "Screenshot: {} x {} pixels; a picture has at most {} each way, so choose a smaller size",
        size.x, size.y, view::kLargestShot));
  deformed_exactly(editor);
  update_compare(editor);
  measure_compared(editor.compare);
  view::Picture left = shot_picture(editor, look, float(scale));
  if (!is_comparing(editor.compare)) return view::draw_large(renderer, std::move(left), size);
  view::Picture right = right_picture(editor, editor.compare, left);
  const int divider = int(std::lround(divider_pixel(editor, editor.compare))) * scale;
  const auto draw = [&](const view::Part& part, glm::ivec2 pixels) {
    left.part = right.part = part;
    renderer.draw_split(left, right, divider - part.corner.x, pixels.x, pixels.y, kSamples);
  };
  return view::draw_in_parts(renderer, size, view::part_margin(left.ui_scale), draw);
}

view::Image take_shot(Editor& editor, view::Renderer& renderer, const ShotLook& look, int scale) {
  view::Image image = draw_shot(editor, renderer, look, scale);
  view::draw_caption(image, look.staging.caption);
  return image;
}

fs::path pictures_folder() {
  std::error_code error;
  const fs::path pictures = home_or_here() / "Pictures";
  return fs::is_directory(pictures, error) ? pictures : home_or_here();
}

fs::path folder_from_text(const std::string& text) {
  if (text.empty()) return pictures_folder();
  if (text == "~") return home_or_here();
  return text.starts_with("~/") ? home_or_here() / text.substr(2) : fs::path(text);
}

std::string picture_stem(const Session& session) {
  std::string stem = fs::path(document_name(session)).stem().string();
  std::replace_if(
      stem.begin(), stem.end(),
      [](unsigned char letter) { return letter < 32 || letter == '/' || letter == '\\'; }, '-');
  return stem.empty() ? "picture" : stem;
}

fs::path free_name(const fs::path& folder, const std::string& stem, const std::string& extension) {
  std::error_code error;
  const std::string ending = extension.empty() ? "" : "." + extension;
  for (std::uint64_t number = 1;; ++number) {
    const fs::path path = folder / (numbered_name(stem, number, '-') + ending);
    if (!fs::exists(fs::symlink_status(path, error))) return path;
  }
}

bool has_place_for_pictures(const Preferences& preferences) {
  return !preferences.picture_folder.empty() || platform::has_private_files() ||
         pictures_folder() != home_or_here();
}

static void request_shot(Editor& editor, const ShotLook& look) {
  ShotState& shots = editor.shots;
  shots.wants_folder = !has_place_for_pictures(editor.preferences);
  if (shots.wants_folder) return;
  shots.wanted = ShotRequest{look, editor.preferences.shot_scale,
                             folder_from_text(editor.preferences.picture_folder)};
}

void save_shot(Editor& editor) { request_shot(editor, editor.shots.look); }

void request_screenshot(Editor& editor) { request_shot(editor, present_look(editor)); }

bool take_wanted_shot(Editor& editor, view::Renderer& renderer) {
  ShotState& shots = editor.shots;
  if (!shots.shows_film && std::exchange(shots.has_chosen, false))
    request_shot(editor, shots.shows_options ? shots.look : present_look(editor));
  if (!shots.wanted) return false;
  const ShotRequest request = *std::exchange(shots.wanted, std::nullopt);
  try {
    const fs::path path = free_name(request.folder, picture_stem(editor), "png");
    io::check_writable(path);
    const view::Image image = take_shot(editor, renderer, request.look, request.scale);
    io::write_file(path, view::png_bytes(image));
    shots.problem.clear();
    say(editor, fmt::format("Screenshot, {} x {}: {}", image.width, image.height, path.string()),
        false, path);
  } catch (const std::runtime_error& error) {
    shots.problem = error.what();
    if (!shots.shows_options) say(editor, shots.problem, true);
  }
  return true;
}

void open_shot_options(Editor& editor) {
  if (is_dragging(editor)) return;
  ShotState& shots = editor.shots;
  shots.shows_options = true;
  view::Staging staging = std::move(shots.look.staging);
  shots.look = present_look(editor);
  shots.look.staging = std::move(staging);
  shots.problem.clear();
}

}  // namespace marrow
