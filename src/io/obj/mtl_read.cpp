// Reads material libraries: lines by material, each picture once.
#include <fmt/format.h>
#include <set>
#include <tuple>

#include "io/error.h"
#include "io/file.h"
#include "io/image_file.h"
#include "io/number_text.h"
#include "io/obj/mtl.h"
#include "io/obj/obj_text.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLibraries = 16, kMostWarnings = 8;
constexpr std::uint64_t kLibraryCap = 64ull << 20;   ///< bytes of one library
constexpr std::uint64_t kPictureCap = 256ull << 20;  ///< bytes of one picture's file
constexpr std::uint64_t kCarriedCap = 1ull << 30;    ///< bytes of all pictures that are not drawn

/// The type by the first bytes; empty: neither PNG nor JPEG.
std::string mime_of(const std::string& bytes) {
  if (bytes.rfind("\x89PNG\r\n\x1A\n", 0) == 0) return "image/png";
  if (bytes.rfind("\xFF\xD8\xFF", 0) == 0) return "image/jpeg";
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

  /// Empty, with a warning, for a file outside the folder.
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

  /// nullptr, with a warning, if there is no file. A decoded picture is also used where it is only
  /// carried.
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
      return texture.mime.empty() ? "is neither PNG nor JPEG" : "";
    } catch (const Error& problem) {
      return problem.expected();
    }
  }

  using Key = std::tuple<fs::path, bool, bool>;  ///< where, repeats, drawn

  const fs::path& folder_;
  const std::function<bool(const std::string&)>& is_used_;
  std::vector<std::string>& warnings_;
  std::map<std::string, Material> materials_;
  std::size_t faults_ = 0;
  std::map<Key, std::shared_ptr<const Texture>> pictures_;  ///< null: cannot be read
  std::uint64_t budget_ = kPictureBudget, carried_left_ = kCarriedCap;
};

}  // namespace

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
