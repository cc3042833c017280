#include "editor/files/browser.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "editor/bench/bench_model.h"
#include "platform/folders.h"
#include "rig/rig_check.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

bool comes_first(const FileBrowser::Entry& a, const FileBrowser::Entry& b) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  return lower(a.name) < lower(b.name);
}

fs::path start_folder(const Session& session) {
  std::error_code error;
  for (const fs::path& folder :
       {session.document.path().parent_path(), fs::path(session.preferences.last_folder)})
    if (!folder.empty() && fs::is_directory(folder, error)) return folder;
  if (const fs::path home = platform::home_folder(); fs::is_directory(home, error)) return home;
  return fs::current_path(error);
}

struct FileTaskRow {
  const char *title, *verb;
  const char* extension;                ///< added if none was typed
  bool writes;                          ///< otherwise reads
  bool (io::Format::*accepts)() const;  ///< nullptr: not a scene, so not in io::formats()
  const char* name_end = "";            ///< end of the suggested name
};
/// One per FileTask, in its order.
constexpr FileTaskRow kFileTasks[] = {
    {"Open a scene", "Open", ".glb", false, &io::Format::can_load},
    {"Import into this scene", "Import", ".glb", false, &io::Format::can_load},
    {"Import motions for this skeleton", "Import", ".glb", false, &io::Format::can_load_motion},
    {"Replace the mesh by that of a file", "Replace", ".glb", false, &io::Format::can_load},
    {"Take the skeleton of a file", "Take", ".glb", false, &io::Format::can_load},
    {"Save the scene as", "Save", ".glb", true, &io::Format::can_save_scene},
    {"Export for other programs", "Export", ".glb", true, &io::Format::can_save, "-export"},
    {"Export the numbers as CSV", "Export", ".csv", true, nullptr},
    {"Save the sheet as a picture", "Save", ".png", true, nullptr, "-motion"},
    {"Save a page with the scene", "Save", ".html", true, nullptr},
    {"Save the steps as a script", "Save", ".marrow", true, nullptr},
    {"Run a script on this scene", "Run", ".marrow", false, nullptr},
    {"Choose a folder for pictures and films", "Use this folder", "", true, nullptr}};

const FileTaskRow& row_of(FileTask task) { return kFileTasks[std::size_t(task)]; }

bool is_scene_task(FileTask task) { return row_of(task).accepts != nullptr; }

std::string suggested_name(const Session& session, const BenchState& bench, FileTask task) {
  if (!writes(task) || chooses_folder(task)) return {};
  constexpr const char* kCsvEnds[] = {"-influences", "-coverage", "-sweep", "-sides"};
  const FileTaskRow& row = row_of(task);
  return fs::path(document_name(session)).stem().string() +
         (task == FileTask::export_csv ? kCsvEnds[std::size_t(bench.panel.csv)] : row.name_end) +
         row.extension;
}

/// None if hidden, filtered out, or neither file nor folder.
std::optional<FileBrowser::Entry> entry_of(const FileBrowser& browser,
                                           const fs::directory_entry& found) {
  std::error_code error;
  FileBrowser::Entry entry;
  entry.name = found.path().filename().string();
  if (entry.name.starts_with('.')) return std::nullopt;
  entry.is_folder = found.is_directory(error);
  if (entry.is_folder) return entry;
  if (!found.is_regular_file(error) || chooses_folder(browser.task)) return std::nullopt;
  if (!browser.all_files && !accepts(browser.task, found.path())) return std::nullopt;
  entry.bytes = found.file_size(error);
  if (error) entry.bytes = 0;
  return entry;
}

std::string format_list(FileTask task) {
  if (!is_scene_task(task)) return row_of(task).extension;
  std::string list;
  for (const io::Format& format : io::formats())
    if (accepts(task, format))
      for (const std::string& extension : format.extensions)
        list += (list.empty() ? "." : ", .") + extension;
  return list;
}

}  // namespace

const char* title_of(FileTask task) { return row_of(task).title; }

const char* verb_of(FileTask task) { return row_of(task).verb; }

bool writes(FileTask task) { return row_of(task).writes; }

bool chooses_folder(FileTask task) { return task == FileTask::picture_folder; }

bool accepts(FileTask task, const io::Format& format) {
  return is_scene_task(task) && (format.*row_of(task).accepts)();
}

bool accepts(FileTask task, const fs::path& path) {
  if (!is_scene_task(task)) return lower(path.extension().string()) == row_of(task).extension;
  const io::Format* format = io::format_of(path);
  return format != nullptr && accepts(task, *format);
}

void read_entries(FileBrowser& browser) {
  browser.entries.clear();
  browser.marked = -1;
  std::error_code error;
  fs::directory_iterator found(browser.folder, fs::directory_options::skip_permission_denied,
                               error);
  for (; !error && found != fs::directory_iterator(); found.increment(error))
    if (std::optional<FileBrowser::Entry> entry = entry_of(browser, *found))
      browser.entries.push_back(std::move(*entry));
  std::sort(browser.entries.begin(), browser.entries.end(), comes_first);
}

void enter_folder(FileBrowser& browser, const fs::path& folder) {
  std::error_code error;
  const fs::path full = fs::weakly_canonical(folder, error);
  const fs::directory_iterator readable(error ? folder : full, error);
  if (error) {
    browser.problem = folder.string() + ": this folder cannot be read: " + error.message();
    return;
  }
  browser.problem.clear();
  browser.asks_overwrite = false;
  browser.folder = full;
  browser.path_text = full.string();
  if (!writes(browser.task)) browser.name.clear();
  read_entries(browser);
}

void open_browser(Session& session, BenchState& bench, FilesState& files, FileTask task) {
  FileBrowser browser;
  browser.task = task;
  browser.name = suggested_name(session, bench, task);
  enter_folder(browser, start_folder(session));
  files.browser = std::move(browser);
}

void open_export_browser(Session& session, BenchState& bench, FilesState& files,
                         std::string_view way) {
  const io::ExportWay* found = io::find_export_way(way);
  RIG_CHECK(found != nullptr);
  open_browser(session, bench, files, FileTask::export_scene);
  const Preferences& kept = session.preferences;
  if (const ExportPreset* preset = find_export_preset(kept.export_for);
      preset && found->name == io::export_ways().front().name)
    choose_preset(*files.browser, std::size_t(preset - export_presets().data()) + 1);
  else
    files.browser->way = std::size_t(found - io::export_ways().data());
  const auto names = std::find(kNameConventions.begin(), kNameConventions.end(), kept.export_names);
  if (names != kNameConventions.end())
    files.browser->names = std::size_t(names - kNameConventions.begin()) + 1;
  files.browser->meta = io::avatar_meta(session.document.scene());
  if (files.browser->meta.name.empty())
    files.browser->meta.name = fs::path(document_name(session)).stem().string();
  if (found->options.purpose == io::Purpose::posed)
    files.browser->name = fs::path(document_name(session)).stem().string() + "-posed.obj";
}

void mark(FileBrowser& browser, int index) {
  browser.marked = std::clamp(index, -1, int(browser.entries.size()) - 1);
  browser.asks_overwrite = false;
  browser.problem.clear();
  if (browser.marked < 0) return;
  const FileBrowser::Entry& entry = browser.entries[at(browser.marked)];
  if (!entry.is_folder) browser.name = entry.name;
}

void move_mark(FileBrowser& browser, int rows) {
  if (browser.entries.empty()) return;
  const int last = int(browser.entries.size()) - 1;
  mark(browser,
       browser.marked < 0 ? (rows > 0 ? 0 : last) : std::clamp(browser.marked + rows, 0, last));
  browser.scroll_to_marked = true;
}

fs::path target_of(const FileBrowser& browser) {
  fs::path name = browser.name;
  if (name.empty()) return {};
  const bool has_extension =
      is_scene_task(browser.task) ? io::format_of(name) != nullptr : accepts(browser.task, name);
  if (writes(browser.task) && !has_extension) name += row_of(browser.task).extension;
  return name.is_absolute() ? name : browser.folder / name;
}

std::string loss_of(const FileBrowser& browser) {
  if (!writes(browser.task) || !is_scene_task(browser.task)) return {};
  const io::Format* format = browser.name.empty() ? nullptr : io::format_of(target_of(browser));
  if (browser.task != FileTask::export_scene)
    return format != nullptr ? format->loses : std::string();
  if (format != nullptr && !format->loses.empty()) return format->loses;
  return io::export_ways()[browser.way].loses;
}

std::string words_below(const FileBrowser& browser) {
  const std::string loss = loss_of(browser);
  if (browser.task == FileTask::export_scene)
    if (const ExportPreset* preset = export_choice(browser).preset)
      return std::string(preset->says);
  // A way of export lists all that it writes, including data that a poorer format loses.
  const io::Format* format = browser.name.empty() ? nullptr : io::format_of(target_of(browser));
  const bool is_poorer = format != nullptr && format->can_save_rig() && !format->loses.empty();
  if (browser.task == FileTask::export_scene && !is_poorer)
    return "Writes " + io::export_ways()[browser.way].writes + "; does not keep " + loss + ".";
  return loss.empty() ? loss : "This format does not keep " + loss + ".";
}

bool holds_way(const FileBrowser& browser, std::size_t way) {
  const io::Format* format = browser.name.empty() ? nullptr : io::format_of(target_of(browser));
  return format == nullptr || io::export_ways()[way].options.purpose == io::Purpose::posed ||
         format->can_save_rig();
}

void choose_way(FileBrowser& browser, std::size_t way) {
  browser.way = way;
  browser.asks_overwrite = false;
  browser.problem.clear();
  if (!holds_way(browser, way))
    browser.name =
        fs::path(browser.name).replace_extension(row_of(browser.task).extension).string();
}

void choose_preset(FileBrowser& browser, std::size_t preset) {
  browser.preset = preset;
  browser.names = 0;
  if (preset == 0) return choose_way(browser, 0);
  const ExportPreset& chosen = export_presets()[preset - 1];
  const io::ExportWay* way = io::find_export_way(chosen.way);
  choose_way(browser, std::size_t(way - io::export_ways().data()));
  if (chosen.names) browser.names = std::size_t(*chosen.names) + 1;
  if (browser.name.empty() || fits(chosen, target_of(browser).string())) return;
  const std::string first(chosen.extensions.substr(0, chosen.extensions.find(' ')));
  browser.name = fs::path(browser.name).replace_extension(first).string();
}

ExportChoice export_choice(const FileBrowser& browser) {
  return {browser.preset > 0      ? &export_presets()[browser.preset - 1]
          : holds_avatar(browser) ? find_export_preset("vrm")
                                  : nullptr,
          std::string(browser.names > 0 ? kNameConventions[browser.names - 1] : "as-they-are")};
}

bool holds_avatar(const FileBrowser& browser) {
  return browser.task == FileTask::export_scene &&
         fits(*find_export_preset("vrm"), target_of(browser).string());
}

/// Why the typed name does not fit the chosen program, or what a VRM file lacks; else empty.
static std::string why_not_for(const FileBrowser& browser) {
  const ExportPreset* preset = export_choice(browser).preset;
  if (preset && !fits(*preset, target_of(browser).string()))
    return fmt::format("{} reads {}: choose that ending, or another program above", preset->label,
                       preset->extensions);
  if (holds_avatar(browser) && browser.meta.authors.empty())
    return "VRM states who made the model: type an author.";
  return {};
}

std::optional<fs::path> choose(FileBrowser& browser, bool overwrite) {
  const auto enter = [&](const fs::path& folder) {
    enter_folder(browser, folder);
    return std::nullopt;
  };
  const auto refuse = [&](std::string why) {
    browser.problem = std::move(why);
    return std::nullopt;
  };
  std::error_code error;
  if (browser.marked >= 0)
    if (const FileBrowser::Entry& entry = browser.entries[at(browser.marked)]; entry.is_folder)
      return enter(browser.folder / entry.name);
  if (chooses_folder(browser.task)) return browser.folder;
  const fs::path target = target_of(browser);
  if (target.empty()) return refuse("Choose a file, or type its name.");
  if (fs::is_directory(target, error)) return enter(target);
  const std::string name = target.filename().string();
  if (!accepts(browser.task, target))
    return refuse(name + ": expected one of " + format_list(browser.task));
  if (browser.task == FileTask::export_scene && !holds_way(browser, browser.way))
    return refuse(name + ": " + io::format_of(target)->name +
                  " holds the posed surface alone; choose that above, or a name that ends in .glb "
                  "or .gltf");
  if (const std::string why = why_not_for(browser);
      browser.task == FileTask::export_scene && !why.empty())
    return refuse(why);
  const bool exists = fs::exists(target, error);
  if (!writes(browser.task) && !exists) return refuse(name + ": there is no such file here");
  if (writes(browser.task) && exists && !overwrite) {
    browser.asks_overwrite = true;
    return std::nullopt;
  }
  return target;
}

}  // namespace marrow
