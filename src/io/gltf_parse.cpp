#include "io/gltf_parse.h"

#include <algorithm>
#include <fmt/format.h>
#include <tiny_gltf.h>

#include "io/error.h"
#include "io/file.h"
#include "io/gltf_text.h"
#include "io/text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kReadCap = 2ull << 30;  ///< all files of a model together

/// What the parser may open: regular files in the model's folder and below, read-only, bounded in size.
struct Confinement {
  fs::path folder;    ///< canonical
  std::string given;  ///< the folder as the parser is told it: what it asks for begins with this
  std::uint64_t left = kReadCap;
  std::string reason;  ///< why the last file was refused

  /// The path asked for, relative to the folder; empty when it leaves it.
  fs::path inside(const std::string& asked) const {
    if (asked.rfind(given + "/", 0) != 0) return {};
    const std::string name = asked.substr(given.size() + 1);
    const fs::path relative(name);
    const bool is_url = name.find(':') != std::string::npos, has_backslash = name.find('\\') != std::string::npos;
    const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
    if (name.empty() || name.find('\0') != std::string::npos || is_url || has_backslash || climbs || relative.is_absolute()) return {};
    std::error_code error;
    const fs::path real = fs::canonical(folder / relative, error);  // follows links: they may not lead out either
    if (error) return folder / relative;
    const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
    return end == folder.end() ? real : fs::path();
  }
};

bool file_exists(const std::string& asked, void* user) {
  auto& confinement = *static_cast<Confinement*>(user);
  if (asked.rfind(confinement.given + "/", 0) != 0) return false;  // the parser also tries its working directory
  const fs::path path = confinement.inside(asked);
  std::error_code error;
  const std::string name = asked.substr(confinement.given.size() + 1);
  if (name.rfind("data:", 0) == 0) {
    confinement.reason = "holds a data URI that is not read; expected base64 and a type of buffer or image";
    return false;
  }
  if (path.empty()) {
    confinement.reason = "refers to " + in_quotes(name) + ", which is not inside the model's folder";
    return false;
  }
  if (fs::exists(path, error)) return true;
  confinement.reason = "refers to " + in_quotes(name) + ", which does not exist";
  return false;
}

std::string expand_path(const std::string& path, void*) { return path; }  // neither ~ nor variables

bool read_whole_file(std::vector<unsigned char>* bytes, std::string*, const std::string& asked, void* user) {
  auto& confinement = *static_cast<Confinement*>(user);
  try {
    const fs::path path = confinement.inside(asked);
    if (path.empty()) return false;
    const std::string content = read_file(path, std::min(confinement.left, kFileCap));
    confinement.left -= content.size();
    bytes->assign(content.begin(), content.end());
    return true;
  } catch (const Error& problem) {
    confinement.reason = "refers to " + in_quotes(asked.substr(confinement.given.size() + 1)) + ", which " + problem.expected();
    return false;
  }
}

bool refuse_to_write(std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; }

bool leave_image_encoded(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
  return true;
}

/// The parser's error. Its file callbacks know better why a buffer cannot be read (images that cannot be are no error).
Error parser_error(const std::string& file, const std::string& error, const Confinement& confinement) {
  const bool is_about_files = error.find("File not found") != std::string::npos || error.find("File read error") != std::string::npos;
  if (is_about_files && !confinement.reason.empty()) return Error(file, "/buffers", confinement.reason);
  const std::string line = clean_name(error.substr(0, error.find('\n'))).substr(0, 300);
  return Error(file, "", line.empty() ? "the parser refused it and gave no reason" : line);
}

/// Gives the parser the file with `json` in place of its own text. Without another copy of the file where both are of one length.
bool parse(tinygltf::TinyGLTF& parser, tinygltf::Model& model, std::string& error, std::string& bytes, const GltfParts& parts,
           const std::string& json, const std::string& folder) {
  std::string warning;
  if (parts.binary.empty()) {
    return parser.LoadASCIIFromString(&model, &error, &warning, json.data(), static_cast<unsigned>(json.size()), folder);
  }
  std::string rebuilt;
  if (json.size() == parts.json.size() && parts.binary.size() % 4 == 0) {
    bytes.replace(static_cast<std::size_t>(parts.json.data() - bytes.data()), json.size(), json);
  } else {
    rebuilt = joined_glb(json, parts.binary);
  }
  const std::string& glb = rebuilt.empty() ? bytes : rebuilt;
  return parser.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(glb.data()),
                                     static_cast<unsigned>(glb.size()), folder);
}

}  // namespace

ParsedGltf parse_gltf(const fs::path& path) {
  ParsedGltf parsed;
  parsed.file = path.string();
  std::string bytes = read_file(path);
  const GltfParts parts = split_gltf(parsed.file, bytes);
  std::string json = checked_json_text(parsed.file, parts.json, parsed.warnings);
  parsed.editor_data = check_gltf_shape(parsed.file, json, parts.binary.size(), parsed.warnings);
  blank_extras(json);

  Confinement confinement;
  confinement.folder = fs::canonical(path).parent_path();
  confinement.given = confinement.folder.string();
  tinygltf::TinyGLTF parser;
  parser.SetFsCallbacks({file_exists, expand_path, read_whole_file, refuse_to_write, &confinement});
  parser.SetImageLoader(leave_image_encoded, nullptr);
  auto model = std::make_shared<tinygltf::Model>();
  std::string error;
  if (!parse(parser, *model, error, bytes, parts, json, confinement.given)) throw parser_error(parsed.file, error, confinement);
  parsed.model = std::move(model);
  return parsed;
}

}  // namespace marrow::io
