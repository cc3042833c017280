#include <nlohmann/json.hpp>
#include <optional>

#include "fuzz/targets.h"
#include "fuzz/workplace.h"
#include "io/editor_data.h"
#include "io/formats.h"
#include "io/gltf/check/text_check.h"
#include "io/pose_text.h"

namespace marrow::fuzz {

namespace {

namespace fs = std::filesystem;

/// With files that a model may name.
const Workplace& workplace() {
  static const Workplace place;
  static const fs::path buffer = place.put("a.bin", std::string(96, '\x3f'));
  static const fs::path library = place.put("a.mtl", "newmtl a\nKd 1 0 0\n");
  return place;
}

std::optional<io::Loaded> loaded(const fs::path& path) {
  try {
    return io::load(path);
  } catch (const io::Error& error) {
    demand(error.file() == path.string() && !error.expected().empty(),
           "an error names the file and what was expected");
    return std::nullopt;
  }
}

/// An empty folder, for files that come with others.
fs::path empty_folder() {
  const fs::path folder = workplace() / "out";
  fs::remove_all(folder);
  fs::create_directory(folder);
  return folder;
}

std::size_t vertices_of(const Scene& scene) {
  std::size_t vertices = 0;
  for (const Node& node : scene.nodes) vertices += node.mesh ? node.mesh->positions.size() : 0;
  return vertices;
}

/// Exports write or refuse in words; OBJ opens here again with equal faces.
void check_exports(const Scene& scene) {
  const fs::path folder = empty_folder();
  try {
    io::save(folder / "other.glb", scene, {}, {.purpose = io::Purpose::exchange});
    io::save(folder / "other.obj", scene, {}, {.purpose = io::Purpose::posed});
  } catch (const io::Error&) {
    return;
  }
  const std::size_t vertices = vertices_of(scene);
  std::size_t faces = 0;
  for (const Node& node : scene.nodes) faces += node.mesh ? node.mesh->face_count() : 0;
  const std::optional<io::Loaded> again = loaded(folder / "other.obj");
  demand(again.has_value() || vertices == 0, "our OBJ opens");
  if (!again) return;
  const Mesh& mesh = *again->scene.nodes.at(0).mesh;
  demand(mesh.positions.size() == vertices && mesh.face_count() == faces,
         "our OBJ holds every vertex and face");
}

/// The scene comes back equal from our own file, of one kind or the other, to save time.
void check_save(const Scene& scene) {
  const bool as_text = (scene.nodes.size() + vertices_of(scene)) % 2 == 0;
  const fs::path own = workplace() / (as_text ? "own.gltf" : "own.glb");
  io::save(own, scene, {});
  const std::optional<io::Loaded> again = loaded(own);
  demand(again.has_value(), "a file of ours opens");
  demand(again->is_ours && again->warnings.empty(), "a file of ours opens without a warning");
  demand(same_content(again->scene, scene), "a file of ours gives the scene that was saved");
}

/// A sparse accessor makes a million vertices from two kilobytes: six times a minute, and nothing
/// more is tested.
void check_load(const fs::path& path, Depth depth) {
  constexpr std::size_t kMostVertices = 20'000;
  const std::optional<io::Loaded> first = loaded(path);
  if (!first || depth == Depth::parse || vertices_of(first->scene) > kMostVertices) return;
  check_save(first->scene);
  if (depth == Depth::all) check_exports(first->scene);
}

/// JSON text and, after the first NUL, a binary chunk.
struct Parts {
  explicit Parts(std::string_view bytes)
      : json(bytes.substr(0, bytes.find('\0'))), has_binary(json.size() < bytes.size()) {
    if (has_binary) binary = bytes.substr(json.size() + 1);
  }
  fs::path put(std::string_view text) const {
    return has_binary ? workplace().put("x.glb", io::joined_glb(text, binary))
                      : workplace().put("x.gltf", text);
  }
  std::string_view json, binary;
  bool has_binary;
};

/// The JSON text with a seal that fits the binary chunk, or unchanged if it has none.
std::string sealed(const Parts& parts) {
  using Json = nlohmann::json;
  const std::string text(parts.json);
  std::vector<std::string> ignored;
  try {
    Json json = Json::parse(io::checked_json_text("", text, ignored));
    Json& seal = json.at("extras").at("marrow").at("buffer");
    seal["length"] = parts.binary.size();
    seal["checksum"] = io::checksum(
        {reinterpret_cast<const unsigned char*>(parts.binary.data()), parts.binary.size()});
    json.at("buffers").at(0).at("byteLength") = parts.binary.size();
    return json.dump();
  } catch (const Json::exception&) {
    return text;
  } catch (const io::Error&) {
    return text;
  }
}

}  // namespace

void obj(std::string_view bytes, Depth depth) {
  constexpr std::string_view kLibrary = "\n#mtl\n";
  const std::size_t cut = bytes.find(kLibrary);
  if (cut != std::string_view::npos) workplace().put("x.mtl", bytes.substr(cut + kLibrary.size()));
  check_load(workplace().put("x.obj", bytes.substr(0, cut)), depth);
}

void gltf(std::string_view bytes, Depth depth) {
  const Parts parts(bytes);
  check_load(parts.put(parts.json), depth);
}

void fbx(std::string_view bytes, Depth depth) {
  check_load(workplace().put("x.fbx", bytes), depth);
}

void glb(std::string_view bytes, Depth depth) {
  check_load(workplace().put("x.glb", bytes), depth);
}

void scene(std::string_view bytes, Depth depth) {
  const Parts parts(bytes);
  check_load(parts.put(sealed(parts)), depth);
}

void bvh(std::string_view bytes, Depth depth) {
  check_load(workplace().put("x.bvh", bytes), depth);
}

void js3d(std::string_view bytes, Depth depth) {
  check_load(workplace().put("x.js3d", bytes), depth);
}

void pose(std::string_view bytes, Depth) {
  std::optional<io::PoseText> first;
  try {
    first = io::read_pose_text(bytes, "the fuzzer");
  } catch (const io::Error& error) {
    demand(error.file() == "the fuzzer" && !error.expected().empty(),
           "an error names the source and what was expected");
    return;
  }
  for (io::PoseText::Joint& joint : first->joints)
    joint.user_local = io::as_written(joint.user_local);
  const io::PoseText again = io::read_pose_text(io::text_of(*first), "its own text");
  demand(again.joints.size() == first->joints.size(), "a pose comes back from its text");
}

}  // namespace marrow::fuzz
