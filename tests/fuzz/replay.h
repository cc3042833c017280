// Runs a fuzzer's target on seeds and kept crashers, without a fuzzer.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "support/support.h"

namespace marrow::test {

/// Files of tests/fuzz/seeds/NAME and tests/fuzz/crashers/NAME.
inline std::vector<std::filesystem::path> fuzz_inputs(const std::string& name) {
  std::vector<std::filesystem::path> files;
  for (const char* kind : {"seeds", "crashers"}) {
    const std::filesystem::path folder = source() / "tests/fuzz" / kind / name;
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files.push_back(entry.path());
  }
  return files;
}

inline void replay(const std::string& name, void (*target)(std::string_view, fuzz::Depth)) {
  const std::vector<std::filesystem::path> files = fuzz_inputs(name);
  CHECK(!files.empty());
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.string());
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    CHECK_NOTHROW(target(bytes, fuzz::Depth::all));
  }
}

}  // namespace marrow::test
