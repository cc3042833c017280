// Files that targets read and write, in a folder of this process that is deleted at its end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace marrow::fuzz {

class Workplace {
 public:
  Workplace() {
    std::string pattern = (std::filesystem::temp_directory_path() / "marrow_fuzz_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no temporary folder can be made");
    folder_ = pattern;
  }
  ~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  std::filesystem::path operator/(const char* name) const { return folder_ / name; }
  std::filesystem::path put(const char* name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return folder_ / name;
  }

 private:
  std::filesystem::path folder_;
};

inline void demand(bool holds, const std::string& law) {
  if (!holds) throw std::logic_error(law);
}

}  // namespace marrow::fuzz
