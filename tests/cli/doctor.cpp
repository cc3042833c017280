// marrow doctor: finds what is broken, repairs what is asked for, and nothing else.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A closed box of 12 triangles, each with vertices of its own, one of them reversed.
void write_broken_box(const std::filesystem::path& path) {
  std::ofstream file(path);
  const int corners[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  int written = 0;
  for (int t = 0; t < 12; ++t) {
    for (int k = 0; k < 3; ++k) {
      const int corner = corners[t][t == 5 ? 2 - k : k];
      file << "v " << (corner & 1) << " " << (corner >> 1 & 1) << " " << (corner >> 2) << "\n";
    }
    file << "f " << written + 1 << " " << written + 2 << " " << written + 3 << "\n";
    written += 3;
  }
}

Json found_in(const std::string& file) {
  return Json::parse(run_well({"doctor", file, "--json", "-"}).out)["meshes"][0];
}

}  // namespace

FOLDER_CASE("a box in pieces with a face turned over becomes a sound one, step by step") {
  const std::string box = folder / "box.obj", merged = folder / "merged.glb",
                    whole = folder / "whole.glb";
  write_broken_box(box);
  const Json before = found_in(box);
  CHECK(before["vertices"] == 36);
  CHECK(before["faults"]["duplicate_vertices"] == 28);
  CHECK(before["shells"] == 1);
  run_well({"doctor", box, "--cure", "merge", "-o", merged});
  const Json between = found_in(merged);
  CHECK(between["vertices"] == 8);
  CHECK(between["faults"]["flipped_faces"] == 1);
  run_well({"doctor", box, "--cure", "merge", "--cure", "orient", "-o", whole});
  const Json after = found_in(whole);
  CHECK(after["closed"] == true);
  for (const auto& [fault, count] : after["faults"].items()) {
    CAPTURE(fault);
    CHECK(count == 0);
  }
  CHECK(contains(run_well({"doctor", whole}).out, "; sound\n"));
  CHECK(contains(run_well({"doctor", whole, "--cure", "orient", "-o", merged}).err,
                 "needs no such repair"));
}

TEST_CASE("doctor: a repair and a place for its result go together") {
  const std::string human = (media() / "human.glb").string();
  CHECK(run({"doctor", human, "--cure", "merge"}).status == 2);
  CHECK(run({"doctor", human, "-o", "x.glb"}).status == 2);
  CHECK(run({"doctor", human, "--cure", "paint", "-o", "x.glb"}).status == 2);
}
