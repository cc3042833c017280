// Numbers and names as text.
// Numbers are written and read with a point, whatever the locale.
#include <glm/glm.hpp>
#include <locale>

#include "io/number_text.h"
#include "io/support.h"
#include "support/comma_locales.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::string written(float value) {
  std::string text;
  io::append_number(text, value);
  return text;
}

io::NumberKind kind_of(std::string_view token) {
  float ignored = 0.0f;
  return io::read_number(token, ignored);
}

float read(std::string_view token) {
  float value = 1e9f;
  CHECK(io::read_number(token, value) == io::NumberKind::finite);
  return value;
}

/// Writes and reads with the present locale and compares with files written before.
void check_same_files(const Scratch& folder, const Scene& scene) {
  io::save(folder / "other.gltf", scene, {});
  io::save(folder / "other.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(bytes_of(folder / "plain.gltf") == bytes_of(folder / "other.gltf"));
  CHECK(bytes_of(folder / "plain.obj") == bytes_of(folder / "other.obj"));
  CHECK(same_content(scene, io::load(folder / "plain.gltf").scene));
  const auto mesh = io::load(folder / "plain.obj").scene.nodes[0].mesh;
  CHECK(mesh->positions == scene.nodes[0].mesh->positions);
  CHECK(io::format_of("A.GLTF") != nullptr);
  CHECK(contains(refusal([&] { io::load(put(folder / "comma.obj", "v 0,5 1 2\n")); }), "line 1"));
}

/// 1.234.567,5 as in German.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

Scene scene_with_numbers() {
  Scene scene;
  Node node;
  node.id = take_id(scene);
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0.5f, 1234567.5f, -1e-5f}, {1.0f / 3.0f, 0.1f, 3e20f}, {0.0f, 1.0f, 0.0f}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->face_begin = {0, 3};
  node.mesh = mesh;
  scene.nodes.push_back(node);
  scene.camera = Camera();
  return scene;
}

}  // namespace

TEST_CASE("every float reads back as itself") {
  for (auto& engine : rounds<std::mt19937>(1, 200000)) {
    const auto value = glm::uintBitsToFloat(std::uint32_t(engine()));
    if (!std::isfinite(value)) continue;
    float found = 0.0f;
    REQUIRE(io::read_number(written(value), found) == io::NumberKind::finite);
    REQUIRE(glm::floatBitsToUint(found) == glm::floatBitsToUint(value));
  }
}

TEST_CASE("decimals go to the nearest float, tiny ones to zero") {
  CHECK(read("1") == 1.0f);
  CHECK(read("+1.5e-3") == 1.5e-3f);
  CHECK(read("-.5") == -0.5f);
  CHECK(read("5.") == 5.0f);
  CHECK(read("1E+2") == 100.0f);
  CHECK(read("16777217") == 16777216.0f);
  CHECK(read("1e-46") == 0.0f);
  CHECK(read("1e-400") == 0.0f);
  CHECK(read("0." + std::string(500, '0') + "1") == 0.0f);
  CHECK(std::signbit(read("-1e-400")));
  CHECK(read("0." + std::string(100000, '3')) == 1.0f / 3.0f);
}

TEST_CASE("what is not a decimal number is not read") {
  for (const char* token :
       {"",         "+",    "-",   ".",    "e5", "1e",  "nan", "NaN",     "inf", "-inf",
        "infinity", "0x10", "1,5", "1.5f", "1 ", "--1", "+-1", "1.#QNAN", "1_0", "\xEF\xBC\x91"}) {
    CAPTURE(token);
    CHECK(kind_of(token) == io::NumberKind::not_a_number);
  }
  for (const char* token : {"1e39", "-1e39", "1e400", "3.5e38"})
    CHECK(kind_of(token) == io::NumberKind::out_of_range);
  CHECK(kind_of(std::string(400, '9')) == io::NumberKind::out_of_range);
}

TEST_CASE("text becomes UTF-8 and stays what it was where it is") {
  const std::string good = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\xB4";
  bool repaired = false;
  CHECK(io::valid_utf8(good, &repaired) == good);
  CHECK(!repaired);
  for (const char* bad : {"\xE9", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF5\x80\x80\x80", "\xF4\x90\x80\x80", "\x80", "\xFF\xFE"}) {
    repaired = false;
    const std::string once = io::valid_utf8(bad, &repaired);
    CHECK(repaired);
    CHECK(contains(once, "\xEF\xBF\xBD"));
    CHECK(io::valid_utf8(once) == once);
  }
}

TEST_CASE("names lose control characters, messages are short and printable") {
  CHECK(io::clean_name(" a\tb\n") == "a b");
  CHECK(io::clean_name("\x01\x02") == "");
  CHECK(io::in_quotes("a\nb") == "\"a?b\"");
  CHECK(io::in_quotes(std::string(1000, 'x')).size() < 60);
}

FOLDER_CASE("the locale changes neither what is written nor what is read") {
  const Scene scene = scene_with_numbers();
  io::save(folder / "plain.gltf", scene, {});
  io::save(folder / "plain.obj", scene, {}, {.purpose = io::Purpose::posed});

  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  check_same_files(folder, scene);
  std::locale::global(before);

  under_comma_locales([&] { check_same_files(folder, scene); });
}

FOLDER_CASE(
    "scenes saved, loaded and saved again under a comma locale are the same bytes as without one") {
  constexpr unsigned kScenes = 40;
  const auto written = [&] {  // twice: from the scene, and from what its file gave
    std::vector<std::string> files;
    for (unsigned seed = 0; seed < kScenes; ++seed) {
      const Scene scene = random_scene(seed);
      const io::Derived derived = random_derived(scene, seed);
      for (const char* name : {"x.glb", "x.gltf"}) {
        io::save(folder / name, scene, derived);
        files.push_back(bytes_of(folder / name));
        const io::Loaded loaded = io::load(folder / name);
        CHECK(same_content(loaded.scene, scene));
        io::save(folder / name, loaded.scene, derived);
        CHECK(bytes_of(folder / name) == files.back());
      }
    }
    return files;
  };
  const std::vector<std::string> plain = written();
  under_comma_locales([&] { CHECK(written() == plain); });
}
