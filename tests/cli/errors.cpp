// Exit status and messages: 0 done, 1 "marrow: FILE: place: what was expected", 2 wrong usage.

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

FOLDER_CASE("every command says in one line which file it could not read, and writes nothing") {
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

FOLDER_CASE(
    "a place that cannot be written fails with that place's name, and an older file there stays "
    "whole") {
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
  CHECK(bytes_of(folder / "old.glb") == "old");
}

FOLDER_CASE("a kind of file that nobody writes is refused by name") {
  const std::string bar = (media() / "bar.glb").string();
  run_badly({"convert", bar, folder / "out.xyz"}, 2, "out.xyz");
  run_badly({"skin", bar, "-o", folder / "out.bvh"}, 2, ".obj");
}

TEST_CASE("wrong usage exits 2") {
  CHECK(run({"report"}).status == 2);
  CHECK(run({"pose", (media() / "bar.glb").string()}).status == 2);
  CHECK(run({"report", (media() / "bar.glb").string(), "--falloff", "cubic"}).status == 2);
  CHECK(run({"report", (media() / "bar.glb").string(), "--metric", "manhattan"}).status == 2);
  CHECK(
      run({"skin", (media() / "bar.glb").string(), "-o", "x.obj", "--backend", "abacus"}).status ==
      2);
}

namespace {

std::string message_of(const Ran& ran) {
  INFO(ran.err);
  CHECK(ran.error_lines() == 1);
  CHECK(ran.out.empty());
  return ran.err;
}

/// `file` under its own name, through a symbolic link and as a second name.
std::vector<std::string> names_of(const Scratch& folder, const std::string& file,
                                  const std::string& extension) {
  fs::create_symlink(file, folder / ("link." + extension));
  fs::create_hard_link(file, folder / ("twin." + extension));
  return {file, (fs::path(file).parent_path() / "." / fs::path(file).filename()).string(),
          folder / ("link." + extension), folder / ("twin." + extension)};
}

}  // namespace

FOLDER_CASE("no command writes a picture or a table over a file that it reads") {
  const std::string model = folder / "v.glb";
  fs::copy_file(media() / "bar.glb", model);
  const std::string before = bytes_of(model);
  for (const std::string& name : names_of(folder, model, "glb")) {
    CAPTURE(name);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"render", model, "-o", name},
          {"sheet", model, "-o", name},
          {"report", model, "--json", name},
          {"report", model, "--influences", name}}) {
      const Ran ran = run(command);
      CHECK(ran.status == 2);
      CHECK(contains(message_of(ran), name + ": expected"));
    }
    CHECK(bytes_of(model) == before);
  }
}

FOLDER_CASE(
    "skin refuses to write over its input, by whatever name, and over what it reads with it") {
  const std::string model = folder / "a.obj";
  std::ofstream(folder / "a.mtl") << "newmtl red\nKd 1 0 0\n";
  std::ofstream(model) << "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
  const std::string before = bytes_of(model);
  for (const std::string& name : names_of(folder, model, "obj")) {
    CAPTURE(name);
    const Ran ran = run({"skin", model, "-o", name});
    CHECK(ran.status == 1);
    CHECK(contains(message_of(ran), name + ": -o: expected another file"));
    CHECK(bytes_of(model) == before);
  }
  const Ran table = run({"report", model, "--json", folder / "a.mtl"});
  CHECK(table.status == 1);
  CHECK(contains(message_of(table), "this one is read with"));
  CHECK(contains(bytes_of(folder / "a.mtl"), "newmtl red"));
  CHECK(run({"report", model, "--json", folder / "b.json"}).status == 0);
}

FOLDER_CASE("pose and convert keep the file that they replace as .bak") {
  const std::string scene = folder / "v.glb", mesh = folder / "a.obj";
  fs::copy_file(media() / "bar.glb", scene);
  const std::string scene_before = bytes_of(scene);
  std::ofstream(mesh) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# mine\n";
  const std::string mesh_before = bytes_of(mesh);
  CHECK(run({"convert", mesh, mesh}).status == 0);
  CHECK(bytes_of(mesh + ".bak") == mesh_before);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"convert", scene, scene},
        {"convert", scene, scene, "--export", "animation"}}) {
    fs::remove(scene + ".bak");
    const std::string old = bytes_of(scene);
    CHECK(run(command).status == 0);
    CHECK(bytes_of(scene + ".bak") == old);
  }
  if (lacks_implementation("pose")) return;
  fs::remove(scene + ".bak");
  const std::string old = bytes_of(scene);
  CHECK(run({"pose", scene, "--reset", "-o", scene}).status == 0);
  CHECK(bytes_of(scene + ".bak") == old);
}

FOLDER_CASE(
    "an ending that the command does not write, and two outputs in one file, are wrong usage") {
  const std::string bar = (media() / "bar.glb").string();
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"render", bar, "-o", folder / "x.jpg"},
        {"render", bar, "-o", folder / "x.glb"},
        {"render", bar, "-o", folder / "x"},
        {"sheet", bar, "-o", folder / "x.gif"},
        {"skin", bar, "-o", folder / "x.bvh"},
        {"pose", bar, "--reset", "-o", folder / "x.png"},
        {"convert", bar, folder / "x.bvh"},
        {"report", bar, "--json", folder / "x.obj"},
        {"report", bar, "--influences", folder / "x.png"},
        {"report", bar, "--json", folder / "x.txt", "--influences", folder / "./x.txt"}}) {
    CAPTURE(command);
    const Ran ran = run(command);
    CHECK(ran.status == 2);
    CHECK(contains(message_of(ran), ": expected "));
  }
  CHECK(fs::is_empty(folder.path));
  CHECK(run({"report", bar, "--json", "/dev/null"}).status == 0);
}

FOLDER_CASE("with --out-dir no result replaces an input") {
  const std::string one = folder / "one.glb", two = folder / "two.glb";
  fs::create_directory(folder / "in");
  fs::copy_file(media() / "bar.glb", one);
  fs::copy_file(media() / "bar.glb", folder / "in/one.glb");
  const std::string before = bytes_of(one);
  const Ran ran =
      run({"convert", folder / "in/one.glb", one, "--out-dir", folder.path, "--to", "glb"});
  CHECK(ran.status == 1);
  CHECK(contains(ran.err, "is one of the inputs"));
  CHECK(bytes_of(one) == before);
  CHECK_FALSE(fs::exists(one + ".bak"));
}

namespace {

/// C0 but line feeds, C1 and the line separator, as bytes.
bool is_quiet(const std::string& text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 32 && c != '\n'; }) &&
         !contains(text, "\xc2\x9b") && !contains(text, "\xe2\x80\xa8") &&
         !contains(text, "\xe2\x80\xae");
}

}  // namespace

FOLDER_CASE("names of a file print as text: no control characters, no formulas") {
  const std::string name =
      "=1+2\x1b[31m\xc2\x9b"
      "31m\xe2\x80\xa8\xe2\x80\xae";
  for (const std::string& file : {folder / "named.obj", folder / (name + ".obj")})
    std::ofstream(file) << "o " << name << "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2\n";
  const std::string named = folder / "named.obj", wild = folder / (name + ".obj");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"report", named},
        {"report", named, "--json", "-"},
        {"report", named, "--influences", "-"},
        {"report", wild},
        {"report", wild + ".none.obj"},
        {"convert", wild, folder / "out.glb", "--" + name},
        {"report", wild, named, "--out-dir", folder / "out"}}) {
    CAPTURE(command);
    const Ran ran = run(command);
    CHECK(is_quiet(ran.out));
    CHECK(is_quiet(ran.err));
  }
  const Json report = report_of(named);
  CHECK(contains(report["meshes"][0]["name"].get<std::string>(), "\xc2\x9b"));  // data stay whole
  for (const std::string file : {"name_c1.gltf", "req_c1.gltf", "req_ff.gltf", "name_csv.gltf"}) {
    const fs::path found = shared_data() / "bad/found" / file;
    if (!fs::exists(found)) return skip("what attackers found: the shared files are not here");
    const Ran ran = run({"report", found.string(), "--influences", "-"});
    CHECK(is_quiet(ran.out));
    CHECK(is_quiet(ran.err));
    CHECK_FALSE(contains(ran.out, ",=cmd"));
  }
}
