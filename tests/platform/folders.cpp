#include "platform/folders.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "platform/processes.h"
#include "support/support.h"

using namespace marrow;
namespace fs = std::filesystem;

TEST_CASE("the program's folders are its own, each another") {
  const fs::path folders[] = {platform::config_folder(), platform::state_folder()};
  for (const fs::path& folder : folders) {
    if (folder.empty()) return test::skip("there is no home");
    CHECK(folder.is_absolute());
    CHECK(test::contains(lower(folder.string()), "marrow"));
  }
  CHECK(folders[0] != folders[1]);
}

TEST_CASE("the program knows where it stands") {
  if (!platform::has_processes()) return;  // a page has no program file
  CHECK(fs::exists(platform::program_file()));
  CHECK(fs::is_directory(platform::program_folder()));
  CHECK(fs::canonical(platform::program_file()).parent_path() ==
        fs::canonical(platform::program_folder()));
}

TEST_CASE("what ships with the program is found in the first folder that has it") {
  CHECK(!platform::resource_folders().empty());
  for (const fs::path& folder : platform::resource_folders()) CHECK(folder.is_absolute());
  CHECK(platform::resource("media/nothing of this name").empty());
  if (!platform::has_processes()) return;  // a page puts its files there itself
  const fs::path sources = platform::resource("src");
  if (sources.empty()) return test::skip("nothing stands beside this program");
  CHECK(fs::exists(sources / "platform" / "folders.h"));
  CHECK(fs::exists(platform::resource("media/human.glb")));
}
