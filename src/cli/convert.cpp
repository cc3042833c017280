// marrow convert: a file of one format in, one of another out.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/index.h"
#include "cli/add_motion.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/joint_names.h"
#include "edit/motions/bake_blend.h"
#include "edit/motions/bake_springs.h"
#include "edit/motions/simplify.h"

namespace marrow::cli {
namespace {

/// --bake-springs: the swinging of springs becomes keys of every motion.
struct BakeSpringsOptions {
  std::string how;      ///< "settled", "rest" or "loop"; empty: springs are not baked
  std::string contact;  ///< "turned" or "pushed"; empty: turned

  void add_to(Options& options) {
    options
        .add(
            "--bake-springs", how, "settled|rest|loop",
            "What swings becomes keys of every motion; the chains begin settled in its first pose, "
            "at rest, or as after two rounds of it")
        .one_of(std::vector<std::string>{"settled", "rest", "loop"});
    options
        .add("--spring-contact", contact, "turned|pushed",
             "Of baked springs: turned out of colliders, or pushed once, as viewers of VRM do; "
             "turned when not given")
        .one_of(std::vector<std::string>{"turned", "pushed"});
  }

  /// Throws UsageError for a contact without a bake.
  void check() const {
    if (how.empty() && !contact.empty())
      throw UsageError("--spring-contact: goes with --bake-springs");
  }

  /// Throws io::Error naming `file` if no joint swings or there is no motion.
  void apply(const std::string& file, Scene& scene) const {
    if (how.empty()) return;
    if (const std::string why = why_no_bake(scene, 0); !why.empty())
      throw io::Error(file, "--bake-springs", why);
    SpringBake bake;
    if (how != "settled") bake.settle = 0.0f;
    if (how == "loop") bake.rounds = 2;
    if (contact == "pushed") bake.contact = SpringContact::pushed;
    for (std::shared_ptr<const Motion>& motion : scene.motions)
      motion = std::make_shared<const Motion>(with_baked_springs(scene, *motion, bake));
  }
};

struct ConvertOptions {
  std::string in, out;
  std::optional<int> influences;  ///< 4 or 8: written for other programs
  /// Name of one of io::export_ways(): written for other programs; empty: see influences
  std::string as;
  std::string names;  ///< one of kNameConventions; empty or "as-they-are": unchanged
  AddMotionOptions add;
  BakeSpringsOptions bake;
  std::string compress;   ///< "draco" or "meshopt": written for other programs; empty: no
  double simplify = 0.0;  ///< the largest deviation of any point, world units; 0: keys stay
};

/// Simplifies all motions and prints a sentence about each.
void simplify_motions(Scene& scene, double tolerance, std::vector<std::string>& losses) {
  for (std::shared_ptr<const Motion>& motion : scene.motions) {
    SimplifiedMotion thin = simplified(scene, *motion, tolerance);
    losses.push_back(fmt::format("motion {}: {} keys became {}; nothing is farther off than {:.3g}",
                                 motion->name, thin.keys_before, thin.keys_after, thin.error));
    motion = std::make_shared<const Motion>(std::move(thin.motion));
  }
}

/// Names the joints of all skeletons by a convention and prints how many have a name in it.
void name_joints(Scene& scene, const std::string& names, std::vector<std::string>& losses) {
  const auto found = std::find(kNameConventions.begin(), kNameConventions.end(), names);
  if (found == kNameConventions.end()) return;
  for (Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    auto renamed = std::make_shared<const Skeleton>(
        with_names(*node.skeleton, static_cast<NameConvention>(found - kNameConventions.begin())));
    std::size_t count = 0;
    for (std::size_t j = 0; j < renamed->joints.size(); ++j)
      count += renamed->joints[j].name != node.skeleton->joints[j].name ? 1 : 0;
    losses.push_back(fmt::format("skeleton {}: {} of {} joints have new names", node.name, count,
                                 renamed->joints.size()));
    node.skeleton = std::move(renamed);
  }
}

/// Turns nonlinear blending into morph targets and prints a sentence about them.
void bake_blend(Scene& scene, std::vector<std::string>& losses) {
  if (!has_blend_to_bake(scene)) return;
  ProgressBar progress(100);
  BakedBlend baked = with_baked_blend(scene, implementation_of(Backend::fast), {},
                                      progress.callback("blending as shapes"));
  losses.push_back(baked.text());
  scene = std::move(baked.scene);
}

io::SaveOptions save_options(const ConvertOptions& options) {
  io::SaveOptions save;
  if (options.influences || !options.as.empty() || !options.compress.empty())
    save = io::find_export_way(options.as.empty() ? "animation" : options.as)->options;
  save.max_influences = options.influences.value_or(save.max_influences);
  if (!options.compress.empty())
    save.compression =
        options.compress == "draco" ? io::Compression::draco : io::Compression::meshopt;
  save.keep_backup |= is_same_file(options.in, options.out);
  return save;
}

int convert(const ConvertOptions& options) {
  return guarded(options.in, [&] {
    if (options.influences && *options.influences != 4 && *options.influences != 8)
      throw UsageError("--influences: expected 4 or 8");
    const io::Format* format = io::format_of(options.out);
    if (!options.compress.empty() && (!format || !list_has(format->extensions, "glb")))
      throw UsageError("--compress: expected an OUT that ends in .glb");
    implementation_of(Backend::fast);
    io::Loaded loaded = load(options.in, {{"OUT", options.out, Content::scene}});
    options.add.apply(options.in, loaded);
    options.bake.apply(options.in, loaded.scene);
    std::vector<std::string> losses;
    const io::SaveOptions save = save_options(options);
    name_joints(loaded.scene, options.names, losses);
    if (save.bakes_blend) bake_blend(loaded.scene, losses);
    if (options.simplify > 0.0) simplify_motions(loaded.scene, options.simplify, losses);
    for (std::string& loss : save_scene(options.out, loaded.scene, Backend::fast, save))
      losses.push_back(std::move(loss));
    print_warnings(options.in, loaded.warnings);
    print_warnings(options.out, losses);
  });
}

bool can_save(const std::string& extension) {
  const io::Format* format = io::format_of("x." + extension);
  return format != nullptr && format->can_save();
}

struct ConvertWords : FileOptions {
  ConvertOptions options;
};

int run_convert(ConvertWords& words) {
  ConvertOptions& options = words.options;
  options.add.check();
  options.bake.check();
  if (!words.are_many()) {
    if (words.files.size() != 2)
      throw UsageError("convert: expected IN OUT, or --out-dir DIR and any number of files");
    options.in = words.files[0];
    options.out = words.files[1];
    return convert(options);
  }
  return many(words,
              {.command = "convert",
               .extension = "",
               .can_write = can_save,
               .expected = "a format that can be written: glb, gltf or obj",
               .run = [one = options](const std::string& in, const std::string& out) mutable {
                 one.in = in;
                 one.out = out;
                 return convert(one);
               }});
}

Job declare_convert(Options& own) {
  const auto words = std::make_shared<ConvertWords>();
  words->add_files(own, "IN OUT, or any number of files with --out-dir");
  own.add("--influences", words->options.influences, "N",
          "For other programs: at most 4 or 8 per vertex")
      .one_of(std::vector<int>{4, 8});
  own.add("--export", words->options.as, "animation|corrected|pose|posed",
          "glTF for other programs: the rig with its animation, the same with its blending as "
          "morph targets, the rig in its pose, or the posed surface alone")
      .one_of(std::vector<std::string>{"animation", "corrected", "pose", "posed"});
  std::vector<std::string> conventions(kNameConventions.begin(), kNameConventions.end());
  conventions.push_back("as-they-are");
  own.add("--names", words->options.names, "CONVENTION",
          "Names joints as other programs do: mixamo, unity, unreal, vrm, rigify, humanik or "
          "as-they-are")
      .one_of(conventions);
  own.add("--compress", words->options.compress, "draco|meshopt",
          ".glb for other programs, made smaller: numbers are rounded, so keep the original")
      .one_of(std::vector<std::string>{"draco", "meshopt"});
  own.add("--simplify", words->options.simplify, "DISTANCE",
          "Leaves out keys of motions so that nothing goes farther from its way, in units of the "
          "scene")
      .within(0.0, 1e9);
  words->options.add.add_to(own);
  words->options.bake.add_to(own);
  words->add_many(own);
  return [words] { return run_convert(*words); };
}

}  // namespace

const Command kConvert = {"convert", "Any format to any other; reports what is lost",
                          declare_convert};

}  // namespace marrow::cli
