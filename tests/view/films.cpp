// Films are read back by ffprobe and ffmpeg where installed; a false ffmpeg fails in every way.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "platform/child.h"
#include "support/support.h"
#include "view/export/film_writer.h"

using namespace marrow;
using namespace marrow::view;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A folder that its destructor deletes.
struct FilmFolder {
  fs::path path = scratch("films");
  FilmFolder() = default;
  FilmFolder(const FilmFolder&) = delete;
  FilmFolder& operator=(const FilmFolder&) = delete;
  ~FilmFolder() { fs::remove_all(path); }
  bool is_empty() const { return fs::is_empty(path); }
};

/// What a program prints.
std::string said_by(const std::vector<std::string>& command) {
  platform::Child child(command, "", std::size_t(64) << 20);
  child.wait();
  INFO(child.printed());
  REQUIRE(child.status() == 0);
  return child.printed();
}

bool lacks_ffmpeg() {
  if (why_no_film(FilmFormat::mp4).empty() && std::system("ffprobe -version > /dev/null 2>&1") == 0)
    return false;
  skip("films of ffmpeg: it is not installed");
  return true;
}

Image flat(glm::ivec2 size, const std::array<int, 3>& color) {
  Image image{size.x, size.y, {}};
  for (int i = 0; i < size.x * size.y; ++i) {
    for (const int channel : color) image.rgba.push_back(std::uint8_t(channel));
    image.rgba.push_back(255);
  }
  return image;
}

/// Differs from its neighbors.
std::array<int, 3> color_at(int frame) {
  return {frame * 37 % 256, frame * 101 % 256, frame * 7 % 256};
}

void wait_until_ready(FilmWriter& writer) {
  while (!writer.is_ready(Clock::now() + std::chrono::milliseconds(50))) {
  }
}

void write(const FilmSettings& settings, const fs::path& target) {
  const auto writer = make_film_writer(settings, target);
  for (int i = 0; i < writer->samples(); ++i)
    writer->add_sample(flat(settings.size, color_at(i * settings.frames / writer->samples())));
  for (int frame = 0; frame < settings.frames; ++frame) {
    wait_until_ready(*writer);
    writer->add(flat(settings.size, color_at(frame)));
  }
  while (!writer->finish(Clock::now() + std::chrono::milliseconds(50))) {
  }
  if (settings.format != FilmFormat::png) CHECK(writer->bytes() == fs::file_size(target));
}

/// "640,360,30/1,12": width, height, rate and how many frames can be decoded.
std::string probed(const fs::path& file) {
  const std::string line =
      said_by({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
               "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", file.string()});
  return line.substr(0, line.find('\n'));
}

/// A program named ffmpeg that is found first, while it lives.
class FalseFfmpeg {
 public:
  explicit FalseFfmpeg(const std::string& script) : before_(std::getenv("PATH")) {
    const fs::path program = folder_.path / "ffmpeg";
    std::ofstream(program) << "#!/bin/sh\nfor file; do :; done\nfile=${file#file:}\n" << script;
    fs::permissions(program, fs::perms::owner_all);
    setenv("PATH", (folder_.path.string() + ":" + before_).c_str(), 1);
  }
  ~FalseFfmpeg() { setenv("PATH", before_.c_str(), 1); }
  FalseFfmpeg(const FalseFfmpeg&) = delete;
  FalseFfmpeg& operator=(const FalseFfmpeg&) = delete;

 private:
  FilmFolder folder_;
  std::string before_;
};

/// Why a film of many frames of 400 kB was not made; empty: it was.
std::string failure_of(const fs::path& target) {
  try {
    write({.size = {320, 320}, .frames = 40}, target);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("MP4 and WebM hold every frame, at the rate that was asked for") {
  if (lacks_ffmpeg()) return;
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm})
    for (const int frames : {1, 100, 1000}) {
      const FilmFolder folder;
      const fs::path file = folder.path / (std::string("film.") + kind_of(format).ending);
      write({.format = format, .size = {48, 32}, .frames = frames, .rate = 24.0}, file);
      CHECK(probed(file) == "48,32,24/1," + std::to_string(frames));
    }
}

TEST_CASE("flat colors come back from MP4 and WebM within what 4:2:0 of 8 bits costs") {
  if (lacks_ffmpeg()) return;
  const std::array<int, 3> colors[] = {{0, 0, 0},      {255, 255, 255}, {255, 0, 0},
                                       {0, 255, 0},    {0, 0, 255},     {128, 128, 128},
                                       {250, 178, 64}, {67, 73, 80},    {237, 51, 204}};
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm})
    for (const std::array<int, 3>& color : colors) {
      const FilmFolder folder;
      const fs::path file = folder.path / (std::string("film.") + kind_of(format).ending);
      const auto writer = make_film_writer({.format = format, .size = {64, 64}}, file);
      writer->add(flat({64, 64}, color));
      while (!writer->finish(Clock::now() + std::chrono::milliseconds(50))) {
      }
      const std::string rgb = said_by(
          {"ffmpeg", "-v", "error", "-i", file.string(), "-vf",
           "scale=in_range=limited:out_range=full:in_color_matrix=bt709:flags=accurate_rnd+full_"
           "chroma_int",
           "-f", "rawvideo", "-pix_fmt", "rgb24", "-"});
      REQUIRE(rgb.size() == 64 * 64 * 3);
      int worst = 0;
      for (std::size_t i = 0; i < rgb.size(); ++i)
        worst = std::max(worst, std::abs(int(static_cast<unsigned char>(rgb[i])) - color[i % 3]));
      INFO(kind_of(format).name << " " << color[0] << "," << color[1] << "," << color[2]);
      CHECK(worst <= 3);
    }
}

TEST_CASE("an odd number of columns or rows is made even by repeating the last one") {
  if (lacks_ffmpeg()) return;
  const FilmFolder folder;
  write({.size = {51, 33}, .frames = 3}, folder.path / "film.mp4");
  CHECK(probed(folder.path / "film.mp4") == "52,34,30/1,3");
}

TEST_CASE("an animated WebP holds every frame, and its times add up") {
  if (!why_no_film(FilmFormat::webp).empty()) return skip("WebP: libwebp is not here");
  for (const int frames : {1, 100}) {
    const FilmFolder folder;
    write({.format = FilmFormat::webp, .size = {33, 17}, .frames = frames, .rate = 30.0},
          folder.path / "film.webp");
    const std::string bytes = bytes_of(folder.path / "film.webp");
    CHECK(bytes.substr(0, 4) == "RIFF");
    int found = 0, milliseconds = 0;
    const auto number = [&](std::size_t at, int size) {
      int value = 0;
      for (int i = size; i-- > 0;)
        value = 256 * value + static_cast<unsigned char>(bytes[at + std::size_t(i)]);
      return value;
    };
    for (std::size_t at = 12; at + 8 <= bytes.size();) {
      if (bytes.compare(at, 4, "ANMF") == 0) ++found, milliseconds += number(at + 8 + 12, 3);
      at += 8 + std::size_t(number(at + 4, 4) + 1) / 2 * 2;
    }
    if (frames == 1) continue;  // a picture that is not animated
    CHECK(found == frames);
    CHECK(milliseconds == 3333);
  }
}

TEST_CASE("a film that is given up leaves nothing, in every format and at any time") {
  for (const FilmKind& kind : kFilmKinds) {
    if (!why_no_film(kind.format).empty()) {
      skip(why_no_film(kind.format));
      continue;
    }
    for (const int frames : {0, 1, 5}) {
      const FilmFolder folder;
      const fs::path file =
          folder.path /
          (std::string(kind.format == FilmFormat::png ? "film_%02d." : "film.") + kind.ending);
      {
        const auto writer =
            make_film_writer({.format = kind.format, .size = {64, 48}, .frames = 9}, file);
        for (int frame = 0; frame < frames; ++frame) {
          wait_until_ready(*writer);
          writer->add(flat({64, 48}, color_at(frame)));
        }
      }
      CHECK(folder.is_empty());
    }
  }
}

TEST_CASE("whatever becomes of ffmpeg, the old film stays, nothing else is left, and it is said") {
  if (!platform::can_feed_programs()) return skip("films of ffmpeg: not on this system");
  const struct {
    const char* script;
    const char* said;
  } ends[] = {
      {"exit 3", "status 3"},
      {"echo \"Unknown encoder 'libx264'\" >&2; echo 'Conversion failed!' >&2; exit 1",
       "Unknown encoder 'libx264'"},
      {"head -c 300000 > \"$file\"; kill -9 $$", "signal 9"},
      {"head -c 900000 > \"$file\"; echo 'No space left on device' >&2; exit 1", "No space left"},
      {"cat > \"$file\"; echo 'at the end' >&2; exit 1", "at the end"},
      {"exec <&-; sleep 0.3; echo 'closed its input' >&2; exit 1", "closed its input"},
      {"i=0; while [ $i -lt 3000 ]; do echo 'many complaints of a line each, more than a pipe "
       "holds'"
       " >&2; i=$((i+1)); done; exit 1",
       "many complaints"},
  };
  for (const auto& end : ends) {
    const FalseFfmpeg ffmpeg(end.script);
    const FilmFolder folder;
    const fs::path file = folder.path / "film.mp4";
    std::ofstream(file) << "old";
    const std::string failure = failure_of(file);
    INFO(end.script << ": " << failure);
    CHECK(contains(failure, end.said));
    CHECK(contains(failure, "nothing was written"));
    CHECK(bytes_of(file) == "old");
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
  }
}

TEST_CASE("an ffmpeg that reads nothing holds nobody up, and ends with its film") {
  if (!platform::can_feed_programs()) return skip("films of ffmpeg: not on this system");
  const FalseFfmpeg ffmpeg("sleep 100000");
  const FilmFolder folder;
  const Clock::time_point begin = Clock::now();
  {
    const auto writer =
        make_film_writer({.size = {640, 360}, .frames = 2}, folder.path / "film.mp4");
    writer->add(flat({640, 360}, {1, 2, 3}));
    for (int i = 0; i < 3; ++i)
      CHECK_FALSE(writer->is_ready(Clock::now() + std::chrono::milliseconds(20)));
    CHECK_FALSE(writer->finish(Clock::now() + std::chrono::milliseconds(20)));
  }
  CHECK(Clock::now() - begin < std::chrono::seconds(100000));
  CHECK(folder.is_empty());
}

TEST_CASE("without ffmpeg one sentence says what to install, and the other formats go on") {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm}) {
    const std::string reason = why_no_film(format);
    CHECK(contains(reason, "ffmpeg"));
    const FilmFolder folder;
    CHECK_THROWS_WITH_AS(make_film_writer({.format = format}, folder.path / "film.mp4"),
                         reason.c_str(), std::runtime_error);
    CHECK(folder.is_empty());
  }
  CHECK(why_no_film(FilmFormat::gif) == "");
  CHECK(why_no_film(FilmFormat::png) == "");
  const FilmFolder folder;
  write({.format = FilmFormat::gif, .size = {20, 10}, .frames = 5, .rate = 10.0},
        folder.path / "film.gif");
  CHECK(fs::file_size(folder.path / "film.gif") > 0);
  setenv("PATH", before.c_str(), 1);
}

TEST_CASE("settings that no film can have are refused with what is allowed") {
  CHECK(why_not(FilmSettings{}) == "");
  CHECK(why_not({.size = {0, 10}}) == "0 x 10 pixels; a film has 1 to 16383 each way");
  CHECK(why_not({.frames = 0}) == "0 frames; a film has 1 to 100000");
  CHECK(why_not({.rate = 0.05}) == "0.05 fps; a film has 0.1 to 120");
  CHECK(why_not({.rate = std::nan("")}) != "");
  CHECK(why_not({.quality = 0}) == "quality 0; expected 1 to 100");
  CHECK(why_not({.format = FilmFormat::gif, .rate = 50.0}) == "");
  CHECK(why_not({.format = FilmFormat::gif, .rate = 60.0}) == "60 fps; GIFs show at most 50");
}

TEST_CASE("a film from one time to another has the nearest number of frames, and at least one") {
  CHECK(film_frames(0.0, 3.0, 30.0) == 90);
  CHECK(film_frames(1.0, 1.0, 30.0) == 1);
  CHECK(film_frames(2.0, 1.0, 30.0) == 1);
  CHECK(film_frames(0.5, 1.0, 25.0) == 13);
  CHECK(film_frames(0.0, 1e9, 120.0) == kMostFilmFrames + 1);  // more than a film may have
}

TEST_CASE("the format is what the name ends in") {
  CHECK(film_format_of("a/b.MP4") == FilmFormat::mp4);
  CHECK(film_format_of("b.webm") == FilmFormat::webm);
  CHECK(film_format_of("mp4") == std::nullopt);
  CHECK(film_format_of("b.mov") == std::nullopt);
}
