// marrow render --clip and --turntable: films by the command line.
#include "cli/support.h"
#include "scene/camera.h"
#include "view/export/film_writer.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Two bones that bend in two seconds, and a camera that shows them.
std::string bending(const Scratch& folder) {
  std::ofstream(folder / "bend.bvh")
      << "HIERARCHY\nROOT base\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n"
         " JOINT tip\n {\n  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n"
         "  {\n   OFFSET 0 1 0\n  }\n }\n}\n"
         "MOTION\nFrames: 3\nFrame Time: 1\n0 0 0 0 0 0\n80 0 0 -60 0 0\n0 0 90 0 0 0\n";
  Scene scene = io::load(folder / "bend.bvh").scene;
  scene.camera = Camera{.distance = 6.0f};
  scene.camera_move = CameraMove{{.distance = 6.0f, .yaw = 0.0f, .pitch = 0.0f},
                                 {.distance = 3.0f, .yaw = 0.0f, .pitch = 0.0f}};
  io::save(folder / "bend.glb", scene, {});
  return folder / "bend.glb";
}

bool lacks_mp4() {
  if (view::why_no_film(view::FilmFormat::mp4).empty()) return false;
  skip("films of ffmpeg: it is not installed");
  return true;
}

}  // namespace

SOLVED_FOLDER_CASE("frame k of a clip is the picture at --from + k / --fps, to the byte") {
  const std::string file = bending(folder);
  run_well({"render", file, "--clip", "bend", "--fps", "4", "--from", "0.5", "--to", "1.5",
            "--size", "64x48", "-o", folder / "frames/f_%03d.png"});
  REQUIRE(names_in(folder.path / "frames") ==
          std::vector<std::string>{"f_001.png", "f_002.png", "f_003.png", "f_004.png"});
  for (int frame = 0; frame < 4; ++frame) {
    run_well({"render", file, "--time", fmt::format("{}", 0.5 + frame / 4.0), "--size", "64x48",
              "-o", folder / "one.png"});
    CHECK(bytes_of(folder / fmt::format("frames/f_{:03}.png", frame + 1)) ==
          bytes_of(folder / "one.png"));
  }
}

SOLVED_FOLDER_CASE("background, shadow and caption are the same in a film and in a picture") {
  const std::string file = bending(folder);
  const auto rendered = [&](std::vector<std::string> flags, const std::string& out) {
    flags.insert(flags.begin(), {"render", file, "--size", "96x64", "-o", folder / out});
    run_well(flags);
    return bytes_of(folder / (out == "one.png" ? out : "f_1.png"));
  };
  const std::vector<std::string> ways[] = {{},
                                           {"--background", "#fff"},
                                           {"--background", "ff0000,000"},
                                           {"--caption", "Bending"},
                                           {"--caption", "Bending", "--caption-at", "center"}};
  std::vector<std::string> pictures;
  for (std::vector<std::string> flags : ways) {
    pictures.push_back(rendered(flags, "one.png"));
    flags.insert(flags.end(), {"--clip", "bend", "--fps", "1", "--to", "1"});
    CHECK(rendered(flags, "f_%d.png") == pictures.back());
  }
  for (std::size_t i = 0; i < pictures.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) CHECK(pictures[i] != pictures[k]);
}

SOLVED_FOLDER_CASE("a camera that moves begins and ends where it should, and the file can say so") {
  const std::string file = bending(folder);
  const auto frames = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"render", file, "--clip", "bend", "--fps", "4", "--to", "1",
                                 "--size", "64x48", "-o", folder / "f_%d.png"});
    run_well(flags);
    std::vector<std::string> all;
    for (int frame = 1; frame <= 4; ++frame)
      all.push_back(bytes_of(folder / fmt::format("f_{}.png", frame)));
    return all;
  };
  const auto here = frames({"--camera-from", "0,0,6"}), there = frames({"--camera-from", "0,0,3"}),
             moving = frames({"--camera-from", "0,0,6", "--camera-to", "0,0,3"});
  CHECK(moving.front() == here.front());
  CHECK(moving.back() == there.back());
  for (const std::size_t frame : {1u, 2u}) {
    CHECK(moving[frame] != here[frame]);
    CHECK(moving[frame] != there[frame]);
  }
  CHECK(frames({"--camera-move"}) == moving);
  CHECK(frames({"--camera-to", "0,0"}).front() == frames({}).front());
}

SOLVED_FOLDER_CASE(
    "every format is written, with the motion's own rate, and replaces an older film") {
  const std::string file = bending(folder);
  for (const view::FilmKind& kind : view::kFilmKinds) {
    if (!view::why_no_film(kind.format).empty()) {
      skip(view::why_no_film(kind.format));
      continue;
    }
    if (kind.format == view::FilmFormat::png) continue;
    const std::string out = folder / (std::string("out.") + kind.ending);
    std::ofstream(out) << "old";
    run_well({"render", file, "--clip", "bend", "--to", "0.5", "--size", "48x32", "-o", out});
    CHECK(bytes_of(out).size() > 300);
  }
  CHECK(names_in(folder.path).front()[0] != '.');
}

SOLVED_FOLDER_CASE("a turntable is a film, with a motion or without") {
  const std::string file = bending(folder);
  const auto frames = [&](std::vector<std::string> flags) {
    std::vector<std::string> command = {"render", file, "--size", "48x32",
                                        "--fps",  "5",  "-o",     folder / "turn/f_%d.png"};
    command.insert(command.end(), flags.begin(), flags.end());
    run_well(command);
    return names_in(folder.path / "turn").size();
  };
  CHECK(frames({"--turntable", "2"}) == 10);
  CHECK(bytes_of(folder / "turn/f_1.png") != bytes_of(folder / "turn/f_2.png"));
  CHECK(frames({"--turntable", "1", "--clip", "bend"}) == 10);
  CHECK(frames({"--turntable", "1", "--clip", "bend", "--to", "1"}) == 5);
}

FOLDER_CASE("films that cannot be are refused in one line, and nothing is written") {
  const std::string file = bending(folder);
  const std::vector<std::string> before = names_in(folder.path);
  const auto refused = [&](std::vector<std::string> flags, int status, const std::string& word) {
    flags.insert(flags.begin(), {"render", file});
    run_badly(flags, status, word);
    CHECK(names_in(folder.path) == before);
  };
  const std::string gif = folder / "x.gif";
  refused({"--clip", "bend", "-o", folder / "x.png"}, 2, "NAME_%04d.png");
  refused({"--clip", "bend", "-o", folder / "x.mov"}, 2, ".webm");
  refused({"--clip", "bend", "-o", folder / "%d%d.png"}, 2, "NAME_%04d.png");
  refused({"-o", gif}, 2, ".png");
  refused({"--clip", "walk", "-o", gif}, 1, "--clip walk: expected the name of a motion");
  refused({"--clip", "bend", "--fps", "60", "-o", gif}, 2, "GIFs show at most 50");
  refused({"--clip", "bend", "--fps", "0", "-o", gif}, 2, "--fps");
  refused({"--clip", "bend", "--fps", "x", "-o", gif}, 2, "--fps");
  refused({"--clip", "bend", "--from", "1", "--to", "0.5", "-o", gif}, 2, "--to");
  refused({"--clip", "bend", "--quality", "101", "-o", folder / "x.webp"}, 2, "--quality");
  refused({"--clip", "bend", "--quality", "50", "-o", gif}, 2, "--quality");
  refused({"--clip", "bend", "--transparent", "-o", folder / "x.mp4"}, 2, "--transparent");
  refused({"--clip", "bend", "--time", "1", "-o", gif}, 2, "--time");
  refused({"--fps", "10", "-o", folder / "x.png"}, 2, "--clip");
  const auto refused_view = [&](const std::string& view) {
    refused({"--clip", "bend", "--camera-to", view, "-o", gif}, 2, "YAW,PITCH");
  };
  for (const char* view : {"0", "0,x", "0,0,0", "0,0,-1", "0,0,1,2", "nan,0"}) refused_view(view);
  refused({"--camera-to", "0,0", "-o", folder / "x.png"}, 2, "--clip");
  refused({"--camera-move", "-o", folder / "x.png"}, 2, "--clip");
  refused({"--clip", "bend", "--turntable", "2", "--camera-move", "-o", gif}, 2, "--turntable");
  refused({"--background", "red", "-o", folder / "x.png"}, 2, "RRGGBB");
  refused({"--background", "fff,fff,fff", "-o", folder / "x.png"}, 2, "TOP,BOTTOM");
  refused({"--caption", "a", "--caption-at", "top", "-o", folder / "x.png"}, 2, "center");
  refused({"--from", "1", "--turntable", "2", "-o", gif}, 2, "--clip");
  refused({"--clip", "bend", "--out-dir", folder / "many"}, 2, "--out-dir");
}

TEST_CASE("Ctrl-C in the middle of a film leaves nothing, and the status says it") {
  if (lacks_implementation("render") || lacks_mp4()) return;
  const Scratch folder, films;
  const std::string file = bending(folder);
  Running running(
      {"render", file, "--clip", "bend", "--fps", "120", "--to", "600", "-o", films / "long.mp4"});
  while (names_in(films.path).empty() && running.is_running()) usleep(1000);
  REQUIRE_FALSE(names_in(films.path).empty());
  running.wait_until_worked(running.worked() + 0.2);
  running.press_ctrl_c();
  const Ran ran = running.wait();
  CHECK(ran.status == 128 + SIGINT);
  CHECK(ran.error_lines() == 1);
  CHECK(contains(ran.err, "nothing was written"));
  CHECK(names_in(films.path).empty());
}

TEST_CASE("an ffmpeg that may write no more, as on a full disk, is one line, and nothing is left") {
  if (lacks_implementation("render") || lacks_mp4()) return;
  const Scratch folder, films;
  const std::string file = bending(folder);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{2048, before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const Ran ran =
      run({"render", file, "--clip", "bend", "--size", "320x200", "-o", films / "film.mp4"});
  setrlimit(RLIMIT_FSIZE, &before);
  INFO(ran.err);
  CHECK(ran.status == 1);
  CHECK(ran.error_lines() == 1);
  CHECK(contains(ran.err, "ffmpeg ended with"));
  CHECK(names_in(films.path).empty());
}
