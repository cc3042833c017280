// marrow render: a picture of a file, drawn off-screen with the window's own renderer.
#include <sstream>

#include "cli/commands.h"
#include "cli/common.h"
#include "view/offscreen.h"
#include "view/renderer.h"

namespace marrow::cli {
namespace {

constexpr int kLargestSide = 16384;
constexpr int kSamples = 4;

/// The --show words; a weight is resolved to its joint once the file is open.
struct Wanted {
  view::Show show;
  std::string weights_of;
};

Wanted parse_show(const std::string& words) {
  const std::string prefix = "weights:";
  Wanted wanted;
  wanted.show.mesh = wanted.show.capsules = wanted.show.joints = wanted.show.uncovered = false;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "mesh") {
      wanted.show.mesh = true;
    } else if (word == "capsules") {
      wanted.show.capsules = true;
    } else if (word == "joints") {
      wanted.show.joints = true;
    } else if (word == "uncovered") {
      wanted.show.uncovered = true;
    } else if (word.rfind(prefix, 0) == 0 && word.size() > prefix.size()) {
      wanted.show.mesh = true;
      wanted.weights_of = word.substr(prefix.size());
    } else {
      throw UsageError("--show: \"" + word + "\" is not known; expected some of mesh,capsules,joints,weights:NAME,uncovered");
    }
  }
  return wanted;
}

/// The side the camera looks from; nothing for "persp".
std::optional<AxisView> parse_view(const std::string& word) {
  if (word == "persp") return std::nullopt;
  if (word == "front") return AxisView::front;
  if (word == "side") return AxisView::right;
  if (word == "top") return AxisView::top;
  throw UsageError("--view: \"" + word + "\" is not known; expected front, side, top or persp");
}

/// The camera saved with the file, or one that shows everything.
Camera camera_for(const Scene& scene, const Deformer& deformer, std::optional<AxisView> side, float aspect) {
  if (!side) return scene.camera ? *scene.camera : framed(Camera{}, world_bounds(deformer, scene), aspect);
  Camera camera = looking_along(Camera{}, *side);
  camera.orthographic = true;
  return framed(camera, world_bounds(deformer, scene), aspect);
}

Id joint_to_show(const std::string& file, const Scene& scene, const std::string& name) {
  const JointRef ref = find_joint(scene, std::string_view(name));
  if (ref.node < 0) throw io::Error(file, "--show weights:" + name, "expected the name of a joint in this file");
  return scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)].id;
}

}  // namespace

int render(const RenderOptions& options) {
  return guarded(options.file, [&] {
    Wanted wanted = parse_show(options.show);
    const std::optional<AxisView> side = parse_view(options.view);
    if (std::min(options.width, options.height) < 1 || std::max(options.width, options.height) > kLargestSide) {
      throw UsageError("--size: expected WxH between 1x1 and 16384x16384");
    }
    const io::Loaded loaded = io::load(options.file);
    if (!wanted.weights_of.empty()) {
      wanted.show.colors = view::MeshColors::joint_weight;
      wanted.show.heat_joint = joint_to_show(options.file, loaded.scene, wanted.weights_of);
    }
    Deformer deformer;
    deformer.update(loaded.scene);

    view::Picture picture;
    picture.scene = &loaded.scene;
    picture.deformed = &deformer;
    picture.camera = camera_for(loaded.scene, deformer, side, static_cast<float>(options.width) / static_cast<float>(options.height));
    picture.show = std::move(wanted.show);
    picture.ui_scale = options.ui_scale;

    const view::Offscreen context;
    view::Renderer renderer;
    renderer.draw(picture, options.width, options.height, kSamples);
    io::write_file(options.out, view::png_bytes(renderer.read()));
    print_warnings(options.file, loaded.warnings);
  });
}

}  // namespace marrow::cli
