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
#include "edit/export_presets.h"
#include "edit/motions/bake_blend.h"
#include "edit/motions/bake_springs.h"
#include "edit/motions/simplify.h"
#include "io/avatar.h"

namespace marrow::cli {
namespace {

/// --bake-springs: the swinging of springs becomes keys of every motion.
struct BakeSpringsOptions {
  std::string how;      ///< "settled", "rest" or "loop"; empty: springs are not baked
  std::string contact;  ///< "turned" or "pushed"; empty: turned

  void add_to(Options& options) {
    options
        .add("--bake-springs", how, "settled|rest|loop",
             "Turns the swinging of springs into keys of every motion; chains begin settled in its "
             "first pose, at rest, or as they are after it has played twice")
        .one_of(std::vector<std::string>{"settled", "rest", "loop"});
    options
        .add("--spring-contact", contact, "turned|pushed",
             "Of baked springs: turned out of colliders, or pushed once, as viewers of VRM do; "
             "turned when not given")
        .one_of(std::vector<std::string>{"turned", "pushed"});
  }

  /// Throws UsageError for a contact without a bake.
  void check() const {
    if (how.empty() && !contact.empty()) throw UsageError("--spring-contact: needs --bake-springs");
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

struct ConvertOptions : FileOptions {
  std::optional<int> influences;  ///< 4 or 8: the limit, in a file for other programs
  /// Name of one of io::export_ways(); empty: save_options() chooses.
  std::string as;
  std::string names;    ///< one of kNameConventions or "as-they-are"; empty: those of `preset`
  std::string preset;   ///< name of one of export_presets(); empty: none
  io::AvatarMeta meta;  ///< for a VRM file; empty parts stay as in the file
  AddMotionOptions add;
  BakeSpringsOptions bake;
  std::string compress;   ///< "draco" or "meshopt"; empty: not compressed
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

/// Turns nonlinear blending into morph targets and prints a sentence about them.
void bake_blend(Scene& scene, std::vector<std::string>& losses) {
  if (!has_blend_to_bake(scene)) return;
  ProgressBar progress(100);
  BakedBlend baked = with_baked_blend(scene, implementation_of(Backend::fast), {},
                                      progress.callback("blending as shapes"));
  losses.push_back(baked.text());
  scene = std::move(baked.scene);
}

/// The preset of --for, or VRM's if `out` ends in .vrm; null: none. Throws UsageError if the
/// preset's program does not read such files.
const ExportPreset* preset_of(const ConvertOptions& options, const std::string& out) {
  const ExportPreset* vrm = find_export_preset("vrm");
  if (fits(*vrm, out) && !options.as.empty() && options.as != "pose")
    throw UsageError("--export " + options.as + ": a .vrm file holds the rig at rest");
  if (options.preset.empty()) return fits(*vrm, out) ? vrm : nullptr;
  const ExportPreset* preset = find_export_preset(options.preset);
  if (!fits(*preset, out))
    throw UsageError(fmt::format("--for {} {}: expected a name that ends in {}", options.preset,
                                 out, preset->extensions));
  return preset;
}

/// Replaces the parts of the scene's model description (for VRM) that the command line gives.
void set_meta(Scene& scene, const io::AvatarMeta& given, const std::string& out) {
  io::AvatarMeta meta = io::avatar_meta(scene);
  if (!given.name.empty()) meta.name = given.name;
  if (!given.authors.empty()) meta.authors = given.authors;
  if (!given.license.empty()) meta.license = given.license;
  if (meta.name.empty()) meta.name = std::filesystem::path(out).stem().string();
  scene.carried = io::with_avatar_meta(scene.carried, meta);
}

io::SaveOptions save_options(const ConvertOptions& options, const ExportPreset* preset,
                             const std::string& in, const std::string& out) {
  io::SaveOptions save;
  const std::string way = !options.as.empty() ? options.as
                          : preset            ? std::string(preset->way)
                          : options.influences || !options.compress.empty() ? "animation"
                                                                            : "";
  if (!way.empty()) save = io::find_export_way(way)->options;
  if (preset) save.max_influences = preset->influences;
  save.max_influences = options.influences.value_or(save.max_influences);
  if (!options.compress.empty())
    save.compression =
        options.compress == "draco" ? io::Compression::draco : io::Compression::meshopt;
  save.keep_backup |= is_same_file(in, out);
  return save;
}

int convert(const ConvertOptions& options, const std::string& in, const std::string& out) {
  return guarded(in, [&] {
    if (options.influences && *options.influences != 4 && *options.influences != 8)
      throw UsageError("--influences: expected 4 or 8");
    const io::Format* format = io::format_of(out);
    if (!options.compress.empty() && (!format || !list_has(format->extensions, "glb")))
      throw UsageError("--compress: expected an OUT that ends in .glb");
    const ExportPreset* preset = preset_of(options, out);
    const Tasks& tasks = implementation_of(Backend::fast);
    io::Loaded loaded = load(in, {{"OUT", out, Content::scene}});
    options.add.apply(in, loaded);
    options.bake.apply(in, loaded.scene);
    PreparedExport made = prepared_export(std::move(loaded.scene), {preset, options.names}, tasks);
    loaded.scene = std::move(made.scene);
    if (fits(*find_export_preset("vrm"), out) || options.meta != io::AvatarMeta())
      set_meta(loaded.scene, options.meta, out);
    std::vector<std::string> losses = std::move(made.notes);
    const io::SaveOptions save = save_options(options, preset, in, out);
    if (save.bakes_blend) bake_blend(loaded.scene, losses);
    if (options.simplify > 0.0) simplify_motions(loaded.scene, options.simplify, losses);
    for (std::string& loss : save_scene(out, loaded.scene, Backend::fast, save, preset != nullptr))
      losses.push_back(std::move(loss));
    print_warnings(in, loaded.warnings);
    print_warnings(out, losses);
  });
}

bool can_save(const std::string& extension) {
  const io::Format* format = io::format_of("x." + extension);
  return format != nullptr && format->can_save();
}

int run_convert(const ConvertOptions& options) {
  options.add.check();
  options.bake.check();
  const auto run = [&](const std::string& in, const std::string& out) {
    return convert(options, in, out);
  };
  if (options.are_many())
    return many(options, {.command = "convert",
                          .extension = "",
                          .can_write = can_save,
                          .expected = "a format that can be written: glb, gltf, vrm or obj",
                          .run = run});
  if (options.files.size() != 2)
    throw UsageError("convert: expected IN OUT, or --out-dir DIR and any number of files");
  return run(options.files[0], options.files[1]);
}

Job declare_convert(Options& own) {
  const auto words = std::make_shared<ConvertOptions>();
  words->add_files(own, "IN OUT, or any number of files with --out-dir");
  own.add("--influences", words->influences, "N", "For other programs: at most 4 or 8 per vertex")
      .one_of(std::vector<int>{4, 8});
  own.add("--export", words->as, "animation|corrected|pose|posed",
          "glTF for other programs: the rig with its animation, the same with its blending as "
          "morph targets, the rig in its pose, or the posed surface alone")
      .one_of(std::vector<std::string>{"animation", "corrected", "pose", "posed"});
  std::vector<std::string> conventions(kNameConventions.begin(), kNameConventions.end());
  conventions.push_back("as-they-are");
  own.add("--names", words->names, "CONVENTION",
          "Names joints as other programs do: mixamo, unity, unreal, vrm, rigify, humanik or "
          "as-they-are")
      .one_of(conventions);
  std::vector<std::string> presets;
  for (const ExportPreset& preset : export_presets()) presets.emplace_back(preset.name);
  own.add(
         "--for", words->preset, "PROGRAM",
         "What a program needs: blender, godot, unity, three, mixamo or vrm; --names, --export and "
         "--influences replace parts of it")
      .one_of(presets);
  own.add("--vrm-name", words->meta.name, "NAME",
          "For .vrm: the model's name; kept in scene files");
  own.add("--vrm-author", words->meta.authors, "NAME",
          "For .vrm: who made the model; may be given several times, and is kept in scene files")
      .may_repeat();
  own.add("--vrm-license", words->meta.license, "URL",
          "For .vrm: the address of a license besides that of VRM, kept in scene files");
  own.add("--compress", words->compress, "draco|meshopt",
          ".glb for other programs, made smaller: numbers are rounded, so keep the original")
      .one_of(std::vector<std::string>{"draco", "meshopt"});
  own.add("--simplify", words->simplify, "DISTANCE",
          "Removes keys of motions as long as nothing moves farther than this from its original "
          "path, in scene units")
      .within(0.0, 1e9);
  words->add.add_to(own);
  words->bake.add_to(own);
  words->add_many(own);
  return [words] { return run_convert(*words); };
}

}  // namespace

const Command kConvert = {"convert", "Any format to any other; reports what is lost",
                          declare_convert};

}  // namespace marrow::cli
