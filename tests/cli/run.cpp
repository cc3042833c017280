// marrow run: a script's edits on a file.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::string put_script(const Scratch& folder, const std::string& text) {
  const std::string path = folder / "wave.marrow";
  std::ofstream(path) << text;
  return path;
}

const std::string human = (media() / "human.glb").string();

}  // namespace

SOLVED_FOLDER_CASE("run: a script does what pose does") {
  const std::string script = put_script(folder, "# a wave\nturn forearm.L about world z by 40\n"),
                    out = folder / "out.glb", posed = folder / "posed.glb";
  CHECK(run_well({"run", script, human, "-o", out}).out.empty());
  run_well({"pose", human, "--joint", "forearm.L", "--rotate", "0,0,1,40", "-o", posed});
  const Json is = report_of(out)["skeletons"][0]["joints"],
             wanted = report_of(posed)["skeletons"][0]["joints"];
  for (std::size_t j = 0; j < wanted.size(); ++j)
    CHECK(difference(matrix_of(is[j]["posed"]), matrix_of(wanted[j]["posed"])) < 1e-6);
}

SOLVED_FOLDER_CASE("run: a problem names script and line, and nothing is written") {
  const std::string script = put_script(folder, "\nturn forearm.L about world z by 40\nturn tail"),
                    out = folder / "out.glb";
  const Ran ran = run({"run", script, human, "-o", out});
  CHECK(ran.status == 1);
  CHECK(ran.err == "marrow: " + script +
                       ": line 3: column 6: expected the name of an existing joint or object, "
                       "found \"tail\"\n");
  CHECK_FALSE(std::filesystem::exists(out));
}
