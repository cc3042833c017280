#include "io/gltf_parse.h"

#include <algorithm>
#include <fmt/format.h>
#include <tiny_gltf.h>

#include "io/error.h"
#include "io/file.h"
#include "io/folder.h"
#include "io/gltf_text.h"
#include "io/text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kReadCap = 2ull << 30;  ///< all files of a model together
constexpr std::size_t kMostReasons = 8;

/// What the parser may open: regular files in the model's folder and below, read-only, bounded in size.
struct Confinement {
  fs::path folder;    ///< canonical
  std::string given;  ///< the folder as the parser is told it: what it asks for begins with this
  std::uint64_t left = kReadCap;
  std::vector<std::string> reasons;  ///< why files were refused, the first kMostReasons
  std::size_t refused = 0;

  /// The path asked for, relative to the folder; empty when it leaves it.
  fs::path inside(const std::string& asked) const {
    return asked.rfind(given + "/", 0) == 0 ? path_inside(folder, name_of(asked)) : fs::path();
  }
  std::string name_of(const std::string& asked) const { return asked.substr(given.size() + 1); }

  bool refuse(std::string reason) {
    ++refused;
    if (reasons.size() < kMostReasons) reasons.push_back(std::move(reason));
    return false;
  }
};

bool file_exists(const std::string& asked, void* user) {
  auto& confinement = *static_cast<Confinement*>(user);
  if (asked.rfind(confinement.given + "/", 0) != 0) return false;  // the parser also tries its working directory
  const fs::path path = confinement.inside(asked);
  std::error_code error;
  const std::string name = confinement.name_of(asked);
  if (name.rfind("data:", 0) == 0)
    return confinement.refuse("holds a data URI that is not read; expected base64 and a type of buffer or image");
  if (path.empty()) return confinement.refuse("refers to " + in_quotes(name) + ", which is not inside the model's folder");
  return fs::exists(path, error) || confinement.refuse("refers to " + in_quotes(name) + ", which does not exist");
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
    return confinement.refuse("refers to " + in_quotes(confinement.name_of(asked)) + ", which " + problem.expected());
  }
}

bool refuse_to_write(std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; }

/// Keeps the bytes of an image from a file or a data URI as they are; those in a buffer are kept there.
bool leave_image_encoded(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes, int size,
                         void*) {
  if (image->bufferView < 0) image->image.assign(bytes, bytes + size);
  return true;
}

/// The parser's error. Its file callbacks know better why a buffer cannot be read (images that cannot be are no error).
Error parser_error(const std::string& file, const std::string& error, const Confinement& confinement) {
  const bool is_about_files = error.find("File not found") != std::string::npos || error.find("File read error") != std::string::npos;
  if (is_about_files && !confinement.reasons.empty()) return Error(file, "/buffers", confinement.reasons.back());
  const std::string line = clean_name(error.substr(0, error.find('\n'))).substr(0, 300);
  return Error(file, "", line.empty() ? "the parser refused it and gave no reason" : line);
}

/// A buffer that cannot be read is an error; so what was refused in a file that was read all the same are images.
void warn_of_images(const Confinement& confinement, std::vector<std::string>& warnings) {
  for (const std::string& reason : confinement.reasons) warnings.push_back("an image " + reason);
  const std::size_t more = confinement.refused - confinement.reasons.size();
  if (more > 0) warnings.push_back(fmt::format("{} more images cannot be read", more));
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

ParsedGltf parse_gltf(const fs::path& path, Progress& progress, double share) {
  ParsedGltf parsed;
  parsed.file = path.string();
  progress.begin_stage(0.3 * share, 1);
  std::string bytes = read_file(path);
  progress.begin_stage(0.6 * share, 1);
  const GltfParts parts = split_gltf(parsed.file, bytes);
  std::string json = checked_json_text(parsed.file, parts.json, parsed.warnings);
  GltfAside aside = check_gltf_shape(parsed.file, json, parts.binary.size(), parsed.warnings);
  parsed.editor_data = std::move(aside.editor_data);
  parsed.document = std::move(aside.document);
  blank_extras(json);

  progress.begin_stage(share, 1);
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
  warn_of_images(confinement, parsed.warnings);
  return parsed;
}

}  // namespace marrow::io
