// FBX files of many programs, skinned and played: at each frame for which there is an OBJ of the
// same name, the vertices are where that program had them, in meters and with y up.
#include <algorithm>
#include <fstream>
#include <glm/glm.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "io/formats.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"
#include "support/cases.h"
#include "support/fbx.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace fs = std::filesystem;

namespace {

using Points = std::vector<glm::dvec3>;

Points points_of(const fs::path& obj) {
  std::ifstream file(obj);
  Points points;
  std::string word;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    glm::dvec3 p;
    if (words >> word >> p.x >> p.y >> p.z && word == "v") points.push_back(p);
  }
  return points;
}

struct Box {
  glm::dvec3 low{1e300}, high{-1e300};
  explicit Box(const Points& points) {
    for (const glm::dvec3& p : points) low = glm::min(low, p), high = glm::max(high, p);
  }
  double size() const { return glm::length(high - low); }
};

/// The 24 rotations that take axes to axes.
std::vector<glm::dmat3> axis_rotations() {
  std::vector<glm::dmat3> all;
  for (int code = 0; code < 6 * 6; ++code) {
    glm::dmat3 m(0.0);
    m[0][code / 12] = code / 6 % 2 == 0 ? 1.0 : -1.0;
    m[1][code % 6 / 2] = code % 2 == 0 ? 1.0 : -1.0;
    m[2] = glm::cross(m[0], m[1]);
    if (std::abs(glm::determinant(m)) > 0.5) all.push_back(m);
  }
  return all;
}

double squared_to_nearest(const glm::dvec3& p, const Points& points) {
  double nearest = 1e300;
  for (const glm::dvec3& q : points) nearest = std::min(nearest, glm::dot(p - q, p - q));
  return nearest;
}

/// How far the points of one set are from the nearest of the other, at most.
double farthest(const Points& from, const Points& to) {
  double most = 0.0;
  for (const glm::dvec3& p : from) most = std::max(most, squared_to_nearest(p, to));
  return std::sqrt(most);
}

/// The distance, as a share of the size, under the best choice of axes and of a unit. Where theirs
/// are fewer, of their points alone.
double misfit(const Points& ours, const Points& theirs) {
  const Box own(ours);
  double best = 1.0;
  for (const double unit : {0.01, 1.0, 0.0254})
    for (const glm::dmat3& turn : axis_rotations()) {
      Points turned;
      for (const glm::dvec3& p : theirs) turned.push_back(turn * p * unit);
      const Box box(turned);
      const double corners = glm::length(box.low - own.low) + glm::length(box.high - own.high);
      const bool is_part = theirs.size() < ours.size();
      if (!is_part && corners > 0.02 * own.size()) continue;
      const double back = is_part ? 0.0 : farthest(ours, turned);
      best = std::min(best, std::max(back, farthest(turned, ours)) / own.size());
    }
  return best;
}

/// "maya_sausage_spin" of maya_sausage_7700_ascii_spin.fbx.
std::string stem_of(const fs::path& fbx) {
  std::smatch parts;
  const std::string name = fbx.stem().string();
  if (!std::regex_match(name, parts, std::regex("(.*)_[0-9]{4}_(ascii|binary)(.*)"))) return name;
  return parts.str(1) + parts.str(3);
}

struct Moment {
  fs::path obj;
  int frame = -1;  ///< -1: the pose of the file
};

std::set<std::string> stems_in(const fs::path& folder) {
  std::set<std::string> stems;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".fbx") stems.insert(stem_of(entry.path()));
  return stems;
}

bool begins_with(const std::string& name, const std::string& stem) {
  return name == stem || name.starts_with(stem + "_");
}

/// The OBJ files that belong to a stem, and to no longer one: STEM.obj, STEM_FRAME.obj.
std::vector<Moment> moments_of(const fs::path& folder, const std::set<std::string>& stems,
                               const std::string& stem) {
  std::vector<Moment> moments;
  const auto is_nearer = [&](const std::string& name, const std::string& other) {
    return other.size() > stem.size() && begins_with(name, other);
  };
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".obj" || !begins_with(name, stem)) continue;
    if (std::any_of(stems.begin(), stems.end(),
                    [&](const std::string& other) { return is_nearer(name, other); }))
      continue;
    std::string rest = name.substr(stem.size());
    Moment moment{entry.path(), -1};
    if (rest.size() > 1 && rest.find_first_not_of("0123456789", 1) == rest.npos)
      moment.frame = std::stoi(rest.substr(1));
    else if (!rest.empty())
      continue;
    moments.push_back(moment);
  }
  return moments;
}

/// The vertices at a time of the motion, in the world; without a motion in the file's pose.
Points posed(const Scene& scene, std::optional<float> seconds) {
  const Scene at = seconds ? at_time(scene, *scene.motions.at(0), *seconds) : scene;
  Deformer deformer;
  deformer.update(at);
  Points points;
  for (std::size_t n = 0; n < at.nodes.size(); ++n)
    if (const DeformedMesh* mesh = deformer.mesh(at.nodes[n].id))
      for (std::size_t v = 0; v < at.nodes[n].mesh->positions.size(); ++v)
        points.push_back(glm::dmat4(mesh->world_from_output) *
                         glm::dvec4(mesh->positions()[v], 1.0));
  return points;
}

/// The misfit to ufbx's frame; the smaller one, because its number may count from 0 or from the
/// motion's beginning.
double misfit(const Scene& scene, const Moment& moment) {
  const Points theirs = points_of(moment.obj);
  if (moment.frame < 0 || scene.motions.empty()) return misfit(posed(scene, {}), theirs);
  const Motion& motion = *scene.motions[0];
  const float seconds = float(moment.frame) / motion.timing.frame_rate;
  float begin = 1e9f;
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels)
      begin = std::min(begin, channel.times.front());
  return std::min(misfit(posed(scene, seconds), theirs),
                  misfit(posed(scene, begin + seconds), theirs));
}

/// Files whose vertices ufbx puts elsewhere, too. In the last file, vertices without a weight
/// follow the mesh's node in FBX and stay with the skeleton here.
const std::set<std::string> kElsewhere = {"casegen_rotation_order", "maya_advanced_skinned_pivot",
                                          "maya_anim_layers_over_acc_orders", "maya_instanced_skin",
                                          "blender_293_half_skinned"};

}  // namespace

DATA_CASE("vertices of real FBX files are where their programs had them") {
  if (lacks_implementation("vertices of FBX files")) return;
  if (!reads_fbx()) return skip("FBX: the program was built without ufbx");
  const std::set<std::string> stems = stems_in(data / "fbx");
  int compared = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(data / "fbx")) {
    if (entry.path().extension() != ".fbx") continue;
    const std::string stem = stem_of(entry.path());
    const std::vector<Moment> moments = moments_of(data / "fbx", stems, stem);
    if (moments.empty()) continue;
    const Scene scene = io::load(entry.path()).scene;
    for (const Moment& moment : moments) {
      INFO(entry.path().filename().string(), " at ", moment.obj.filename().string());
      const double off = misfit(scene, moment);
      if (kElsewhere.count(stem) > 0)
        CHECK(off > 1e-5);
      else
        CHECK(off <= 1e-5);
      ++compared;
    }
  }
  CHECK(compared > 100);
}
