// Many files at once: one JSON line each, past bad ones, not twice.
#include <set>

#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::map<std::string, Json> lines_of(const Ran& ran) {
  std::map<std::string, Json> lines;
  std::istringstream text(ran.out);
  for (std::string line; std::getline(text, line);) {
    const Json json = Json::parse(line);
    CHECK(lines.emplace(json["file"].get<std::string>(), json).second);
  }
  return lines;
}

std::string sample(const char* name) { return (media() / name).string(); }

}  // namespace

FOLDER_CASE(
    "a bad file is said and passed; the rest is done; a second run does only what is missing") {
  std::ofstream(folder / "bad.glb") << "this is not a model";
  const std::vector<std::string> command = {
      "skin", "--out-dir",       folder / "out",     "--jobs",
      "2",    sample("bar.glb"), folder / "bad.glb", sample("capsule.glb")};
  const Ran first = run(command);
  CHECK(first.status == 1);
  std::map<std::string, Json> lines = lines_of(first);
  REQUIRE(lines.size() == 3);
  CHECK(lines[sample("bar.glb")]["status"] == "done");
  CHECK(lines[sample("capsule.glb")]["status"] == "done");
  CHECK(lines[folder / "bad.glb"]["status"] == "failed");
  CHECK(first.error_lines() == 1);
  CHECK(first.err.rfind("marrow: " + (folder / "bad.glb") + ":", 0) == 0);
  const std::string bar = bytes_of(folder / "out/bar.obj");
  run_well({"skin", sample("bar.glb"), "-o", folder / "alone.obj"});
  CHECK(bar == bytes_of(folder / "alone.obj"));

  const auto written = fs::last_write_time(folder / "out/bar.obj");
  lines = lines_of(run(command));
  CHECK(lines[sample("bar.glb")]["status"] == "skipped");
  CHECK(lines[folder / "bad.glb"]["status"] == "failed");
  CHECK(fs::last_write_time(folder / "out/bar.obj") == written);
}

FOLDER_CASE("an input that is newer than its output is done again") {
  fs::copy(media() / "bar.glb", folder / "a.glb");
  const std::vector<std::string> command = {"convert", "--out-dir", folder / "out",
                                            "--to",    "gltf",      folder / "a.glb"};
  CHECK(lines_of(run_well(command))[folder / "a.glb"]["status"] == "done");
  CHECK(lines_of(run_well(command))[folder / "a.glb"]["status"] == "skipped");
  fs::last_write_time(folder / "a.glb",
                      fs::last_write_time(folder / "out/a.gltf") + std::chrono::seconds(1));
  CHECK(lines_of(run_well(command))[folder / "a.glb"]["status"] == "done");
}

FOLDER_CASE("every command knows its own kind of output") {
  const std::string bar = sample("bar.glb");
  run_well({"report", "--out-dir", folder / "out", bar});
  CHECK(Json::parse(bytes_of(folder / "out/bar.json"))["version"] == 1);
  run_well({"report", "--out-dir", folder / "out", "--to", "csv", bar});
  CHECK(bytes_of(folder / "out/bar.csv").rfind("mesh,vertex,joint,distance,weight\n", 0) == 0);
  run_well({"render", "--out-dir", folder / "out", "--size", "64x48", bar});
  CHECK(bytes_of(folder / "out/bar.png").rfind("\x89PNG", 0) == 0);
  CHECK(run({"render", "--out-dir", folder / "out", "--to", "xyz", bar}).status == 2);
  CHECK(run({"convert", "--out-dir", folder / "out", bar}).status == 2);
}

FOLDER_CASE("two inputs never fight for one output, and no input is written over") {
  fs::create_directory(folder / "other");
  fs::copy(media() / "bar.glb", folder / "a.glb");
  fs::copy(media() / "capsule.glb", folder / "other/a.glb");
  const Ran same = run({"convert", "--out-dir", folder / "out", "--to", "gltf", folder / "a.glb",
                        folder / "other/a.glb"});
  CHECK(same.status == 1);
  std::map<std::string, Json> lines = lines_of(same);
  CHECK(lines[folder / "a.glb"]["status"] == "done");
  CHECK(lines[folder / "other/a.glb"]["status"] == "failed");

  const std::string before = bytes_of(folder / "a.glb");
  fs::last_write_time(folder / "a.glb",
                      fs::last_write_time(folder / "a.glb") - std::chrono::hours(1));
  CHECK(
      run({"convert", "--out-dir", folder.path.string(), "--to", "glb", folder / "a.glb"}).status ==
      1);
  CHECK(bytes_of(folder / "a.glb") == before);
}

FOLDER_CASE(
    "Ctrl-C finishes the file in hand, leaves no torn file, and the next run does the rest") {
  constexpr int kFiles = 60;
  std::vector<std::string> command = {"skin", "--out-dir", folder / "out"};
  for (int i = 0; i < kFiles; ++i) {
    command.push_back(folder / fmt::format("{}.glb", i));
    fs::copy(media() / "human.glb", command.back());
  }
  Running running(command);
  while (running.out().find('\n') == std::string::npos && running.is_running()) {
    usleep(1000);
  }
  running.press_ctrl_c();
  const Ran stopped = running.wait();
  CHECK(stopped.status == 130);
  CHECK(stopped.error_lines() == 1);
  const std::map<std::string, Json> lines = lines_of(stopped);
  CHECK(lines.size() < kFiles);
  std::set<std::string> written;
  for (const auto& entry : fs::directory_iterator(folder / "out"))
    written.insert(entry.path().filename().string());
  CHECK(written.size() == lines.size());
  for (const auto& [file, line] : lines) {
    CHECK(line["status"] == "done");
    CHECK(written.count(fs::path(file).stem().string() + ".obj") == 1);
  }
  CHECK(lines_of(run_well(command)).size() == kFiles);
}
