#include "editor/files/safety.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <utility>

#include "editor/course/course_case.h"
#include "editor/files/recent.h"
#include "editor/paths.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr double kLookWhileBusy = 0.5;  // seconds

std::int64_t seconds_now() { return static_cast<std::int64_t>(std::time(nullptr)); }

std::tm local(std::int64_t time) {
  const std::time_t value = static_cast<std::time_t>(time);
  std::tm parts{};
  ::localtime_r(&value, &parts);
  return parts;
}

RecoveryFacts facts_of(const Editor& editor) {
  const History& history = editor.document.history();
  const fs::path& path = editor.document.path();
  std::error_code error;
  const fs::path full = path.empty() ? path : fs::absolute(path, error);
  return {error ? path : full, document_name(editor), history.steps()[history.current()].label,
          history.current(), seconds_now()};
}

/// What is committed: mid-gesture the scene at its beginning, with the view as it is now.
Scene committed_scene(const Editor& editor) {
  Scene scene = editor.document.gesture_start();
  scene.camera = editor.camera;
  return scene;
}

void hand_over(Editor& editor) {
  SafetyState& safety = editor.safety;
  const Document& document = editor.document;
  const SafetyState::Heard now{document.commits(),
                               document.is_saved_step(document.history().current())};
  if (!safety.autosave || safety.heard == now) return;
  safety.edits += safety.heard ? now.commits - safety.heard->commits : 1;
  safety.heard = now;
  if (now.is_saved) return safety.autosave->forget(safety.edits);
  safety.autosave->note(committed_scene(editor), facts_of(editor), safety.edits);
  if (safety.restored) safety.autosave->take_over(*std::exchange(safety.restored, std::nullopt));
}

OrphanedRecovery* shown_offer(Editor& editor) {
  SafetyState& safety = editor.safety;
  return safety.offer < safety.offers.size() ? &safety.offers[safety.offer] : nullptr;
}

void drop_offer(Editor& editor, const fs::path& folder) {
  SafetyState& safety = editor.safety;
  std::erase_if(safety.offers,
                [&](const OrphanedRecovery& offer) { return offer.folder == folder; });
  if (safety.offer >= safety.offers.size()) safety.offer = 0;
  editor.wants_redraw = true;
}

/// Removes one from the disk; false when another window has it.
bool discard_folder(const fs::path& folder) {
  const std::optional<ClaimedRecovery> claim = ClaimedRecovery::claim(folder);
  if (claim) claim->discard();
  return claim.has_value();
}

}  // namespace

void begin_safety(Editor& editor, const fs::path& state_folder) {
  if (state_folder.empty()) return;
  editor.safety.autosave = std::make_unique<Autosave>(state_folder / "recovery", kVersion);
  editor.safety.offers = find_orphans(state_folder / "recovery", seconds_now());
  hand_over(editor);
}

void advance_safety(Editor& editor, bool got_focus) {
  SafetyState& safety = editor.safety;
  if (is_showing_case(editor)) return;  // the document waits, unchanged; the case is nobody's work
  if (got_focus && !is_dragging(editor)) check_disk(editor);
  if (!safety.autosave) return;
  if (editor.shell.preferences.autosaves) {
    hand_over(editor);
  } else if (safety.heard) {  // switched off: what is there would be out of date soon
    safety.heard.reset();
    safety.autosave->forget(safety.edits);
  }
  if (const std::string problem = safety.autosave->take_problem(); !problem.empty())
    say(editor, "Autosave does not work, go on with care: " + problem, true);
}

void end_safety(Editor& editor) {
  if (editor.safety.autosave) editor.safety.autosave->forget(editor.safety.edits);
  editor.safety.autosave.reset();
  if (editor.safety.restored) editor.safety.restored->discard();
}

double seconds_to_safety(const Editor& editor) {
  const bool is_busy = editor.safety.autosave && !editor.safety.autosave->report().is_idle;
  return is_busy ? kLookWhileBusy : 1e9;
}

void note_replaced(Editor& editor) {
  SafetyState& safety = editor.safety;
  if (safety.restored)
    safety.restored->discard();  // what came from it was saved, or thrown away on purpose
  safety.heard.reset();
  safety.restored.reset();
  safety.file.clear();
  safety.stamp.reset();
  safety.file_changed = safety.asks_overwrite = false;
}

void note_opened(Editor& editor, const fs::path& path, const FileStamp& stamp) {
  editor.safety.file = path;
  editor.safety.stamp = stamp;
  want_thumbnail(editor, path);
}

void note_saved(Editor& editor) {
  note_opened(editor, editor.document.path(), stamp_of(editor.document.path()));
  editor.safety.file_changed = false;
  if (editor.safety.restored) editor.safety.restored->discard();
  editor.safety.restored.reset();
}

void restore_offer(Editor& editor) {
  if (const OrphanedRecovery* offer = shown_offer(editor))
    request_restore(editor, offer->folder.string());
}

void restore_from(Editor& editor, const fs::path& folder) {
  std::optional<ClaimedRecovery> claim = ClaimedRecovery::claim(folder);
  if (!claim) {
    drop_offer(editor, folder);
    return say(editor, "Another window of Marrow has taken this, or it is gone.", true);
  }
  try {
    const io::RecoveryNote note = io::read_recovery_note(folder / kRecoveryNote);
    open_recovered(editor, claim->restore(), note);
    editor.safety.restored = std::move(claim);
    drop_offer(editor, folder);
    say(editor, fmt::format("{} is back as it was {}, after \"{}\". It is not saved yet.",
                            note.name, moment_text(note.time, seconds_now()), note.label));
  } catch (const std::exception& error) {  // io::Error, or no memory
    for (OrphanedRecovery& offer : editor.safety.offers)
      if (offer.folder == folder) offer.problem = error.what();
    say(editor, std::string("This cannot be restored: ") + error.what(), true);
  }
}

void discard_offer(Editor& editor) {
  const OrphanedRecovery* offer = shown_offer(editor);
  if (offer == nullptr) return;
  if (!discard_folder(offer->folder))
    say(editor, "Another window of Marrow has taken this, or it is gone.", true);
  drop_offer(editor, fs::path(offer->folder));
}

void discard_old_offers(Editor& editor) {
  SafetyState& safety = editor.safety;
  std::erase_if(safety.offers, [](const OrphanedRecovery& offer) {
    return offer.is_old && discard_folder(offer.folder);
  });
  safety.offer = 0;
  editor.wants_redraw = true;
}

void postpone_offers(Editor& editor) {
  editor.safety.shows_offers = false;
  editor.wants_redraw = true;
}

void next_offer(Editor& editor) {
  SafetyState& safety = editor.safety;
  if (!safety.offers.empty()) safety.offer = (safety.offer + 1) % safety.offers.size();
  editor.wants_redraw = true;
}

bool has_offer(const Editor& editor) {
  return editor.safety.shows_offers && !editor.safety.offers.empty();
}

std::size_t old_offer_count(const Editor& editor) {
  const std::vector<OrphanedRecovery>& offers = editor.safety.offers;
  return static_cast<std::size_t>(
      std::count_if(offers.begin(), offers.end(), [](const auto& offer) { return offer.is_old; }));
}

std::string moment_text(std::int64_t time, std::int64_t now) {
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::tm then = local(time), today = local(now), yesterday = local(now - 24 * 3600);
  const auto is_day = [&](const std::tm& day) {
    return then.tm_year == day.tm_year && then.tm_yday == day.tm_yday;
  };
  const std::string clock = fmt::format("{:02}:{:02}", then.tm_hour, then.tm_min);
  if (is_day(today)) return "today at " + clock;
  if (is_day(yesterday)) return "yesterday at " + clock;
  const std::string day = fmt::format("on {} {}", then.tm_mday, kMonths[then.tm_mon]);
  return then.tm_year == today.tm_year ? day + " at " + clock
                                       : fmt::format("{} {}", day, then.tm_year + 1900);
}

bool check_disk(Editor& editor) {
  SafetyState& safety = editor.safety;
  if (safety.file.empty() || !safety.stamp) return false;
  const bool is_ours = safety.file == editor.document.path();
  switch (change_since(*safety.stamp, safety.file)) {
    case DiskChange::same:
      break;
    case DiskChange::changed:
      safety.file_changed = editor.wants_redraw = true;
      break;
    case DiskChange::vanished:
      safety.stamp = FileStamp{};
      safety.file_changed = false;
      if (!is_ours) break;  // Save never writes there
      editor.document.mark_unsaved();
      say(editor,
          safety.file.filename().string() + " is no longer where it was. Saving writes it anew.",
          true);
      break;
  }
  return safety.file_changed && is_ours;
}

void keep_mine(Editor& editor) {
  SafetyState& safety = editor.safety;
  safety.stamp = stamp_of(safety.file);
  safety.file_changed = false;
  if (safety.file == editor.document.path()) editor.document.mark_unsaved();
  editor.wants_redraw = true;
}

void answer_overwrite(Editor& editor, OverwriteAnswer answer) {
  if (!std::exchange(editor.safety.asks_overwrite, false)) return;
  editor.wants_redraw = true;
  if (answer == OverwriteAnswer::cancel) return editor.shell.after_save.reset();
  if (answer == OverwriteAnswer::save_as) return open_browser(editor, FileTask::save_scene);
  save_and_go_on(editor, editor.document.path().string());
}

std::string safety_lines(const Editor& editor) {
  const SafetyState& safety = editor.safety;
  std::string lines;
  if (safety.autosave) {
    const Autosave::Report report = safety.autosave->report();
    lines += fmt::format("autosave {} {} snapshots {} edits {} of {} bytes {} ms {:.1f}\n",
                         report.is_idle ? "idle" : "busy", report.has_snapshot ? "kept" : "none",
                         report.snapshots, report.commits, safety.edits, report.bytes,
                         report.seconds * 1000.0);
  }
  lines += has_offer(editor)
               ? fmt::format("recovery offered {} {} after {}\n", safety.offers.size(),
                             safety.offers[safety.offer].note.name,
                             safety.offers[safety.offer].note.label)
               : fmt::format("recovery none {}\n", safety.offers.size());
  return lines + (safety.file_changed ? "disk changed\n" : "disk same\n");
}

}  // namespace marrow
