// Nothing is lost: autosave beside the editor, what an interrupted run left behind, files that
// another program changed. No ImGui.
#pragma once

#include <filesystem>
#include <string>

#include "editor/editor.h"

namespace marrow {

/// Starts autosave below the user's state folder and looks for what interrupted runs left. An empty
/// folder: no autosave.
void begin_safety(Editor& editor, const std::filesystem::path& state_folder);
/// Once a frame, when everything that changes the document is done: hands what was committed to
/// autosave, says why it fails. `has_focus`: the window got the focus just now, so the document's
/// file is looked at.
void advance_safety(Editor& editor, bool got_focus);
/// A clean end: everything was saved or thrown away on purpose.
void end_safety(Editor& editor);
/// Seconds until autosave should be asked again, very large when it rests.
double seconds_to_safety(const Editor& editor);

// The document came or went (files.cpp).
void note_replaced(Editor& editor);  ///< another document is open, in no file so far
/// It was read from this file, which was so just before.
void note_opened(Editor& editor, const std::filesystem::path& path, const FileStamp& stamp);
void note_saved(Editor& editor);  ///< to document.path()

// What can be recovered. The card shows offers[offer].
void restore_offer(Editor& editor);  ///< asks first when something is not saved
/// The same without asking; the answer to the question. `folder` is the offer's.
void restore_from(Editor& editor, const std::filesystem::path& folder);
void discard_offer(Editor& editor);
void discard_old_offers(Editor& editor);
void postpone_offers(Editor& editor);  ///< "Later": the card goes, the offers stay for the next
                                       ///< start and for the menu
void next_offer(Editor& editor);
bool has_offer(const Editor& editor);  ///< the card is on show
std::size_t old_offer_count(const Editor& editor);
/// "today, 14:02", "18 Nov, 14:02"; local time.
std::string moment_text(std::int64_t time, std::int64_t now);

// The file on the disk.
/// The card's Reload is request_reload().
/// Looks whether another program changed or removed the document's file, or changed the foreign one
/// that it came from, and says so. True when saving would replace what it wrote.
bool check_disk(Editor& editor);
void keep_mine(Editor& editor);  ///< the document stays, not saved where it is its file: saving
                                 ///< will replace that
enum class OverwriteAnswer { replace, save_as, cancel };
void answer_overwrite(Editor& editor, OverwriteAnswer answer);

/// Lines of the state log: "autosave ...", "recovery ...", "disk ...".
std::string safety_lines(const Editor& editor);

}  // namespace marrow
