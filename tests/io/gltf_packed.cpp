// Compressed glTF: Draco and meshoptimizer, by our own packer and by another program's.
#include <chrono>

#include "io/codecs/meshes.h"
#include "io/codecs/webp.h"
#include "io/gltf/check/text_check.h"
#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

namespace {

using Json = nlohmann::json;

constexpr io::Compression kDracoWay = io::Compression::draco,
                          kMeshoptWay = io::Compression::meshopt;

bool has(io::Compression how) { return how == kDracoWay ? io::has_draco() : io::has_meshopt(); }
const char* name_of(io::Compression how) {
  return how == kDracoWay ? "KHR_draco_mesh_compression" : "EXT_meshopt_compression";
}

/// Turns of node 2 and places of node 1.
void add_motion(Gltf& gltf, Random& random) {
  std::vector<float> times, turns, places;
  for (int k = 0; k < 40; ++k) {
    const float half = random.number(-1.0f, 1.0f);
    times.push_back(float(k) / 16.0f);
    turns.insert(turns.end(), {0.0f, std::sin(half), 0.0f, std::cos(half)});
    for (int c = 0; c < 3; ++c) places.push_back(random.number(-9.0f, 9.0f));
  }
  const int input = gltf.add(times, 5126, "SCALAR");
  gltf.json["accessors"][std::size_t(input)]["min"] = {times.front()};
  gltf.json["accessors"][std::size_t(input)]["max"] = {times.back()};
  gltf.json["animations"] = {
      {{"name", "move"},
       {"samplers",
        {{{"input", input}, {"output", gltf.add_floats(turns, "VEC4")}},
         {{"input", input}, {"output", gltf.add_floats(places, "VEC3")}}}},
       {"channels",
        {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}},
         {{"sampler", 1}, {"target", {{"node", 1}, {"path", "translation"}}}}}}}};
}

/// A sheet of random hills on five joints, five influences a vertex; a morph target; a motion.
Gltf random_rig(unsigned seed, bool has_target) {
  Random random(seed);
  const int wide = random.whole(8, 30), high = random.whole(8, 30), joints = 5;
  std::vector<float> positions, normals, uvs, weights[2], differences;
  std::vector<std::uint8_t> slots[2];
  std::vector<std::uint16_t> corners;
  for (int y = 0; y < high; ++y) {
    for (int x = 0; x < wide; ++x) {
      positions.insert(positions.end(), {float(x), float(y), random.number(0.0f, 0.5f)});
      normals.insert(normals.end(), {0.6f, 0.0f, 0.8f});
      uvs.insert(uvs.end(), {float(x) / float(wide), float(y) / float(high)});
      float left = 1.0f;
      for (int i = 0; i < 8; ++i) {
        const float weight = i < joints - 1 ? left * random.number(0.0f, 0.8f) : left;
        const bool is_used = i < joints && weight > 0.0f;
        weights[i / 4].push_back(is_used ? weight : 0.0f);
        slots[i / 4].push_back(std::uint8_t(is_used ? i : 0));
        left = i < joints ? left - weight : 0.0f;
      }
      differences.insert(differences.end(), {0.0f, 0.0f, random.chance(0.3) ? 1.0f : 0.0f});
      if (x == 0 || y == 0) continue;
      const int corner = y * wide + x;
      for (const int c :
           {corner - wide - 1, corner - wide, corner, corner - wide - 1, corner, corner - 1})
        corners.push_back(std::uint16_t(c));
    }
  }
  Gltf gltf;
  Json& json = gltf.json;
  Json primitive = {{"indices", gltf.add(corners, 5123, "SCALAR")}};
  primitive["attributes"] = {{"POSITION", gltf.add_floats(positions, "VEC3")},
                             {"NORMAL", gltf.add_floats(normals, "VEC3")},
                             {"TEXCOORD_0", gltf.add_floats(uvs, "VEC2")}};
  for (const int set : {0, 1}) {
    primitive["attributes"]["JOINTS_" + std::to_string(set)] = gltf.add(slots[set], 5121, "VEC4");
    primitive["attributes"]["WEIGHTS_" + std::to_string(set)] =
        gltf.add_floats(weights[set], "VEC4");
  }
  if (has_target) primitive["targets"] = {{{"POSITION", gltf.add_floats(differences, "VEC3")}}};
  json["meshes"] = {{{"primitives", {primitive}}}};
  add_motion(gltf, random);
  json["nodes"] = {{{"name", "man"}, {"mesh", 0}, {"skin", 0}}};
  json["skins"] = {{{"joints", Json::array()}}};
  for (int j = 1; j <= joints; ++j) {
    json["nodes"].push_back(
        {{"name", "joint " + std::to_string(j)}, {"translation", {0, j > 1 ? 4 : 0, 0}}});
    if (j > 1) json["nodes"][std::size_t(j) - 1]["children"] = {j};
    json["skins"][0]["joints"].push_back(j);
  }
  std::vector<float> inverse;
  for (int j = 0; j < joints; ++j)
    inverse.insert(inverse.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, float(-4 * j), 0, 1});
  json["skins"][0]["inverseBindMatrices"] = gltf.add_floats(inverse, "MAT4");
  json["scenes"] = {{{"nodes", {0, 1}}}};
  return gltf;
}

std::string packed_bytes(const std::filesystem::path& path, const Scene& scene,
                         io::Compression how) {
  io::SaveOptions options = io::find_export_way("animation")->options;
  options.max_influences = 8;
  options.compression = how;
  io::save(path, scene, {}, options);
  return bytes_of(path);
}

/// Weights of a vertex by joint, in the order of the skeleton.
std::vector<float> weights_of(const Scene& scene, const Node& node, std::size_t vertex) {
  const Skeleton& skeleton = *find_node(scene, node.bound_to)->skeleton;
  std::vector<float> weights(skeleton.joints.size(), 0.0f);
  const ExplicitWeights& own = *node.mesh->weights;
  for (std::uint32_t e = own.row_begin[vertex]; e < own.row_begin[vertex + 1]; ++e)
    weights[std::size_t(joint_index(skeleton, own.joint[e]))] += own.weight[e];
  return weights;
}

/// The vertex of `mesh` at a place: the sheet has one for each whole x and y.
std::size_t vertex_at(const Mesh& mesh, const glm::vec3& place) {
  std::size_t best = 0;
  for (std::size_t v = 1; v < mesh.positions.size(); ++v)
    if (glm::distance(mesh.positions[v], place) < glm::distance(mesh.positions[best], place))
      best = v;
  return best;
}

/// A file's JSON, changed, with its binary chunk.
template <typename Change>
std::string with_json(const std::string& glb, Change change) {
  const io::GltfParts parts = io::split_gltf("", glb);
  Json json = Json::parse(parts.json);
  std::string binary(parts.binary);
  change(json, binary);
  return io::joined_glb(json.dump(), binary);
}

std::string refusal_of(const Scratch& folder, const std::string& glb) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string why = refusal([&] { io::load(put(folder / "hostile.glb", glb)); });
  CHECK(why.find('\n') == std::string::npos);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  CHECK(taken.count() < 20.0);  // not a minute, nor for ever
  return why;
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7) bytes += char((value & 127) | 128);
  return bytes + char(value);
}

}  // namespace

FOLDER_CASE(
    "a compressed rig keeps joints, weights, shapes and motions, and places within the step") {
  for (const io::Compression how : {kDracoWay, kMeshoptWay}) {
    if (!has(how)) continue;
    for (unsigned seed = 0; seed < 12; ++seed) {
      CAPTURE(seed);
      CAPTURE(name_of(how));
      const Scene plain = random_rig(seed, seed % 2 == 0).load(folder).scene;
      const std::string bytes = packed_bytes(folder / "packed.glb", plain, how);
      CHECK(contains(bytes, name_of(how)));
      CHECK(bytes.size() < packed_bytes(folder / "plain.glb", plain, io::Compression::none).size());
      const io::Loaded loaded = io::load(folder / "packed.glb");
      CHECK(same_content(loaded.scene, io::load(folder / "packed.glb").scene));
      const Node &before = mesh_node(plain), &after = mesh_node(loaded.scene);
      REQUIRE(after.mesh->positions.size() == before.mesh->positions.size());
      CHECK(after.mesh->face_count() == before.mesh->face_count());
      REQUIRE(after.mesh->morph_targets.size() == before.mesh->morph_targets.size());
      const glm::vec3 size =
          bounds_of(before.mesh->positions).high - bounds_of(before.mesh->positions).low;
      const float step = std::max({size.x, size.y, size.z}) / 16383.0f;
      for (std::size_t v = 0; v < before.mesh->positions.size(); ++v) {
        const std::size_t to = vertex_at(*after.mesh, before.mesh->positions[v]);
        CHECK(glm::distance(after.mesh->positions[to], before.mesh->positions[v]) < step);
        const std::vector<float> wanted = weights_of(plain, before, v),
                                 found = weights_of(loaded.scene, after, to);
        float sum = 0.0f;
        for (std::size_t j = 0; j < wanted.size(); ++j) {
          CHECK(std::abs(found[j] - wanted[j]) < 1.1f / 65535.0f);
          sum += found[j];
        }
        CHECK(std::abs(sum - 1.0f) < 1e-6f);
        for (std::size_t t = 0; t < before.mesh->morph_targets.size(); ++t)
          CHECK(glm::distance(after.mesh->morph_targets[t].positions[to],
                              before.mesh->morph_targets[t].positions[v]) < 1e-4f);
      }
      REQUIRE(loaded.scene.motions.size() == 1);
      for (int i = 0; i <= 20; ++i) {
        const float seconds = float(i) / 8.0f;
        const Scene one = keyed_at_time(plain, *plain.motions[0], seconds),
                    other = keyed_at_time(loaded.scene, *loaded.scene.motions[0], seconds);
        const auto joints = [](const Scene& scene) {
          return posed_joints(*find_node(scene, mesh_node(scene).bound_to)->skeleton, false);
        };
        const std::vector<glm::dmat4> wanted = joints(one), found = joints(other);
        REQUIRE(found.size() == wanted.size());
        for (std::size_t j = 0; j < wanted.size(); ++j)
          CHECK(apart(wanted[j], found[j], 16.0) < 2e-4);
      }
    }
  }
}

TEST_CASE("files that another program compressed open as what they were") {
  for (const std::string name : {"draco", "draco_sequential", "meshopt"}) {
    if (!has(name == "meshopt" ? kMeshoptWay : kDracoWay)) continue;
    CAPTURE(name);
    const auto path = source() / "tests/fuzz/seeds/glb" / (name + ".glb");
    const io::Loaded loaded = io::load(path);
    CHECK(same_content(loaded.scene, io::load(path).scene));
    const Node& node = mesh_node(loaded.scene);
    REQUIRE(node.mesh->positions.size() == 48);  // a tube of radius 1, six rings one apart
    CHECK(node.mesh->face_count() == 80);
    const std::vector<glm::dvec3> places = [&] {
      const Influences rows = rows_of(loaded.scene, node);
      Scene rest = loaded.scene;
      return world_positions(rest, std::size_t(node_index(rest, node.id)), &rows);
    }();
    std::map<int, int> rings;
    for (std::size_t v = 0; v < places.size(); ++v) {
      const double height = places[v].y;
      ++rings[int(std::lround(height))];
      CHECK(std::abs(height - std::round(height)) < 1e-3);
      CHECK(std::abs(std::hypot(places[v].x, places[v].z) - 1.0) < 1e-3);
      CHECK(std::abs(weights_of(loaded.scene, node, v)[1] - height / 5.0) < 1.0 / 255.0);
      if (node.mesh->morph_targets.empty()) continue;
      CHECK(node.morph_weights == std::vector<float>{0.25f});
    }
    CHECK(rings.size() == 6);
    for (const auto& [height, count] : rings) CHECK(count == 8);
    CHECK(node.mesh->morph_targets.size() == (name == "draco" ? 0 : 1));
    REQUIRE(loaded.scene.motions.size() == 1);
    const Scene turned = keyed_at_time(loaded.scene, *loaded.scene.motions[0], 1.0f);
    const auto skeleton = std::size_t(node_index(turned, mesh_node(turned).bound_to));
    const std::vector<glm::dmat4> joints = posed_joints(*turned.nodes[skeleton].skeleton, false);
    const glm::dmat4 world(world_from_nodes(turned)[skeleton]);
    const auto joint = [&](const std::string& called) {
      const std::vector<Joint>& all = turned.nodes[skeleton].skeleton->joints;
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const Joint& one) { return one.name == called; });
      REQUIRE(found != all.end());
      return world * joints[std::size_t(found - all.begin())];
    };
    CHECK(glm::distance(glm::dvec3(joint("lower")[3]), glm::dvec3(1, 0, 0)) < 1e-3);
    CHECK(glm::distance(glm::normalize(glm::dvec3(joint("upper")[0])), glm::dvec3(0, 1, 0)) < 1e-3);
  }
}

FOLDER_CASE("a compressed stream that ends early, or is broken, is refused in one line") {
  for (const io::Compression how : {kDracoWay, kMeshoptWay}) {
    if (!has(how)) continue;
    const std::string glb =
        packed_bytes(folder / "packed.glb", random_rig(3, false).load(folder).scene, how);
    Random random(7);
    int refused = 0;
    for (int i = 0; i < 60; ++i) {
      const std::string bad = with_json(glb, [&](Json& json, std::string& binary) {
        for (Json& view : json["bufferViews"]) {
          Json& stream = how == kDracoWay ? view : view["extensions"][name_of(how)];
          if (!stream.contains("byteLength")) continue;
          const int length = stream["byteLength"];
          if (i % 2 == 0 && length > 100) stream["byteLength"] = random.whole(1, length - 1);
        }
        if (i % 2 == 1)
          for (int n = 0; n < 20; ++n)
            binary[std::size_t(random.whole(0, 900))] = char(random.whole(0, 255));
      });
      refused += !refusal_of(folder, bad).empty();
    }
    CHECK(refused >= 30);
  }
}

TEST_CASE_FIXTURE(SkinnedFile, "counts that lie are refused before memory is taken for them") {
  if (io::has_meshopt()) {
    gltf.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = {{"buffer", 0},
                                                                            {"byteLength", 48},
                                                                            {"byteStride", 4},
                                                                            {"count", 1000000000},
                                                                            {"mode", "ATTRIBUTES"}};
    gltf.json["bufferViews"][0]["byteLength"] = 4000000000;
    gltf.json["bufferViews"][0]["buffer"] = 1;
    gltf.json["buffers"] = {{{"byteLength", gltf.buffer.size()}}, {{"byteLength", 4000000000}}};
    gltf.json["extensionsRequired"] = {"EXT_meshopt_compression"};
    CHECK(contains(refusal_of(folder, gltf.glb()), "asks for far more data than it holds"));
    const auto bad = [&](const char* member, const Json& value) {
      Gltf other = gltf;
      other.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][member] = value;
      return refusal_of(folder, other.glb());
    };
    CHECK(contains(bad("count", 5),
                   "5 elements of 4 bytes are not the 4000000000 bytes of the view"));
    CHECK(contains(bad("byteLength", 1000000), "lie outside the buffer"));
    CHECK(contains(bad("mode", "TRIANGLE"),
                   "expected ATTRIBUTES, TRIANGLES or INDICES, found \"TRIANGLE\""));
    CHECK(contains(bad("filter", "COLOR"),
                   "expected OCTAHEDRAL, QUATERNION or EXPONENTIAL, found \"COLOR\""));
    CHECK(contains(bad("byteStride", 6), "expected a multiple of 4 up to 256"));
  }
  if (!io::has_draco()) return;
  const auto with_stream = [&](const std::string& bytes) {
    Gltf packed = skinned_gltf();
    const int view = packed.add_view(std::vector<char>(bytes.begin(), bytes.end()));
    packed.json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {
        {"bufferView", view}, {"attributes", {{"POSITION", 0}}}};
    packed.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return refusal_of(folder, packed.glb());
  };
  const std::string begin("DRACO\2\2\1\1\0\0\0", 12);  // edgebreaker, standard traversal
  CHECK(contains(with_stream(begin + varint(900000000) + varint(900000000) + '\0' +
                             varint(900000000) + varint(0) + std::string(64, '\1')),
                 "asks for far more data than it holds"));
  CHECK(contains(with_stream("no stream"), "does not begin as a Draco stream"));
  CHECK(contains(with_stream(std::string("DRACO\1\1\1\1\0\0", 11)),
                 "version 1.1 of Draco's format, expected 2.2"));
  CHECK(contains(with_stream(std::string("DRACO\2\2\0\1\0\0", 11)), "holds points"));
  CHECK(contains(with_stream(begin), "cannot be decoded"));
}

TEST_CASE("a count of flipped texture coordinates beyond the corners is refused unread") {
  if (!io::has_draco()) return;
  const Scratch folder("packed");
  const std::string glb =
      packed_bytes(folder / "packed.glb", random_rig(1, false).load(folder).scene, kDracoWay);
  const io::GltfParts parts = io::split_gltf("", glb);
  const Json json = Json::parse(parts.json);
  const Json& packed =
      json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
  const Json& view = json["bufferViews"][packed["bufferView"].get<std::size_t>()];
  std::vector<unsigned char> stream(
      parts.binary.begin() + view.value("byteOffset", 0),
      parts.binary.begin() + view.value("byteOffset", 0) + view["byteLength"].get<int>());
  io::DracoMesh mesh;
  REQUIRE(io::decode_draco(stream, {}, mesh, [](std::uint64_t) {}).empty());
  const auto with_count = [&](std::size_t at, std::uint32_t count) {
    std::vector<unsigned char> changed = stream;
    for (std::size_t b = 0; b < 4; ++b)
      changed[at + b] = static_cast<unsigned char>(count >> 8 * b);
    return io::decode_draco(changed, {}, mesh, [](std::uint64_t) {});
  };
  int refused = 0;  // the count's place is not known: every number that could be it is made larger
  for (std::size_t at = 0; at + 4 <= stream.size(); ++at) {
    if (stream[at + 2] != 0 || stream[at + 3] != 0 || stream[at] + stream[at + 1] == 0) continue;
    refused += contains(with_count(at, 40000), "names 40000 flips of texture coordinates");
    if (refused == 1) {
      CHECK(contains(with_count(at, 0x7fffffff), "names 2147483647 flips"));
      break;
    }
  }
  CHECK(refused == 1);
}

TEST_CASE("a stream whose attributes differ from the accessors is refused") {
  if (!io::has_draco()) return;
  const Scratch folder("packed");
  const std::string glb =
      packed_bytes(folder / "packed.glb", random_rig(1, false).load(folder).scene, kDracoWay);
  const auto bad = [&](auto change) {
    return refusal_of(folder, with_json(glb, [&](Json& json, std::string&) {
                        change(json, json["meshes"][0]["primitives"][0]);
                      }));
  };
  const auto ids = [](Json& primitive) -> Json& {
    return primitive["extensions"]["KHR_draco_mesh_compression"]["attributes"];
  };
  CHECK(contains(bad([&](Json&, Json& primitive) { ids(primitive)["POSITION"] = 99; }),
                 "has no attribute of the id 99"));
  CHECK(contains(
      bad([&](Json&, Json& primitive) { ids(primitive)["POSITION"] = ids(primitive)["NORMAL"]; }),
      "expected a unique id"));
  CHECK(contains(bad([&](Json&, Json& primitive) { ids(primitive)["_HEAT"] = 50; }),
                 "the primitive has no such attribute"));
  CHECK(contains(
      bad([&](Json& json, Json& primitive) {
        json["accessors"][primitive["attributes"]["TEXCOORD_0"].get<std::size_t>()]["type"] =
            "VEC3";
      }),
      "the accessor has 3"));
  CHECK_FALSE(bad([&](Json& json, Json& primitive) {
                json["accessors"][primitive["indices"].get<std::size_t>()]["componentType"] = 5126;
              }).empty());
  CHECK(
      contains(bad([&](Json&, Json& primitive) { primitive["mode"] = 1; }), "expected triangles"));
  // where another count is stated, the stream's is taken
  const io::Loaded loaded = io::load(
      put(folder / "count.glb", with_json(glb, [](Json& json, std::string&) {
            const auto position =
                json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].get<std::size_t>();
            json["accessors"][position]["count"] = 4;
          })));
  CHECK(any_contains(loaded.warnings, "holds another number of elements"));
}

TEST_CASE("a WebP picture is drawn, and saved as it was") {
  if (!io::has_webp_pictures()) return;
  const Scratch folder("packed");
  const std::string webp(
      "RIFF\x2c\x00\x00\x00WEBPVP8L\x1f\x00\x00\x00\x2f\x01\x40\x00\x00\x1f\x20\x10\x48\xde\x1f\x3a"
      "\x8d\xf9\x17\x10"
      "\x14\xfc\x1f\xdd\xfc\x47\x64\x0f\xe0\x06\x0c\x11\xfd\x0f\x01\x00",
      52);
  Gltf gltf = skinned_gltf();
  gltf.json["images"] = {
      {{"bufferView", gltf.add_view(std::vector<char>(webp.begin(), webp.end()))},
       {"mimeType", "image/webp"}}};
  gltf.json["textures"] = {{{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}}};
  gltf.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  Json& primitive = gltf.json["meshes"][0]["primitives"][0];
  primitive["material"] = 0;
  primitive["attributes"]["TEXCOORD_0"] = gltf.add_floats({0, 0, 1, 0, 1, 1, 0, 1}, "VEC2");
  gltf.json["extensionsUsed"] = gltf.json["extensionsRequired"] = {"EXT_texture_webp"};
  const auto check = [&](const io::Loaded& loaded) {
    const auto& texture = mesh_node(loaded.scene).mesh->materials.at(0).base_color_texture;
    REQUIRE(texture);
    CHECK(texture->mime == "image/webp");
    CHECK(std::string(texture->file.begin(), texture->file.end()) == webp);
    CHECK(texture->rgba == std::vector<std::uint8_t>{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255,
                                                     255, 255, 255, 255});
  };
  const io::Loaded loaded = gltf.load(folder);
  check(loaded);
  io::save(folder / "own.glb", loaded.scene, {});
  check(io::load(folder / "own.glb"));
  io::save(folder / "other.glb", loaded.scene, {}, io::find_export_way("animation")->options);
  check(io::load(folder / "other.glb"));
  CHECK(contains(bytes_of(folder / "other.glb"), "EXT_texture_webp"));
  for (std::size_t length = 12; length < webp.size(); length += 4) {
    Gltf cut = gltf;
    cut.json["bufferViews"][cut.json["images"][0]["bufferView"].get<std::size_t>()]["byteLength"] =
        length;
    CHECK_FALSE(mesh_node(cut.load(folder).scene).mesh->materials.at(0).base_color_texture);
  }
}
