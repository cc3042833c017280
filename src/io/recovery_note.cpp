#include "io/recovery_note.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/editor_data.h"
#include "io/error.h"
#include "io/file.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kNoteCap = 16u << 20;  // bytes: half a million nodes

std::string utf8_or_nothing(const std::string& text) {
  bool repaired = false;
  const std::string valid = valid_utf8(text, &repaired);
  return repaired ? std::string() : valid;
}

Json json_of(const RecoveryNote::File& file) {
  return {{"name", file.name}, {"bytes", file.bytes}, {"checksum", file.checksum}};
}

RecoveryNote::File file_of(const fs::path& path, const Json& value) {
  RecoveryNote::File file{value.at("name").get<std::string>(),
                          value.at("bytes").get<std::uint64_t>(),
                          value.at("checksum").get<std::string>()};
  const fs::path name(file.name);
  if (name.empty() || name != name.filename() || name == "." || name == "..")
    throw Error(path.string(), "",
                "names the file " + in_quotes(file.name) + "; expected a file in its own folder");
  return file;
}

std::vector<RecoveryNote::Place> places_of(const fs::path& path, const Json& said,
                                           std::size_t files) {
  std::vector<RecoveryNote::Place> places;
  for (const Json& place : said) {
    places.push_back({place.at("node").get<Id>(), place.at("file").get<std::size_t>(),
                      place.at("mesh").get<Id>()});
    if (places.back().file >= files)
      throw Error(path.string(), "/places", "expected the index of a file of meshes");
  }
  return places;
}

Json json_of(const std::vector<RecoveryNote::Place>& places) {
  Json list = Json::array();
  for (const RecoveryNote::Place& place : places)
    list.push_back({{"node", place.node}, {"file", place.file}, {"mesh", place.mesh}});
  return list;
}

RecoveryNote::Past past_of(const fs::path& path, const Json& said, std::size_t files) {
  return {file_of(path, said.at("scene")),
          places_of(path, said.at("places"), files),
          said.at("label").get<std::string>(),
          said.at("lines").get<std::vector<std::string>>(),
          said.at("labels").get<std::vector<std::string>>(),
          said.at("current").get<std::size_t>()};
}

/// A past whose text is not UTF-8 is left out, because it could not be read back.
bool is_utf8(const RecoveryNote::Past& past) {
  const auto fits = [](const std::string& text) { return valid_utf8(text) == text; };
  return fits(past.label) && std::all_of(past.lines.begin(), past.lines.end(), fits) &&
         std::all_of(past.labels.begin(), past.labels.end(), fits);
}

RecoveryNote note_of(const fs::path& path, const Json& said) {
  RecoveryNote note;
  note.document = said.at("document").get<std::string>();
  note.name = said.at("name").get<std::string>();
  note.label = said.at("label").get<std::string>();
  note.steps = said.at("steps").get<std::uint64_t>();
  note.time = said.at("time").get<std::int64_t>();
  note.version = said.at("version").get<std::string>();
  note.scene = file_of(path, said.at("scene"));
  for (const Json& file : said.at("meshes")) note.meshes.push_back(file_of(path, file));
  note.places = places_of(path, said.at("places"), note.meshes.size());
  if (said.contains("past")) note.past = past_of(path, said.at("past"), note.meshes.size());
  return note;
}

}  // namespace

std::string text_of(const RecoveryNote& note) {
  Json meshes = Json::array();
  for (const RecoveryNote::File& file : note.meshes) meshes.push_back(json_of(file));
  Json json = {{"document", utf8_or_nothing(note.document.string())},
               {"name", valid_utf8(note.name)},
               {"label", valid_utf8(note.label)},
               {"steps", note.steps},
               {"time", note.time},
               {"version", note.version},
               {"scene", json_of(note.scene)},
               {"meshes", std::move(meshes)},
               {"places", json_of(note.places)}};
  if (note.past && is_utf8(*note.past))
    json["past"] = {{"scene", json_of(note.past->scene)}, {"places", json_of(note.past->places)},
                    {"label", note.past->label},          {"lines", note.past->lines},
                    {"labels", note.past->labels},        {"current", note.past->current}};
  return json.dump(1) + "\n";
}

RecoveryNote read_recovery_note(const fs::path& path) {
  const std::string text = read_file(path, kNoteCap);
  try {
    return note_of(path, Json::parse(text));
  } catch (const nlohmann::json::exception& problem) {
    throw Error(path.string(), "", std::string("is not a recovery note: ") + problem.what());
  }
}

RecoveryNote::File described(std::string name, const std::string& bytes) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  return {std::move(name), bytes.size(), checksum({data, bytes.size()})};
}

void check_file(const fs::path& folder, const RecoveryNote::File& file) {
  const fs::path path = folder / file.name;
  if (described(file.name, read_file(path)) != file)
    throw Error(path.string(), "", "is damaged: its bytes are not those that were written");
}

}  // namespace marrow::io
