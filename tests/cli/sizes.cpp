// Work for a count in a file is proportional to the count. A product of two counts is refused
// before its memory is allocated.
#include "cli/support.h"
#include "support/gltf_bytes.h"

namespace marrow::test {

namespace {

const bool kIsSlow = is_sanitized();  // its time and memory are its own

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A triangle's accessors: positions, then indices.
GltfBytes triangle(int vertices = 3) {
  GltfBytes gltf;
  std::vector<float> positions(std::size_t(vertices) * 3, 0.0f);
  positions[3] = positions[7] = 1.0f;
  gltf.add_floats(positions, "VEC3");
  gltf.add(std::vector<std::uint16_t>{0, 1, 2}, 5123, "SCALAR");
  gltf.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  return gltf;
}

GltfBytes::Json numbered(std::size_t n, const std::function<GltfBytes::Json(std::size_t)>& item) {
  GltfBytes::Json list = GltfBytes::Json::array();
  for (std::size_t i = 0; i < n; ++i) list.push_back(item(i));
  return list;
}

std::string extras(std::size_t n) {
  GltfBytes gltf = triangle();
  for (std::size_t i = 0; i < n; ++i) gltf.json["extras"][fmt::format("k{}", i)] = i;
  gltf.json["nodes"][0]["extras"] = gltf.json["meshes"][0]["extras"] = gltf.json["extras"];
  return gltf.glb();
}

std::string shared_mesh(std::size_t n) {
  GltfBytes gltf = triangle();
  gltf.json["nodes"] = numbered(n, [](std::size_t) { return GltfBytes::Json{{"mesh", 0}}; });
  return gltf.glb();
}

std::string own_meshes(std::size_t n) {
  GltfBytes gltf = triangle();
  const GltfBytes::Json mesh = gltf.json["meshes"][0];
  gltf.json["meshes"] = numbered(n, [&](std::size_t) { return mesh; });
  gltf.json["nodes"] = numbered(n, [](std::size_t i) { return GltfBytes::Json{{"mesh", i}}; });
  return gltf.glb();
}

std::string primitives(std::size_t n) {
  GltfBytes gltf = triangle();
  gltf.json["materials"] = numbered(n, [](std::size_t) { return GltfBytes::Json{{"name", "m"}}; });
  gltf.json["meshes"][0]["primitives"] = numbered(n, [](std::size_t i) {
    return GltfBytes::Json{{"attributes", {{"POSITION", 0}}}, {"indices", 1}, {"material", i}};
  });
  return gltf.glb();
}

std::string chain(std::size_t n) {
  GltfBytes gltf = triangle();
  gltf.json["nodes"] = numbered(n, [&](std::size_t i) {
    GltfBytes::Json node = {{"name", "n"}};
    if (i + 1 < n) node["children"] = {i + 1};
    return node;
  });
  return gltf.glb();
}

/// A triangle whose vertices follow the first joint of a skin.
GltfBytes skinned_triangle() {
  GltfBytes gltf = triangle();
  gltf.add(std::vector<std::uint16_t>(12, 0), 5123, "VEC4");
  gltf.add_floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  gltf.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = 2;
  gltf.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = 3;
  return gltf;
}

std::string joints(std::size_t n) {
  GltfBytes gltf = skinned_triangle();
  gltf.json["nodes"] = numbered(n + 1, [&](std::size_t i) {
    if (i == n) return GltfBytes::Json{{"mesh", 0}, {"skin", 0}};
    GltfBytes::Json node = {{"name", "joint"}, {"translation", {0, 0.1, 0}}};
    if (i == 0)
      node["children"] = numbered(n - 1, [](std::size_t c) { return GltfBytes::Json(c + 1); });
    return node;
  });
  gltf.json["skins"] = {
      {{"joints", numbered(n, [](std::size_t i) { return GltfBytes::Json(i); })}}};
  return gltf.glb();
}

/// A mesh on each of n skins, which have the first nodes as joints.
void add_skins(GltfBytes& gltf, std::size_t n, std::size_t joints,
               const std::function<GltfBytes::Json(std::size_t)>& skin) {
  gltf.json["nodes"] = numbered(joints + n, [&](std::size_t i) {
    return i < joints ? GltfBytes::Json{{"name", "joint"}}
                      : GltfBytes::Json{{"mesh", 0}, {"skin", i - joints}};
  });
  gltf.json["skins"] = numbered(n, skin);
}

std::string rigs(std::size_t n) {
  GltfBytes gltf = skinned_triangle();
  add_skins(gltf, n, n, [](std::size_t i) { return GltfBytes::Json{{"joints", {i}}}; });
  return gltf.glb();
}

/// Two joints that no two skins bind alike.
std::string rigs_of_same_joints(std::size_t n) {
  GltfBytes gltf = skinned_triangle();
  add_skins(gltf, n, 2, [&](std::size_t i) {
    std::vector<float> matrices(32, 0.0f);
    for (const std::size_t one : {0, 5, 10, 15}) matrices[one] = matrices[16 + one] = 1.0f;
    matrices[16 + 12] = float(i + 1);
    gltf.add_floats(matrices, "MAT4");
    return GltfBytes::Json{{"joints", {0, 1}}, {"inverseBindMatrices", i + 4}};
  });
  return gltf.glb();
}

std::string animations(std::size_t n) {
  GltfBytes gltf = triangle();
  gltf.add_floats({0, 1}, "SCALAR");
  gltf.add_floats({0, 0, 0, 1, 1, 1}, "VEC3");
  gltf.json["animations"] = numbered(n, [](std::size_t) {
    return GltfBytes::Json{
        {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
        {"samplers", {{{"input", 2}, {"output", 3}}}}};
  });
  return gltf.glb();
}

constexpr const char* kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

std::string lines(std::size_t n, const std::function<std::string(std::size_t)>& line) {
  std::string text = kTriangle;
  for (std::size_t i = 0; i < n; ++i) text += line(i);
  return text;
}
std::string groups(std::size_t n) {
  return lines(n, [](std::size_t i) { return fmt::format("o o{}\ng g{}\nf 1 2 3\n", i, i); });
}
std::string materials(std::size_t n) {
  return lines(n, [](std::size_t i) { return fmt::format("usemtl m{}\nf 1 2 3\n", i); });
}
std::string one_edge(std::size_t n) {
  return lines(n, [](std::size_t i) { return fmt::format("v {} 1 1\nf 1 2 -1\n", i); });
}
std::string polygon(std::size_t n) {
  std::string text = kTriangle, face = "f";
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 6.28 * double(i) / double(n), radius = i % 2 == 0 ? 1.0 : 0.5;
    text += fmt::format("v {} {} 0\n", radius * std::cos(angle), radius * std::sin(angle));
    face += fmt::format(" {}", i + 4);
  }
  return text + face + "\n";
}

struct Road {
  std::string name;
  std::string (*made)(std::size_t n);
  std::size_t n;
  const char* ending = "glb";
};

}  // namespace

TEST_CASE("four times as much takes at most nine times as long, whatever is counted") {
  if (kIsSlow) return;
  const Scratch folder;
  for (const Road& road : {Road{"keys of extras", extras, 8'000},
                           {"nodes that share a mesh", shared_mesh, 5'000},
                           {"meshes", own_meshes, 5'000},
                           {"primitives and materials", primitives, 5'000},
                           {"nodes in a chain", chain, 20'000},
                           {"joints", joints, 2'000},
                           {"skeletons", rigs, 2'000},
                           {"skeletons of the same joints", rigs_of_same_joints, 2'000},
                           {"animations", animations, 8'000},
                           {"objects and groups", groups, 20'000, "obj"},
                           {"materials", materials, 10'000, "obj"},
                           {"faces on one edge", one_edge, 40'000, "obj"},
                           {"corners of a polygon", polygon, 4'000, "obj"}}) {
    const std::string small = folder / ("small." + std::string(road.ending)),
                      big = folder / ("big." + std::string(road.ending));
    write(small, road.made(road.n));
    write(big, road.made(4 * road.n));
    for (const std::vector<std::string>& command : {std::vector<std::string>{"report"},
                                                    {"convert", folder / "out.glb"},
                                                    {"convert", folder / "out.obj"}}) {
      const auto seconds_of = [&](const std::string& file) {
        std::vector<std::string> words = command;
        words.insert(words.begin() + 1, file);
        if (command.front() == "report") words.insert(words.end(), {"--json", folder / "r.json"});
        return run_well(words).seconds;
      };
      CAPTURE(road.name);
      CAPTURE(command.back());
      // Below this what is measured is the program's start. A busy machine slows one run, not all.
      constexpr double kLeast = 0.1;
      bool is_linear = false;
      double few = 0.0, many = 0.0;
      for (int attempt = 0; attempt < 3 && !is_linear; ++attempt) {
        many = seconds_of(big);
        is_linear = many < 9.0 * kLeast;
        if (!is_linear) is_linear = many < 9.0 * (few = seconds_of(small));
      }
      CAPTURE(few);
      CAPTURE(many);
      CHECK(is_linear);
    }
  }
}

namespace {

/// A primitive for each of n, with what `more` adds to it.
std::string products(
    std::size_t n, int vertices,
    const std::function<void(GltfBytes& gltf, GltfBytes::Json& primitive, std::size_t)>& more) {
  GltfBytes gltf = triangle(vertices);
  gltf.json["meshes"][0]["primitives"] = numbered(n, [&](std::size_t i) {
    GltfBytes::Json primitive = {{"attributes", {{"POSITION", 0}}}};
    more(gltf, primitive, i);
    return primitive;
  });
  return gltf.glb();
}

std::string long_name(std::size_t n) { return std::string(n, 'n'); }

}  // namespace

TEST_CASE("a product of two counts is refused before it takes the memory") {
  if (kIsSlow) return;
  const Scratch folder;
  const auto refuses = [&](const char* name, const std::string& bytes, const char* ending = "glb") {
    const std::string file = folder / ("product." + std::string(ending));
    write(file, bytes);
    REQUIRE(bytes.size() < (20u << 20));
    for (const char* out : {"out.glb", "out.obj"}) {
      const Ran ran = run({"convert", file, folder / out});
      CAPTURE(name);
      CAPTURE(ran.err);
      CHECK(ran.status == 1);
      CHECK(ran.megabytes < 512);
      CHECK(ran.seconds < 20.0);
      CHECK(contains(ran.err, file));
    }
  };
  refuses("primitives x vertices, without indices",
          products(3'000, 30'000, [](GltfBytes&, GltfBytes::Json&, std::size_t) {}));
  refuses("primitives x indices",
          products(20'000, 3, [](GltfBytes& gltf, GltfBytes::Json& primitive, std::size_t i) {
            if (i == 0) gltf.add(std::vector<std::uint8_t>(100'000, 0), 5121, "SCALAR");
            primitive["indices"] = 2;
          }));
  refuses("vertices x attributes of one primitive",
          products(2'000, 3'000, [](GltfBytes&, GltfBytes::Json& primitive, std::size_t i) {
            primitive["attributes"]["_A" + std::to_string(i)] = 0;
            primitive["indices"] = 1;
          }));
  refuses("vertices x morph targets of one primitive",
          products(2'000, 3'000, [](GltfBytes&, GltfBytes::Json& primitive, std::size_t i) {
            if (i == 0)
              primitive["targets"] = numbered(500, [](std::size_t) {
                return GltfBytes::Json{{"POSITION", 0}};
              });
            primitive["attributes"]["_A" + std::to_string(i)] = 0;
            primitive["indices"] = 1;
          }));
  {
    GltfBytes gltf = triangle(100'000);
    gltf.json["nodes"] = numbered(10'000, [](std::size_t) { return GltfBytes::Json{{"mesh", 0}}; });
    refuses("nodes x vertices of their mesh", gltf.glb());
  }
  {
    GltfBytes gltf = triangle();
    gltf.json["meshes"][0]["name"] = long_name(1u << 20);
    gltf.json["nodes"] = numbered(10'000, [](std::size_t) { return GltfBytes::Json{{"mesh", 0}}; });
    refuses("nodes x the name of their mesh", gltf.glb());
  }
  for (const bool is_light : {false, true}) {
    GltfBytes gltf = triangle();
    const GltfBytes::Json long_extras = {{"text", long_name(1u << 20)}};
    if (is_light) {
      gltf.json["extensions"]["KHR_lights_punctual"]["lights"] = {
          {{"type", "point"}, {"extras", long_extras}}};
    } else {
      gltf.json["cameras"] = {{{"type", "perspective"},
                               {"perspective", {{"yfov", 1}, {"znear", 1}}},
                               {"extras", long_extras}}};
    }
    gltf.json["nodes"] = numbered(5'000, [&](std::size_t) {
      return is_light ? GltfBytes::Json{{"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}}
                      : GltfBytes::Json{{"camera", 0}};
    });
    refuses(is_light ? "nodes x extras of a light" : "nodes x extras of a camera", gltf.glb());
  }
  {
    GltfBytes gltf = triangle();
    const std::string name = long_name(1u << 20);
    gltf.json["materials"] = {{{"name", name}}};
    gltf.json["meshes"][0]["primitives"][0]["material"] = 0;
    const GltfBytes::Json mesh = gltf.json["meshes"][0];
    gltf.json["meshes"] = numbered(5'000, [&](std::size_t) { return mesh; });
    gltf.json["nodes"] = numbered(5'000, [](std::size_t i) {
      return GltfBytes::Json{{"mesh", i}};
    });
    refuses("meshes x a material's name", gltf.glb());
  }
  refuses("groups x an object's name",
          "o " + long_name(1u << 20) + "\n" + groups(0) +
              lines(10'000, [](std::size_t i) { return fmt::format("g g{}\nf 1 2 3\n", i); }) +
              "o other\nf 1 2 3\n",
          "obj");
  refuses("materials of a mesh", materials(100'001), "obj");
}

}  // namespace marrow::test
