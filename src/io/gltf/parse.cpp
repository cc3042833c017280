#include "io/gltf/parse.h"

#include <algorithm>
#include <fmt/format.h>
#include <tiny_gltf.h>

#include "io/counts.h"
#include "io/error.h"
#include "io/file.h"
#include "io/gltf/check/text_check.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kReadCap = 2ull << 30;  ///< bytes of all external files of a model together
constexpr std::size_t kMostReasons = 8;

/// Files that the parser may open: regular, in the model's folder and below, read-only, bounded in
/// size.
struct Confinement {
  fs::path folder;  ///< canonical
  /// the folder as passed to the parser; paths that do not begin with it are refused
  std::string given;
  std::uint64_t left = kReadCap;
  std::vector<std::string> reasons;  ///< reasons for refused files, the first kMostReasons
  std::size_t refused = 0;

  /// The full path of the requested file; empty if it is outside the folder.
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
  if (asked.rfind(confinement.given + "/", 0) != 0)
    return false;  // the parser also tries the working directory
  const fs::path path = confinement.inside(asked);
  std::error_code error;
  const std::string name = confinement.name_of(asked);
  if (name.rfind("data:", 0) == 0)
    return confinement.refuse(
        "has a data URI that cannot be read; expected base64 and an image type");
  if (path.empty())
    return confinement.refuse("refers to " + in_quotes(name) +
                              ", which is not inside the model's folder");
  return fs::exists(path, error) ||
         confinement.refuse("refers to " + in_quotes(name) + ", which does not exist");
}

// expands neither ~ nor variables
std::string expand_path(const std::string& path, void*) { return path; }

bool read_whole_file(std::vector<unsigned char>* bytes, std::string*, const std::string& asked,
                     void* user) {
  auto& confinement = *static_cast<Confinement*>(user);
  try {
    const fs::path path = confinement.inside(asked);
    if (path.empty()) return false;
    *bytes = read_bytes(path, std::min(confinement.left, kFileCap));
    confinement.left -= bytes->size();
    return true;
  } catch (const Error& problem) {
    return confinement.refuse("refers to " + in_quotes(confinement.name_of(asked)) + ", which " +
                              problem.expected());
  }
}

bool refuse_to_write(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

/// All of the parser's callbacks. Since 2.9 tinygltf also asks for a file's size beforehand.
template <typename Callbacks>
Callbacks callbacks_of(Confinement& confinement) {
  Callbacks callbacks{};
  callbacks.FileExists = file_exists;
  callbacks.ExpandFilePath = expand_path;
  callbacks.ReadWholeFile = read_whole_file;
  callbacks.WriteWholeFile = refuse_to_write;
  if constexpr (requires { callbacks.GetFileSizeInBytes; })
    callbacks.GetFileSizeInBytes = [](std::size_t* size, auto&&...) {
      *size = 0;  // read_whole_file() decides, and records why it refuses a file
      return true;
    };
  callbacks.user_data = &confinement;
  return callbacks;
}

/// Stores an image's bytes still encoded, whether they come from a file or a data URI.
bool leave_image_encoded(tinygltf::Image* image, const int, std::string*, std::string*, int, int,
                         const unsigned char* bytes, int size, void*) {
  image->image.assign(bytes, bytes + size);
  return true;
}

Error parser_error(const std::string& file, const std::string& error) {
  const std::string line = clean_name(error.substr(0, error.find('\n'))).substr(0, 300);
  return Error(file, "", line.empty() ? "the parser refused it and gave no reason" : line);
}

/// Refused files are images, because buffers are read elsewhere.
void warn_of_images(const Confinement& confinement, std::vector<std::string>& warnings) {
  for (const std::string& reason : confinement.reasons) warnings.push_back("an image " + reason);
  const std::size_t more = confinement.refused - confinement.reasons.size();
  warn_of({{more, "{} more image[|s] that cannot be read"}}, warnings);
}

/// Restores the data that was withheld from the parser.
void complete(tinygltf::Model& model, const CheckedGltf& checked) {
  for (const ZeroIndices& zero : checked.zero_indices)
    model.meshes[zero.mesh].primitives[zero.primitive].indices = zero.accessor;
  for (std::size_t i = 0; i < checked.image_views.size(); ++i) {
    if (checked.image_views[i] < 0) continue;
    model.images[i].bufferView = checked.image_views[i];
    model.images[i].image.clear();
  }
}

std::shared_ptr<tinygltf::Model> parse(const std::string& file, const CheckedGltf& checked,
                                       Confinement& confinement) {
  tinygltf::TinyGLTF parser;
  parser.SetFsCallbacks(callbacks_of<tinygltf::FsCallbacks>(confinement));
  parser.SetImageLoader(leave_image_encoded, nullptr);
  auto model = std::make_shared<tinygltf::Model>();
  std::string error, warning;
  const std::string& json = checked.for_parser;
  if (!parser.LoadASCIIFromString(model.get(), &error, &warning, json.data(), unsigned(json.size()),
                                  confinement.given))
    throw parser_error(file, error);
  complete(*model, checked);
  return model;
}

/// Splits and checks the file. Shrinks `bytes`, the whole file, in place to the .glb's binary chunk
/// (empty if there is none).
CheckedGltf checked_parts(ParsedGltf& parsed, std::vector<unsigned char>& bytes) {
  const GltfParts parts =
      split_gltf(parsed.file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  parsed.warnings.insert(parsed.warnings.end(), parts.warnings.begin(), parts.warnings.end());
  const std::string json = checked_json_text(parsed.file, parts.json, parsed.warnings);
  const auto* chunk = reinterpret_cast<const unsigned char*>(parts.binary.data());
  const std::size_t size = parts.binary.size();
  if (size > 0) {
    bytes.erase(bytes.begin(), bytes.begin() + (chunk - bytes.data()));
    bytes.resize(size);
  } else {
    bytes = {};
  }
  return check_gltf_shape(parsed.file, json, size, parsed.warnings);
}

}  // namespace

std::uint64_t bytes_held(const ParsedGltf& parsed) {
  std::uint64_t held = parsed.source_bytes + parsed.document.size() + parsed.editor_data.size();
  for (const tinygltf::Buffer& buffer : parsed.model->buffers) held += buffer.data.size();
  for (const tinygltf::Image& image : parsed.model->images) held += image.image.size();
  return held - parsed.uncounted;
}

ParsedGltf parse_gltf(const fs::path& path, LoadProgress& progress, double share) {
  ParsedGltf parsed;
  parsed.file = path.string();
  progress.begin_stage(0.3 * share, 1);
  std::vector<unsigned char> bytes = read_bytes(path);
  progress.begin_stage(0.6 * share, 1);
  CheckedGltf checked = checked_parts(parsed, bytes);
  parsed.editor_data = std::move(checked.editor_data);
  parsed.document = std::move(checked.document);

  progress.begin_stage(share, 1);
  Confinement confinement;
  confinement.folder = fs::canonical(path).parent_path();
  confinement.given = confinement.folder.string();
  const auto model = parse(parsed.file, checked, confinement);
  checked.for_parser = {};
  BufferPlace place{parsed.file, confinement.folder, confinement.left};
  std::vector<std::vector<unsigned char>> buffers =
      read_buffers(std::move(checked.buffers), std::move(bytes), place, parsed.warnings);
  for (std::size_t b = 0; b < buffers.size(); ++b) model->buffers[b].data = std::move(buffers[b]);
  parsed.model = model;
  parsed.uncounted =
      unpack(parsed.file, *model, checked.packed, bytes_held(parsed), parsed.warnings);
  warn_of_images(confinement, parsed.warnings);
  return parsed;
}

ParsedGltf parse_made_gltf(const std::string& file, const std::string& json,
                           std::vector<unsigned char> buffer, std::vector<std::string>& warnings) {
  ParsedGltf parsed;
  parsed.file = file;
  const CheckedGltf checked = check_gltf_shape(file, json, buffer.size(), warnings);
  parsed.document = checked.document;
  Confinement confinement;
  const auto model = parse(file, checked, confinement);
  if (!model->buffers.empty()) model->buffers[0].data = std::move(buffer);
  parsed.model = model;
  return parsed;
}

void check_gltf_json(const std::string& json) {
  const std::string file;
  std::vector<std::string> warnings;
  const CheckedGltf checked =
      check_gltf_shape(file, checked_json_text(file, json, warnings), 0, warnings);
  Confinement confinement;
  parse(file, checked, confinement);
}

}  // namespace marrow::io
