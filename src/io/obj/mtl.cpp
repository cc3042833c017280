#include "io/obj/mtl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <tiny_obj_loader.h>
#include <tuple>

#include "base/index.h"
#include "base/text.h"
#include "io/editor_data.h"
#include "io/error.h"
#include "io/file.h"
#include "io/image_file.h"
#include "io/number_text.h"
#include "io/obj/obj_text.h"

namespace marrow::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLines = "mtl";  ///< member of the extras of a carried glTF material

bool names_picture(std::string_view keyword) {
  static constexpr std::array<std::string_view, 5> kOthers = {"bump", "disp", "decal", "norm",
                                                              "refl"};
  const std::string small = lower(keyword);
  return small.rfind("map_", 0) == 0 ? small != "map_aat" : list_has(kOthers, small);
}

/// `line`: a statement without its keyword.
MtlMap map_of(std::string_view line) {
  const std::string whole = clean_name(line);
  MtlMap map;
  tinyobj::texture_option_t options{};
  tinyobj::ParseTextureNameAndOption(&map.name, &options, whole.c_str());
  map.repeats = !options.clamp;
  // an option that tinyobjloader does not know, or an incomplete one
  if (map.name.empty() || map.name[0] == '-') map.name = whole.substr(whole.find_last_of(' ') + 1);
  std::replace(map.name.begin(), map.name.end(), '\\', '/');
  return map;
}

struct ParsedMtl {
  tinyobj::material_t numbers;
  std::set<std::string> given;  ///< keywords of the numbers that are present
  std::optional<MtlMap> diffuse_map, emission_map, normal_map;
  std::vector<MtlMap> other_maps;
};

/// A statement's numbers for tinyobjloader: without "-halo"; three for a color (a single one is
/// repeated). Empty if missing or invalid, because tinyobjloader would read 0.
std::string numbers_in(std::string_view line, bool is_color) {
  std::string numbers;
  std::string_view word, first;
  for (int part = 0; part < (is_color ? 3 : 1); ++part) {
    word = next_word(line);
    if (word == "-halo") word = next_word(line);
    if (part == 0) first = word;
    if (part == 1 && word.empty()) return numbers.append(first).append(" ").append(first);
    float value = 0.0f;
    if (read_number(word, value) != NumberKind::finite) return {};
    numbers.append(word) += ' ';
  }
  return numbers;
}

void read_map(std::string_view keyword, std::string_view line, ParsedMtl& parsed) {
  const std::string small = lower(keyword);
  MtlMap map = map_of(line);
  map.is_drawn = small == "map_kd";
  if (small == "map_kd") {
    parsed.diffuse_map = map;
  } else if (small == "map_ke") {
    parsed.emission_map = map;
  } else if (small == "norm" || small == "map_kn") {
    parsed.normal_map = map;
  } else {
    parsed.other_maps.push_back(map);
  }
}

/// Calls `refuse` for each statement whose numbers are missing. Other statements are kept only as
/// text.
ParsedMtl read_statements(const std::vector<std::string>& lines,
                          const std::function<void(std::size_t)>& refuse) {
  static const std::set<std::string> kNumbers = {"Kd", "Ke", "d", "Tr", "Ns", "Pr", "Pm"};
  ParsedMtl parsed;
  std::string statements;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    std::string_view line = lines[l];
    const std::string keyword(next_word(line));
    if (names_picture(keyword)) read_map(keyword, line, parsed);
    if (kNumbers.count(keyword) == 0) continue;
    if (const std::string numbers = numbers_in(line, keyword[0] == 'K'); !numbers.empty()) {
      statements += keyword + ' ' + numbers + '\n';
      parsed.given.insert(keyword);
    } else if (refuse) {
      refuse(l);
    }
  }
  std::istringstream text("newmtl a\nKd 1 1 1\n" + statements);
  std::map<std::string, int> by_name;
  std::vector<tinyobj::material_t> materials;
  tinyobj::LoadMtl(&by_name, &materials, &text, nullptr, nullptr);
  parsed.numbers = materials.at(0);
  return parsed;
}

/// Clamps to [0, 1]; 0 for NaN.
float part_of_one(float value) { return value > 0.0f ? std::min(value, 1.0f) : 0.0f; }

glm::vec3 color_of(const tinyobj::real_t (&parts)[3]) {
  return {part_of_one(parts[0]), part_of_one(parts[1]), part_of_one(parts[2])};
}

/// Converts a Blinn-Phong exponent n: the microfacet distribution with an equal highlight has
/// alpha^2 = 2 / (n + 2) (Walter et al. 2007, section 5.2); glTF's roughness is the root of alpha.
float roughness_of(float shininess) {
  return shininess > 0.0f ? std::pow(2.0f / (shininess + 2.0f), 0.25f) : 1.0f;
}

/// Adds a picture to the material's textures and returns its index; none if there is no picture.
std::optional<std::size_t> add_texture(const std::optional<MtlMap>& map, const PictureOf& picture,
                                       Material& material) {
  const std::shared_ptr<const Texture> texture = map ? picture(*map) : nullptr;
  if (!texture) return std::nullopt;
  const auto found = std::find(material.textures.begin(), material.textures.end(), texture);
  const auto index = std::size_t(found - material.textures.begin());
  if (found == material.textures.end()) material.textures.push_back(texture);
  return index;
}

void add_surface(const ParsedMtl& parsed, const PictureOf& picture, Material& material,
                 Json& json) {
  const bool has_roughness = parsed.given.count("Pr") > 0,
             has_shininess = parsed.given.count("Ns") > 0;
  if (parsed.given.count("Pm") > 0 || has_roughness || has_shininess) {
    float roughness = has_shininess ? roughness_of(parsed.numbers.shininess) : 1.0f;
    if (has_roughness) roughness = part_of_one(parsed.numbers.roughness);
    json["pbrMetallicRoughness"] = {
        {"metallicFactor", json_number(part_of_one(parsed.numbers.metallic))},
        {"roughnessFactor", json_number(roughness)}};
  }
  if (const auto index = add_texture(parsed.normal_map, picture, material))
    json["normalTexture"] = {{"index", *index}};
  glm::vec3 emission = color_of(parsed.numbers.emission);
  if (const auto index = add_texture(parsed.emission_map, picture, material)) {
    json["emissiveTexture"] = {{"index", *index}};
    // factor 1: the picture is not dimmed
    if (emission == glm::vec3(0.0f)) emission = glm::vec3(1.0f);
  }
  if (emission != glm::vec3(0.0f))
    json["emissiveFactor"] =
        Json::array({json_number(emission.x), json_number(emission.y), json_number(emission.z)});
  if (material.base_color.w < 1.0f) json["alphaMode"] = "BLEND";
  for (const MtlMap& map : parsed.other_maps) add_texture(map, picture, material);
}

Json carried_of(const Material& material) {
  const auto json = nlohmann::json::parse(material.carried, nullptr, false);
  return json.is_object() ? Json(json) : Json::object();
}

/// The number at a path of members, else `otherwise`.
float number_at(const Json& json, std::initializer_list<const char*> path, float otherwise) {
  const Json* at = &json;
  for (const char* member : path) {
    if (!at->is_object() || !at->contains(member)) return otherwise;
    at = &(*at)[member];
  }
  return at->is_number() ? at->get<float>() : otherwise;
}

glm::vec3 emission_of(const Json& json) {
  glm::vec3 color(0.0f);
  if (!json.contains("emissiveFactor") || !json["emissiveFactor"].is_array() ||
      json["emissiveFactor"].size() != 3)
    return color;
  for (int c = 0; c < 3; ++c) {
    const Json& part = json["emissiveFactor"][std::size_t(c)];
    if (part.is_number()) color[c] = part.get<float>();
  }
  return color;
}

const Texture* texture_at(const Material& material, const Json& json, const char* member) {
  if (!json.contains(member)) return nullptr;
  const float index = number_at(json, {member, "index"}, -1.0f);
  const bool is_there = index >= 0.0f && index < float(material.textures.size());
  return is_there ? material.textures[std::size_t(index)].get() : nullptr;
}

using FileOf = std::function<std::string(const Texture&)>;

std::string statement(const char* keyword, std::initializer_list<float> numbers) {
  std::string line = keyword;
  for (const float number : numbers) append_obj_number(line += ' ', number);
  return line;
}

std::string map_statement(const char* keyword, const Texture& texture, const FileOf& file_of) {
  return std::string(keyword) + (texture.repeats ? " " : " -clamp on ") + file_of(texture);
}

/// The material's glTF members as statements.
std::vector<std::string> made_lines(const Material& material, const FileOf& file_of) {
  const Json json = carried_of(material);
  const glm::vec4& color = material.base_color;
  std::vector<std::string> lines{statement("Kd", {color.x, color.y, color.z})};
  if (color.w != 1.0f) lines.push_back(statement("d", {color.w}));
  if (material.base_color_texture)
    lines.push_back(map_statement("map_Kd", *material.base_color_texture, file_of));
  if (const glm::vec3 glow = emission_of(json); glow != glm::vec3(0.0f))
    lines.push_back(statement("Ke", {glow.x, glow.y, glow.z}));
  if (const Texture* map = texture_at(material, json, "emissiveTexture"))
    lines.push_back(map_statement("map_Ke", *map, file_of));
  if (json.contains("pbrMetallicRoughness")) {
    lines.push_back(
        statement("Pr", {number_at(json, {"pbrMetallicRoughness", "roughnessFactor"}, 1.0f)}));
    lines.push_back(
        statement("Pm", {number_at(json, {"pbrMetallicRoughness", "metallicFactor"}, 1.0f)}));
  }
  if (const Texture* map = texture_at(material, json, "normalTexture"))
    lines.push_back(map_statement("norm", *map, file_of));
  return lines;
}

/// The material's original lines, without newmtl, comments and broken text.
std::vector<std::string> kept_lines(const Json& json) {
  std::vector<std::string> lines;
  if (!json.contains("extras") || !json["extras"].is_object() || !json["extras"].contains(kLines))
    return lines;
  for (const Json& entry : json["extras"][kLines]) {
    std::string line = entry.is_string() ? clean_name(entry.get<std::string>()) : std::string();
    std::string_view rest = line;
    if (const std::string_view keyword = next_word(rest);
        keyword.empty() || keyword == "newmtl" || keyword[0] == '#')
      continue;
    if (line.back() == '\\') line += '_';
    lines.push_back(std::move(line));
  }
  return lines;
}

PictureOf pictures_of(const Material& material) {
  return [&material](const MtlMap& map) -> std::shared_ptr<const Texture> {
    if (map.is_drawn) {
      const std::shared_ptr<const Texture>& base = material.base_color_texture;
      return base && base->name == map.name ? base : nullptr;
    }
    const auto found = std::find_if(
        material.textures.begin(), material.textures.end(),
        [&](const std::shared_ptr<const Texture>& texture) { return texture->name == map.name; });
    return found == material.textures.end() ? nullptr : *found;
  };
}

bool looks_same(const Material& a, const Material& b) {
  const auto near = [](float x, float y) { return std::abs(x - y) <= 1e-5f; };
  const Json in_a = carried_of(a), in_b = carried_of(b);
  const auto same_number = [&](std::initializer_list<const char*> path, float otherwise) {
    return near(number_at(in_a, path, otherwise), number_at(in_b, path, otherwise));
  };
  const glm::vec3 glow = glm::abs(emission_of(in_a) - emission_of(in_b));
  for (int c = 0; c < 4; ++c) {
    if (!near(a.base_color[c], b.base_color[c])) return false;
  }
  return a.base_color_texture == b.base_color_texture &&
         std::max({glow.x, glow.y, glow.z}) <= 1e-5f &&
         same_number({"pbrMetallicRoughness", "roughnessFactor"}, 1.0f) &&
         same_number({"pbrMetallicRoughness", "metallicFactor"}, 0.0f);
}

/// The line, with the current file name if it names a picture.
std::string with_file(const std::string& line, const PictureOf& picture, const FileOf& file_of) {
  std::string_view rest = line;
  const std::string_view keyword = next_word(rest);
  if (!names_picture(keyword)) return line;
  MtlMap map = map_of(rest);
  map.is_drawn = lower(keyword) == "map_kd";
  const std::shared_ptr<const Texture> texture = picture(map);
  if (!texture || map.name.size() > line.size()) return line;
  return line.substr(0, line.size() - map.name.size()) + file_of(*texture);
}

namespace fs = std::filesystem;

constexpr std::size_t kMostLibraries = 16, kMostWarnings = 8;
constexpr std::uint64_t kLibraryCap = 64ull << 20;   ///< bytes of one library
constexpr std::uint64_t kPictureCap = 256ull << 20;  ///< bytes of one picture's file
constexpr std::uint64_t kCarriedCap = 1ull << 30;    ///< bytes of all pictures that are not drawn

/// The type by the first bytes; empty: neither PNG nor JPEG nor WebP.
std::string mime_of(const std::string& bytes) {
  if (bytes.rfind("\x89PNG\r\n\x1A\n", 0) == 0) return "image/png";
  if (bytes.rfind("\xFF\xD8\xFF", 0) == 0) return "image/jpeg";
  if (bytes.size() >= 12 && bytes.rfind("RIFF", 0) == 0 && bytes.compare(8, 4, "WEBP") == 0)
    return "image/webp";
  return {};
}

class LibraryReader {
 public:
  LibraryReader(const fs::path& folder, const std::function<bool(const std::string&)>& is_used,
                std::vector<std::string>& warnings)
      : folder_(folder), is_used_(is_used), warnings_(warnings) {}

  /// One library, or several if the line has blanks and is not the name of an existing file.
  void read(const std::string& names) {
    const fs::path path = place_of(names);
    std::error_code error;
    if (path.empty()) return;
    if (fs::exists(path, error)) return read_library(names, path);
    std::string_view rest = names;
    for (std::string_view word = next_word(rest); !word.empty() && word.size() < names.size();
         word = next_word(rest)) {
      const std::string name(word);
      const fs::path one = place_of(name);
      if (!one.empty() && fs::exists(one, error)) read_library(name, one);
    }
  }
  std::map<std::string, Material> take() {
    if (faults_ > kMostWarnings)
      warnings_.push_back(
          fmt::format("{} more faults in material libraries", faults_ - kMostWarnings));
    return std::move(materials_);
  }

 private:
  /// The current material; without a name: none, or an unused one.
  struct Text {
    std::string name{};
    std::vector<std::string> lines{};
    std::vector<std::uint32_t> numbers{};  ///< one per line
  };

  void read_library(const std::string& name, const fs::path& path) {
    Text text;
    try {
      const std::string bytes = read_file(path, kLibraryCap);
      Lines lines(bytes);
      for (std::string_view line; lines.next(line);) statement(name, lines.number(), line, text);
    } catch (const Error& problem) {
      warn("the material library " + in_quotes(name) + " " + problem.expected());
    }
    finish(name, text);
  }

  void warn(std::string what) {
    if (++faults_ <= kMostWarnings) warnings_.push_back(std::move(what));
  }

  /// Returns an empty path, with a warning, for a file outside the folder.
  fs::path place_of(const std::string& name) {
    fs::path path = path_inside(folder_, name);
    if (path.empty())
      warn("the file refers to " + in_quotes(name) + ", which is not inside the model's folder");
    return path;
  }

  void statement(const std::string& library, std::uint32_t number, std::string_view line,
                 Text& text) {
    std::string_view rest = line;
    const std::string_view keyword = next_word(rest);
    if (keyword == "newmtl") {
      finish(library, text);
      text.name = clean_name(rest);
      if (materials_.count(text.name) > 0 || !is_used_(text.name)) text.name.clear();
    } else if (!text.name.empty() && !keyword.empty() && keyword[0] != '#') {
      text.lines.push_back(clean_name(line));
      text.numbers.push_back(number);
    }
  }

  void finish(const std::string& library, Text& text) {
    if (!text.name.empty()) {
      const auto refuse = [&](std::size_t line) {
        std::string_view rest = text.lines[line];
        warn(fmt::format("the material library {}: line {}: expected numbers after {}",
                         in_quotes(library), text.numbers[line], next_word(rest)));
      };
      materials_.emplace(text.name, material_from_mtl(
                                        text.name, text.lines,
                                        [&](const MtlMap& map) { return picture(map); }, refuse));
    }
    text = {};
  }

  /// Returns nullptr, with a warning, if the file cannot be read. A decoded picture is also used
  /// where it is only carried.
  std::shared_ptr<const Texture> picture(const MtlMap& map) {
    const fs::path path = place_of(map.name);
    if (path.empty()) return nullptr;
    for (const bool is_drawn : {true, map.is_drawn}) {
      if (const auto found = pictures_.find({path, map.repeats, is_drawn});
          found != pictures_.end())
        return found->second;
    }
    auto texture = std::make_shared<Texture>();
    texture->name = map.name;
    texture->repeats = map.repeats;
    const std::string why = why_unreadable(path, map.is_drawn, *texture);
    if (why.empty()) return pictures_[{path, map.repeats, map.is_drawn}] = std::move(texture);
    warn("the picture " + in_quotes(map.name) + " " + why +
         (map.is_drawn ? "; surfaces have their color only" : "; it is not kept"));
    pictures_[{path, map.repeats, map.is_drawn}] = nullptr;
    return nullptr;
  }

  std::string why_unreadable(const fs::path& path, bool is_drawn, Texture& texture) {
    try {
      const std::string bytes =
          read_file(path, is_drawn ? kPictureCap : std::min(kPictureCap, carried_left_));
      texture.file.assign(bytes.begin(), bytes.end());
      if (is_drawn) return decode_picture(texture, budget_);
      texture.mime = mime_of(bytes);
      carried_left_ -= bytes.size();
      return texture.mime.empty() ? "is neither PNG nor JPEG nor WebP" : "";
    } catch (const Error& problem) {
      return problem.expected();
    }
  }

  using Key = std::tuple<fs::path, bool, bool>;  ///< path, whether it repeats, whether it is drawn

  const fs::path& folder_;
  const std::function<bool(const std::string&)>& is_used_;
  std::vector<std::string>& warnings_;
  std::map<std::string, Material> materials_;
  std::size_t faults_ = 0;
  std::map<Key, std::shared_ptr<const Texture>> pictures_;  ///< null: cannot be read
  std::uint64_t budget_ = kPictureBudget, carried_left_ = kCarriedCap;
};

}  // namespace

bool is_no_material(std::string_view name) {
  return name.empty() || name == "none" || name == "(null)";
}

Material material_from_mtl(const std::string& name, const std::vector<std::string>& lines,
                           const PictureOf& picture,
                           const std::function<void(std::size_t)>& refuse) {
  const ParsedMtl parsed = read_statements(lines, refuse);
  Material material;
  material.name = name;
  if (parsed.diffuse_map) material.base_color_texture = picture(*parsed.diffuse_map);
  // The picture replaces the color, because many programs write black if there is a picture.
  const glm::vec3 color =
      material.base_color_texture ? glm::vec3(1.0f) : color_of(parsed.numbers.diffuse);
  material.base_color = glm::vec4(color, part_of_one(parsed.numbers.dissolve));
  Json json = Json::object();
  add_surface(parsed, picture, material, json);
  if (!json.empty()) material.carried = json.dump();
  if (made_lines(material, [](const Texture& texture) { return texture.name; }) != lines) {
    json["extras"] = {{kLines, lines}};
    material.carried = json.dump();
  }
  return material;
}

std::vector<std::string> mtl_from_material(const Material& material, const FileOf& file_of) {
  std::vector<std::string> lines = kept_lines(carried_of(material));
  const PictureOf picture = pictures_of(material);
  if (lines.empty() || !looks_same(material_from_mtl(material.name, lines, picture), material))
    return made_lines(material, file_of);
  for (std::string& line : lines) line = with_file(line, picture, file_of);
  return lines;
}

std::map<std::string, Material> read_material_libraries(
    const MaterialLibraries& libraries, const std::function<bool(const std::string&)>& is_used,
    std::vector<std::string>& warnings) {
  LibraryReader reader(libraries.folder, is_used, warnings);
  std::set<std::string> seen;
  for (const std::string& name : libraries.names) {
    if (seen.size() < kMostLibraries && seen.insert(name).second) reader.read(name);
  }
  return reader.take();
}

}  // namespace marrow::io
