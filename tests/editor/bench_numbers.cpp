// The bench without a window: tables for other programs, histograms, words, scales, reset.
#include <algorithm>
#include <clocale>
#include <map>
#include <numeric>
#include <sstream>

#include "editor/bench/bench_model.h"
#include "editor/bench/islands.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields(1);
    for (const char letter : line)
      if (letter == ',')
        fields.emplace_back();
      else
        fields.back() += letter;
    rows.push_back(fields);
  }
  return rows;
}

/// A locale with a decimal comma, where the machine has one, during a test.
struct CommaLocale {
  bool is_there = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  ~CommaLocale() { std::setlocale(LC_ALL, "C"); }
};

std::size_t entries_of(const Influences& influences, std::size_t vertices) {
  std::size_t entries = 0;
  for (std::size_t v = 0; v < vertices; ++v) entries += influences.row_size(v);
  return entries;
}

}  // namespace

SOLVED_CASE(
    "The table of influences holds every influence once and reads back as the same floats, "
    "whatever the locale") {
  const CommaLocale comma;
  Editor editor = arm_editor();
  const Influences& influences = editor.deformer.mesh(kArmMesh)->influences;
  const auto rows = rows_of(influences_csv(editor.document.scene(), editor.deformer));
  const std::size_t vertices = editor.document.scene().nodes[0].mesh->positions.size();
  REQUIRE(rows.size() == 1 + entries_of(influences, vertices));
  CHECK(rows[0] == std::vector<std::string>{"mesh", "vertex", "joint", "distance", "weight"});
  const Skeleton& skeleton = *editor.document.scene().nodes[1].skeleton;
  std::size_t row = 1;
  for (std::size_t vertex = 0; vertex < vertices; ++vertex)
    for (std::uint32_t entry = influences.row_begin(vertex); entry < influences.row_end(vertex);
         ++entry, ++row) {
      REQUIRE(rows[row].size() == 5);
      CHECK(rows[row][0] == "0");
      CHECK(rows[row][1] == std::to_string(vertex));
      CHECK(rows[row][2] == skeleton.joints[influences.joint[entry]].name);
      std::setlocale(LC_ALL, "C");
      CHECK(std::stof(rows[row][3]) == influences.distance[entry]);
      CHECK(std::stof(rows[row][4]) == influences.weight[entry]);
    }
}

TEST_CASE("Names that would break a table are quoted") {
  CHECK(csv_field("elbow.L") == "elbow.L");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"ah\"") == "\"say \"\"ah\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
}

SOLVED_CASE(
    "The table of joints has a row for each with what it holds; the table of sides a row for each "
    "pair") {
  Scene scene = arm_scene();
  edit_skeleton(scene, 1).joints[0].name = "arm.L";
  edit_skeleton(scene, 1).joints[1].name = "arm.R";
  edit_skeleton(scene, 1).joints[2].name = "hand.L";
  Editor editor = editor_with(scene);
  const auto joints =
      rows_of(coverage_csv(scene, editor.deformer, measures_of(editor), kArmSkeleton));
  REQUIRE(joints.size() == 4);
  const std::vector<std::uint32_t>& captured = editor.deformer.skeleton(kArmSkeleton)->captured;
  for (std::size_t j = 0; j < 3; ++j) {
    REQUIRE(joints[j + 1].size() == joints[0].size());
    CHECK(joints[j + 1][1] == std::to_string(captured[j]));
    CHECK(joints[j + 1][2] == "0.6");
  }
  const auto sides = rows_of(sides_csv(scene, sides_of(editor, editor.bench, kArmSkeleton)));
  REQUIRE(sides.size() == 3);
  for (const auto& row : sides) CHECK(row.size() == sides[0].size());
  CHECK(sides[1][0] == "arm.L");
  CHECK(sides[1][1] == "arm.R");
  CHECK(sides[2][0] == "hand.L");
  CHECK(sides[2][1].empty());
  CHECK(coverage_csv(scene, editor.deformer, editor.measures, 999).find('\n') != std::string::npos);
}

TEST_CASE("A table of a sweep writes what is not known as nothing") {
  SweepPoint point{.radius = 0.25f, .covered = 0.5f};
  point.volume = std::numeric_limits<float>::quiet_NaN();
  CHECK(sweep_csv({point}) == "radius,covered,shared,volume,step\n0.25,0.5,0,,0\n");
}

SOLVED_CASE("Histograms count every influence and every vertex once") {
  Random random(11);
  for (int trial = 0; trial < 10; ++trial) {
    Scene scene = arm_scene();
    for (Joint& joint : edit_skeleton(scene, 1).joints) joint.radius = random.uniform(0.3f, 1.2f);
    const Editor editor = editor_with(scene);
    const Influences& rows = editor.deformer.mesh(kArmMesh)->influences;
    const std::size_t vertices = scene.nodes[0].mesh->positions.size();
    const WeightHistogram all = weight_histogram(editor, kArmSkeleton, kNoId);
    CHECK(all.total == entries_of(rows, vertices));
    std::array<std::uint32_t, kWeightBins> sum{};
    for (const Joint& joint : scene.nodes[1].skeleton->joints) {
      const WeightHistogram one = weight_histogram(editor, kArmSkeleton, joint.id);
      for (std::size_t bin = 0; bin < kWeightBins; ++bin) sum[bin] += one.count[bin];
      CHECK(std::accumulate(one.count.begin(), one.count.end(), 0u) == one.total);
    }
    CHECK(sum == all.count);
    std::uint32_t whole = 0;  // held by one joint alone: weight 1, the last bin
    for (std::size_t v = 0; v < vertices; ++v)
      for (std::uint32_t entry = rows.row_begin(v); entry < rows.row_end(v); ++entry)
        whole += rows.weight[entry] > 0.95f;
    CHECK(all.count.back() == whole);
    const std::vector<std::uint32_t> counts = influence_counts(editor, kArmSkeleton);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0u) == vertices);
    CHECK(counts.front() == coverage(editor.deformer).uncovered);
  }
  const Editor editor = arm_editor();
  CHECK(weight_histogram(editor, kNoId, kNoId).total == 0);
  CHECK(influence_counts(editor, 999).size() == 1);
}

TEST_CASE(
    "On a gauge more stands further right, the zones follow each other, and each value lies in the "
    "zone of its band") {
  const std::map<MeterKind, std::vector<std::pair<double, Band>>> known{
      {MeterKind::volume,
       {{0.5, Band::poor},
        {0.9, Band::fair},
        {1.0, Band::good},
        {1.1, Band::fair},
        {1.3, Band::poor}}},
      {MeterKind::thickness, {{0.3, Band::poor}, {0.6, Band::fair}, {0.9, Band::good}}},
      {MeterKind::stretch, {{1.0, Band::good}, {3.0, Band::fair}, {20.0, Band::poor}}},
      {MeterKind::weight_jump, {{0.0, Band::good}, {0.2, Band::fair}, {1.0, Band::poor}}},
      {MeterKind::follows, {{0.0, Band::poor}, {0.5, Band::fair}, {0.9, Band::good}}},
  };
  for (const auto& [kind, values] : known) {
    const std::vector<MeterZone>& zones = meter_zones(kind);
    for (std::size_t i = 1; i < zones.size(); ++i) CHECK(zones[i].end > zones[i - 1].end);
    CHECK(zones.back().end == 1.0f);
    float last = -1.0f;
    for (const auto& [value, band] : values) {
      const float share = meter_share(kind, value);
      CHECK(share > last);
      CHECK(share <= 1.0f);
      last = share;
      const auto zone = std::find_if(zones.begin(), zones.end(),
                                     [&](const MeterZone& one) { return share <= one.end; });
      REQUIRE(zone != zones.end());
      CHECK(zone->band == band);
    }
    CHECK(meter_text(kind, Meter{}) == "\u2013");
    CHECK(meter_share(kind, Meter{}.value) == 0.0f);
  }
}

TEST_CASE("Full coverage is never claimed while a vertex is left") {
  CHECK(percent_text({.covered = 1000000, .uncovered = 1}) == "99.9 %");
  CHECK(percent_text({.covered = 10, .uncovered = 0}) == "100 %");
  CHECK(percent_text({.covered = 0, .uncovered = 5}) == "0.0 %");
}

SOLVED_CASE(
    "Reset knows the file's radii only, and scaling starts from the gesture's beginning however "
    "long it is dragged") {
  Editor editor = arm_editor();
  editor.is_symmetric = false;
  note_radii(editor.bench, editor.document.scene());
  CHECK_FALSE(reset_operation(editor, editor.bench, {kShoulder, kElbow, kWrist}));
  REQUIRE(perform(editor, op::SetRadius{{kElbow}, {0.2f}}));
  note_radii(editor.bench, editor.document.scene());  // an import: what is known stays
  REQUIRE(reset_operation(editor, editor.bench, {kShoulder, kElbow}));
  CHECK(
      std::get<op::SetRadius>(*reset_operation(editor, editor.bench, {kShoulder, kElbow})).joints ==
      std::vector<Id>{kElbow});
  CHECK_FALSE(reset_operation(editor, editor.bench, {kWrist, 999}));

  CHECK(joints_to_scale(editor, kArmSkeleton).size() == 3);
  editor.document.select({kElbow, kWrist});
  CHECK(joints_to_scale(editor, kArmSkeleton) == std::vector<Id>{kElbow, kWrist});
  CHECK(joints_to_scale(editor, kNoId).empty());
  editor.document.begin();
  for (const float factor : {1.5f, 3.0f, 2.0f})
    editor.document.update(scale_operation(editor, {kElbow, kWrist}, factor));
  editor.document.commit();
  CHECK(joint_named(editor, kElbow).radius == doctest::Approx(0.4f));
  CHECK(joint_named(editor, kWrist).radius == doctest::Approx(1.2f));
  CHECK(joint_named(editor, kShoulder).radius == 0.6f);
}

TEST_CASE(
    "The file browser takes tables and sheets by their one extension, and scenes by the table of "
    "formats") {
  CHECK(accepts(FileTask::export_csv, std::filesystem::path("a/b.CSV")));
  CHECK_FALSE(accepts(FileTask::export_csv, std::filesystem::path("b.glb")));
  CHECK(accepts(FileTask::export_sheet, std::filesystem::path("b.png")));
  CHECK_FALSE(accepts(FileTask::save_scene, std::filesystem::path("b.csv")));
  CHECK(accepts(FileTask::save_scene, std::filesystem::path("b.glb")));
  FileBrowser browser;
  browser.task = FileTask::export_csv;
  browser.folder = "/tmp";
  browser.name = "table";
  CHECK(target_of(browser) == "/tmp/table.csv");
  browser.name = "table.glb";
  CHECK(target_of(browser) == "/tmp/table.glb.csv");
  browser.name = "table.csv";
  CHECK(target_of(browser) == "/tmp/table.csv");
  CHECK(loss_of(browser).empty());
}
