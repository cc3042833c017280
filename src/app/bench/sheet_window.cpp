#include "app/bench/sheet_window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include "app/bench/bench_parts.h"
#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/sheet_model.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "io/error.h"
#include "io/write_file.h"
#include "view/export/contact_sheet.h"
#include "view/export/small_pictures.h"

namespace marrow::app {
namespace {

constexpr int kTilePixels = 256;           // side of a picture, at any scale of the interface
constexpr float kSheetTileWidth = 224.0f;  // least width of a tile, design units
constexpr float kTileWords = 78.0f;        // height of the words below the picture, design units
// Time for trials and for pictures in each frame of the window.
constexpr double kTrialMilliseconds = 10.0;
constexpr double kPictureMilliseconds = 12.0;

double milliseconds_now() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

view::Image image_of(const Scene& scene, const JointTrial& trial, view::Renderer& renderer,
                     Deformer& deformer) {
  const Scene bent = moved(scene, trial.worst);
  deformer.update(bent);
  renderer.draw(view::picture_of_trial(bent, deformer, trial), kTilePixels, kTilePixels, 4);
  return renderer.read();
}

/// The meters in two columns, each with the color and sign of its band.
void draw_words(ImVec2 corner, float width, const JointTrial& trial) {
  const FontScope font(fonts().small);
  // The first column is wider: "volume 127.2 %" is longer than "thickness 0.42".
  const float first = std::floor(width * 0.51f), line = ImGui::GetFontSize() + px(3);
  for (std::size_t i = 0; i < kMeterKinds.size(); ++i) {
    const MeterKind kind = kMeterKinds[i];
    const Meter& meter = meter_of(trial.meters, kind);
    const float column = i % 2 == 0 ? first : width - first;
    const ImVec2 at{corner.x + (i % 2 == 0 ? 0.0f : first),
                    corner.y + line * std::floor(float(i) / 2.0f)};
    const std::string name = meter_short_name(kind), value = meter_text(kind, meter);
    const ImU32 tone = meter.band == Band::unknown ? colors().text_faint : band_tone(meter.band);
    const char* sign = meter.band == Band::good ? "" : band_sign(meter.band);
    const float sign_x = at.x + column - px(18), value_x = sign_x - px(3) - text_width(value);
    draw_text(at, colors().text_dim, ellipsis(name, value_x - at.x - px(3)));
    draw_text({value_x, at.y}, tone, value);
    draw_text({sign_x, at.y}, tone, sign);
  }
}

std::string sheet_line(const Session& session, const SheetState& sheet) {
  if (!sheet_is_done(session, sheet)) return fmt::format("{} joints tried\u2026", sheet.next_joint);
  return sheet_words(session, sheet);
}

/// The problems left, and how far trials of cures are.
std::string left_words(const Session& session, const SheetState& sheet) {
  if (!sheet_is_done(session, sheet)) return {};
  const std::string left = sheet_summary(session, sheet).left;
  std::string words = left.empty() ? "Every joint keeps its skin." : left;
  if (sheet.trial.is_running()) return words + " " + sheet.trial.progress().text();
  if (!sheet.tried.empty() && offered_cure(sheet) == nullptr)
    words += " No cure that was tried makes it better.";
  return words;
}

/// The problems left and the buttons that cure them. Undo and the thorough fit have fixed places;
/// the height is reserved while joints are tried, so that the tiles do not jump.
void draw_left(Editor& editor) {
  SheetState& sheet = editor.sheet;
  constexpr const char* kThorough = "Fit thoroughly";
  const bool is_done = sheet_is_done(editor, sheet), is_trying = sheet.trial.is_running();
  const TriedCure* offered = is_done && !is_trying ? offered_cure(sheet) : nullptr;
  std::string cure = offered ? offer_words(sheet, *offered) : std::string();
  const std::string tip = cure.empty() ? cure : cure + "; one undo step";
  const float top = ImGui::GetCursorPosY(), end = ImGui::GetWindowContentRegionMax().x, gap = px(8);
  const float thorough = end - text_button_width(kThorough),
              undo = thorough - gap - text_button_width("Undo");
  if (offered && text_button_width(cure.c_str()) > 0.6f * undo)
    cure = fmt::format("Use it: {:.0f} \u2192 {:.0f}", sheet.score, offered->score);
  const float begin = offered ? undo - gap - text_button_width(cure.c_str()) : undo;
  wrapped_text(left_words(editor, sheet), begin - ImGui::GetCursorPosX() - px(12));
  const float height = std::max(2.0f * ImGui::GetTextLineHeight(), ImGui::GetCursorPosY() - top);
  if (offered) {
    ImGui::SetCursorPos({begin, top});
    if (text_button((cure + "###cure_sheet").c_str(), true, tip.c_str())) cure_sheet(editor, sheet);
  }
  ImGui::SetCursorPos({undo, top});
  if (text_button_if(is_enabled(editor, command("edit.undo")), "Undo", false, "Ctrl+Z"))
    run_command(editor, "edit.undo");
  ImGui::SetCursorPos({thorough, top});
  if (is_trying) {
    if (text_button("Cancel", false, "Stops what is tried")) sheet.trial.cancel();
  } else {
    if (text_button_if(has_engine() && is_done && !sheet.trials.empty(), kThorough, false,
                       "Finds radii, falloff and distance under which every joint bends best, and "
                       "shows the score that they bring"))
      try_thorough_fit(editor, sheet);
  }
  ImGui::SetCursorPosY(top + std::max(height, px(28)) + px(4));
}

}  // namespace

/// A joint's tile, drawn on first use; nullptr when this frame's time for pictures is spent.
const SheetWindow::Tile* SheetWindow::tile_of(Editor& editor, const JointTrial& trial) {
  if (const auto found = tiles_.find(trial.joint); found != tiles_.end()) return &found->second;
  if (picture_milliseconds_ >= kPictureMilliseconds) {
    editor.wants_redraw = true;
    return nullptr;
  }
  const double begin = milliseconds_now();
  Tile& tile = tiles_[trial.joint];
  tile.image = image_of(editor.document.scene(), trial, workshop_->renderer, workshop_->deformer);
  view::gl::upload(tile.texture, tile.image.width, tile.image.height, tile.image.rgba.data());
  picture_milliseconds_ += milliseconds_now() - begin;
  return &tile;
}

/// A tile `width` pixels wide; true when clicked.
bool SheetWindow::draw_tile(Editor& editor, const JointTrial& trial, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end{corner.x + width, corner.y + width + px(kTileWords)};
  const bool clicked = ImGui::InvisibleButton("##tile", {width, width + px(kTileWords)});
  const bool is_hovered = ImGui::IsItemHovered();
  const std::string title = trial_title(editor.document.scene(), trial);
  note_spot(title);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, end, is_hovered ? colors().raised_hover : colors().raised, px(4));
  if (const Tile* tile = tile_of(editor, trial)) {
    const auto texture = texture_id(tile->texture.name());
    list.AddImageRounded(texture, corner, {end.x, corner.y + width}, {0.0f, 0.0f}, {1.0f, 1.0f},
                         IM_COL32_WHITE, px(4), ImDrawFlags_RoundCornersTop);
  }
  const Band worst = worst_band(trial.meters);
  if (worst != Band::unknown)
    list.AddRectFilled({corner.x, corner.y + width}, {end.x, corner.y + width + px(2)},
                       band_tone(worst));
  const std::string shown = ellipsis(title, width - px(16));
  draw_text({corner.x + px(8), corner.y + width + px(7)}, colors().text, shown);
  draw_words({corner.x + px(8), corner.y + width + px(27)}, width - px(10), trial);
  if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const std::string tip =
      title + ": " + trial.complaint +
      "\nClick to pose the joint like this and see it in the Bench; undo restores the pose.";
  tooltip(tip);
  return clicked;
}

void SheetWindow::draw_tiles(Editor& editor) {
  if (!ImGui::BeginChild("##tiles", {0.0f, 0.0f})) return ImGui::EndChild();
  const std::vector<JointTrial>& trials = editor.sheet.trials;
  if (trials.empty() && sheet_is_done(editor, editor.sheet))
    empty_hint(
        "No joint of this skeleton moves a vertex: widen the capsules or bind a mesh first.");
  const float gap = px(10), room = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(1, int((room + gap) / (px(kSheetTileWidth) + gap)));
  const float width = std::floor((room - gap * float(columns - 1)) / float(columns));
  const int rows = (int(trials.size()) + columns - 1) / columns;
  const JointTrial* chosen = nullptr;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
  ImGuiListClipper clipper;
  clipper.Begin(rows, width + px(kTileWords) + gap);
  while (clipper.Step())
    for (int i = clipper.DisplayStart * columns;
         i < std::min(clipper.DisplayEnd * columns, int(trials.size())); ++i) {
      if (i % columns > 0) ImGui::SameLine();
      const IdScope id(i);
      const JointTrial& trial = trials[std::size_t(i)];
      if (draw_tile(editor, trial, width)) chosen = &trial;
    }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (chosen != nullptr) go_to_trial(editor, *chosen);
}

void SheetWindow::draw_head(Editor& editor) {
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + std::floor((px(28) - fonts().title->FontSize) * 0.5f));
  title_text("Range of motion");
  ImGui::SameLine(0.0f, px(12));
  const float buttons = text_width("Save as PNG\u2026") + text_width("Close") + px(4 * 14 + 8);
  const float room = ImGui::GetContentRegionAvail().x - buttons - px(12);
  ImGui::SetCursorPosY(top + std::floor((px(28) - ImGui::GetFontSize()) * 0.5f));
  const std::string summary = sheet_line(editor, editor.sheet),
                    whole = summary +
                            " \u00b7 each joint bent and twisted by 90\u00b0 from the present "
                            "pose, worst first";
  for (const std::string& words : {whole, summary, std::string()})
    if (text_width(words) <= room || words.empty()) {
      dim_text(words);
      break;
    }
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
  ImGui::SetCursorPosY(top);
  if (text_button_if(sheet_is_done(editor, editor.sheet) && !editor.sheet.trials.empty(),
                     "Save as PNG\u2026"))
    open_browser(editor, editor.bench, editor.files, FileTask::export_sheet);
  ImGui::SameLine(0.0f, px(8));
  if (text_button("Close", false, "Esc") || key_answers(ImGuiKey_Escape))
    editor.sheet.is_open = false;
  ImGui::Dummy({0.0f, px(2)});
  const float share = sheet_progress(editor, editor.sheet);
  progress_bar(share < 1.0f ? share : 0.0f, 3.0f);
  draw_left(editor);
}

/// Tries joints for a while; drops pictures of an older revision.
void SheetWindow::advance(Editor& editor) {
  if (!workshop_) workshop_ = std::make_unique<Workshop>(editor.document.tasks());
  picture_milliseconds_ = 0.0;
  advance_sheet(editor, editor.sheet, workshop_->deformer, workshop_->measures, kTrialMilliseconds);
  if (revision_ != editor.document.revision()) tiles_.clear();
  revision_ = editor.document.revision();
  if (!sheet_is_done(editor, editor.sheet) || editor.sheet.trial.has_begun())
    editor.wants_redraw = true;
}

void SheetWindow::save_png(Editor& editor) {
  const std::string path = *std::exchange(editor.sheet.wants_png, std::nullopt);
  std::vector<view::SheetTile> tiles;
  for (const JointTrial& trial : editor.sheet.trials) {
    picture_milliseconds_ = 0.0;  // no limit: the file needs every picture
    tiles.push_back({tile_of(editor, trial)->image, trial_title(editor.document.scene(), trial),
                     lines_of(trial.meters)});
  }
  const int columns = std::max(1, int(std::ceil(std::sqrt(double(tiles.size()) * 1.4))));
  const view::Image sheet =
      view::compose_sheet("Range of motion: " + document_name(editor),
                          sheet_line(editor, editor.sheet), tiles, columns, 1.0f);
  try {
    io::write_file(path, view::png_bytes(sheet));
    say(editor, "Saved " + std::filesystem::path(path).filename().string());
  } catch (const io::Error& error) {
    say(editor, error.what(), true);
  }
}

void SheetWindow::lose_graphics() {
  workshop_.reset();
  tiles_.clear();
}

void SheetWindow::draw(Editor& editor) {
  constexpr const char* kTitle = "###sheet";
  SheetState& sheet = editor.sheet;
  if (!sheet.is_open) {
    sheet.trial.drop();
    sheet.has_tried_cures = !sheet.tried.empty();
    lose_graphics();
    was_shown_ = false;
    return;
  }
  if (editor.files.browser) {  // one modal at a time: the sheet comes back when the file is chosen
    was_shown_ = false;
    return;
  }
  advance(editor);
  if (sheet.wants_png && sheet_is_done(editor, editor.sheet)) save_png(editor);
  if (!ImGui::IsPopupOpen(kTitle)) {
    if (std::exchange(was_shown_, false)) return void(sheet.is_open = false);
    ImGui::OpenPopup(kTitle);
  }
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::max(window.x - px(64), px(320)), std::max(window.y - px(64), px(240))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(20), px(16)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoScrollbar;
  if (ImGui::BeginPopupModal(kTitle, nullptr, kFlags)) {
    was_shown_ = true;
    draw_head(editor);
    draw_tiles(editor);
    if (!editor.sheet.is_open || editor.files.browser) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace marrow::app
