// The file browser without its picture (file_browser.cpp): folders, filters, what Enter does.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/files/file_task.h"
#include "editor/session.h"
#include "io/formats.h"

namespace marrow {

struct BenchState;
struct Editor;
struct FileBrowser;
struct FilesState;

/// "Open", "Import", "Save as", ...: the title and the word on the button.
const char* title_of(FileTask task);
const char* verb_of(FileTask task);
bool writes(FileTask task);
/// True when the task can use files of this format; false for tables and sheets.
bool accepts(FileTask task, const io::Format& format);
/// The same by file name: scenes by the table of formats, tables and sheets by their one extension.
bool accepts(FileTask task, const std::filesystem::path& path);

/// Shows another folder. When it cannot be read the present one stays and `problem` says why.
void enter_folder(FileBrowser& browser, const std::filesystem::path& folder);
void read_entries(FileBrowser& browser);
/// Moves the mark by rows, staying in range, and takes the name over.
void move_mark(FileBrowser& browser, int rows);
void mark(FileBrowser& browser, int index);
/// Enter or a double click: enters a folder, or returns a file for finish_browser(). A file that
/// exists needs asks_overwrite to be shown and `overwrite` true.
std::optional<std::filesystem::path> choose(FileBrowser& browser, bool overwrite = false);

/// The task's losses in the typed name's format, or by the way of an export; empty: none.
std::string loss_of(const FileBrowser& browser);
/// A hint: the losses as a sentence, of an export also what is written.
std::string words_below(const FileBrowser& browser);
/// The typed name's format, if known, can hold what this one of io::export_ways() writes.
bool holds_way(const FileBrowser& browser, std::size_t way);
/// Exports that way; the typed name gets another extension where its format cannot hold it.
void choose_way(FileBrowser& browser, std::size_t way);
/// The path of the typed name, with the task's usual extension when none was typed.
std::filesystem::path target_of(const FileBrowser& browser);

void open_browser(Session& session, BenchState& bench, FilesState& files, FileTask task);
/// For an export, on one of io::export_ways().
void open_export_browser(Session& session, BenchState& bench, FilesState& files,
                         std::string_view way);

}  // namespace marrow
