// OBJ files of an unusual size: a card asks, and the answers are steps that can be undone.
#include <fmt/format.h>
#include <fstream>

#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/load_questions.h"
#include "editor/session.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// A box of OBJ text, `size` high along z, half as wide; its lowest point is at y = `low`.
std::string box(const Home& home, const std::string& name, double size, double low) {
  const std::string path = (home.path() / name).string();
  std::ofstream file(path);
  for (const double z : {0.0, size}) {
    for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}})
      file << fmt::format("v {:.9g} {:.9g} {:.9g}\n", x * size / 4, low + (y + 1.0) * size / 4, z);
  }
  file << "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  return path;
}

/// As a drop does: its requests come with events, which bring frames.
void open(Driver& driver, const std::string& file) {
  request_open(driver.editor(), file);
  driver.push_motion({700.0f, 500.0f});
  driver.settle();
}

/// These words are in reading order: the primary button is the last.
void check_order(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<glm::vec2> before = spot(words[i - 1]), after = spot(words[i]);
    REQUIRE(before);
    REQUIRE(after);
    CHECK_MESSAGE((after->y > before->y + 4.0f || after->x > before->x), words[i]);
  }
}

glm::mat4 local(Driver& driver) { return driver.scene().nodes.back().local; }

}  // namespace

TEST_CASE("The factor is the power of ten that makes a model about as large as a person") {
  for (const auto& [length, factor] : {std::pair{178.0f, 0.01f},
                                       {2345.0f, 0.001f},
                                       {101.0f, 0.01f},
                                       {0.005f, 100.0f},
                                       {0.0001f, 10000.0f}}) {
    const float size = length;
    CAPTURE(size);
    CHECK(size_factor(size) == doctest::Approx(factor));
    CHECK(size * size_factor(size) >= 0.29f);
    CHECK(size * size_factor(size) < 3.01f);
  }
}

HOME_CASE("A model of centimeters is scaled and stood up by two buttons, and undone step by step") {
  std::unique_ptr<Driver> driver = window_with(box(home, "tall.obj", 178.0, -44.5));
  REQUIRE(size_question(driver->editor(), driver->editor().files) != nullptr);
  check_order({"Keep as is", "Stand on the ground", "Z is up", "Scale to 1.78"});
  driver->press("Scale to 1.78");
  CHECK(local(*driver)[0].x == doctest::Approx(0.01f));
  CHECK_FALSE(spot("Scale to 1.78"));
  driver->press("Z is up");
  const glm::vec4 top = local(*driver) * glm::vec4(0.0f, 0.0f, 178.0f, 1.0f);
  CHECK(top.y == doctest::Approx(1.78f));
  CHECK(std::abs(top.z) < 1e-6f);
  CHECK(size_question(driver->editor(), driver->editor().files) == nullptr);
  driver->ctrl(SDLK_z);
  CHECK(local(*driver)[1].y == doctest::Approx(0.01f));
  driver->ctrl(SDLK_z);
  CHECK(local(*driver) == glm::mat4(1.0f));
}

HOME_CASE(
    "Nobody is asked about a model of a usual size, and a question goes when it is left or its "
    "file does") {
  const std::string usual = box(home, "usual.obj", 1.8, 0.0),
                    small = box(home, "small.obj", 0.004, -0.001);
  std::unique_ptr<Driver> driver = window_with(usual);
  CHECK(size_question(driver->editor(), driver->editor().files) == nullptr);
  open(*driver, small);
  REQUIRE(size_question(driver->editor(), driver->editor().files) != nullptr);
  CHECK(spot("Scale to 0.4"));
  driver->press("Keep as is");
  CHECK(size_question(driver->editor(), driver->editor().files) == nullptr);
  CHECK(local(*driver) == glm::mat4(1.0f));
  open(*driver, small);
  CHECK(size_question(driver->editor(), driver->editor().files) != nullptr);
  open(*driver, usual);
  CHECK(size_question(driver->editor(), driver->editor().files) == nullptr);
}

HOME_CASE("A model of a usual size that hangs in the air is put on the ground by one button") {
  for (const double low : {0.6, -0.5}) {
    std::unique_ptr<Driver> driver = window_with(box(home, "off.obj", 1.8, low));
    REQUIRE(size_question(driver->editor(), driver->editor().files) != nullptr);
    CHECK_FALSE(spot("Z is up"));
    check_order({"Keep as is", "Stand on the ground"});
    driver->press("Stand on the ground");
    CHECK(local(*driver)[3].y == doctest::Approx(-low));
    CHECK(driver->editor().camera.target.y == doctest::Approx(0.45));  // wholly in the picture
    CHECK(size_question(driver->editor(), driver->editor().files) == nullptr);
    driver->ctrl(SDLK_z);
    CHECK(local(*driver) == glm::mat4(1.0f));
  }
}
