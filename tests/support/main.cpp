// The main() of every test program: doctest's, plus exit status 77 if all passed and something
// skipped.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sys/statvfs.h>
#include <unistd.h>

#if __has_include(<malloc.h>)
#include <malloc.h>
#else
#include <malloc/malloc.h>
#endif

#define DOCTEST_CONFIG_IMPLEMENT
#include "support/soak.h"
#include "support/support.h"

#if defined(__SANITIZE_ADDRESS__)
// Debian's g++ has the function but not its header.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

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

std::filesystem::path locales() { return MARROW_LOCALES; }

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Tests save ten thousand times, and each saving waits for the disk. So files go into memory if
/// there is room, unless TMPDIR names a place.
static std::filesystem::path fastest_folder() {
  constexpr std::uint64_t kRoom = std::uint64_t(4) << 30;
  const char* memory = "/dev/shm";
  struct statvfs room {};
  const bool has_room = statvfs(memory, &room) == 0 && (room.f_flag & ST_NOEXEC) == 0 &&
                        access(memory, W_OK | X_OK) == 0 &&
                        std::uint64_t(room.f_bavail) * room.f_frsize >= kRoom;
  return has_room && std::getenv("TMPDIR") == nullptr ? memory
                                                      : std::filesystem::temp_directory_path();
}

static std::filesystem::path scratch_in(const std::filesystem::path& folder,
                                        const std::string& name) {
  std::string pattern = (folder / ("marrow_" + name + "_XXXXXX")).string();
  return mkdtemp(pattern.data());
}

bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

std::size_t allocated_bytes() {
#if defined(__SANITIZE_ADDRESS__)
  return __sanitizer_get_current_allocated_bytes();
#elif !__has_include(<malloc.h>)
  malloc_statistics_t use{};
  malloc_zone_statistics(nullptr, &use);
  return use.size_in_use;
#else
#if defined(__GLIBC__)
  const struct mallinfo2 use = mallinfo2();
#else
  const struct mallinfo use = mallinfo();
#endif
  return std::size_t(use.uordblks) + std::size_t(use.hblkhd);
#endif
}

std::filesystem::path scratch(const std::string& name) {
  static const std::filesystem::path folder = fastest_folder();
  return scratch_in(folder, name);
}

std::filesystem::path scratch_on_disk(const std::string& name) {
  return scratch_in(std::filesystem::temp_directory_path(), name);
}

}  // namespace marrow::test

#if defined(__SANITIZE_ADDRESS__)
// Keeps libraries loaded: objects that an unloaded graphics driver's globals own count as leaked.
extern "C" int dlclose(void*) { return 0; }
#endif

int main(int argc, char** argv) {
  // The graphics driver uses the user's cache of compiled shaders, whatever home a test makes.
  if (const char* home = std::getenv("HOME"))
    setenv("MESA_SHADER_CACHE_DIR", (std::string(home) + "/.cache").c_str(), 0);
  doctest::Context context(argc, argv);
  const int result = context.run();
  return result == 0 && marrow::test::skipped > 0 ? 77 : result;
}
