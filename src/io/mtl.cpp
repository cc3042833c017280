#include "io/mtl.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "io/error.h"
#include "io/file.h"
#include "io/folder.h"
#include "io/lines.h"
#include "io/picture.h"
#include "io/text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLibraries = 16, kMostWarnings = 8;
constexpr std::uint64_t kLibraryCap = 64ull << 20;   ///< bytes of one library
constexpr std::uint64_t kPictureCap = 256ull << 20;  ///< bytes of one picture's file

/// What map_Kd says: "-clamp on -s 1 1 1 skin.png", or a name alone, which may hold blanks.
struct Map {
  std::string name;
  bool repeats = true;
};

Map map_of(std::string_view line) {
  Map map;
  const std::string whole = clean_name(line);
  map.name = whole;
  if (whole.rfind('-', 0) == 0) {
    std::string_view rest = whole;
    std::string_view before;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      if (before == "-clamp") map.repeats = word != "on";
      before = word;
    }
    map.name = before;
  }
  std::replace(map.name.begin(), map.name.end(), '\\', '/');
  return map;
}

class LibraryReader {
 public:
  LibraryReader(const fs::path& folder, std::vector<std::string>& warnings) : folder_(folder), warnings_(warnings) {}

  void read(const std::string& name) {
    const fs::path path = place_of(name);
    std::error_code error;
    if (path.empty() || !fs::exists(path, error)) return;
    try {
      const std::string bytes = read_file(path, kLibraryCap);
      Lines lines(bytes);
      std::string_view line;
      material_ = nullptr;
      while (lines.next(line)) statement(name, lines.number(), line);
    } catch (const Error& problem) {
      warn("the material library " + in_quotes(name) + " " + problem.expected());
    }
  }

  std::map<std::string, Material> take() {
    if (faults_ > kMostWarnings) warnings_.push_back(fmt::format("{} more faults in material libraries", faults_ - kMostWarnings));
    return std::move(materials_);
  }

 private:
  void warn(std::string what) {
    if (++faults_ <= kMostWarnings) warnings_.push_back(std::move(what));
  }

  /// Empty, and a warning, for a file elsewhere.
  fs::path place_of(const std::string& name) {
    fs::path path = path_inside(folder_, name);
    if (path.empty()) warn("the file refers to " + in_quotes(name) + ", which is not inside the model's folder");
    return path;
  }

  void statement(const std::string& library, std::uint32_t number, std::string_view line) {
    const std::string_view keyword = next_word(line);
    bool is_good = true;
    if (keyword == "newmtl") {
      const std::string name = clean_name(line);
      const auto [found, is_new] = materials_.try_emplace(name);
      if (is_new) found->second.name = name;
      material_ = is_new ? &found->second : nullptr;
    } else if (material_ && keyword == "Kd") {
      is_good = read_color(line);
    } else if (material_ && keyword == "d") {
      is_good = read_part(line, material_->base_color.w);
    } else if (material_ && keyword == "map_Kd") {
      read_map(map_of(line));
    }
    if (!is_good) warn(fmt::format("the material library {}: line {}: expected numbers after {}", in_quotes(library), number, keyword));
  }

  static bool read_part(std::string_view& line, float& part) {
    float value = 0.0f;
    if (read_number(next_word(line), value) != NumberKind::finite) return false;
    part = std::clamp(value, 0.0f, 1.0f);
    return true;
  }

  bool read_color(std::string_view line) {
    glm::vec4 color = material_->base_color;
    if (!read_part(line, color.x) || !read_part(line, color.y) || !read_part(line, color.z)) return false;
    if (!material_->base_color_texture) material_->base_color = color;
    return true;
  }

  /// The picture stands in place of the colour, which many programs write as black beside it.
  void read_map(const Map& map) {
    material_->base_color_texture = picture(map);
    if (material_->base_color_texture) material_->base_color = glm::vec4(1.0f, 1.0f, 1.0f, material_->base_color.w);
  }

  std::shared_ptr<const Texture> picture(const Map& map) {
    const fs::path path = place_of(map.name);
    if (path.empty()) return nullptr;
    const auto [found, is_new] = pictures_.try_emplace({path, map.repeats});
    if (!is_new) return found->second;
    Texture texture;
    texture.name = map.name;
    texture.repeats = map.repeats;
    std::string why;
    try {
      const std::string bytes = read_file(path, kPictureCap);
      texture.file.assign(bytes.begin(), bytes.end());
      why = decode_picture(texture, budget_);
    } catch (const Error& problem) {
      why = problem.expected();
    }
    if (why.empty()) return found->second = std::make_shared<const Texture>(std::move(texture));
    warn("the picture " + in_quotes(map.name) + " " + why + "; surfaces have their colour only");
    return nullptr;
  }

  const fs::path& folder_;
  std::vector<std::string>& warnings_;
  std::map<std::string, Material> materials_;
  Material* material_ = nullptr;  ///< the one that statements belong to; null before the first and in one that was defined before
  std::size_t faults_ = 0;
  std::map<std::pair<fs::path, bool>, std::shared_ptr<const Texture>> pictures_;  ///< null: cannot be read
  std::uint64_t budget_ = kPictureBudget;
};

}  // namespace

std::map<std::string, Material> read_material_libraries(const fs::path& folder, const std::vector<std::string>& names,
                                                        std::vector<std::string>& warnings) {
  LibraryReader reader(folder, warnings);
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (seen.size() < kMostLibraries && seen.insert(name).second) reader.read(name);
  }
  return reader.take();
}

}  // namespace marrow::io
