#include "editor/files/share.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/text.h"
#include "edit/derived.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "io/base64.h"
#include "io/gltf/gltf.h"
#include "io/write_file.h"
#include "io/zip_archive.h"
#include "platform/browser_files.h"

namespace marrow {

namespace {

namespace fs = std::filesystem;

constexpr const char* kViewer = "viewer.html";
constexpr std::string_view kPlace = "<!-- scene -->";

}  // namespace

std::string file_address(const std::filesystem::path& file) {
  std::string address = "file://";
  for (const std::filesystem::path& part : file.relative_path())
    address += "/" + in_address(part.string());
  return address;
}

namespace {

/// RFC 4648, the alphabet for addresses, without padding.
std::string base64_in_address(std::string_view bytes) {
  std::string text = io::base64(bytes);
  while (text.ends_with('=')) text.pop_back();
  for (char& letter : text) letter = letter == '+' ? '-' : letter == '/' ? '_' : letter;
  return text;
}

/// The address of the page, with "?embed" for the viewer.
std::string page_of(std::string_view address, bool embeds) {
  return std::string(address) + (embeds ? "?embed" : "");
}

std::string words_in_address(const SharedWords& words, bool embeds) {
  std::string text;
  if (!embeds) return text;  // the editor has no such options
  if (!words.caption.empty()) text += "&caption=" + in_address(words.caption);
  if (words.show != "mesh") text += "&show=" + words.show;
  return text;
}

SharedWords shared_words(const Editor& editor, const ShareCard& card) {
  SharedWords words;
  words.name = fs::path(document_name(editor)).stem().string() + ".glb";
  words.caption = card.caption;
  const ShotLook look = present_look(editor);
  words.show =
      std::string("mesh") + (look.capsules ? ",capsules" : "") + (look.joints ? ",joints" : "");
  return words;
}

bool embeds(const ShareCard& card) {
  return card.way == ShareCard::Way::code || !card.opens_editor;
}

/// Appends a slash unless the address ends with one or names a page.
std::string whole_address(std::string address) {
  if (!address.ends_with('/') && !address.ends_with(".html")) address += '/';
  return address;
}

std::string address_of(const ShareCard& card) {
  const std::string own = platform::page_address();
  return whole_address(own.empty() ? card.address : own);
}

/// The text that the card offers: the link, or the embed code with the link.
std::string shown(const ShareCard& card, const std::string& link, const SharedWords& words) {
  return card.way == ShareCard::Way::code ? embed_code(link, words) : link;
}

/// Empty while the scene is being packed, and if packing failed.
std::string_view packed_scene(const ShareCard& card) {
  const std::string* packed = card.packing.result();
  return packed != nullptr ? std::string_view(*packed) : std::string_view();
}

std::string pack(const Scene& scene, const Tasks& tasks) {
  std::vector<std::string> warnings;
  const io::Derived derived = derived_from(tasks, scene);
  return io::gzipped(io::gltf_from_scene(scene, derived, {}, true, warnings));
}

std::string link_with(const Editor& editor, const ShareCard& card, std::string_view packed) {
  const SharedWords words = shared_words(editor, card);
  return shown(card, shared_link(address_of(card), packed, words, embeds(card)), words);
}

}  // namespace

std::string shared_page(std::string_view viewer, std::string_view packed,
                        const SharedWords& words) {
  const std::size_t place = viewer.find(kPlace);
  if (place == std::string_view::npos)
    throw std::runtime_error("viewer.html is not Marrow's viewer: it has no place for a scene");
  std::string page(viewer.substr(0, place));
  page += fmt::format(
      R"(<script id="scene" type="application/gzip" data-name="{}" data-caption="{}" data-show="{}">)",
      in_html(words.name), in_html(words.caption), in_html(words.show));
  page += io::base64(packed);
  page += "</script>";
  page += viewer.substr(place + kPlace.size());
  return page;
}

std::string shared_link(std::string_view address, std::string_view packed, const SharedWords& words,
                        bool embeds) {
  return page_of(address, embeds) + "#name=" + in_address(words.name) +
         words_in_address(words, embeds) + "&scene=" + base64_in_address(packed);
}

std::string link_to_file(std::string_view address, const SharedWords& words, bool embeds) {
  return page_of(address, embeds) + (embeds ? "&" : "?") + "open=" + in_address(words.name) +
         words_in_address(words, embeds);
}

std::string embed_code(std::string_view link, const SharedWords& words) {
  return fmt::format(
      R"(<iframe src="{}" title="{}" width="640" height="480" style="border: 0" loading="lazy"></iframe>)",
      in_html(link), in_html(words.caption.empty() ? words.name : words.caption));
}

void open_share(Editor& editor) {
  if (is_dragging(editor)) return say(editor, "Finish the drag first (Esc cancels it).", true);
  return_to_own(editor);
  ShareCard card;
  card.address = editor.preferences.page_address;
  card.packing.begin({.out_of_memory = "There is not enough memory to pack the scene."},
                     [scene = committed_scene(editor), tasks = &editor.document.tasks()](
                         Progress&) { return std::optional(pack(scene, *tasks)); });
  editor.files.share = std::move(card);
}

std::size_t link_length(const Editor& editor, const ShareCard& card) {
  const std::size_t scene = (packed_scene(card).size() * 4 + 2) / 3;  // base64 without padding
  return link_with(editor, card, "").size() + scene;
}

std::string why_no_link(const ShareCard& card) {
  if (std::string problem = card.packing.problem(); !problem.empty()) return problem;
  if (!platform::page_address().empty()) return {};
  if (card.address.empty())
    return "A link needs the address of Marrow's page, for example that of a course.";
  if (!card.address.starts_with("https://") && !card.address.starts_with("http://"))
    return "The address must begin with https:// or http://";
  return {};
}

std::string link_of(const Editor& editor, const ShareCard& card) {
  if (!card.packing.is_done() || !why_no_link(card).empty()) return {};
  if (link_length(editor, card) <= kLongestLink) return link_with(editor, card, packed_scene(card));
  const SharedWords words = shared_words(editor, card);
  return shown(card, link_to_file(address_of(card), words, embeds(card)), words);
}

bool is_preparing(const ShareCard& card) {
  if (!card.packing.is_done()) return true;
  return card.way == ShareCard::Way::page && card.packing.problem().empty() &&
         viewer_file().empty() && why_no_page().empty();
}

fs::path viewer_file() { return platform::fetch_resource(kViewer).file; }

std::string why_no_page() {
  if (platform::fetch_resource(kViewer).is_expected) return {};
  return platform::has_private_files()
             ? "The viewer could not be fetched: is there a network? Then open Share again."
             : "A page needs Marrow's viewer, which this build lacks: deps/bootstrap.sh web builds "
               "it. Other viewers open an exported glTF file.";
}

std::size_t page_bytes(const ShareCard& card) {
  std::error_code error;
  const std::uintmax_t viewer = fs::file_size(viewer_file(), error);
  return (error ? 0 : std::size_t(viewer)) + packed_scene(card).size() / 3 * 4;
}

bool save_page(Editor& editor, const std::string& path) {
  if (!editor.files.share) return false;
  const ShareCard& card = *editor.files.share;
  try {
    std::ifstream file(viewer_file(), std::ios::binary);
    const std::string viewer{std::istreambuf_iterator<char>(file), {}};
    io::write_file(path, shared_page(viewer, packed_scene(card), shared_words(editor, card)));
  } catch (const std::bad_alloc&) {
    say(editor, path + ": there is not enough memory to write it", true);
    return false;
  } catch (const std::exception& error) {
    say(editor, error.what(), true);
    return false;
  }
  say(editor, "Saved the page " + fs::path(path).filename().string());
  editor.preferences.last_folder = fs::path(path).parent_path().string();
  editor.files.share.reset();
  return true;
}

}  // namespace marrow
