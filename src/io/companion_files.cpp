#include "io/companion_files.h"

#include <algorithm>

#include "base/utf8.h"
#include "io/error.h"
#include "io/file.h"
#include "io/number_text.h"
#include "io/write_file.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

constexpr int kMostNumbers = 9999;

/// The saved file's folder. Links are followed, as in the atomic write.
fs::path folder_of_file(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(path), error);
  return error ? fs::absolute(path).parent_path() : real.parent_path();
}

std::string numbered(const std::string& stem, int number, const std::string& extension) {
  return number == 1 ? stem + extension : stem + "-" + std::to_string(number) + extension;
}

}  // namespace

std::string file_name_from(const std::string& text, const std::string& otherwise) {
  constexpr std::size_t kLongest = 100;
  std::string name = clean_name(text);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::string_view("/\\:*?\"<>|#").find(c) != std::string_view::npos; },
      '_');
  name.erase(0, std::min(name.find_first_not_of(". "), name.size()));
  std::size_t end = std::min(name.size(), kLongest);
  while (end > 0 && end < name.size() && is_utf8_continuation(name[end])) --end;
  name = clean_name(name.substr(0, end));
  return name.empty() ? otherwise : name;
}

CompanionFiles::CompanionFiles(const fs::path& path)
    : path_(path),
      folder_(folder_of_file(path)),
      stem_(file_name_from(path.stem().string(), "materials")) {}

bool CompanionFiles::is_same(const std::string& name,
                             const std::vector<std::uint8_t>& bytes) const {
  const fs::path path = path_inside(folder_, name);
  std::error_code error;
  if (path.empty() || !fs::is_regular_file(path, error) ||
      fs::file_size(path, error) != bytes.size())
    return false;
  try {
    const std::string there = read_file(path, bytes.size());
    return std::equal(there.begin(), there.end(), bytes.begin(),
                      [](char a, std::uint8_t b) { return std::uint8_t(a) == b; });
  } catch (const Error&) {
    return false;
  }
}

bool CompanionFiles::is_free(const std::string& name, const Texture& texture) const {
  if (const auto found = new_files_.find(name); found != new_files_.end())
    return found->second->file == texture.file;
  std::error_code error;
  return fs::symlink_status(folder_ / name, error).type() == fs::file_type::not_found ||
         is_same(name, texture.file);
}

std::string CompanionFiles::picture(const Texture& texture) {
  if (const auto found = names_.find(&texture); found != names_.end()) return found->second;
  const bool is_plain = clean_name(texture.name) == texture.name &&
                        texture.name.find_first_of(" #") == std::string::npos;
  if (is_plain && is_same(texture.name, texture.file)) return names_[&texture] = texture.name;
  std::string base = file_name_from(fs::path(texture.name).filename().stem().string(), "picture");
  std::string prefix = stem_ + "_";
  // in .mtl statements blanks separate options from the name
  for (std::string* part : {&base, &prefix}) std::replace(part->begin(), part->end(), ' ', '_');
  if (base.rfind(prefix, 0) == 0) prefix.clear();
  const std::string extension = texture.mime == "image/jpeg"   ? ".jpg"
                                : texture.mime == "image/webp" ? ".webp"
                                                               : ".png";
  int number = 1;
  while (number < kMostNumbers && !is_free(numbered(prefix + base, number, extension), texture))
    ++number;
  const std::string name = numbered(prefix + base, number, extension);
  if (!is_same(name, texture.file)) new_files_.emplace(name, &texture);
  return names_[&texture] = name;
}

std::string CompanionFiles::text(const std::string& extension, std::string text) {
  std::error_code error;
  int number = 1;
  const auto is_taken = [&] {  // a link could lead out of the folder
    const fs::file_type type =
        fs::symlink_status(folder_ / numbered(stem_, number, extension), error).type();
    return type != fs::file_type::not_found && type != fs::file_type::regular;
  };
  while (number < kMostNumbers && is_taken()) ++number;
  const std::string name = numbered(stem_, number, extension);
  if (!is_same(name, {text.begin(), text.end()})) new_texts_[name] = std::move(text);
  return name;
}

void CompanionFiles::write(const std::string& bytes, bool keep_backup) const {
  std::vector<FileToWrite> files;
  for (const auto& [name, texture] : new_files_)
    files.push_back({folder_ / name,
                     {reinterpret_cast<const char*>(texture->file.data()), texture->file.size()},
                     false});
  for (const auto& [name, text] : new_texts_) files.push_back({folder_ / name, text, true});
  files.push_back({path_, bytes, keep_backup});
  write_files(files);
}

}  // namespace marrow::io
