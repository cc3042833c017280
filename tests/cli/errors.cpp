// Exit status and words: 0 done, 1 one line "marrow: FILE: place: what was expected", 2 wrong
// usage.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

void check_failure(const std::vector<std::string>& command, const std::string& file) {
  const Ran ran = run(command);
  INFO(ran.err);
  CHECK(ran.status == 1);
  CHECK(ran.error_lines() == 1);
  CHECK(ran.err.rfind("marrow: " + file + ":", 0) == 0);
  CHECK(ran.out.empty());
}

}  // namespace

TEST_CASE("every command says in one line which file it could not read, and writes nothing") {
  const Scratch folder;
  std::ofstream(folder / "bad.glb") << "this is not a model";
  std::ofstream(folder / "bad.obj") << "v 0 0 0\nf 1 2 3\n";
  fs::create_directory(folder / "folder.obj");
  for (const std::string name : {"missing.glb", "bad.glb", "bad.obj", "folder.obj"}) {
    const std::string file = folder / name;
    check_failure({"report", file}, file);
    check_failure({"report", file, "--json", "-"}, file);
    check_failure({"pose", file, "--reset", "-o", folder / "out.glb"}, file);
    check_failure({"skin", file, "-o", folder / "out.obj"}, file);
    check_failure({"render", file, "-o", folder / "out.png"}, file);
    check_failure({"convert", file, folder / "out.glb"}, file);
  }
  for (const std::string name : {"out.glb", "out.obj", "out.png"})
    CHECK_FALSE(fs::exists(folder / name));
}

TEST_CASE(
    "a place that cannot be written fails with that place's name, and an older file there stays "
    "whole") {
  const Scratch folder;
  const std::string bar = (media() / "bar.glb").string();
  check_failure({"pose", bar, "--reset", "-o", folder / "nowhere/out.glb"},
                folder / "nowhere/out.glb");
  check_failure({"skin", bar, "-o", folder / "nowhere/out.obj"}, folder / "nowhere/out.obj");
  check_failure({"render", bar, "-o", folder / "nowhere/out.png"}, folder / "nowhere/out.png");
  check_failure({"report", bar, "--json", folder / "nowhere/out.json"},
                folder / "nowhere/out.json");
  std::ofstream(folder / "old.glb") << "old";
  CHECK(run({"pose", bar, "--joint", "nobody", "--rotate", "0,0,1,5", "-o", folder / "old.glb"})
            .status == 1);
  CHECK(text_of(folder / "old.glb") == "old");
}

TEST_CASE("a kind of file that nobody writes is refused by name") {
  const Scratch folder;
  const std::string bar = (media() / "bar.glb").string();
  const Ran convert = run({"convert", bar, folder / "out.xyz"});
  CHECK(convert.status == 1);
  CHECK(convert.error_lines() == 1);
  CHECK(convert.err.find("out.xyz") != std::string::npos);
  const Ran skin = run({"skin", bar, "-o", folder / "out.bvh"});
  CHECK(skin.status == 2);
  CHECK(skin.err.find(".obj") != std::string::npos);
}

TEST_CASE("wrong usage exits 2") {
  CHECK(run({"report"}).status == 2);
  CHECK(run({"pose", (media() / "bar.glb").string()}).status == 2);
  CHECK(run({"report", (media() / "bar.glb").string(), "--falloff", "cubic"}).status == 2);
  CHECK(
      run({"skin", (media() / "bar.glb").string(), "-o", "x.obj", "--backend", "abacus"}).status ==
      2);
}
