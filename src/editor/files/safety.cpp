#include "editor/files/safety.h"

#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <utility>

#include "editor/files/files_state.h"
#include "editor/files/mesh_check.h"
#include "editor/files/recent.h"
#include "editor/session.h"
#include "editor/version.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr double kCheckWhileBusy = 0.5;  // seconds

RecoveryFacts facts_of(const Session& session) {
  const History& history = session.document.history();
  const fs::path& path = session.document.path();
  std::error_code error;
  const fs::path full = path.empty() ? path : fs::absolute(path, error);
  return {error ? path : full,
          document_name(session),
          history.steps()[history.current()].label,
          history.current(),
          seconds_now(),
          std::make_shared<const RecoveryPast>(past_of(session.document))};
}

void hand_over(Session& session, FilesState& files) {
  SafetyState& safety = files.safety;
  const Document& document = session.document;
  const SafetyState::HandedOver now{document.commits(),
                                    document.is_saved_step(document.history().current())};
  if (!safety.autosave || safety.handed_over == now) return;
  safety.edits += safety.handed_over ? now.commits - safety.handed_over->commits : 1;
  safety.handed_over = now;
  if (now.is_saved) return safety.autosave->forget(safety.edits);
  safety.autosave->note(committed_scene(session), facts_of(session), safety.edits);
  if (safety.restored) safety.autosave->take_over(*std::exchange(safety.restored, std::nullopt));
}

/// Removes a folder from the disk; false if another window has claimed it.
bool discard_folder(const fs::path& folder) {
  std::optional<ClaimedRecovery> claim = ClaimedRecovery::claim(folder);
  if (claim) claim->discard();
  return claim.has_value();
}

}  // namespace

void drop_offer(FilesState& files, const fs::path& folder) {
  SafetyState& safety = files.safety;
  std::erase_if(safety.offers,
                [&](const OrphanedRecovery& offer) { return offer.folder == folder; });
  if (safety.offer >= safety.offers.size()) safety.offer = 0;
}

OrphanedRecovery* shown_offer(FilesState& files) {
  SafetyState& safety = files.safety;
  return safety.offer < safety.offers.size() ? &safety.offers[safety.offer] : nullptr;
}

std::int64_t seconds_now() { return std::int64_t(std::time(nullptr)); }

void begin_safety(Session& session, FilesState& files, const fs::path& state_folder) {
  if (state_folder.empty()) return;
  files.safety.autosave = std::make_unique<Autosave>(state_folder / "recovery", kVersion);
  files.safety.offers = find_orphans(state_folder / "recovery", seconds_now());
  hand_over(session, files);
}

void advance_safety(Session& session, FilesState& files, bool got_focus) {
  SafetyState& safety = files.safety;
  if (is_visiting(session)) return;  // the user's own document is unchanged
  if (got_focus && !is_dragging(session)) check_disk(session, files);
  if (!safety.autosave) return;
  if (session.preferences.autosaves) {
    hand_over(session, files);
  } else if (safety.handed_over) {  // switched off: the snapshot would soon be out of date
    safety.handed_over.reset();
    safety.autosave->forget(safety.edits);
  }
  if (const std::string problem = safety.autosave->take_problem(); !problem.empty())
    say(session, "Autosave does not work, go on with care: " + problem, true);
}

void end_safety(FilesState& files) {
  if (files.safety.autosave) files.safety.autosave->forget(files.safety.edits);
  files.safety.autosave.reset();
  if (files.safety.restored) files.safety.restored->discard();
}

double seconds_to_safety(const FilesState& files) {
  const bool is_busy = files.safety.autosave && !files.safety.autosave->report().is_idle;
  return is_busy ? kCheckWhileBusy : 1e9;
}

void on_document_replaced(FilesState& files, DocumentChange change) {
  close_mesh_check(files.mesh_check);
  files.safety.notes = {};  // they hold the other document's coverage
  if (change != DocumentChange::opened) return;
  files.load_warnings.clear();
  files.saving.document.reset();  // the file being written is of the old document
  SafetyState& safety = files.safety;
  if (safety.restored) safety.restored->discard();  // its work was saved or discarded on purpose
  safety.handed_over.reset();
  safety.restored.reset();
  safety.file.clear();
  safety.stamp.reset();
  safety.file_changed = safety.asks_overwrite = false;
  safety.wants_picture.reset();
}

void note_opened(Session& session, FilesState& files, const fs::path& path,
                 const FileStamp& stamp) {
  files.safety.file = path;
  files.safety.stamp = stamp;
  want_thumbnail(session, files, path);
}

void note_saved(Session& session, FilesState& files, const FileStamp& stamp) {
  note_opened(session, files, session.document.path(), stamp);
  files.safety.file_changed = false;
  if (files.safety.restored) files.safety.restored->discard();
  files.safety.restored.reset();
}

void discard_offer(Session& session, FilesState& files) {
  const OrphanedRecovery* offer = shown_offer(files);
  if (offer == nullptr) return;
  if (!discard_folder(offer->folder))
    say(session, "This autosave was opened in another window of Marrow, or deleted.", true);
  drop_offer(files, fs::path(offer->folder));
}

void discard_old_offers(FilesState& files) {
  SafetyState& safety = files.safety;
  std::erase_if(safety.offers, [](const OrphanedRecovery& offer) {
    return offer.is_old && discard_folder(offer.folder);
  });
  safety.offer = 0;
}

void postpone_offers(FilesState& files) { files.safety.shows_offers = false; }

void next_offer(FilesState& files) {
  SafetyState& safety = files.safety;
  if (!safety.offers.empty()) safety.offer = (safety.offer + 1) % safety.offers.size();
}

bool can_recover(const FilesState& files) { return !files.safety.offers.empty(); }

void show_offers(FilesState& files) { files.safety.shows_offers = true; }

bool has_offer(const FilesState& files) {
  return files.safety.shows_offers && !files.safety.offers.empty();
}

std::size_t old_offer_count(const FilesState& files) {
  const std::vector<OrphanedRecovery>& offers = files.safety.offers;
  return std::size_t(
      std::count_if(offers.begin(), offers.end(), [](const auto& offer) { return offer.is_old; }));
}

std::string moment_text(std::int64_t time, std::int64_t now) {
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto local = [](std::int64_t moment) {
    return fmt::localtime(static_cast<std::time_t>(moment));
  };
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

bool check_disk(Session& session, FilesState& files) {
  SafetyState& safety = files.safety;
  if (safety.file.empty() || !safety.stamp || is_saving(files)) return false;
  const bool is_ours = safety.file == session.document.path();
  switch (change_since(*safety.stamp, safety.file)) {
    case DiskChange::same:
      break;
    case DiskChange::changed:
      safety.file_changed = true;
      break;
    case DiskChange::vanished:
      safety.stamp = FileStamp{};
      safety.file_changed = false;
      if (!is_ours) break;  // Save never writes to a foreign file
      session.document.mark_unsaved();
      say(session,
          safety.file.filename().string() + " was moved or deleted. Saving writes it again.", true);
      break;
  }
  return safety.file_changed && is_ours;
}

bool is_in_file(const FilesState& files) { return !files.safety.file.empty(); }

void keep_mine(Session& session, FilesState& files) {
  SafetyState& safety = files.safety;
  safety.stamp = stamp_of(safety.file);
  safety.file_changed = false;
  if (safety.file == session.document.path()) session.document.mark_unsaved();
}

}  // namespace marrow
