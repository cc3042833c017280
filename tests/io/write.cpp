// The atomic write: the old file or the new one, never a part of either.
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/support.h"
#include "io/write_file.h"
#include "support/process_clock.h"
#include "support/without_rights.h"

using namespace marrow;
using namespace marrow::test;

namespace fs = std::filesystem;

namespace {

std::size_t entries_in(const fs::path& folder) {
  return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

FOLDER_CASE("a file is made or replaced whole, and nothing else is left behind") {
  io::write_file(folder / "x", "one");
  CHECK(bytes_of(folder / "x") == "one");
  io::write_file(folder / "x", "second");
  CHECK(bytes_of(folder / "x") == "second");
  io::write_file(folder / "x", "");
  CHECK(bytes_of(folder / "x") == "");
  CHECK(entries_in(folder.folder) == 1);
}

FOLDER_CASE("the version before is kept as .bak where asked") {
  io::write_file(folder / "x", "one", true);
  CHECK(!fs::exists(folder / "x.bak"));
  io::write_file(folder / "x", "two", true);
  CHECK(bytes_of(folder / "x.bak") == "one");
  io::write_file(folder / "x", "three", true);
  CHECK(bytes_of(folder / "x.bak") == "two");
  CHECK(bytes_of(folder / "x") == "three");
  CHECK(entries_in(folder.folder) == 2);
}

FOLDER_CASE("a link is written through and stays a link") {
  fs::create_directory(folder / "there");
  put(folder / "there/real", "old");
  fs::create_symlink("there/real", folder / "link");
  fs::create_symlink("link", folder / "chain");
  io::write_file(folder / "chain", "new");
  CHECK(bytes_of(folder / "there/real") == "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(fs::is_symlink(folder / "chain"));
  fs::create_symlink("there/later", folder / "dangling");
  io::write_file(folder / "dangling", "made");
  CHECK(bytes_of(folder / "there/later") == "made");
}

FOLDER_CASE("the rights of the file that is replaced stay; a new file gets what the umask allows") {
  put(folder / "x", "old");
  REQUIRE(::chmod((folder / "x").c_str(), 0640) == 0);
  io::write_file(folder / "x", "new");
  CHECK(mode_of(folder / "x") == 0640);
  const mode_t before = ::umask(027);
  io::write_file(folder / "y", "new");
  ::umask(before);
  CHECK(mode_of(folder / "y") == 0640);
}

FOLDER_CASE("what cannot be written is said in words and leaves the old file whole") {
  fs::create_directory(folder / "dir");
  CHECK(contains(refusal([&] { io::write_file(folder / "dir", "x"); }), "is a folder"));
  CHECK(contains(refusal([&] { io::write_file(folder / "none/x", "x"); }),
                 "the folder does not exist"));
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(contains(refusal([&] { io::write_file(folder / "pipe", "x"); }), "not a regular file"));
  CHECK(contains(refusal([&] { io::write_file(folder / "dir" / "", "x"); }),
                 "expected the name of a file"));
}

FOLDER_CASE("a read-only folder and a write-protected file are respected") {
  const WithoutRights without;
  fs::create_directory(folder / "dir");
  put(folder / "dir/x", "old");
  fs::permissions(folder / "dir", fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(contains(refusal([&] { io::write_file(folder / "dir/x", "new"); }), "no permission"));
  fs::permissions(folder / "dir", fs::perms::owner_all);
  CHECK(bytes_of(folder / "dir/x") == "old");
  fs::permissions(folder / "dir/x", fs::perms::owner_read);
  CHECK(contains(refusal([&] { io::write_file(folder / "dir/x", "new"); }), "write-protected"));
  CHECK(bytes_of(folder / "dir/x") == "old");
}

FOLDER_CASE("a full disk leaves the old file whole and no temporary file") {
  put(folder / "x", "old");
  // A limit on the file size simulates a full disk: write() stops half-way and then fails.
  struct rlimit before {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit tight = before;
  tight.rlim_cur = 1000;
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const std::string message =
      refusal([&] { io::write_file(folder / "x", std::string(5000, 'n'), true); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(contains(message, "cannot be written"));
  CHECK(bytes_of(folder / "x") == "old");
  CHECK(entries_in(folder.folder) == 1);
  if (fs::exists("/dev/full"))
    CHECK(contains(refusal([&] { io::write_file("/dev/full", "x"); }), "not a regular file"));
}

FOLDER_CASE("killed at any moment, a writer leaves the old file or a new one, whole") {
  const auto content = [](int round) { return std::string(200000, char('a' + round % 26)); };
  io::write_file(folder / "x", content(0));
  for (int kill = 0; kill < 60; ++kill) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (int round = 0;; ++round) io::write_file(folder / "x", content(round), true);
    }
    wait_until_worked(child, 500e-6 + 137e-6 * kill);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    for (const char* name : {"x", "x.bak"}) {
      if (!fs::exists(folder / name)) continue;
      const std::string bytes = bytes_of(folder / name);
      REQUIRE(bytes.size() == 200000);
      REQUIRE(std::count(bytes.begin(), bytes.end(), bytes[0]) == 200000);
    }
    REQUIRE(fs::exists(folder / "x"));
  }
}

FOLDER_CASE("a save that is refused leaves the file as it was") {
  Scene scene;
  io::save(folder / "x.glb", scene, {});
  const std::string before = bytes_of(folder / "x.glb");
  Node broken;
  broken.local[0].x = NAN;
  scene.nodes.push_back(broken);
  CHECK(contains(refusal([&] { io::save(folder / "x.glb", scene, {}); }),
                 "this scene cannot be saved"));
  CHECK(contains(refusal([&] { io::save(folder / "x.ply", Scene(), {}); }),
                 "expected a name that ends in one of"));
  CHECK(bytes_of(folder / "x.glb") == before);
  CHECK(entries_in(folder.folder) == 1);
}

FOLDER_CASE("saving a scene keeps the version before; exporting does not") {
  for (int twice = 0; twice < 2; ++twice) {
    io::save(folder / "scene.glb", Scene(), {});
    io::save(folder / "export.glb", Scene(), {}, {.purpose = io::Purpose::exchange});
  }
  CHECK(fs::exists(folder / "scene.glb.bak"));
  CHECK(!fs::exists(folder / "export.glb.bak"));
}

FOLDER_CASE("what a killed program left is removed by the next save, and nothing else") {
  const pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, nullptr, 0);
  const std::string of_dead = ".marrow-" + std::to_string(dead) + "-",
                    of_living = ".marrow-" + std::to_string(getpid()) + "-";
  const auto old = [&](const std::string& name) {
    put(folder / name, "half");
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::minutes(30));
  };
  for (const std::string& name :
       {of_dead + "1.tmp", of_dead + "2.bak", of_living + "3.tmp", of_dead + "4.tmp.txt",
        of_dead + ".tmp", std::string("model.tmp")})
    old(name);
  put(folder / (of_dead + "5.tmp"), "just now");
  io::write_file(folder / "x", "whole");
  CHECK_FALSE(fs::exists(folder / (of_dead + "1.tmp")));
  CHECK_FALSE(fs::exists(folder / (of_dead + "2.bak")));
  CHECK(entries_in(folder.folder) == 6);
}

FOLDER_CASE("a file without the right to write is not replaced, not even by root") {
  put(folder / "x", "old");
  fs::permissions(folder / "x", fs::perms::owner_read);
  CHECK(contains(refusal([&] { io::write_file(folder / "x", "new"); }), "is write-protected"));
  CHECK(bytes_of(folder / "x") == "old");
  CHECK(entries_in(folder.folder) == 1);
}

FOLDER_CASE("files that belong together are all put in place, or none") {
  put(folder / "a", "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit little{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &little);
  const std::string large(5000, 'x');
  const std::string problem = refusal([&] {
    io::write_files({{folder / "a", "new", true}, {folder / "b", large}});
  });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(problem.find((folder / "b").string()) == 0);
  CHECK(bytes_of(folder / "a") == "old");
  CHECK(entries_in(folder.folder) == 1);
  io::write_files({{folder / "a", "new", true}, {folder / "b", large}});
  CHECK(bytes_of(folder / "a") == "new");
  CHECK(bytes_of(folder / "a.bak") == "old");
  CHECK(entries_in(folder.folder) == 3);
}
