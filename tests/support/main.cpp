// The main() of every test program: doctest's, plus exit status 77 ("skipped") when all that ran
// passed and something was skipped by name.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/support.h"

namespace marrow::test {

static int skipped = 0;

void skip(const std::string& what) {
  ++skipped;
  std::printf("skipped: %s\n", what.c_str());
}

std::filesystem::path source() { return MARROW_SOURCE_DIR; }

std::filesystem::path program() { return MARROW_BINARY; }

std::filesystem::path shared_data() {
  const std::filesystem::path folder = source().parent_path() / "shared" / "data";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

std::filesystem::path media() { return source() / "media"; }

std::filesystem::path scratch(const std::string& name) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / ("marrow_" + name + "_XXXXXX")).string();
  return mkdtemp(pattern.data());
}

}  // namespace marrow::test

#if defined(__SANITIZE_ADDRESS__)
// A graphics driver that is unloaded takes its globals along, and what they own would then count as
// leaked. Under the leak checker libraries stay.
extern "C" int dlclose(void*) { return 0; }
#endif

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int result = context.run();
  return result == 0 && marrow::test::skipped > 0 ? 77 : result;
}
