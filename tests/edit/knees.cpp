// Knees and elbows bend like those of bodies: the sample and real figures with pinned feet, hips on
// random paths.
#include <fmt/format.h>

#include "io/formats.h"
#include "support/knee_laws.h"
#include "support/random_rig.h"

namespace marrow::test {
namespace {

const LegNames kSampleLegs{
    "hips", {"thigh.L", "thigh.R"}, {"shin.L", "shin.R"}, {"foot.L", "foot.R"}};

StandingFigure sample_figure(Backend backend = Backend::fast) {
  return standing(io::load(media() / "human.glb").scene, kSampleLegs, tasks_of(backend));
}

float reach_of_paths(const StandingFigure& figure) {
  return 0.25f * float(figure.leg) / 0.809f;  // a quarter of a meter on the sample
}

KneeFigures figures_of_paths(const StandingFigure& figure, std::uint64_t seed, int paths) {
  Random random(seed);
  KneeFigures figures;
  for (int path = 0; path < paths; ++path)
    for (const glm::vec3& by : random_path(random, reach_of_paths(figure), 2, 3))
      figures.note(figure, with_hips_led(figure, by));
  return figures;
}

void check_laws(const KneeFigures& figures) {
  MESSAGE(
      fmt::format("{} reach, {} beyond; side {:.2e}, order {:.3f}, thighs {:.3f}, slip {:.2e}, "
                  "roll {:.2e}, bend {:.2e}, shortfall {:.2e}",
                  figures.reached, figures.beyond, figures.side, figures.order, figures.thighs,
                  figures.slip, figures.roll, figures.bend, figures.shortfall));
  CHECK(figures.side > -1e-5);
  CHECK(figures.order > 0.0);
  CHECK(figures.thighs > 0.3);
  CHECK(figures.slip < 1e-5);
  CHECK(figures.roll < 1e-4);
  CHECK(figures.bend < 2e-3);
  CHECK(figures.shortfall < 1e-4);
  CHECK(figures.reached > 0);
}

/// The largest change of a column of a joint's Ul between two poses.
double pose_change(const StandingFigure& figure, const Scene& a, const Scene& b) {
  const int node = find_joint(a, std::string_view(figure.names.hips)).node;
  const std::vector<Joint>&one = a.nodes[std::size_t(node)].skeleton->joints,
        &other = b.nodes[std::size_t(node)].skeleton->joints;
  const Id hips = joint_named(a, figure.names.hips).id;
  double most = 0.0;
  for (std::size_t j = 0; j < one.size(); ++j)
    for (int c = 0; c < 3 && one[j].id != hips; ++c)
      most = std::max(most, double(glm::distance(one[j].user_local[c], other[j].user_local[c])));
  return most;
}

}  // namespace

SOLVED_CASE("the sample's knees keep their side and its feet their place along random paths") {
  check_laws(figures_of_paths(sample_figure(), 161, 1000));
}

SOLVED_CASE("the same where the textbook's gradient leads the solver") {
  check_laws(figures_of_paths(sample_figure(Backend::textbook), 162, 20));
}

SOLVED_CASE(
    "the sample's hips pulled down by 0.1 and by 0.3: knees go forward, thighs stay apart") {
  const StandingFigure figure = sample_figure();
  for (const float down : {0.1f, 0.3f}) {
    CAPTURE(down);
    KneeFigures figures;
    const Scene after = with_hips_led(figure, {0.0f, -down, 0.0f});
    figures.note(figure, after);
    check_laws(figures);
    for (const std::size_t side : {0u, 1u})
      CHECK(leg_in(after, figure.names, side).knee.z > figure.start[side].knee.z + 0.05);
  }
}

SOLVED_CASE("nothing flips: small steps of the hips turn joints a little, in and out of reach") {
  const StandingFigure figure = sample_figure();
  for (auto& random : rounds<Random>(163, 5)) {
    const std::vector<glm::vec3> places = random_path(random, reach_of_paths(figure), 2, 400);
    Scene last = figure.scene;
    for (const glm::vec3& by : places) {
      Scene next = with_hips_led(figure, by);
      // At full stretch a joint turns as the square root of what is left.
      CHECK(pose_change(figure, last, next) < 0.2);
      last = std::move(next);
    }
  }
}

SOLVED_CASE("hips led along a closed path come back to the same pose, in one drag and in many") {
  const StandingFigure figure = sample_figure();
  for (auto& random : rounds<Random>(164, 10)) {
    Document document(*figure.tasks, figure.scene);
    document.begin();
    const glm::vec3 first = random.vec3(0.2f);
    REQUIRE(document.update(hips_led(figure, document.gesture_start(), first)));
    const Scene once = document.scene();
    for (int step = 0; step < 20; ++step)
      REQUIRE(document.update(hips_led(figure, document.gesture_start(), random.vec3(0.25f))));
    REQUIRE(document.update(hips_led(figure, document.gesture_start(), first)));
    CHECK(pose_change(figure, once, document.scene()) == 0.0);
    document.cancel();
    // Each step a drag of its own, all in reach.
    glm::vec3 gone(0.0f);
    for (int step = 0; step < 12; ++step) {
      glm::vec3 by = random.vec3(0.15f);
      by.y = -std::abs(by.y) - 0.08f;
      if (step == 11) by = glm::vec3(0.0f);
      REQUIRE(document.perform(hips_led(figure, document.scene(), by - gone)));
      gone = by;
    }
    CHECK(pose_change(figure, figure.scene, document.scene()) < 1e-3);
  }
}

SOLVED_CASE("real figures' knees keep the same laws") {
  if (shared_data().empty()) return skip("real figures: ../shared/data is not here");
  struct Real {
    const char* file;
    LegNames names;
  };
  const std::vector<Real> figures{
      {"mannequiny.glb",
       {"pelvis", {"thigh.l", "thigh.r"}, {"calf.l", "calf.r"}, {"foot.l", "foot.r"}}},
      {"m2m_human_skeleton.glb",
       {"DEF-hips",
        {"DEF-thigh.L", "DEF-thigh.R"},
        {"DEF-shin.L", "DEF-shin.R"},
        {"DEF-foot.L", "DEF-foot.R"}}},
  };
  for (const Real& real : figures) {
    CAPTURE(real.file);
    check_laws(figures_of_paths(standing(io::load(shared_data() / "gltf" / real.file).scene,
                                         real.names, tasks_of(Backend::fast)),
                                165, 1000));
  }
}

}  // namespace marrow::test
