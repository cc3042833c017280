// OBJ in pieces: the result depends neither on the cuts nor on threads, and equals tinyobjloader's;
// progress can cancel.
#include <atomic>
#include <fmt/format.h>
#include <sstream>
#include <tiny_obj_loader.h>

#include "io/obj/obj.h"
#include "io/support.h"
#include "support/thread_limit.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct TextOptions {
  /// joined lines, comments, blanks, all three ends of a line, degenerate faces, statements of
  /// other kinds
  bool odd_lines = true;
  bool all_in_range = true;
};

/// The text of a random OBJ file, statement by statement.
class TextMaker {
 public:
  TextMaker(Random& random, const TextOptions& options) : random_(random), options_(options) {}

  std::string make(int statements) {
    end_ =
        options_.odd_lines && random_.chance(0.3f) ? (random_.chance(0.5f) ? "\r\n" : "\r") : "\n";
    has_uvs_ = random_.chance(0.7f);
    has_normals_ = random_.chance(0.7f);
    for (int i = 0; i < 4; ++i) vertex();
    if (has_uvs_) uv();
    if (has_normals_) normal();
    for (int i = 0; i < statements; ++i) statement();
    return text_;
  }

 private:
  void statement() {
    const float kind = random_.number(0.0f, 1.0f);
    if (kind < 0.4f) return vertex();
    if (kind < 0.5f && has_uvs_) return uv();
    if (kind < 0.6f && has_normals_) return normal();
    if (kind < 0.65f && options_.odd_lines) return odd_line();
    face();
  }

  void odd_line() {
    static const char* const kLines[] = {
        "# a comment \\", "",        "  \t", "usemtl a", "usemtl b b", "usemtl",
        "o part",         "o other", "g x",  "g y z",    "g",          "s 1",
        "s off",          "l 1 2",   "p 1",  "f 1 2",    "unheard of", "o",
        "s 12",           "usemtl c"};
    line(kLines[random_.whole(0, 19)]);
  }

  std::string number() {
    return fmt::format("{:.{}f}", random_.number(-3.0f, 3.0f), random_.whole(0, 8));
  }
  std::string blank() {
    if (!options_.odd_lines || random_.chance(0.9f)) return " ";
    return random_.chance(0.5f) ? "\t " : " \\" + end_;
  }
  void line(const std::string& content) { text_ += content + end_; }
  void vertex() {
    ++vertices_;
    std::string content = "v" + blank() + number() + blank() + number() + blank() + number();
    if (options_.odd_lines && random_.chance(0.05f))
      content += random_.chance(0.5f) ? " 0.25 0.5 1" : " 0.5";
    line(content);
  }
  void uv() { ++uvs_, line("vt" + blank() + number() + blank() + number()); }
  void normal() {
    ++normals_, line("vn" + blank() + number() + blank() + number() + blank() + number());
  }

  std::string index(int count) {
    if (!options_.all_in_range && random_.chance(0.002f)) return std::to_string(count + 1000000);
    const int value = random_.whole(1, count);
    return std::to_string(random_.chance(0.2f) ? value - count - 1 : value);
  }

  void face() {
    std::string content = "f";
    const bool uv = has_uvs_ && random_.chance(0.7f), normal = has_normals_ && random_.chance(0.7f);
    const int corners = 3 + (random_.chance(0.5f) ? 0 : random_.whole(0, 5));
    for (int c = 0; c < corners; ++c) {
      content += blank() + index(vertices_);
      if (uv || normal) content += '/';
      if (uv) content += index(uvs_);
      if (normal) content += '/' + index(normals_);
    }
    line(content);
  }

  Random& random_;
  TextOptions options_;
  std::string text_, end_ = "\n";
  bool has_uvs_ = false, has_normals_ = false;
  int vertices_ = 0, uvs_ = 0, normals_ = 0;
};

/// The result: the mesh's arrays, or the error's words.
struct Outcome {
  io::Loaded loaded;
  std::string error;
  const Mesh& mesh() const { return *loaded.scene.nodes.at(0).mesh; }
};

Outcome read_in_pieces(const std::filesystem::path& path, std::size_t piece_size) {
  io::LoadProgress progress({});
  Outcome outcome;
  outcome.error = refusal([&] { outcome.loaded = io::load_obj(path, progress, piece_size); });
  return outcome;
}

void check_equal(const Outcome& a, const Outcome& b) {
  REQUIRE(a.error == b.error);
  if (!a.error.empty()) return;
  CHECK(a.loaded.warnings == b.loaded.warnings);
  CHECK(same_content(a.loaded.scene, b.loaded.scene));
}

/// A grid of about `vertices` vertices.
std::string grid_text(int vertices) {
  const int side = int(std::sqrt(vertices));
  std::string text;
  for (int v = 0; v < side * side; ++v)
    text += fmt::format("v {:.6f} {:.6f} 0.5\n", v % side * 0.01, v / side * 0.01);
  for (int y = 0; y + 1 < side; ++y) {
    for (int x = 1; x < side; ++x)
      text += fmt::format("f {} {} {} {}\n", y * side + x, y * side + x + 1, (y + 1) * side + x + 1,
                          (y + 1) * side + x);
  }
  return text;
}

}  // namespace

FOLDER_CASE(
    "wherever the text is cut, the same comes out: meshes, warnings, materials and the first "
    "error") {
  put(folder / "m.mtl", "newmtl a\nKd 1 0 0\nnewmtl b b\nKd 0 1 0\n");
  int refused = 0;
  for (auto& random : seeds<Random>(trials(150))) {
    const std::string text =
        TextMaker(random, {true, random.seed % 3 != 0}).make(random.whole(0, 299));
    const auto path = put(folder / "x.obj", "mtllib m.mtl\n" + text);
    const Outcome whole = read_in_pieces(path, text.size() + 100);
    refused += !whole.error.empty();
    for (const std::size_t size : {1, 2, 13, 100, 1000})
      check_equal(whole, read_in_pieces(path, size));
    for (const int threads : {1, 2, 3, 8}) {
      const ThreadLimit limit(threads);
      check_equal(whole, read_in_pieces(path, 64));
    }
  }
  CHECK(refused > 5);
  CHECK(refused < 100);
}

FOLDER_CASE("tinyobjloader reads the same polygons and the same numbers from the whole text") {
  struct Judged {
    std::vector<float> numbers;
    int uv_count = 0, normal_count = 0;
    std::vector<std::uint32_t> vertices, uvs, normals, face_begin{0};
  };
  tinyobj::callback_t callbacks;
  callbacks.vertex_cb = [](void* user, float x, float y, float z, float) {
    auto& numbers = static_cast<Judged*>(user)->numbers;
    numbers.insert(numbers.end(), {x, y, z});
  };
  callbacks.texcoord_cb = [](void* user, float, float, float) {
    ++static_cast<Judged*>(user)->uv_count;
  };
  callbacks.normal_cb = [](void* user, float, float, float) {
    ++static_cast<Judged*>(user)->normal_count;
  };
  callbacks.index_cb = [](void* user, tinyobj::index_t* corners, int count) {
    auto& judged = *static_cast<Judged*>(user);
    const auto from_zero = [](int index, int so_far) {  // it leaves negative ones as they are
      return index == 0 ? kNoIndex : std::uint32_t(index < 0 ? so_far + index : index - 1);
    };
    for (int c = 0; c < count; ++c) {
      judged.vertices.push_back(from_zero(corners[c].vertex_index, int(judged.numbers.size() / 3)));
      judged.uvs.push_back(from_zero(corners[c].texcoord_index, judged.uv_count));
      judged.normals.push_back(from_zero(corners[c].normal_index, judged.normal_count));
    }
    judged.face_begin.push_back(std::uint32_t(judged.vertices.size()));
  };
  for (auto& random : seeds<Random>(1000, 1000 + trials(60))) {
    const std::string text = TextMaker(random, {false, true}).make(400);
    const Outcome read = read_in_pieces(put(folder / "x.obj", text), 200);
    REQUIRE(read.error == "");
    Judged judged;
    std::istringstream stream(text);
    REQUIRE(tinyobj::LoadObjWithCallback(stream, callbacks, &judged));
    const Mesh& mesh = read.mesh();
    CHECK(mesh.corner_vertex == judged.vertices);
    CHECK(mesh.face_begin == judged.face_begin);
    const std::vector<std::uint32_t> none(mesh.corner_vertex.size(), kNoIndex);
    CHECK((mesh.corner_uv.empty() ? none : mesh.corner_uv) == judged.uvs);
    CHECK((mesh.corner_normal.empty() ? none : mesh.corner_normal) == judged.normals);
    REQUIRE(3 * mesh.positions.size() == judged.numbers.size());
    for (std::size_t i = 0; i < judged.numbers.size(); ++i) {
      CHECK(mesh.positions[i / 3][int(i % 3)] == judged.numbers[i]);
    }
  }
}

FOLDER_CASE("of several errors in a big file the first is told, with its line") {
  const std::string good = grid_text(40000);
  const auto lines = std::count(good.begin(), good.end(), '\n');
  for (int round = 0; round < 20; ++round) {
    const std::string text = good + "f 1 2 80000\n" + good + "v 1 x 2\n" + good + "f 1 a 2\n";
    const std::string message = refusal([&] { io::load(put(folder / "x.obj", text)); });
    // The second grid's vertices are in the file: the face is refused only for an index beyond all
    // three.
    CHECK_MESSAGE(
        contains(message, fmt::format("line {}: expected a number, found \"x\"", 2 * lines + 2)),
        message);
  }
  const std::string message = refusal([&] {
    io::load(put(folder / "x.obj", good + "f 1 2 3\nf 1 2 900000\n" + good + "v nan 0 0\n"));
  });
  CHECK_MESSAGE(
      contains(message,
               fmt::format("line {}: vertex 900000 does not exist; the file has 80001", lines + 2)),
      message);
}

FOLDER_CASE("the report hears of growing shares up to 1, from one thread at a time") {
  const auto path = put(folder / "x.obj", grid_text(100000));
  std::vector<double> shares;
  std::atomic<int> inside{0};
  io::load(path, [&](double share) {
    CHECK(inside++ == 0);
    shares.push_back(share);
    --inside;
    return true;
  });
  REQUIRE(shares.size() > 10);
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(shares.front() >= 0.0);
  CHECK(shares.back() == 1.0);
}

FOLDER_CASE("a report that says no stops the loader, early or late, and nothing else comes of it") {
  const auto obj = put(folder / "x.obj", grid_text(30000));
  const auto glb = folder / "x.glb";
  io::save(glb, io::load(obj).scene, {});
  for (const auto& path : {obj, glb}) {
    int calls = 0;
    io::load(path, [&](double) { return ++calls > 0; });
    for (int stop = 1; stop <= calls; stop += std::max(1, calls / 12)) {
      int heard = 0;
      CHECK_THROWS_AS(io::load(path, [&](double) { return ++heard < stop; }), Stopped);
    }
  }
}
