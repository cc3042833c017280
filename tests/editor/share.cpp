// Shared scenes: the page and the links hold all of it, and no name or caption ends its place
// early.
#include "editor/files/share.h"

#include "edit/derived.h"
#include "editor/files/files_state.h"
#include "io/base64.h"
#include "io/formats.h"
#include "io/gltf/gltf.h"
#include "io/zip_archive.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr const char* kViewer = "<html><!-- scene -->\n<script></script></html>\n";
const std::string kRude = "\"><script>alert('&')</script> \u00e9\u4e2d#?&=%";

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t from = begin + before.size(), end = text.find(after, from);
  REQUIRE(end != std::string::npos);
  return text.substr(from, end - from);
}

std::string decoded(std::string text) {
  for (char& letter : text) letter = letter == '-' ? '+' : letter == '_' ? '/' : letter;
  std::vector<unsigned char> bytes;
  REQUIRE(io::decode_base64(text, bytes));
  return {bytes.begin(), bytes.end()};
}

std::string packed_bytes() {
  std::string bytes = "\x1f\x8b";
  for (int i = 0; i < 1000; ++i) bytes += char(i * 7);
  return bytes;
}

ShareCard& shared(Editor& editor) {
  open_share(editor);
  REQUIRE(editor.files.share);
  REQUIRE(editor.files.share->packing.wait(1e9));
  return *editor.files.share;
}

}  // namespace

TEST_CASE("A shared page holds the scene, its name and its caption") {
  const std::string packed = packed_bytes();
  const std::string page = shared_page(kViewer, packed, {kRude, kRude, "mesh,joints"});
  CHECK(page.starts_with("<html><script id=\"scene\""));
  CHECK(page.ends_with("\n<script></script></html>\n"));
  CHECK_FALSE(contains(page, "alert('&')"));
  CHECK(between(page, "data-show=\"", "\"") == "mesh,joints");
  CHECK(between(page, "data-caption=\"", "\"").starts_with("&quot;&gt;&lt;script&gt;"));
  CHECK(decoded(between(page, "data-show=\"mesh,joints\">", "</script>")) == packed);
  CHECK_THROWS_WITH_AS(shared_page("<html></html>", packed, {}),
                       "viewer.html is not Marrow's viewer: it has no place for a scene",
                       std::runtime_error);
}

TEST_CASE("A link holds the scene in characters that every address may have") {
  const std::string packed = packed_bytes();
  for (const bool embeds : {false, true}) {
    const std::string link =
        shared_link("https://host/sub/", packed, {kRude, kRude, "mesh,capsules"}, embeds);
    CHECK(link.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "-._~:/?#&=%,") == std::string::npos);
    CHECK(link.starts_with(embeds ? "https://host/sub/?embed#name=" : "https://host/sub/#name="));
    CHECK(decoded(link.substr(link.find("&scene=") + 7)) == packed);
    CHECK((link.find("&caption=%22%3E%3Cscript") != std::string::npos) == embeds);
    CHECK((link.find("&show=mesh,capsules") != std::string::npos) == embeds);
    const std::string beside = link_to_file("https://host/sub/", {"a b.glb", "", "mesh"}, embeds);
    CHECK(beside ==
          std::string("https://host/sub/") + (embeds ? "?embed&open=" : "?open=") + "a%20b.glb");
  }
  const std::string code = embed_code("https://host/?embed&open=x", {"x.glb", kRude, "mesh"});
  CHECK(between(code, "src=\"", "\"") == "https://host/?embed&amp;open=x");
  CHECK(between(code, "title=\"", "\"").starts_with("&quot;&gt;&lt;script&gt;"));
}

TEST_CASE("The address of a file has its folders, and %XX for what addresses do not have") {
  CHECK(file_address("/home/me/My films/a#b.gif") == "file:///home/me/My%20films/a%23b.gif");
}

TEST_CASE("The card packs the scene as it would be saved, with the camera") {
  Editor editor = arm_editor();
  const Scene before = editor.document.scene();
  const ShareCard& card = shared(editor);
  CHECK(card.packing.problem().empty());
  CHECK(editor.document.scene() == before);

  Scene scene = before;
  scene.camera = editor.camera;
  const std::filesystem::path folder = scratch("share");
  const std::string glb = (folder / "arm.glb").string();
  io::save(glb, scene, derived_from(editor.deformer, scene), {});
  CHECK(io::gzipped(bytes_of(glb)) == *card.packing.result());
  std::filesystem::remove_all(folder);
}

TEST_CASE("A link needs an address, and where the scene is too large it names a file") {
  Editor editor = arm_editor();
  ShareCard& card = shared(editor);
  card.way = ShareCard::Way::link;
  CHECK(link_of(editor, card).empty());
  CHECK(contains(why_no_link(card), "needs the address"));
  card.address = "javascript:alert(1)";
  CHECK(link_of(editor, card).empty());
  card.address = "https://host/marrow";
  CHECK(link_of(editor, card).starts_with("https://host/marrow/?embed#name="));
  card.opens_editor = true;
  CHECK(link_of(editor, card).starts_with("https://host/marrow/#name="));
  card.way = ShareCard::Way::code;
  CHECK(link_of(editor, card).starts_with("<iframe src=\"https://host/marrow/?embed#name="));
  card.caption = "<\"&>";
  for (const ShareCard::Way way : {ShareCard::Way::link, ShareCard::Way::code})
    for (const bool opens_editor : {false, true}) {
      card.way = way;
      card.opens_editor = opens_editor;
      CHECK(link_length(editor, card) == link_of(editor, card).size());
    }
  card.way = ShareCard::Way::link;
  card.opens_editor = false;
  card.caption.assign(kLongestLink - link_length(editor, card) + 12, 'c');  // escaped it was 12
  CHECK(link_of(editor, card).size() == kLongestLink);
  card.caption += 'c';
  CHECK(contains(link_of(editor, card), "&open="));

  // 150,000 vertices of noise.
  Scene large = editor.document.scene();
  Mesh mesh = *large.nodes.front().mesh;
  Random random(3);
  while (mesh.positions.size() < 150'000) mesh.positions.push_back(random.vec3(0.4f));
  large.nodes.front().mesh = std::make_shared<const Mesh>(std::move(mesh));
  REQUIRE(why_invalid(large).empty());
  replace_document(editor, Document(editor.document.tasks(), large, "Open"));
  ShareCard& other = shared(editor);
  REQUIRE(other.packing.problem().empty());
  CHECK(link_length(editor, other) > kLongestLink);
  other.way = ShareCard::Way::link;
  other.address = "https://host/";
  CHECK(link_of(editor, other).starts_with("https://host/?embed&open="));
}

TEST_CASE("A page that cannot be written leaves the card as it is, and says why") {
  Editor editor = arm_editor();
  shared(editor);
  CHECK_FALSE(save_page(editor, "/nowhere/page.html"));
  CHECK(editor.files.share);
  CHECK(editor.toasts.back().is_error);
}
